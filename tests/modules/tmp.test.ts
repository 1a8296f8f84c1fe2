import { expect, it } from 'vitest'
import { sql } from 'kysely'
import { startApp } from '#tests/harness/app.ts'
import { uploadPdf } from '#tests/harness/files.ts'
import { act, claimForm, leaveForm, submit } from '#tests/harness/tickets.ts'
import { write } from '#src/server/work.ts'

it('x', async () => {
  const app = await startApp({ engine: 'embedded' })
  const [pan, zhang, you, he] = await Promise.all(['pan42', 'zhang39', 'you18', 'he20'].map((n) => app.as(n)))
  const { rows } = await sql<{ id: number }>`select line.id from budget_line line join department on department.id = line.dept_id where department.key = 'D10' and line.subject_code = '30207' and line.year = 2026`.execute(app.database.db)
  const file = await uploadPdf(app, pan!)
  const filed = await submit(pan!, 'financialReimbursementOne', claimForm(rows[0]!.id, '450.50', '2026-03-11', file))
  await act(zhang!, filed.data.id, 'approve')
  await act(you!, filed.data.id, 'claim')
  await act(you!, filed.data.id, 'approve')
  const failed = await act(he!, filed.data.id, 'handle', { formData: { payResult: 'failed', failReason: '账号有误' } })
  console.log(JSON.stringify({ ...failed, raw: undefined }).slice(0, 600))
  let t = performance.now(); const N = 300
  for (let i = 0; i < N; i++) await sql`select 1`.execute(app.database.db)
  console.log('select 1', (performance.now() - t) / N)
  t = performance.now()
  await write(app.services, async (base) => { for (let i = 0; i < N; i++) await sql`select id from app_user where username = ${'pan42'}`.execute(base.db) })
  console.log('in tx', (performance.now() - t) / N)
  const c0 = process.cpuUsage(); t = performance.now()
  const days = ['2026-04-01', '2026-04-02','2026-04-03','2026-04-07','2026-04-08','2026-04-09','2026-04-10','2026-04-13','2026-04-14','2026-04-15']
  for (const d of days) { const f = await submit(pan!, 'leaveApproval', leaveForm(d, d, { leaveType: 'personal' })); expect(f.code).toBe(2000) }
  const c1 = process.cpuUsage(c0)
  console.log('submit leave', (performance.now() - t) / days.length, 'cpu ms', (c1.user + c1.system) / 1000 / days.length)
  await app.close()
}, 120000)
