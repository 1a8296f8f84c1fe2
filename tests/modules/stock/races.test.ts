import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fromThousandths } from '#src/fields/quantity/quantities.ts'
import { startApp, type TestApp } from '#tests/harness/app.ts'
import { engines } from '#tests/harness/engines.ts'
import { misfits, openStore, refusal, type Store } from './store.ts'

// One connection proves nothing about races (E12).
const postgres = engines.filter((engine) => engine === 'postgres')
const ROUNDS = 200
/** Histories that are tried; more on request. */
const HISTORIES = Number(process.env.STOCK_HISTORIES ?? 12)

describe.skipIf(postgres.length === 0)('stock under several connections', () => {
  let app: TestApp
  let store: Store
  beforeAll(async () => {
    app = await startApp({ engine: 'postgres' })
    store = await openStore(app)
  })
  afterAll(() => app.close())

  it('STK-01, INV-04 of two who want the last unit one gets it and the other hears stock.insufficient', async () => {
    const item = await store.item()
    for (let round = 0; round < 20; round += 1) {
      await store.receive({ itemId: item, qty: 1 })
      const tickets = [store.ticket(), store.ticket()]
      const answers = await Promise.all(tickets.map((ticket) => refusal(store.reserve(ticket, item, 1))))
      expect(answers.sort()).toEqual([null, 'stock.insufficient'].sort())
      for (const ticket of tickets)
        if ((await store.inLedger((ledger) => ledger.reservedBy(ticket))).length > 0)
          await store.issue(ticket, [{ key: 'lines.0', itemId: item, qty: 1 }])
    }
    expect(await store.figures(item)).toMatchObject({ available: 0, sizes: [{ onHand: 0, reserved: 0 }] })
    expect(await misfits(app)).toEqual([])
  })

  it('90.A7 traps 1 and 2: two issues with lines in opposite order never block each other, 200 rounds', {
    timeout: 180_000,
  }, async () => {
    const items = [await store.item(), await store.item()]
    for (const itemId of items) await store.receive({ itemId, qty: 2 * ROUNDS })
    const lines = items.map((itemId, place) => ({ key: `lines.${place}`, itemId, qty: 1 }))
    for (let round = 0; round < ROUNDS; round += 1)
      await Promise.all([store.issue(store.ticket(), lines), store.issue(store.ticket(), [...lines].reverse())])
    for (const itemId of items) expect(await store.figures(itemId)).toMatchObject({ available: 0 })
    expect(await misfits(app)).toEqual([])
  })

  it('90.A7 trap 4: receipts posted in one instant leave a running balance without a gap', async () => {
    const item = await store.item()
    await Promise.all(Array.from({ length: 12 }, (_, place) => store.receive({ itemId: item, qty: place + 1 })))
    const { rows } = await sql<{ seq: number; qty: number; after: number }>`
      select seq::int as seq, qty::int as qty, item_qty_after::int as after from stock_ledger where item_id = ${item} order by seq`.execute(
      app.database.db,
    )
    expect(rows.map(({ seq }) => seq)).toEqual(Array.from({ length: 12 }, (_, place) => place + 1))
    let sum = 0
    for (const { qty, after } of rows) {
      sum += qty
      expect(after).toBe(sum)
    }
    expect(sum).toBe(78)
  })

  it('INV-04 holds after any mix of receipts, reservations, issues, releases and scraps at once', {
    timeout: 180_000 + HISTORIES * 1000,
  }, async () => {
    const second = await store.warehouse()
    const command = fc.record({
      kind: fc.constantFrom('receive', 'reserve', 'short', 'issue', 'release', 'scrap'),
      item: fc.nat(1),
      qty: fc.integer({ min: 1, max: 6 }),
      ticket: fc.nat(3),
      isSecond: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(command, { minLength: 2, maxLength: 5 }), { minLength: 4, maxLength: 6 }),
        async (people) => {
          // The second is counted in thousandths.
          const items = [await store.item(), await store.item({ places: 3 })]
          await store.receive(...items.map((itemId) => ({ itemId, qty: 8, amount: '33.33' })))
          await Promise.all(
            people.map(async (commands) => {
              // A decision locks its ticket first (E11), so no two calls for one ticket meet in the ledger.
              const tickets = [store.ticket(), store.ticket(), store.ticket(), store.ticket()]
              for (const { kind, item, qty: units, ticket, isSecond } of commands) {
                const qty = item === 0 ? units : fromThousandths(BigInt(units) * 1137n)
                const [itemId, ticketId] = [items[item] ?? 0, tickets[ticket] ?? 0]
                const run = {
                  receive: () =>
                    store.receive({ itemId, qty, amount: '7.77', ...(isSecond && { warehouseId: second }) }),
                  reserve: () => store.reserve(ticketId, itemId, qty),
                  short: () => store.reserve(ticketId, itemId, qty, { acceptShortage: true }),
                  issue: () =>
                    store.issue(ticketId, [{ key: 'lines.0', itemId, qty, reason: '够用' }], `issue${Math.random()}`),
                  release: () => store.inLedger((ledger) => ledger.release(ticketId)),
                  scrap: async () => store.post(await store.document('scrapOut', [{ itemId, qty }])),
                }[kind]
                const key = await refusal(run())
                expect([null, 'stock.insufficient']).toContain(key)
              }
            }),
          )
          expect(await misfits(app, items)).toEqual([])
        },
      ),
      { numRuns: HISTORIES, seed: 20260311 },
    )
  })
})
