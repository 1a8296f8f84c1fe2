/** Full stores: 100,000 assets, 2,000,000 ledger rows and 50,000 open reservations; what keepers do, each against bare statements of the same run. */
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, startApp, type TestApp } from '#tests/harness/app.ts'
import { fillStores, LOADED } from '#tests/harness/stores.ts'
import { openStore, type Store } from '#tests/modules/stock/store.ts'
import { against, timed } from './figures.ts'

const scale = Number(process.env.STORES_SCALE ?? 1)
const SIZE = {
  items: Math.round(10_000 * scale),
  ledger: Math.round(2_000_000 * scale),
  reservations: Math.round(50_000 * scale),
  assets: Math.round(100_000 * scale),
}
const RUNS = 15
const TICKET_LINES = 20
const RECEIPT_LINES = 200

describe('stores', () => {
  let app: TestApp
  let bare: pg.Client
  let store: Store
  let lyu: Client
  let items: readonly number[]
  beforeAll(async () => {
    app = await startApp({ engine: 'postgres' })
    bare = new pg.Client({ connectionString: app.database.url ?? '' })
    await bare.connect()
    store = await openStore(app)
    const took = await timed(() => fillStores(bare, SIZE))
    console.log(`filled the stores in ${(took / 1000).toFixed(0)} s: ${JSON.stringify(SIZE)}`)
    const { rows } = await bare.query<{ id: string }>(
      `select id from stock_item where code like '${LOADED}%' order by id limit ${RECEIPT_LINES}`,
    )
    items = rows.map(({ id }) => Number(id))
    lyu = await app.as('lyu21')
    await bare.query(`create table bare_entry as select * from stock_ledger limit 0`)
    await bare.query(`create table bare_balance as select * from stock_balance`)
    await bare.query(`create unique index on bare_balance (id)`)
  }, 3_600_000)
  afterAll(async () => {
    await bare?.end()
    await app?.close()
  })

  /** So many rows, as a program without a ledger would write them: one insert and one update a line, in one transaction. */
  const bareLines = async (count: number): Promise<void> => {
    await bare.query('begin')
    for (let line = 0; line < count; line += 1) {
      await bare.query({
        name: 'bare entry',
        text: 'insert into bare_entry select * from stock_ledger where id = $1',
        values: [line + 1],
      })
      await bare.query({
        name: 'bare balance',
        text: 'update bare_balance set on_hand = on_hand + 1 where id = $1',
        values: [line + 1],
      })
    }
    await bare.query('commit')
  }

  it(`issues a ticket with ${TICKET_LINES} lines`, { timeout: 600_000 }, async () => {
    await against(
      `issue of ${TICKET_LINES} lines / as many bare inserts and updates`,
      RUNS,
      () =>
        store.issue(
          store.ticket(),
          items.slice(0, TICKET_LINES).map((itemId, place) => ({ key: `lines.${place}`, itemId, qty: 1 })),
        ),
      () => bareLines(TICKET_LINES),
    )
  })

  it(`receives ${RECEIPT_LINES} lines`, { timeout: 600_000 }, async () => {
    await against(
      `receipt of ${RECEIPT_LINES} lines / as many bare inserts and updates`,
      RUNS,
      () => store.receive(...items.map((itemId) => ({ itemId, qty: 1 }))),
      () => bareLines(RECEIPT_LINES),
    )
  })

  it.each([
    ['balance page', '/api/stock/balance/', 'stock_balance'],
    ['balance page below minimum', '/api/stock/balance/?isBelowMin=1', 'stock_balance'],
    ['batches that expire', '/api/stock/batch/?state=usable&isEmpty=0&expireDate_before=2099-01-01', 'stock_batch'],
    ['receipts', '/api/stock/in/', 'stock_doc'],
    ['ledger', '/api/stock/ledger/', 'stock_ledger'],
    ['ledger of an item', '/api/stock/ledger/?itemId=400&at_before=2099-01-01', 'stock_ledger'],
    ['overview', '/api/stock/overview/', 'stock_doc'],
    ['analysis', '/api/stock/analysis/', 'stock_ledger'],
    ['asset list', '/api/assets/asset/', 'asset'],
  ])('%s', { timeout: 600_000 }, async (name, url, table) => {
    expect((await lyu.get(url)).code).toBe(2000)
    await against(
      `${name} / twenty rows by their key`,
      RUNS,
      () => lyu.get(url),
      () => bare.query(`select * from ${table} order by id limit 20`),
    )
  })
})
