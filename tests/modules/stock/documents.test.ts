import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { releaseStale, reportExpired, suggestOrders } from '#src/modules/stock/stock-jobs.server.ts'
import { write } from '#src/server/work.ts'
import { type Client, startApp, type TestApp } from '#tests/harness/app.ts'
import { oneEngine } from '#tests/harness/engines.ts'
import { misfits, openStore, type Store } from './store.ts'

interface Doc {
  readonly id: number
  readonly no: string
  readonly state: string
  readonly version: number
  readonly value: string
}

describe.each(oneEngine)('stock documents on %s', (engine) => {
  let app: TestApp
  let store: Store
  let zhang: Client
  let kong: Client
  let lyu: Client
  beforeAll(async () => {
    app = await startApp({ engine })
    store = await openStore(app)
    ;[zhang, kong, lyu] = (await Promise.all(['zhang23', 'kong24', 'lyu21'].map((name) => app.as(name)))) as [
      Client,
      Client,
      Client,
    ]
  })
  afterAll(async () => {
    expect(await misfits(app)).toEqual([])
    await app.close()
  })

  const receipt = (
    itemId: number,
    qty: number,
    more: Record<string, unknown> = {},
    line: Record<string, unknown> = {},
  ) => ({
    docDate: '2026-03-11',
    type: 'otherIn',
    warehouseId: store.first,
    reason: '捐赠入库',
    lines: [{ itemId, qty, price: '2.50', ...line }],
    ...more,
  })
  const act = (who: Client, path: string, id: number, action: string, body: unknown = {}) =>
    who.post<Doc>(`/api/stock/${path}/${id}/${action}/`, body)
  const posted = async (path: string, body: unknown, last = 'post'): Promise<Doc> => {
    const { data, msg, errors } = await kong.post<Doc>(`/api/stock/${path}/`, body)
    expect([msg, errors]).toEqual([expect.any(String), undefined])
    for (const [who, action] of [
      [kong, 'submit'],
      [lyu, 'approve'],
      [zhang, last],
    ] as const) {
      const answer = await act(who, path, data.id, action)
      expect([answer.msg, answer.code]).toEqual([answer.msg, 2000])
    }
    return data
  }
  const available = async (itemId: number) => (await store.figures(itemId))?.available

  it('STK-51 whoever made a document does not approve it, whatever the roles; STK-52 a posted one is fixed', async () => {
    const item = await store.item()
    const { data: doc } = await kong.post<Doc>('/api/stock/in/', receipt(item, 4))
    expect(doc).toMatchObject({ state: 'draft', no: expect.stringMatching(/^RK20260311-\d{4}$/) })
    expect((await act(kong, 'in', doc.id, 'submit')).data).toMatchObject({ state: 'submitted' })
    expect((await act(kong, 'in', doc.id, 'approve')).code).toBe(4003)
    await sql`update stock_doc set maker_id = ${lyu.userId} where id = ${doc.id}`.execute(app.database.db)
    expect(await act(lyu, 'in', doc.id, 'approve')).toMatchObject({ code: 4001, errKey: 'rule.STK-51' })
    await sql`update stock_doc set maker_id = ${kong.userId} where id = ${doc.id}`.execute(app.database.db)
    expect((await act(lyu, 'in', doc.id, 'approve')).code).toBe(2000)
    expect((await act(zhang, 'in', doc.id, 'post')).data).toMatchObject({ state: 'posted', value: '10.00' })
    expect(await available(item)).toBe(4)
    const { data: now } = await kong.get<Doc>(`/api/stock/in/${doc.id}/`)
    expect((await kong.put(`/api/stock/in/${doc.id}/`, { version: now.version, reason: '改一下' })).errKey).toBe(
      'record.stateInvalid',
    )
    expect((await kong.delete(`/api/stock/in/${doc.id}/`)).errKey).toBe('record.stateInvalid')
    await expect(sql`update stock_doc set qty = 9 where id = ${doc.id}`.execute(app.database.db)).rejects.toThrow(
      'is posted',
    )
    await expect(
      sql`update stock_doc_line set qty = 9 where doc_id = ${doc.id}`.execute(app.database.db),
    ).rejects.toThrow('is fixed')
  })

  it('STK-53 a reversal takes the value of its receipt, or is refused until the value is adjusted', async () => {
    const item = await store.item()
    const first = await store.receive({ itemId: item, qty: 10, amount: '1000.00' })
    await store.receive({ itemId: item, qty: 100, amount: '1000.00' })
    await store.issue(store.ticket(), [{ key: 'lines.0', itemId: item, qty: 100 }])
    expect(await act(zhang, 'in', first, 'void', { reason: '错录' })).toMatchObject({
      code: 4001,
      errKey: 'stock.valueNegative',
    })
    await posted('adjust', {
      docDate: '2026-03-11',
      warehouseId: store.first,
      reason: '冲销错误入库前调整',
      lines: [{ itemId: item, change: '818.18' }],
    })
    expect((await act(zhang, 'in', first, 'void', { reason: '错录' })).data).toMatchObject({ state: 'voided' })
    expect(await store.figures(item)).toMatchObject({ available: 0, sizes: [{ onHand: 0 }] })
    const { rows } = await sql`select qty::int as qty, value from stock_value where item_id = ${item}`.execute(
      app.database.db,
    )
    expect(rows).toEqual([{ qty: 0, value: '0.00' }])
  })

  it('transfers leave the average alone, are in transit, and what did not arrive goes back', async () => {
    const [item, other] = [await store.item(), await store.warehouse()]
    await store.receive({ itemId: item, qty: 3, amount: '10.00' })
    const doc = await posted(
      'transfer',
      { docDate: '2026-03-11', warehouseId: store.first, toWarehouseId: other, lines: [{ itemId: item, qty: 3 }] },
      'send',
    )
    expect(await available(item)).toBe(0)
    expect(await act(kong, 'transfer', doc.id, 'receive', { lines: [{ itemId: item, qty: 4 }] })).toMatchObject({
      errKey: 'stock.moreThanSent',
    })
    expect(await act(kong, 'transfer', doc.id, 'receive', { lines: [{ itemId: item, qty: 2 }] })).toMatchObject({
      errKey: 'stock.shortArrival',
    })
    expect(
      (await act(kong, 'transfer', doc.id, 'receive', { lines: [{ itemId: item, qty: 2 }], reason: '少装一件' })).data,
    ).toMatchObject({ state: 'posted' })
    const { rows } =
      await sql`select warehouse_id, on_hand::int as on_hand from stock_balance where item_id = ${item} and on_hand > 0 order by warehouse_id`.execute(
        app.database.db,
      )
    expect(rows).toEqual([
      { warehouseId: store.first, onHand: 1 },
      { warehouseId: other, onHand: 2 },
    ])
    expect(await store.figures(item)).toMatchObject({ averagePrice: '3.333333', available: 3 })
  })

  it('S10 nothing takes the reserved unit; down to it is allowed', async () => {
    const item = await store.item()
    await store.receive({ itemId: item, qty: 2 })
    await store.reserve(store.ticket(), item, 1)
    const out = (qty: number) => ({
      docDate: '2026-03-11',
      type: 'otherOut',
      warehouseId: store.first,
      reason: '展览使用',
      lines: [{ itemId: item, qty }],
    })
    await posted('out', out(1))
    const { data } = await kong.post<Doc>('/api/stock/out/', out(1))
    await act(kong, 'out', data.id, 'submit')
    await act(lyu, 'out', data.id, 'approve')
    expect(await act(zhang, 'out', data.id, 'post')).toMatchObject({ code: 4001, errKey: 'stock.insufficient' })
    expect(await store.figures(item)).toMatchObject({ sizes: [{ onHand: 1, reserved: 1 }] })
  })

  it('tells every mistake of the lines at once, each at its place', async () => {
    const item = await store.item({ isExpiring: true })
    const answer = await kong.post('/api/stock/in/', {
      ...receipt(item, 1),
      lines: [
        { itemId: item, qty: 1, price: '1.00', size: 'XL', bin: 'Z-99', expireDate: '2026-03-11' },
        { itemId: item, qty: 1, price: '1.00', expireDate: '2027-03-11' },
        { itemId: item, qty: 2, price: '1.00', expireDate: '2027-03-11' },
      ],
    })
    expect(Object.keys(answer.errors ?? {}).sort()).toEqual([
      'lines.0.bin',
      'lines.0.expireDate',
      'lines.0.size',
      'lines.2.itemId',
    ])
  })

  it('STK-54, STK-03 a count locks nothing: 3 issued before and 2 after the look leave the difference alone', async () => {
    const [place, item] = [await store.warehouse(), await store.item()]
    await store.receive({ itemId: item, qty: 10, amount: '100.00', warehouseId: place })
    const { data: count } = await kong.post<Doc>('/api/stock/count/', {
      warehouseId: place,
      isBlind: true,
      counterIds: [kong.userId, zhang.userId],
      dueDate: '2026-03-20',
      secondAbove: '500.00',
    })
    const issue = (qty: number) =>
      store.issue(store.ticket(), [{ key: 'lines.0', itemId: item, qty, warehouseId: place }])
    await issue(3)
    const sheet = async (who: Client) =>
      (
        await who.get<{ lines: readonly { id: number; expected: number | null; difference: number | null }[] }>(
          `/api/stock/count/${count.id}/sheet/`,
        )
      ).data
    const [line] = (await sheet(kong)).lines
    expect(line).toMatchObject({ expected: null, difference: null })
    await kong.post(`/api/stock/count/${count.id}/entries/`, { entries: [{ lineId: line?.id, qty: 6 }] })
    await issue(2)
    expect((await act(kong, 'count', count.id, 'submit')).errKey).toBe('stock.reasonNeeded')
    await kong.post(`/api/stock/count/${count.id}/entries/`, {
      entries: [{ lineId: line?.id, qty: 4, reason: '自然损耗' }],
    })
    expect((await act(kong, 'count', count.id, 'submit')).data).toMatchObject({ state: 'review' })
    expect((await sheet(lyu)).lines[0]).toMatchObject({ expected: 5, difference: -1 })
    expect((await act(kong, 'count', count.id, 'approve')).code).toBe(4003)
    expect((await act(lyu, 'count', count.id, 'approve')).data).toMatchObject({ state: 'posted', loss: '10.00' })
    expect(await store.figures(item)).toMatchObject({ sizes: [{ onHand: 4 }] })
  })

  it('STK-54 a large difference needs a second counter, a loss above 1,000 the head of logistics', async () => {
    const [place, item] = [await store.warehouse(), await store.item()]
    await store.receive({ itemId: item, qty: 10, amount: '20000.00', warehouseId: place })
    const { data: count } = await kong.post<Doc>('/api/stock/count/', {
      warehouseId: place,
      isBlind: true,
      counterIds: [kong.userId, zhang.userId],
      dueDate: '2026-03-20',
      secondAbove: '500.00',
    })
    const { data } = await kong.get<{ lines: readonly { id: number }[] }>(`/api/stock/count/${count.id}/sheet/`)
    const entries = [{ lineId: data.lines[0]?.id, qty: 9, reason: '丢失' }]
    await kong.post(`/api/stock/count/${count.id}/entries/`, { entries })
    expect((await act(kong, 'count', count.id, 'submit')).errKey).toBe('stock.secondNeeded')
    await zhang.post(`/api/stock/count/${count.id}/entries/`, { entries })
    await act(kong, 'count', count.id, 'submit')
    expect((await act(lyu, 'count', count.id, 'approve')).errKey).toBe('rule.STK-54')
    expect((await act(lyu, 'count', count.id, 'approve', { headComment: '同意核销' })).data).toMatchObject({
      loss: '2000.00',
    })
  })

  it('STK-55 suggests an order once: maximum - available - on order', async () => {
    const item = await store.item({ min: 5, max: 20 })
    await store.receive({ itemId: item, qty: 3 })
    for (let day = 0; day < 2; day += 1) await write(app.services, suggestOrders)
    const { rows } = await sql`select qty::int as qty, state from purchase_demand where item_id = ${item}`.execute(
      app.database.db,
    )
    expect(rows).toEqual([{ qty: 17, state: 'open' }])
  })

  it('STK-56 tells the keepers of expired batches once', async () => {
    const item = await store.item({ isExpiring: true })
    await store.receive({ itemId: item, qty: 1, batchNo: 'E', expireDate: '2026-03-12' })
    app.clock.set(new Date('2026-03-12T16:05:00Z'))
    const before = app.announced.messages.length
    for (let run = 0; run < 2; run += 1) await write(app.services, reportExpired)
    const told = app.announced.messages.slice(before)
    expect(told.map(({ title, to }) => [title.key, to])).toContainEqual(['stock.expired', [store.keeper]])
    expect(told.filter(({ to }) => to.includes(store.keeper))).toHaveLength(1)
    app.clock.set(new Date('2026-03-11T02:00:00Z'))
  })

  it('STK-57 releases and reports what a finished ticket left reserved for a week', async () => {
    const item = await store.item()
    await store.receive({ itemId: item, qty: 2 })
    const { rows } = await sql<{ id: number; no: string }>`
      select id, no from ticket where status = 'completed' order by updated_at limit 1`.execute(app.database.db)
    await store.reserve(rows[0]?.id ?? 0, item, 2)
    app.clock.advance(8 * 86_400_000)
    await write(app.services, releaseStale)
    expect(await available(item)).toBe(2)
    expect(app.announced.messages.at(-1)?.title).toEqual({ key: 'stock.staleReleased', params: [rows[0]?.no] })
    app.clock.set(new Date('2026-03-11T02:00:00Z'))
  })

  it('STK-58 opening stock is taken before the first ledger row of an item, and never after it', async () => {
    const form = {
      name: '期初物品',
      category: 'other',
      unit: '个',
      price: '3.00',
      openingWarehouseId: store.first,
      openingQty: 7,
    }
    const { data } = await kong.post<Doc>('/api/stock/item/', form)
    expect(await store.figures(data.id)).toMatchObject({ available: 7, averagePrice: '3.000000' })
    const { data: row } = await kong.get<Doc>(`/api/stock/item/${data.id}/`)
    expect(await kong.put(`/api/stock/item/${data.id}/`, { version: row.version, openingQty: 9 })).toMatchObject({
      code: 4001,
      errKey: 'rule.STK-58',
    })
  })

  it('a closed month takes no document any more, and its report adds up', async () => {
    const item = await store.item()
    const february = await store.document('otherIn', [{ itemId: item, qty: 2, amount: '5.00' }], {
      docDate: '2026-02-20',
    })
    await store.post(february)
    expect((await lyu.post('/api/stock/period/', { month: '2026-03' })).errors).toHaveProperty('month')
    const { rows } = await sql<{
      due: string
    }>`select to_char(min(doc_date), 'YYYY-MM') as due from stock_ledger`.execute(app.database.db)
    let month = rows[0]?.due ?? ''
    for (; month < '2026-03'; month = nextMonth(month)) {
      const closed = await lyu.post('/api/stock/period/', { month })
      expect([closed.msg, closed.code]).toEqual([closed.msg, 2000])
    }
    expect((await kong.post('/api/stock/in/', receipt(item, 1, { docDate: '2026-02-28' }))).errKey).toBe(
      'stock.periodClosed',
    )
    const { rows: sums } = await sql`
      select sum(closing_value) = (select sum(value) from stock_ledger where doc_date < '2026-03-01' and type <> 'transfer') as is_same
      from stock_period_line l join stock_period p on p.id = l.period_id where p.month = '2026-02'`.execute(
      app.database.db,
    )
    expect(sums).toEqual([{ isSame: true }])
  })

  it('says how much there was on any day, and which rows make a number', async () => {
    const item = await store.item({ name: '历史物品' })
    app.clock.set(new Date('2026-03-11T15:59:00Z'))
    await store.receive({ itemId: item, qty: 5, amount: '10.00' })
    app.clock.set(new Date('2026-03-11T16:01:00Z'))
    await store.receive({ itemId: item, qty: 5, amount: '20.00' })
    const at = async (day: string) =>
      (
        await zhang.get<{ rows: readonly { qty: number; value: string }[] }>('/api/stock/as_of/', {
          query: { day, search: '历史物品' },
        })
      ).data.rows.map(({ qty, value }) => [qty, value])
    expect([await at('2026-03-10'), await at('2026-03-11'), await at('2026-03-12')]).toEqual([
      [],
      [[5, '10.00']],
      [[10, '30.00']],
    ])
    const entries = await zhang.get<readonly { balanceAfter: number }[]>('/api/stock/ledger/', {
      query: { itemId: String(item), ordering: 'at', at_before: '2026-12-31' },
    })
    expect(entries.data.map(({ balanceAfter }) => balanceAfter)).toEqual([5, 10])
    app.clock.set(new Date('2026-03-11T02:00:00Z'))
  })

  it('a hold takes a batch out of what is available and leaves it countable; a recall asks every holder', async () => {
    const item = await store.item({ isExpiring: true })
    await store.receive({ itemId: item, qty: 4, batchNo: 'R1', expireDate: '2026-12-31' })
    await store.issue(store.ticket(), [{ key: 'lines.0', itemId: item, qty: 1 }])
    const [batch] = await store.batches(item)
    expect((await act(kong, 'batch', batch?.id ?? 0, 'recall', { reason: '厂家召回' })).data).toMatchObject({
      state: 'held',
    })
    expect(app.announced.messages.at(-1)).toMatchObject({
      title: { key: 'stock.recalled' },
      to: [await store.personOf('pan42')],
    })
    expect(await store.figures(item)).toMatchObject({ available: 0, sizes: [{ onHand: 3, held: 3 }] })
    expect((await act(kong, 'batch', batch?.id ?? 0, 'lift', { reason: '检验合格' })).code).toBe(4003)
    await act(lyu, 'batch', batch?.id ?? 0, 'lift', { reason: '检验合格' })
    expect(await available(item)).toBe(3)
  })
})

const nextMonth = (month: string): string => {
  const [year = 0, at = 0] = month.split('-').map(Number)
  return at === 12 ? `${year + 1}-01` : `${year}-${String(at + 1).padStart(2, '0')}`
}
