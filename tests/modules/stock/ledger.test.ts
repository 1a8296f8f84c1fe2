import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RuleError } from '#src/define/problem.ts'
import { startApp, T0, type TestApp } from '#tests/harness/app.ts'
import { engines } from '#tests/harness/engines.ts'
import { misfits, openStore, refusal, type Store } from './store.ts'

describe.each(engines)('the stock ledger on %s', (engine) => {
  let app: TestApp
  let store: Store
  beforeAll(async () => {
    app = await startApp({ engine })
    store = await openStore(app)
  })
  afterAll(async () => {
    expect(await misfits(app)).toEqual([])
    await app.close()
  })

  it('reserves, issues at the average and takes back at the value of the issue (EFF-ISSUE)', async () => {
    const item = await store.item()
    await store.receive({ itemId: item, qty: 10, amount: '100.00' })
    await store.receive({ itemId: item, qty: 10, amount: '200.00' })
    const ticket = store.ticket()
    expect(await store.reserve(ticket, item, 4)).toEqual([{ key: 'lines.0', reserved: 4, short: 0 }])
    expect(await store.figures(item)).toMatchObject({
      averagePrice: '15.000000',
      available: 16,
      sizes: [{ onHand: 20, usable: 20, reserved: 4, available: 16 }],
    })
    const issued = await store.issue(ticket, [{ key: 'lines.0', itemId: item, qty: 4 }])
    expect([issued.value, issued.parts.map(({ qty, value }) => [qty, value])]).toEqual(['60.00', [[4, '60.00']]])
    // The price rises before half of it comes back.
    await store.receive({ itemId: item, qty: 4, amount: '400.00' })
    const returned = await store.inLedger((ledger) =>
      ledger.returnIn({
        ticketId: ticket,
        effectKey: 'returnIn',
        byUser: store.keeper,
        reason: '用不完',
        parts: [{ issueId: issued.parts[0]?.issueId ?? 0, qty: 2 }],
      }),
    )
    expect(returned.value).toBe('30.00')
    expect(await store.figures(item)).toMatchObject({ available: 22, sizes: [{ onHand: 22, reserved: 0 }] })
    expect(
      await refusal(
        store.inLedger((ledger) =>
          ledger.returnIn({
            ticketId: ticket,
            effectKey: 'again',
            byUser: store.keeper,
            reason: '',
            parts: [{ issueId: issued.parts[0]?.issueId ?? 0, qty: 3 }],
          }),
        ),
      ),
    ).toBe('stock.returnTooMuch')
  })

  it('INV-09 an issue and a return with the same effect key happen once', async () => {
    const item = await store.item()
    await store.receive({ itemId: item, qty: 5 })
    const ticket = store.ticket()
    const first = await store.issue(ticket, [{ key: 'lines.0', itemId: item, qty: 2 }])
    expect(await store.issue(ticket, [{ key: 'lines.0', itemId: item, qty: 2 }])).toEqual(first)
    expect(await store.figures(item)).toMatchObject({ available: 3 })
  })

  it('STK-01 names every short line with who holds what and what would do instead', async () => {
    const [item, other] = [await store.item({ name: '硒鼓' }), await store.item({ name: '通用硒鼓' })]
    await store.receive({ itemId: item, qty: 19 })
    await store.receive({ itemId: other, qty: 2 })
    await sql`insert into stock_substitute (item_id, substitute_id, created_at, updated_at) values (${item}, ${other}, now(), now())`.execute(
      app.database.db,
    )
    await store.reserve(store.ticket(), item, 9)
    const error = await store.reserve(store.ticket(), item, 30).catch((thrown: RuleError) => thrown)
    expect(error).toMatchObject({
      problem: { key: 'stock.insufficient', params: ['硒鼓', 10, 30] },
      data: {
        shortages: [
          {
            key: 'lines.0',
            wanted: 30,
            short: 20,
            onHand: 19,
            usable: 19,
            reserved: 9,
            available: 10,
            expired: 0,
            held: 0,
            substitutes: [{ itemId: other, name: '通用硒鼓', available: 2 }],
          },
        ],
      },
    })
    expect((error as RuleError).problems).toEqual({
      'lines.0.qty': [{ key: 'stock.insufficient', params: ['硒鼓', 10, 30] }],
    })
  })

  it('reserves what there is when the shortage is accepted, and the rest when it comes in, urgent tickets first', async () => {
    const item = await store.item()
    await store.receive({ itemId: item, qty: 10 })
    const [first, second, urgent] = [store.ticket(), store.ticket(), store.ticket()]
    expect(await store.reserve(first, item, 12, { acceptShortage: true })).toEqual([
      { key: 'lines.0', reserved: 10, short: 2 },
    ])
    await store.reserve(second, item, 3, { acceptShortage: true })
    await store.inLedger((ledger) =>
      ledger.reserve({
        ticketId: urgent,
        acceptShortage: true,
        isUrgent: true,
        lines: [{ key: 'lines.0', itemId: item, qty: 1 }],
      }),
    )
    await store.receive({ itemId: item, qty: 4 })
    const reserved = await store.inLedger(async (ledger) =>
      Promise.all([first, second, urgent].map(async (id) => (await ledger.reservedBy(id))[0]?.reserved)),
    )
    expect(reserved).toEqual([12, 1, 1])
    expect(await store.figures(item)).toMatchObject({ available: 0, sizes: [{ onHand: 14, reserved: 14 }] })
  })

  it('90.A7 trap 6: a changed line, a withdrawn ticket and a line of another warehouse leave no ghost reservation', async () => {
    const [item, other, second] = [await store.item(), await store.item(), await store.warehouse()]
    await store.receive({ itemId: item, qty: 5 })
    await store.receive({ itemId: other, qty: 5, warehouseId: second })
    const ticket = store.ticket()
    await store.reserve(ticket, item, 5)
    await store.reserve(ticket, other, 2, { warehouseId: second })
    expect(await store.figures(item)).toMatchObject({ available: 5 })
    expect(await store.figures(other)).toMatchObject({ available: 3 })
    await store.inLedger((ledger) => ledger.release(ticket))
    await store.inLedger((ledger) => ledger.release(ticket))
    expect(await store.figures(other)).toMatchObject({ available: 5 })
    expect(await misfits(app)).toEqual([])
  })

  it('issues over several batches, those that expire first, and tells what it would take before', async () => {
    const item = await store.item({ isExpiring: true })
    await store.receive(
      { itemId: item, qty: 3, batchNo: 'B', expireDate: '2026-06-30' },
      { itemId: item, qty: 2, batchNo: 'A', expireDate: '2026-05-31' },
    )
    const ticket = store.ticket()
    await store.reserve(ticket, item, 4)
    const line = { key: 'lines.0', itemId: item, qty: 4 }
    const choices = await store.inLedger((ledger) => ledger.choices(line, ticket))
    expect(choices.map(({ batchNo, qty, usable }) => [batchNo, qty, usable])).toEqual([
      ['A', 2, 2],
      ['B', 2, 3],
    ])
    const { parts } = await store.issue(ticket, [line])
    expect(parts.map(({ batchNo, qty }) => [batchNo, qty])).toEqual([
      ['A', 2],
      ['B', 2],
    ])
  })

  it('STK-02, 90.A7 trap 7: refuses an expired batch, at 00:01 Shanghai before any job ran, and leaves its reservation uncovered', async () => {
    const item = await store.item({ isExpiring: true })
    await store.receive({ itemId: item, qty: 3, batchNo: 'OLD', expireDate: '2026-03-12' })
    const ticket = store.ticket()
    await store.reserve(ticket, item, 2)
    app.clock.set(new Date('2026-03-12T15:59:00Z'))
    expect(await store.figures(item)).toMatchObject({ available: 1 })
    app.clock.set(new Date('2026-03-12T16:01:00Z'))
    expect(await store.figures(item)).toMatchObject({ available: 0, sizes: [{ onHand: 3, expired: 3, reserved: 2 }] })
    const [batch] = await store.batches(item)
    const line = { key: 'lines.0', itemId: item, qty: 2 }
    expect(await refusal(store.issue(ticket, [{ ...line, batches: [{ batchId: batch?.id ?? 0, qty: 2 }] }]))).toBe(
      'stock.batchExpired',
    )
    expect(await refusal(store.issue(ticket, [line]))).toBe('stock.insufficient')
    expect(await store.inLedger((ledger) => ledger.reservedBy(ticket))).toEqual([
      { key: 'lines.0', reserved: 2, short: 0, uncovered: 2 },
    ])
    await store.inLedger((ledger) => ledger.release(ticket))
    app.clock.set(T0)
  })

  it('STK-04 a smaller issue needs a reason, STK-31 so does a batch that expires later, STK-05 nobody issues to themselves', async () => {
    const item = await store.item({ isExpiring: true })
    await store.receive(
      { itemId: item, qty: 5, batchNo: 'A', expireDate: '2026-05-31' },
      { itemId: item, qty: 5, batchNo: 'B', expireDate: '2026-06-30' },
    )
    const ticket = store.ticket()
    await store.reserve(ticket, item, 3)
    const line = { key: 'lines.0', itemId: item, qty: 2 }
    expect(await refusal(store.issue(ticket, [line]))).toBe('rule.STK-04')
    const late = (await store.batches(item)).find(({ batchNo }) => batchNo === 'B')
    const batches = [{ batchId: late?.id ?? 0, qty: 3 }]
    expect(await refusal(store.issue(ticket, [{ ...line, qty: 3, batches }]))).toBe('rule.STK-31')
    expect(
      await refusal(
        store.inLedger((ledger) =>
          ledger.issue({
            ticketId: ticket,
            ticketType: 'officeSupplies',
            effectKey: 'own',
            lines: [line],
            personId: store.keeper,
            deptId: 1,
            keeperId: store.keeper,
            applicantId: store.keeper,
          }),
        ),
      ),
    ).toBe('rule.STK-05')
    const { parts } = await store.issue(ticket, [{ ...line, qty: 3, batches, reason: '整箱发放' }])
    expect(parts.map(({ batchNo, qty }) => [batchNo, qty])).toEqual([['B', 3]])
  })

  it('90.A7 trap 8: the same batch number with two expiry dates is two batches', async () => {
    const item = await store.item({ isExpiring: true })
    await store.receive({ itemId: item, qty: 1, batchNo: 'X', expireDate: '2026-05-31' })
    await store.receive({ itemId: item, qty: 2, batchNo: 'X', expireDate: '2026-06-30' })
    await store.receive({ itemId: item, qty: 4, batchNo: 'X', expireDate: '2026-06-30' })
    expect((await store.batches(item)).map(({ qty }) => qty)).toEqual([1, 6])
  })

  it('INV-03 rows of the ledger are neither changed nor removed, and none is left out', async () => {
    const item = await store.item()
    await store.receive({ itemId: item, qty: 1 })
    const db = app.database.db
    await expect(sql`update stock_ledger set qty = 2 where item_id = ${item}`.execute(db)).rejects.toThrow(
      'append-only',
    )
    await expect(sql`delete from stock_ledger where item_id = ${item}`.execute(db)).rejects.toThrow('append-only')
    await expect(
      sql`insert into stock_ledger (item_id, seq, size, warehouse_id, batch_id, doc_id, line_id, type, qty, value, balance_after, batch_after, item_qty_after, item_value_after, at, doc_date)
        select item_id, 3, size, warehouse_id, batch_id, doc_id, line_id, type, 1, 1, 2, 2, 2, 2, at, doc_date from stock_ledger where item_id = ${item}`.execute(
        db,
      ),
    ).rejects.toThrow('does not continue')
  })
})
