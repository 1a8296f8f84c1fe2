/** Quantities in fractions of a unit, through every document of the stock (95.5, 50.6). */
import { sql } from 'kysely'
import { readSheet } from 'read-excel-file/node'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { suggestOrders } from '#src/modules/stock/stock-jobs.server.ts'
import { write } from '#src/server/work.ts'
import { type Client, startApp, type TestApp } from '#tests/harness/app.ts'
import { oneEngine } from '#tests/harness/engines.ts'
import { keepersOf, misfits, openStore, refusal, type Store } from './store.ts'

interface Doc {
  readonly id: number
  readonly no: string
  readonly state: string
  readonly qty: number
  readonly value: string
}

describe.each(oneEngine)('stock in fractions on %s', (engine) => {
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
  afterAll(async () => {
    expect(await misfits(app)).toEqual([])
    await app.close()
  })

  const day = '2026-03-11'
  const act = (who: Client, path: string, id: number, action: string, body: unknown = {}) =>
    who.post<Doc>(`/api/stock/${path}/${id}/${action}/`, body)
  const posted = async (path: string, body: unknown, last = 'post'): Promise<Doc> => {
    const { data, msg, errors } = await kong.post<Doc>(`/api/stock/${path}/`, body)
    expect([msg, errors]).toEqual([expect.any(String), undefined])
    for (const [who, action] of [
      [kong, 'submit'],
      [lyu, 'approve'],
      [zhang, last],
    ] as const)
      expect((await act(who, path, data.id, action)).code).toBe(2000)
    return (await kong.get<Doc>(`/api/stock/${path}/${data.id}/`)).data
  }
  const receipt = (itemId: number, qty: unknown, price = '8.00', more: Record<string, unknown> = {}) => ({
    docDate: day,
    type: 'otherIn',
    warehouseId: store.first,
    reason: '采购入库',
    lines: [{ itemId, qty, price }],
    ...more,
  })
  const figures = async (itemId: number) => {
    const found = await store.figures(itemId)
    return [found?.available, found?.averagePrice]
  }

  it('an item in kilograms receives 2.500, issues 0.125 and has 2.375 left, at its average', async () => {
    const item = await store.item({ name: '面粉', places: 3 })
    const doc = await posted('in', receipt(item, 2.5))
    expect([doc.qty, doc.value]).toEqual([2.5, '20.00'])
    const issued = await store.issue(store.ticket(), [{ key: 'lines.0', itemId: item, qty: 0.125 }])
    expect([issued.value, issued.parts.map(({ qty }) => qty)]).toEqual(['1.00', [0.125]])
    expect(await figures(item)).toEqual([2.375, '8.000000'])
    const { data } = await kong.get<readonly object[]>(`/api/stock/balance/?itemId=${item}`)
    expect(data).toMatchObject([{ onHand: 2.375, available: 2.375, qtyPlaces: 3, value: '19.00' }])
    const ledger = await kong.get<readonly object[]>(`/api/stock/ledger/?itemId=${item}`)
    expect(ledger.data).toMatchObject([
      { qty: -0.125, balanceAfter: 2.375, value: '-1.00' },
      { qty: 2.5, balanceAfter: 2.5, value: '20.00' },
    ])
  })

  it.each([
    [0, 1, 0.5, '物品“散装茶叶”按整数计量，数量不能有小数'],
    [1, 0.1, 0.01, '物品“散装茶叶”的数量最多1位小数'],
    [3, 0.001, 0.0001, '最多保留3位小数'],
  ] as const)('an item of %d places takes %d and refuses %d', async (places, taken, refused, text) => {
    const item = await sql<{
      id: number
    }>`select id from stock_item where name = '散装茶叶' and spec = ${String(places)}`
      .execute(app.database.db)
      .then(async ({ rows }) => rows[0]?.id ?? store.item({ name: '散装茶叶', spec: String(places), places }))
    for (const body of [receipt(item, taken), receipt(item, String(taken))])
      expect((await kong.post('/api/stock/in/', body)).errors).toBeUndefined()
    const answer = await kong.post('/api/stock/in/', receipt(item, refused))
    expect(answer.errors).toEqual({ 'lines.0.qty': [text] })
    expect((await kong.post('/api/stock/demand/', { itemId: item, qty: taken })).code).toBe(2000)
    expect((await kong.post('/api/stock/demand/', { itemId: item, qty: refused })).errors).toEqual({ qty: [text] })
    // Whatever reached the posting otherwise is refused there.
    if (places < 3)
      expect(await refusal(store.receive({ itemId: item, qty: refused, amount: '1.00' }))).toBe(
        places === 0 ? 'stock.qtyWhole' : 'stock.qtyPlaces',
      )
  })

  it('amounts are the price times the quantity, to the nearest cent, exactly', async () => {
    const item = await store.item({ places: 3 })
    const doc = await posted('in', receipt(item, 0.333, '9.99'))
    expect(doc.value).toBe('3.33')
    const half = await store.item({ places: 1 })
    expect((await posted('in', receipt(half, 0.1, '0.05'))).value).toBe('0.01')
  })

  it('ten times a tenth is one: what is left is nothing, and worth nothing', async () => {
    const item = await store.item({ places: 1 })
    for (let time = 0; time < 10; time += 1) await store.receive({ itemId: item, qty: 0.1, amount: '0.33' })
    expect(await figures(item)).toEqual([1, '3.300000'])
    for (const qty of [0.3, 0.6, 0.1]) await store.issue(store.ticket(), [{ key: 'lines.0', itemId: item, qty }])
    expect(await figures(item)).toEqual([0, '0.000000'])
    expect(await misfits(app, [item])).toEqual([])
  })

  it('reserves, issues from two batches by expiry and takes back fractions at the value of their issue', async () => {
    const item = await store.item({ isExpiring: true, places: 3 })
    await store.receive({ itemId: item, qty: 0.4, amount: '4.00', batchNo: 'A', expireDate: '2026-06-01' })
    await store.receive({ itemId: item, qty: 0.75, amount: '7.50', batchNo: 'B', expireDate: '2026-07-01' })
    const ticket = store.ticket()
    expect(await store.reserve(ticket, item, 0.7)).toEqual([{ key: 'lines.0', reserved: 0.7, short: 0 }])
    expect(await refusal(store.reserve(store.ticket(), item, 0.451))).toBe('stock.insufficient')
    expect(await store.reserve(store.ticket(), item, 0.451, { acceptShortage: true })).toEqual([
      { key: 'lines.0', reserved: 0.45, short: 0.001 },
    ])
    const issued = await store.issue(ticket, [{ key: 'lines.0', itemId: item, qty: 0.7 }])
    expect(issued.parts.map(({ qty, value }) => [qty, value])).toEqual([
      [0.4, '4.00'],
      [0.3, '3.00'],
    ])
    const back = (effectKey: string, qty: number) =>
      store.inLedger((ledger) =>
        ledger.returnIn({
          ticketId: ticket,
          effectKey,
          byUser: store.keeper,
          reason: '用不完',
          parts: [{ issueId: issued.parts[1]?.issueId ?? 0, qty }],
        }),
      )
    expect((await back('one', 0.1)).value).toBe('1.00')
    expect(await refusal(back('two', 0.201))).toBe('stock.returnTooMuch')
    expect((await back('three', 0.2)).value).toBe('2.00')
    expect(await misfits(app, [item])).toEqual([])
  })

  it('a transfer of 1.5 of which 1.2 arrive sends 0.3 back', async () => {
    const [item, other] = [await store.item({ places: 1 }), await store.warehouse()]
    await store.receive({ itemId: item, qty: 2.1, amount: '21.00' })
    const doc = await posted(
      'transfer',
      { docDate: day, warehouseId: store.first, toWarehouseId: other, lines: [{ itemId: item, qty: 1.5 }] },
      'send',
    )
    const receive = (qty: number) =>
      act(kong, 'transfer', doc.id, 'receive', { lines: [{ itemId: item, qty }], reason: '少装' })
    expect((await receive(1.6)).errKey).toBe('stock.moreThanSent')
    expect((await receive(1.25)).errKey).toBe('stock.qtyPlaces')
    expect((await receive(1.2)).data).toMatchObject({ state: 'posted' })
    const { data } = await kong.get<readonly { warehouseId: number; onHand: number }[]>(
      `/api/stock/balance/?itemId=${item}`,
    )
    expect(data.map(({ warehouseId, onHand }) => [warehouseId, onHand]).sort()).toEqual(
      [
        [store.first, 0.9],
        [other, 1.2],
      ].sort(),
    )
  })

  it('STK-54 a count in fractions books its differences at the average', async () => {
    const [place, item] = [await store.warehouse(), await store.item({ places: 3 })]
    await store.receive({ itemId: item, qty: 2.5, amount: '25.00', warehouseId: place })
    const { data: count } = await kong.post<Doc>('/api/stock/count/', {
      warehouseId: place,
      isBlind: false,
      counterIds: [kong.userId],
      dueDate: '2026-03-20',
      secondAbove: '500.00',
    })
    const sheet = await kong.get<{ lines: readonly { id: number; expected: number; qtyPlaces: number }[] }>(
      `/api/stock/count/${count.id}/sheet/`,
    )
    const [line] = sheet.data.lines
    expect(line).toMatchObject({ expected: 2.5, qtyPlaces: 3 })
    const enter = (qty: number) =>
      kong.post(`/api/stock/count/${count.id}/entries/`, { entries: [{ lineId: line?.id, qty, reason: '自然损耗' }] })
    expect((await enter(2.3755)).errKey).toBe('stock.qtyPlaces')
    expect((await enter(2.375)).code).toBe(2000)
    await act(kong, 'count', count.id, 'submit')
    expect((await act(lyu, 'count', count.id, 'approve')).data).toMatchObject({ state: 'posted', loss: '1.25' })
    expect(await figures(item)).toEqual([2.375, '10.000000'])
  })

  it('STK-52 a part goes back to the vendor at its own price, the rest of the receipt is voided', async () => {
    const item = await store.item({ places: 3 })
    const received = await posted('in', receipt(item, 2.5, '8.00'))
    await posted('in', receipt(item, 1, '12.00'))
    const back = await posted('out', {
      docDate: day,
      type: 'returnOut',
      warehouseId: store.first,
      receiptId: received.id,
      reason: '质量不合格',
      lines: [{ itemId: item, qty: 0.625 }],
    })
    expect(back.value).toBe('5.00')
    expect((await act(kong, 'in', received.id, 'void', { reason: '录错' })).code).toBe(2000)
    expect(await figures(item)).toEqual([1, '12.000000'])
  })

  it('STK-55 the reorder brings an item of fractions to its maximum, and parts of it arrive', async () => {
    const item = await store.item({ min: 5, max: 20, places: 1 })
    await store.receive({ itemId: item, qty: 4.9 })
    await write(app.services, suggestOrders)
    const { data } = await kong.get<readonly { id: number; qty: number }[]>(`/api/stock/demand/?itemId=${item}`)
    expect(data).toMatchObject([{ qty: 15.1, receivedQty: 0, qtyPlaces: 1 }])
    const demandId = data[0]?.id
    const part = (qty: number) => ({
      ...receipt(item, qty),
      type: 'purchaseIn',
      vendor: '示例供应商',
      lines: [{ itemId: item, qty, price: '1.00', demandId }],
    })
    await posted('in', part(0.1))
    expect((await kong.post('/api/stock/in/', part(15.1))).errors).toHaveProperty(['lines.0.qty'])
    await posted('in', part(15))
    expect((await kong.get(`/api/stock/demand/${demandId}/`)).data).toMatchObject({ receivedQty: 15.1, state: 'done' })
  })

  it('stock on a day, the month and the printed paper say the same fractions', async () => {
    const item = await store.item({ name: '花生油', places: 3 })
    const doc = await posted('in', receipt(item, 1.234))
    const asOf = await kong.get<{ rows: readonly object[] }>(`/api/stock/as_of/?day=${day}&search=花生油`)
    expect(asOf.data.rows).toMatchObject([{ qty: 1.234, qtyPlaces: 3, value: '9.87' }])
    const print = await kong.get<{ lines: readonly object[] }>(`/api/stock/document/${doc.id}/print/`)
    expect(print.data.lines).toMatchObject([{ qty: 1.234, qtyPlaces: 3, amount: '9.87' }])
    const { rows } = await sql`select in_qty::text as in_qty from stock_month where item_id = ${item}`.execute(
      app.database.db,
    )
    expect(rows).toEqual([{ inQty: '1.234' }])
  })

  it('an item is opened with fractions, and keeps its places once it moved', async () => {
    const create = (more: Record<string, unknown>) =>
      zhang.post<{ id: number; version: number }>('/api/stock/item/', {
        name: `大米${JSON.stringify(more).length}`,
        category: 'cleaning',
        unit: 'kg',
        qtyPlaces: '3',
        price: '6.00',
        maxPerRequest: 10,
        minStock: 0.5,
        maxStock: 20.125,
        ...more,
      })
    expect((await create({ minStock: 0.5, qtyPlaces: '0' })).errors).toHaveProperty('minStock')
    expect((await create({ category: 'clothing' })).errors).toHaveProperty('qtyPlaces')
    const { data } = await create({ openingQty: 2.5, openingWarehouseId: store.first })
    expect(await figures(data.id)).toEqual([2.5, '6.000000'])
    const { data: row } = await zhang.get<{ version: number }>(`/api/stock/item/${data.id}/`)
    const refused = await zhang.put(`/api/stock/item/${data.id}/`, { qtyPlaces: '1', version: row.version })
    expect(refused.errKey).toBe('stock.placesStay')
    await expect(
      sql`update stock_item set qty_places = '1' where id = ${data.id}`.execute(app.database.db),
    ).rejects.toThrow(/movements in its places/)
    const { data: fresh } = await create({ name: '小米' })
    const changed = await zhang.put(`/api/stock/item/${fresh.id}/`, {
      qtyPlaces: '1',
      minStock: 1,
      maxStock: 2,
      version: fresh.version,
    })
    expect(changed.data).toMatchObject({ qtyPlaces: '1' })
  })

  it('an export has each quantity as it is: 2.5 of an item in kilograms, 4 of a whole one', async () => {
    const kilo = await store.item({ name: '白糖', places: 3 })
    const whole = await store.item({ name: '白糖碗' })
    await posted('in', receipt(kilo, 2.5))
    await posted('in', receipt(whole, 4))
    const { raw } = await zhang.get('/api/stock/balance/export_data/', { query: { search: '白糖' } })
    const [head, ...rows] = await readSheet(raw.rawPayload)
    const at = (head ?? []).indexOf('库存')
    expect(rows.map((row) => row[at]).sort()).toEqual([2.5, 4])
  })

  it('a pasted sheet takes fractions as far as the item has them', async () => {
    const [kilo, whole] = [await store.item({ name: '精盐', places: 3 }), await store.item({ name: '餐巾纸' })]
    const read = (text: string) =>
      zhang.post<{ lines: readonly object[]; problems: readonly object[] }>('/api/stock/lines/read/', {
        kind: 'in',
        warehouseId: store.first,
        text,
      })
    expect((await read('精盐\t\t1,234.125\t3.20\n餐巾纸\t\t2\t1.00')).data).toMatchObject({
      problems: [],
      lines: [
        { itemId: kilo, qty: 1234.125 },
        { itemId: whole, qty: 2 },
      ],
    })
    expect((await read('精盐\t\t2.5 x 4\t3.20')).data.lines).toMatchObject([{ qty: 10 }])
    expect((await read('餐巾纸\t\t0.5\t1.00')).data.problems).toMatchObject([
      { row: 1, column: 'qty', problem: { key: 'stock.qtyWhole', params: ['餐巾纸'] } },
    ])
  })
})
