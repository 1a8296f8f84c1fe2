import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findMismatches } from '#src/modules/budget/budget.server.ts'
import { expirePreApprovals } from '#src/modules/finance/pre-approval.server.ts'
import { reader, write } from '#src/server/work.ts'
import { type Client, startApp, T0, type TestApp } from '#tests/harness/app.ts'
import { engines } from '#tests/harness/engines.ts'
import { act, submit } from '#tests/harness/tickets.ts'
import { commitmentFaults, lineOf, money, preApprovalForm, prepared } from '#tests/modules/money.ts'

const today = '2026-03-11'

describe.each(engines)('prior approvals on %s', (engine) => {
  let app: TestApp
  let pan: Client
  let zhang: Client
  let you: Client
  let line: number

  beforeAll(async () => {
    app = await startApp({ engine })
    ;[pan, zhang, you] = (await Promise.all(['pan42', 'zhang39', 'you18'].map((name) => app.as(name)))) as [
      Client,
      Client,
      Client,
    ]
    line = await lineOf(app, 'D10', '30216')
  })
  afterAll(() => app.close())

  const filed = (amount: string, more = {}) => submit(pan, 'preApproval', preApprovalForm(line, amount, today, more))
  const approve = async (id: number) => {
    await act(zhang, id, 'approve')
    await act(you, id, 'claim')
    return act(you, id, 'approve')
  }
  const stateOf = async (ticketId: number) =>
    (
      await pan.get<readonly Record<string, unknown>[]>('/api/finance/preApproval/', {
        query: { limit: '100' },
      })
    ).data.find((row) => row.ticketId === ticketId)

  it('21.4 looks at the budget when it is filed, and holds it from the last approval on', async () => {
    const before = await money(app, line)
    const asked = await filed('1200.00')
    expect(asked).toMatchObject({ code: 2000, data: { amount: '1200.00' } })
    expect(await money(app, line)).toEqual(before)
    expect(await stateOf(asked.data.id)).toMatchObject({ state: 'running', remaining: null })
    const approved = await approve(asked.data.id)
    expect(approved.data.status).toBe('completed')
    expect(await money(app, line)).toEqual(prepared(before, { frozen: 1200 }))
    expect(await stateOf(asked.data.id)).toMatchObject({
      state: 'effective',
      remaining: '1200.00',
      validUntil: '2026-06-09',
    })
  })

  it('FIN-41 keeps the ticket at its last step when the budget is gone', async () => {
    const asked = await filed('900.00')
    await act(zhang, asked.data.id, 'approve')
    await act(you, asked.data.id, 'claim')
    await sql`update budget_line set tolerance_pct = 0, adjust = adjust - (approved + adjust - frozen - used) where id = ${line}`.execute(
      app.database.db,
    )
    const refused = await act(you, asked.data.id, 'approve')
    expect(refused).toMatchObject({
      code: 4001,
      errKey: 'budget.insufficient',
      msg: '预算可用余额不足：可用0.00元，需要900.00元',
    })
    expect((await pan.get<{ status: string }>(`/api/workflow/ticket/${asked.data.id}/`)).data.status).toBe('running')
    await sql`update budget_line set adjust = 0 where id = ${line}`.execute(app.database.db)
    expect((await act(you, asked.data.id, 'approve')).data.status).toBe('completed')
  })

  it('21.4 is settled by its applicant alone, which releases the rest', async () => {
    const before = await money(app, line)
    const asked = await filed('640.00')
    await approve(asked.data.id)
    const row = await stateOf(asked.data.id)
    const close = (person: Client) =>
      person.post(`/api/finance/preApproval/${row?.id}/close/`, { version: row?.version })
    expect(await close(you)).toMatchObject({ code: 4001, errKey: 'preApproval.onlyApplicant' })
    expect((await close(pan)).code).toBe(2000)
    expect(await money(app, line)).toEqual(before)
    expect(await stateOf(asked.data.id)).toMatchObject({ state: 'settled', remaining: '0.00' })
  })

  it('FIN-42 releases what has expired, and tells the applicant a week before', async () => {
    const before = await money(app, line)
    const asked = await filed('333.00')
    await approve(asked.data.id)
    const notices = async () =>
      (
        await sql<{ title: string }>`select title from notice where title like '%事前审批%' order by id`.execute(
          app.database.db,
        )
      ).rows.length
    app.clock.set(new Date('2026-06-02T01:00:00Z'))
    await write(app.services, expirePreApprovals)
    await expect.poll(notices, { timeout: 5000 }).toBeGreaterThan(0)
    app.clock.set(new Date('2026-06-10T01:00:00Z'))
    await write(app.services, expirePreApprovals)
    const { rows } = await sql<{
      state: string
    }>`select state from commitment where ticket_id = ${asked.data.id}`.execute(app.database.db)
    expect(rows).toEqual([{ state: 'expired' }])
    expect(Number((await money(app, line)).frozen)).toBeLessThanOrEqual(Number(before.frozen))
    app.clock.set(T0)
  })

  it('21.4 asks for a reason above the limit per head and day', async () => {
    const gathering = { category: 'training', people: 2, days: 1 }
    const check = await pan.post<{ formData: Record<string, unknown>; warnings: readonly string[] }>(
      '/api/workflow/ticket/check/',
      { type: 'preApproval', formData: preApprovalForm(line, '1000.01', today, gathering) },
    )
    expect(check.data.formData).toMatchObject({ perHead: '500.01', isAboveLimit: true, amount: '1000.01' })
    expect(JSON.stringify(check.data.warnings)).toContain('450')
    expect(await filed('1000.01', gathering)).toMatchObject({
      code: 4000,
      errors: { limitReason: [expect.any(String)] },
    })
  })

  it('INV-02 commitments, ledger and lines agree after everything above', async () => {
    expect(await findMismatches(reader(app.services))).toEqual([])
    expect(await commitmentFaults(app)).toEqual([])
  })
})
