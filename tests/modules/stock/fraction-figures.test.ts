/** How quantities in fractions are read: in lines, lists and files alike, in a closed month, and out of a spreadsheet (95.5, 50.6). */
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import writeXlsxFile from 'write-excel-file/node'
import { readArchive } from '#src/server/uploads/process/archive.ts'
import { type Client, startApp, type TestApp } from '#tests/harness/app.ts'
import { oneEngine } from '#tests/harness/engines.ts'
import { multipart } from '#tests/harness/files.ts'
import { keepersOf, openStore, type Store } from './store.ts'

interface Doc {
  readonly id: number
  readonly lines: readonly object[]
}

describe.each(oneEngine)('figures in fractions on %s', (engine) => {
  let app: TestApp
  let store: Store
  let zhang: Client
  let kong: Client
  let lyu: Client
  beforeAll(async () => {
    app = await startApp({ engine })
    store = await openStore(app)
    ;({ zhang, kong, lyu } = await keepersOf(app))
  })
  afterAll(() => app.close())

  it('a line shows the places of its item as lists do: 2.500 in kilograms, 4 in pieces', async () => {
    const [kilo, whole] = [await store.item({ name: '绿豆', places: 3 }), await store.item({ name: '绿豆袋' })]
    const { data } = await kong.post<Doc>('/api/stock/in/', {
      docDate: '2026-03-11',
      type: 'otherIn',
      warehouseId: store.first,
      reason: '采购入库',
      lines: [
        { itemId: kilo, qty: 2.5, price: '8.00' },
        { itemId: whole, qty: 4, price: '1.00' },
      ],
    })
    const read = await kong.get<Doc>(`/api/stock/in/${data.id}/`)
    expect(read.data.lines).toMatchObject([
      { qty: 2.5, qtyLabel: '2.500', itemIdLabel: expect.stringContaining('绿豆') },
      { qty: 4, qtyLabel: '4' },
    ])
    const listed = await kong.get<readonly Doc[]>('/api/stock/in/', { query: { itemId: String(kilo) } })
    expect(listed.data).toMatchObject([{ lines: [{ qtyLabel: '2.500' }, { qtyLabel: '4' }] }])
    await store.receive({ itemId: kilo, qty: 2.5 }, { itemId: whole, qty: 4 })
    const { raw } = await zhang.get('/api/stock/balance/export_data/', { query: { search: '绿豆' } })
    const parts = await readArchive(raw.rawPayload)
    const partOf = async (name: string): Promise<string> => {
      const part = parts.find((one) => one.name === name)
      return part === undefined ? '' : (await buffer(part.unpack())).toString()
    }
    const [sheet, styles] = [await partOf('xl/worksheets/sheet1.xml'), await partOf('xl/styles.xml')]
    const formats = [...styles.matchAll(/formatCode="([^"]*)"/g)].map(([, code]) => code)
    const formatOf = (value: string): string | undefined => {
      const [, style = ''] = new RegExp(`s="(\\d+)"><v>${value}</v>`).exec(sheet) ?? []
      return formats[Number(style) - 2]
    }
    expect([formatOf('2.5'), formatOf('4')]).toEqual(['#,##0.000', '0'])
  })

  it('a month closes with rows in fractions: its report, the ledger and the stock in the books agree to the cent', async () => {
    const item = await store.item({ name: '散装洗衣粉', places: 3 })
    const post = async (type: string, qty: number, amount: string, docDate: string) =>
      store.post(await store.document(type, [{ itemId: item, qty, amount }], { docDate }))
    await post('otherIn', 3.333, '10.00', '2026-02-10')
    await post('otherIn', 0.667, '3.33', '2026-02-12')
    await post('scrapOut', 1.111, '0.00', '2026-02-20')
    // Of the next month: it does not count.
    await post('otherIn', 0.5, '100.00', '2026-03-02')
    const { rows } = await sql<{ due: string }>`
      select coalesce(to_char(max((month || '-01')::date) + interval '1 month', 'YYYY-MM'),
        (select to_char(min(doc_date), 'YYYY-MM') from stock_ledger)) as due from stock_period`.execute(app.database.db)
    for (let month = rows[0]?.due ?? ''; month < '2026-03'; month = nextMonth(month))
      expect(await lyu.post('/api/stock/period/', { month })).toMatchObject({ code: 2000 })
    const { rows: report } = await sql`
      select l.in_qty::text as in_qty, l.in_value::text as in_value, l.out_qty::text as out_qty, l.out_value::text as out_value,
        l.closing_qty::text as closing_qty, l.closing_value::text as closing_value
      from stock_period_line l join stock_period p on p.id = l.period_id where p.month = '2026-02' and l.item_id = ${item}`.execute(
      app.database.db,
    )
    // 13.33 for 4.000: 1.111 of it leave at 3.7025, the moving average over thousandths, to the cent 3.70.
    expect(report).toEqual([
      {
        inQty: '4.000',
        inValue: '13.33',
        outQty: '1.111',
        outValue: '3.70',
        closingQty: '2.889',
        closingValue: '9.63',
      },
    ])
    // What stood in the books in the evening of a day, by the moment of posting (0060): all of it was posted today.
    const { data } = await zhang.get<{ rows: readonly object[] }>('/api/stock/as_of/', {
      query: { day: app.clock.today(), search: '散装洗衣粉' },
    })
    expect(data.rows).toMatchObject([{ qty: 3.389, qtyPlaces: 3, value: '109.63' }])
    const { rows: ledger } = await sql`
      select sum(qty)::text as qty, sum(value)::text as value from stock_ledger where item_id = ${item} and doc_date < '2026-03-01'`.execute(
      app.database.db,
    )
    expect(ledger).toEqual([{ qty: '2.889', value: '9.63' }])
  })

  it('a spreadsheet of items brings fractions as far as each counts them; one place more is refused by row and column', async () => {
    const head = ['名称', '规格', '类别', '单位', '计量精度', '单次领用上限', '库存下限', '库存上限']
    const upload = async (...rows: readonly (readonly (string | number)[])[]) => {
      const sheet = await writeXlsxFile([head, ...rows].map((row) => [...row])).toBuffer()
      const { payload, headers } = multipart('items.xlsx', sheet)
      const raw = await app.app.inject({
        method: 'POST',
        url: '/api/stock/item/import_data/',
        payload,
        headers: { ...headers, authorization: `Bearer ${await zhang.token()}`, 'accept-language': 'zh-Hans' },
      })
      return raw.json<{ code: number; data: unknown; errKey?: string; errors?: unknown }>()
    }
    const [thousandths, tenths, pieces] = ['三位小数（0.001）', '一位小数（0.1）', '整数（1）']
    const kilo = ['导入大米', '散装', '其他', '千克', thousandths ?? '', 2.125, 0.5, 20.375]
    const litre = ['导入酱油', '散装', '其他', '升', tenths ?? '', 1.5, 0.1, 5]
    const bag = ['导入纸袋', '散装', '其他', '个', pieces ?? '', 3, 1, 10]
    const refused = await upload(
      kilo,
      [...litre.slice(0, 6), 0.25, 5],
      [...bag.slice(0, 6), 1, 10.5],
      ['导入面粉', '散装', '其他', '千克', thousandths ?? '', 1, 0.0001, 5],
    )
    expect(refused).toMatchObject({
      code: 4000,
      data: [
        { row: 3, column: '库存下限', value: '0.25', message: '物品“导入酱油”的数量最多1位小数' },
        { row: 4, column: '库存上限', value: '10.5', message: '物品“导入纸袋”按整数计量，数量不能有小数' },
        { row: 5, column: '库存下限', value: '0.0001', message: '最多保留3位小数' },
      ],
    })
    expect(await upload(kilo, litre, bag)).toMatchObject({ code: 2000, data: { created: 3 } })
    const { data } = await zhang.get<readonly object[]>('/api/stock/item/', { query: { search: '导入' } })
    expect(data).toHaveLength(3)
    expect(data).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          name: '导入大米',
          qtyPlaces: '3',
          maxPerRequest: 2.125,
          minStock: 0.5,
          maxStock: 20.375,
        }),
        expect.objectContaining({ name: '导入酱油', qtyPlaces: '1', maxPerRequest: 1.5, minStock: 0.1, maxStock: 5 }),
        expect.objectContaining({ name: '导入纸袋', qtyPlaces: '0', maxPerRequest: 3, minStock: 1, maxStock: 10 }),
      ]),
    )
  })
})

const nextMonth = (month: string): string => {
  const [year = 0, at = 0] = month.split('-').map(Number)
  return at === 12 ? `${year + 1}-01` : `${year}-${String(at + 1).padStart(2, '0')}`
}
