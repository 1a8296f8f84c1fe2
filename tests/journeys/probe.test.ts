import { it } from 'vitest'
import { sql } from 'kysely'
import { startApp } from '#tests/harness/app.ts'
import { act } from '#tests/harness/tickets.ts'
import { openDesk, paidForm } from './desk.ts'
import { ticketFaults } from './soundness.ts'
it('x', async () => {
  const app = await startApp({ engine: 'embedded' })
  const desk = openDesk(app)
  const line = await desk.lineOf('D10', '30207')
  const he = await desk.as('he20')
  const run = async (label: string, forms: object[]) => {
    const { data: { id } } = await desk.claim('pan42', line, '10.00')
    await desk.through(id, ['zhang39', 'approve'], ['you18', 'claim'], ['you18', 'approve'])
    for (const formData of forms) {
      app.clock.advance(60000)
      const answer = await act(he, id, 'handle', { formData })
      const faults = await ticketFaults(app, [id])
      console.log(label, JSON.stringify(formData), answer.code, answer.errKey, JSON.stringify(faults))
      if (faults.length) {
        const { rows } = await sql`select seq, type, form from ticket_event where ticket_id = ${id} order by seq`.execute(app.database.db)
        console.log(JSON.stringify(rows.slice(-2)), JSON.stringify((await sql`select form_data from ticket where id = ${id}`.execute(app.database.db)).rows))
      }
    }
  }
  const failed = { payResult: 'failed', failReason: '账号有误' }
  await run('paid', [paidForm('A-1')])
  await run('failed paid', [failed, paidForm('A-2')])
  await run('failed failed paid', [failed, failed, paidForm('A-3')])
  await run('failed other', [failed, { ...failed, failReason: '又错了又错了' }, paidForm('A-4')])
  await app.close()
})
