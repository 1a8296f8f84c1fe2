/** How PostgreSQL goes about the lists of stores and assets when they are long. */
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, startApp, type TestApp } from '#tests/harness/app.ts'
import { asked, planOf } from '#tests/harness/asked.ts'
import { engines } from '#tests/harness/engines.ts'
import { fillStores } from '#tests/harness/stores.ts'

/** Enough rows for an index to pay; the full size stands in the bench. */
const SIZE = { items: 4_000, ledger: 60_000, reservations: 8_000, assets: 20_000 }

/** Tables that no list may read from one end to the other for its first page. */
const LONG = ['stock_ledger', 'stock_doc', 'stock_doc_line', 'stock_issue', 'purchase_demand', 'asset']

const lists: readonly (readonly [name: string, url: string])[] = [
  ['balances', 'stock/balance/'],
  ['balances of a warehouse', 'stock/balance/?warehouseId=1'],
  ['balances of an item', 'stock/balance/?itemId=400'],
  ['batches by expiry', 'stock/batch/?isEmpty=0'],
  ['expiring batches', 'stock/batch/?state=usable&isEmpty=0&expireDate_before=2027-01-31'],
  ['receipts', 'stock/in/'],
  ['receipts of a warehouse', 'stock/in/?warehouseId=1'],
  ['receipts to approve', 'stock/in/?state=submitted'],
  ['issues', 'stock/out/'],
  ['transfers in transit', 'stock/transfer/?state=inTransit'],
  ['adjustments', 'stock/adjust/'],
  ['ledger', 'stock/ledger/'],
  ['ledger of an item', 'stock/ledger/?itemId=400&at_before=2099-01-01'],
  ['ledger of a place', 'stock/ledger/?itemId=400&warehouseId=1&at_before=2099-01-01'],
  ['ledger of a batch', 'stock/ledger/?batchId=900&at_before=2099-01-01'],
  ['ledger by type', 'stock/ledger/?type=otherOut'],
  ['issues to people', 'stock/issue/'],
  ['issues of an item', 'stock/issue/?itemId=400'],
  ['issues to a department', 'stock/issue/?deptId=1'],
  ['items', 'stock/item/'],
  ['demands', 'stock/demand/?state=open'],
  ['demands that goods arrive for', 'stock/demand/choices/'],
  ['overview', 'stock/overview/'],
  ['assets', 'assets/asset/'],
  ['assets of a category', 'assets/asset/?category=furniture'],
  ['assets of a department', 'assets/asset/?deptId=1'],
  ['idle assets', 'assets/asset/?state=idle'],
]

describe.runIf(engines.includes('postgres'))('lists of full stores', () => {
  let app: TestApp
  let client: pg.Client
  let lyu: Client
  beforeAll(async () => {
    app = await startApp({ engine: 'postgres' })
    client = new pg.Client({ connectionString: app.database.url ?? '' })
    await client.connect()
    await fillStores(client, SIZE)
    lyu = await app.as('lyu21')
  })
  afterAll(async () => {
    await client?.end()
    await app?.close()
  })

  it.each(lists)('%s: no long table is read whole for the first page', async (_name, url) => {
    const queries = await asked(/^\s*(select|with)/i, async () => {
      const { code, msg } = await lyu.get(`/api/${url}`)
      expect([msg, code]).toEqual([msg, 2000])
    })
    const whole: string[] = []
    for (const query of queries) {
      // How many there are is counted over all of them.
      if (/^\s*select count\(\*\)/i.test(query.text)) continue
      const plan = await planOf(client, query)
      for (const table of LONG) if (new RegExp(`Seq Scan on ${table}\\b`).test(plan)) whole.push(`${table}\n${plan}`)
    }
    expect(whole).toEqual([])
  })
})
