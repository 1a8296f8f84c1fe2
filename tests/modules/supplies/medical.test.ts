/** Medical supplies (23.4) and the supply request (23.5): their own rules over EFF-ISSUE. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '#tests/harness/app.ts'
import { oneEngine } from '#tests/harness/engines.ts'
import { type Counter, openCounter } from './counter.ts'

describe.each(oneEngine)('medical supplies and supply requests on %s', (engine) => {
  let app: TestApp
  let counter: Counter
  beforeAll(async () => {
    app = await startApp({ engine })
    counter = await openCounter(app)
  })
  afterAll(() => app.close())

  const row = (issuedQty: number, more: object = {}) => ({ issues: [{ lineNo: 1, issuedQty, ...more }] })
  const approved = async (type: string, line: object, more: object): Promise<number> => {
    const asked = await counter.ask('pan42', type, [line as Record<string, unknown>], more as Record<string, unknown>)
    expect(asked.errors).toBeUndefined()
    await counter.act('zhang39', asked.data.id, 'approve')
    return asked.data.id
  }

  it('STK-31 a batch that does not expire first is issued with a reason only', async () => {
    const mask = await counter.item({ category: 'medical', isExpiring: true })
    await counter.store.receive({ itemId: mask, qty: 2, batchNo: 'M1', expireDate: '2026-06-01' })
    await counter.store.receive({ itemId: mask, qty: 2, batchNo: 'M2', expireDate: '2026-09-01' })
    const id = await approved('medicalSupplies', { itemId: mask, qty: 2 }, { usage: 'duty' })
    const silent = await counter.act('zhang23', id, 'handle', row(2, { batchNo: 'M2' }))
    expect([silent.errKey, Object.keys(silent.errors ?? {})]).toEqual(['rule.STK-31', ['issues.0.reason']])
    await counter.act('zhang23', id, 'handle', row(2))
    expect((await counter.issued(id)).map(({ batchNo }) => batchNo)).toEqual(['M1'])
  })

  it('STK-32 a batch with less than 30 days left is issued with the keeper’s word', async () => {
    const mask = await counter.item({ category: 'medical', isExpiring: true })
    await counter.store.receive({ itemId: mask, qty: 2, batchNo: 'K1', expireDate: '2026-04-01' })
    const id = await approved('medicalSupplies', { itemId: mask, qty: 2 }, { usage: 'duty' })
    const silent = await counter.act('zhang23', id, 'handle', row(2))
    expect([silent.errKey, Object.keys(silent.errors ?? {})]).toEqual(['rule.STK-32', ['expiryConfirmed']])
    expect((await counter.act('zhang23', id, 'handle', { ...row(2), expiryConfirmed: true })).code).toBe(2000)
  })

  it('STK-33 controlled items are reviewed, issued by one keeper, checked by another and signed for in person', async () => {
    const drug = await counter.item({ category: 'medical', controlled: true })
    await counter.store.receive({ itemId: drug, qty: 5 })
    const id = await approved('medicalSupplies', { itemId: drug, qty: 1 }, { usage: 'firstAid' })
    expect((await counter.ticket(id)).current.map(({ state }) => state)).toEqual(['logisticsReview'])
    await counter.act('yang15', id, 'approve')
    const issued = await counter.act('zhang23', id, 'handle', row(1))
    expect(issued.data.current.map(({ state }) => state)).toEqual(['issueCheck'])
    const same = await counter.act('zhang23', id, 'handle')
    expect(same.errKey).toBe('rule.STK-33')
    const checked = await counter.act('kong24', id, 'handle')
    expect(checked.data.current.map(({ state }) => state)).toEqual(['receiptControlled'])
  })

  it('STK-34 a kit is filled up to its standard', async () => {
    const gauze = await counter.item({ category: 'medical' })
    await counter.store.receive({ itemId: gauze, qty: 20 })
    const ask = (line: Record<string, unknown>) =>
      counter.ask('pan42', 'medicalSupplies', [{ itemId: gauze, ...line }], { usage: 'unit' })
    expect(Object.keys((await ask({ qty: 3 })).errors ?? {})).toEqual(['lines.0.kitStandard'])
    expect((await ask({ qty: 3, kitStandard: 4, kitCurrent: 2 })).errKey).toBe('rule.STK-34')
    expect((await ask({ qty: 2, kitStandard: 4, kitCurrent: 2 })).code).toBe(2000)
  })

  it('only the keeper reads the symptoms', async () => {
    const gauze = await counter.item({ category: 'medical' })
    await counter.store.receive({ itemId: gauze, qty: 20 })
    const id = await approved('medicalSupplies', { itemId: gauze, qty: 1 }, { usage: 'duty', symptom: '手部划伤' })
    expect((await counter.ticket(id, 'zhang39')).formData.symptom).not.toBe('手部划伤')
    expect((await counter.ticket(id, 'zhang23')).formData.symptom).toBe('手部划伤')
  })

  const loan = { purpose: 'daily', needAt: '2026-03-12 09:00:00', returnable: true }

  it('STK-43 a loan comes back by its register, is reminded of when late and blocks the next after 15 days', async () => {
    const tent = await counter.item({ category: 'other' })
    await counter.store.receive({ itemId: tent, qty: 5 })
    const line = { itemId: tent, qty: 1 }
    const bare = await counter.ask('pan42', 'supplyRequest', [line], loan)
    expect([bare.errKey, Object.keys(bare.errors ?? {})]).toEqual(['supplies.noLoan', ['returnable']])
    const id = await approved('supplyRequest', { ...line, returnDueAt: '2026-03-20' }, loan)
    await counter.act('zhang23', id, 'handle', row(1))
    const { rows } = await sql`select kind, due_at, state from supply_return where ticket_id = ${id}`.execute(
      app.database.db,
    )
    expect(rows).toEqual([{ kind: 'loan', dueAt: '2026-03-20', state: 'open' }])
    app.clock.set(new Date('2026-04-06T02:00:00Z'))
    const next = await counter.ask('pan42', 'supplyRequest', [{ ...line, returnDueAt: '2026-04-20' }], {
      ...loan,
      needAt: '2026-04-07 09:00:00',
    })
    expect([next.errKey, Object.keys(next.errors ?? {})]).toEqual(['rule.STK-43', ['returnable']])
    const keeper = await app.as('zhang23')
    const list = await keeper.get<readonly { id: number; ticketId: number; version: number }[]>(
      '/api/supplies/return/?limit=100',
    )
    const own = list.data.find(({ ticketId }) => ticketId === id)
    await keeper.post(`/api/supplies/return/${own?.id ?? 0}/confirm/`, { cameBack: 1, version: own?.version })
    expect(await counter.available(tent)).toBe(5)
  })
})
