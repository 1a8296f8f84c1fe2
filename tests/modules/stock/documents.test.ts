import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listOf } from '#src/define/problem.ts'
import { checkReserved, releaseStale, reportExpired, suggestOrders } from '#src/modules/stock/stock-jobs.server.ts'
import { write } from '#src/server/work.ts'
import { type Client, startApp, type TestApp } from '#tests/harness/app.ts'
import { oneEngine } from '#tests/harness/engines.ts'
import { uploadPdf } from '#tests/harness/files.ts'
import { keepersOf, misfits, openStore, type Store } from './store.ts'

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
    ;({ zhang, kong, lyu } = await keepersOf(app))
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

  it('STK-53, 90.A7 trap 5: a reversal takes the value of its receipt, or is refused until the value is adjusted', async () => {
    const item = await store.item()
    const first = await store.receive({ itemId: item, qty: 10, amount: '1000.00' })
    await store.receive({ itemId: item, qty: 100, amount: '1000.00' })
    await store.issue(store.ticket(), [{ key: 'lines.0', itemId: item, qty: 100 }])
    expect(await act(zhang, 'in', first, 'void', { reason: '错录' })).toMatchObject({
      code: 4001,
      errKey: 'stock.valueNegative',
    })
    const adjusted = await posted('adjust', {
      docDate: '2026-03-11',
      warehouseId: store.first,
      reason: '冲销错误入库前调整',
      lines: [{ itemId: item, change: '900.00', reason: '暂估少计' }],
    })
    await posted('adjust', {
      docDate: '2026-03-11',
      warehouseId: store.first,
      reason: '多调的部分退回',
      lines: [{ itemId: item, change: '-81.82' }],
    })
    // On paper as on the books: what the value changed by, and why.
    const { data: paper } = await zhang.get<{ lines: object[] }>(`/api/stock/document/${adjusted.id}/print/`)
    expect(paper).toMatchObject({
      type: 'valueAdjust',
      lines: [{ qty: 0, amount: '900.00', note: '暂估少计', batchNo: '' }],
    })
    const { data: lowered } = await zhang.get<Doc[]>('/api/stock/adjust/', { query: { itemId: String(item) } })
    expect(
      await zhang.get<object>(`/api/stock/document/${lowered.find(({ id }) => id !== adjusted.id)?.id}/print/`),
    ).toMatchObject({ data: { lines: [{ amount: '-81.82' }] } })
    expect((await act(zhang, 'in', first, 'void', { reason: '错录' })).data).toMatchObject({ state: 'voided' })
    expect(await store.figures(item)).toMatchObject({ available: 0, sizes: [{ onHand: 0 }] })
    const { rows } = await sql`select qty::int as qty, value from stock_value where item_id = ${item}`.execute(
      app.database.db,
    )
    expect(rows).toEqual([{ qty: 0, value: '0.00' }])
  })

  it('a document that is posted or voided announces the register it stands in, so that open lists follow', async () => {
    const item = await store.item()
    const doc = await posted('in', receipt(item, 4))
    const { data: again } = await kong.get<Doc>(`/api/stock/in/${doc.id}/`)
    expect((await act(zhang, 'in', doc.id, 'void', { reason: '数量录错', version: again.version })).code).toBe(2000)
    const ofGoods = app.announced.changes.filter(({ id, record }) => id === doc.id && record.startsWith('stock'))
    // Created, submitted, approved, posted and voided; none of it under a name that no list listens to.
    expect(new Set(ofGoods.map(({ record }) => record))).toEqual(new Set(['stockIn']))
    expect(app.announced.changes.filter(({ record }) => record === 'stockDoc')).toEqual([])
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
    const photo = await uploadPdf(app, kong)
    const out = (qty: number) => ({
      docDate: '2026-03-11',
      type: 'otherOut',
      warehouseId: store.first,
      reason: '展览使用',
      lines: [{ itemId: item, qty }],
      files: [photo],
    })
    const bare = await kong.post('/api/stock/out/', { ...out(1), files: [] })
    expect([bare.code, Object.keys(bare.errors ?? {})]).toEqual([4000, ['files']])
    await posted('out', out(1))
    expect(await kong.post('/api/stock/out/', out(1))).toMatchObject({ code: 4001, errKey: 'stock.insufficient' })
    expect(await store.figures(item)).toMatchObject({ sizes: [{ onHand: 1, reserved: 1 }] })
  })

  it('finds documents by any of their items, and says how many lines each has', async () => {
    const [first, second, other] = [await store.item(), await store.item(), await store.item()]
    const { data: both } = await kong.post<Doc>('/api/stock/in/', {
      ...receipt(first, 1),
      lines: [first, second].map((itemId) => ({ itemId, qty: 1, price: '1.00' })),
    })
    const { data: one } = await kong.post<Doc>('/api/stock/in/', receipt(other, 1))
    const found = async (query: string) =>
      (await zhang.get<readonly { id: number; itemId: number; lineCount: number }[]>(`/api/stock/in/?${query}`)).data
    expect(await found(`itemId=${second}`)).toMatchObject([{ id: both.id, itemId: first, lineCount: 2 }])
    expect((await found(`itemId=${second},${other}`)).map(({ id }) => id)).toEqual([one.id, both.id])
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

  it('STK-54, STK-03, 90.A7 trap 9: a count locks nothing: 3 issued before and 2 after the look leave the difference alone', async () => {
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
    // The counter's own list says how far each count is; whoever may not count gets none.
    const mine = async (who: Client) =>
      (await who.get<readonly { id: number; counted: number; total: number }[]>('/api/stock/count/mine/')).data
    expect((await mine(zhang)).find(({ id }) => id === count.id)).toMatchObject({ counted: 1, total: 1 })
    expect((await lyu.get('/api/stock/count/mine/')).code).toBe(4003)
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

  it('STK-54 asks before a second count over the same items, with the number of the other', async () => {
    const [place, item] = [await store.warehouse(), await store.item()]
    await store.receive({ itemId: item, qty: 3, amount: '30.00', warehouseId: place })
    const plan = (more: object) =>
      kong.post<Doc & { no: string }>('/api/stock/count/', {
        warehouseId: place,
        isBlind: true,
        counterIds: [kong.userId],
        dueDate: '2026-03-20',
        secondAbove: '500.00',
        ...more,
      })
    const { data: first } = await plan({})
    const again = await plan({})
    expect(again).toMatchObject({
      code: 4001,
      errKey: 'stock.countRunning',
      params: [first.no],
      data: { isQuestion: true },
    })
    expect((await plan({ confirmed: true })).code).toBe(2000)
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
    // The approver sees what is lost before the decision, counters who look again do not.
    expect((await act(kong, 'count', count.id, 'submit')).data).toMatchObject({ state: 'review', loss: '2000.00' })
    expect((await act(lyu, 'count', count.id, 'reopen', { comment: '请复核' })).data).toMatchObject({ loss: '0.00' })
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

  const demandOf = async (itemId: number, qty: number): Promise<number> => {
    const { data, msg, errors } = await kong.post<Doc>('/api/stock/demand/', { itemId, qty })
    expect([msg, errors]).toEqual([msg, undefined])
    return data.id
  }
  const answering = (itemId: number, qty: number, demandId: number) =>
    receipt(itemId, qty, { type: 'purchaseIn', vendor: '示例供应商' }, { demandId })
  const demandNow = async (id: number) =>
    (await kong.get<{ receivedQty: number; state: string }>(`/api/stock/demand/${id}/`)).data

  it('90.A7 trap 15: of two receipts for the whole of a demand the second is refused when posted, and posting twice books once', async () => {
    const item = await store.item()
    const demandId = await demandOf(item, 5)
    const [one, two] = await Promise.all(
      [1, 2].map(async () => (await kong.post<Doc>('/api/stock/in/', answering(item, 5, demandId))).data),
    )
    for (const { id } of [one, two] as readonly Doc[]) {
      await act(kong, 'in', id, 'submit')
      await act(lyu, 'in', id, 'approve')
    }
    const clicks = await Promise.all([1, 2].map(() => act(zhang, 'in', one?.id ?? 0, 'post')))
    expect(clicks.map(({ code }) => code).sort()).toEqual([2000, 4001])
    expect(await act(zhang, 'in', two?.id ?? 0, 'post')).toMatchObject({
      errKey: 'stock.demandExceeded',
      errors: { 'lines.0.qty': [expect.stringContaining('尚需0，本次入库5')] },
    })
    expect([await available(item), await demandNow(demandId)]).toMatchObject([5, { receivedQty: 5, state: 'done' }])
    // What the wrong one of both is voided for is wanted again.
    expect((await act(zhang, 'in', one?.id ?? 0, 'void', { reason: '送错货' })).code).toBe(2000)
    expect(await demandNow(demandId)).toMatchObject({ receivedQty: 0, state: 'open' })
  })

  it('S03, STK-42 a receipt answers demands in parts, for their own item, and the last part closes one (STK-55)', async () => {
    const [item, other] = [await store.item({ min: 5, max: 20 }), await store.item()]
    await write(app.services, suggestOrders)
    const { data: choices } =
      await kong.get<readonly { id: number; itemId: number; qty: number }[]>('/api/stock/demand/choices/')
    const demandId = choices.find(({ itemId }) => itemId === item)?.id ?? 0
    const refusedAt = async (body: unknown) => (await kong.post('/api/stock/in/', body)).errors
    expect(await refusedAt(answering(other, 5, demandId))).toHaveProperty(['lines.0.demandId'])
    expect(await refusedAt(answering(item, 21, demandId))).toHaveProperty(['lines.0.qty'])
    await posted('in', answering(item, 12, demandId))
    expect(await demandNow(demandId)).toMatchObject({ receivedQty: 12, state: 'open' })
    await posted('in', answering(item, 8, demandId))
    expect(await demandNow(demandId)).toMatchObject({ receivedQty: 20, state: 'done' })
    expect(await refusedAt(answering(item, 1, demandId))).toHaveProperty(['lines.0.demandId'])
    // Below the minimum again, the item is suggested again.
    await store.issue(store.ticket(), [{ key: 'lines.0', itemId: item, qty: 18 }])
    await write(app.services, suggestOrders)
    const { rows } =
      await sql`select qty::int as qty, state from purchase_demand where item_id = ${item} order by id`.execute(
        app.database.db,
      )
    expect(rows).toEqual([
      { qty: 20, state: 'done' },
      { qty: 18, state: 'open' },
    ])
  })

  it('S03.3 kong24 submits what was accepted, lyu21 approves and posts it in one step, and the demand is closed', async () => {
    const item = await store.item({ min: 20, max: 200 })
    const { data: demand } = await kong.post<{ id: number }>('/api/stock/demand/', {
      itemId: item,
      itemName: 'A4 复印纸',
      qty: 2,
      needAt: '2026-03-20',
    })
    const accepted = answering(item, 2, demand.id)
    const body = { ...accepted, lines: [...accepted.lines, { itemId: item, qty: 48, price: '25.00' }] }
    const { data: draft } = await kong.post<Doc>('/api/stock/in/', body)
    expect((await act(lyu, 'in', draft.id, 'submit')).code).toBe(4003)
    expect((await act(kong, 'in', draft.id, 'submit')).data).toMatchObject({ state: 'submitted' })
    expect((await act(lyu, 'in', draft.id, 'approve', { postNow: true })).data).toMatchObject({ state: 'posted' })
    expect([await available(item), await demandNow(demand.id)]).toMatchObject([50, { receivedQty: 2, state: 'done' }])
    const { rows } =
      await sql`select m.username as maker, a.username as approver from stock_doc d join app_user m on m.id = d.maker_id
      join app_user a on a.id = d.approver_id where d.id = ${draft.id}`.execute(app.database.db)
    expect(rows).toEqual([{ maker: 'kong24', approver: 'lyu21' }])
    // What cannot be posted is not approved either.
    const late = await kong.post<Doc>('/api/stock/out/', {
      docDate: '2026-03-11',
      type: 'returnOut',
      warehouseId: store.first,
      reason: '退回供应商',
      lines: [{ itemId: item, qty: 50 }],
    })
    await act(kong, 'out', late.data.id, 'submit')
    await store.issue(store.ticket(), [{ key: 'lines.0', itemId: item, qty: 1 }])
    expect(await act(lyu, 'out', late.data.id, 'approve', { postNow: true })).toMatchObject({
      code: 4001,
      errKey: 'stock.insufficient',
    })
    expect((await kong.get<Doc>(`/api/stock/out/${late.data.id}/`)).data).toMatchObject({ state: 'submitted' })
  })

  it('STK-56 tells the keepers of expired batches once', async () => {
    const item = await store.item({ isExpiring: true })
    await store.receive({ itemId: item, qty: 1, batchNo: 'E', expireDate: '2026-03-12' })
    app.clock.set(new Date('2026-03-12T16:05:00Z'))
    const before = app.announced.messages.length
    for (let run = 0; run < 2; run += 1) await write(app.services, reportExpired)
    const announced = app.announced.messages.slice(before)
    expect(announced.map(({ title, to }) => [title.key, to])).toContainEqual(['stock.expired', [store.keeper]])
    expect(announced.filter(({ to }) => to.includes(store.keeper))).toHaveLength(1)
    app.clock.set(new Date('2026-03-11T02:00:00Z'))
  })

  it('STK-57, E16 releases and reports what a finished ticket left reserved for a week', async () => {
    const item = await store.item()
    await store.receive({ itemId: item, qty: 2 })
    const { rows } = await sql<{ id: number; no: string }>`
      select id, no from ticket where status = 'completed' order by updated_at limit 1`.execute(app.database.db)
    await store.reserve(rows[0]?.id ?? 0, item, 2)
    // The ticket came to its end a week ago to the second: not yet; a second later: released, and reported once.
    const [day, second] = [86_400_000, 1000]
    const { rows: ended } = await sql<{
      at: Date
    }>`select updated_at as at from ticket where id = ${rows[0]?.id ?? 0}`.execute(app.database.db)
    const weekLater = (ended[0]?.at.getTime() ?? 0) + 7 * day
    app.clock.set(new Date(weekLater))
    await write(app.services, releaseStale)
    expect(await available(item)).toBe(0)
    const before = app.announced.messages.length
    app.clock.set(new Date(weekLater + second))
    for (let run = 0; run < 2; run += 1) await write(app.services, releaseStale)
    expect(await available(item)).toBe(2)
    expect(app.announced.messages.slice(before)).toHaveLength(1)
    expect(app.announced.messages.at(-1)?.title).toEqual({
      key: 'stock.staleReleased',
      params: [listOf([String(rows[0]?.no)])],
    })
    app.clock.set(new Date('2026-03-11T02:00:00Z'))
  })

  it('the nightly check tells of a reservation that no open line explains, and of nothing else (90.A7 trap 6)', async () => {
    const item = await store.item({ name: '幽灵物品' })
    await store.receive({ itemId: item, qty: 3 })
    const messageCount = async () => {
      const before = app.announced.messages.length
      await write(app.services, checkReserved)
      return app.announced.messages.slice(before).map(({ title }) => title.key)
    }
    expect(await messageCount()).toEqual([])
    await sql`update stock_balance set reserved = 2 where item_id = ${item}`.execute(app.database.db)
    expect(await messageCount()).toEqual(['stock.misfit'])
    await sql`update stock_balance set reserved = 0 where item_id = ${item}`.execute(app.database.db)
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
    }>`select to_char(max((month || '-01')::date) + interval '1 month', 'YYYY-MM') as due from stock_period`.execute(
      app.database.db,
    )
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
    const { data: list } = await kong.get<{ rows: { person: string; open: number }[] }>(
      `/api/stock/batch/${batch?.id}/holders/`,
    )
    expect(list.rows).toMatchObject([{ open: 1 }])
    expect(app.announced.messages.at(-1)).toMatchObject({
      title: { key: 'stock.recalled' },
      to: [await store.personOf('pan42')],
    })
    expect(await store.figures(item)).toMatchObject({ available: 0, sizes: [{ onHand: 3, held: 3 }] })
    expect((await act(kong, 'batch', batch?.id ?? 0, 'lift', { reason: '检验合格' })).code).toBe(4003)
    await act(lyu, 'batch', batch?.id ?? 0, 'lift', { reason: '检验合格' })
    expect(await available(item)).toBe(3)
  })
  it('a pasted sheet with 40 mistakes is told whole, each by row and column, and nothing is taken', async () => {
    const item = await store.item({ isExpiring: true, name: '效期物品' })
    const plain = await store.item({ name: '普通物品' })
    const bad = [
      '没有这种物品\t\t1\t1.00',
      '普通物品\t\t0\t1.00',
      '普通物品\t\t-3\t1.00',
      '普通物品\t\t1.5\t1.00',
      '普通物品\t\t2\t1.234',
      '普通物品\tXXL\t2\t1.00',
      '效期物品\t\t2\t1.00\tB1\t\t2026-03-11',
      '效期物品\t\t2\t1.00\tB1\t2026-13-01\t2027-01-01',
      '普通物品\t\t2\t1.00\t\t\t\tZ-99',
      '\t\t2\t1.00',
    ]
    const rows = [...bad, ...bad, ...bad, ...bad]
    const { data } = await kong.post<{ lines: unknown[]; problems: { row: number; column: string }[] }>(
      '/api/stock/lines/read/',
      {
        kind: 'in',
        warehouseId: store.first,
        text: ['物品\t尺码\t数量\t单价\t批次号\t生产日期\t有效期至\t货位', ...rows].join('\n'),
      },
    )
    expect(data.lines).toEqual([])
    expect(new Set(data.problems.map(({ row }) => row)).size).toBe(40)
    // The same item without a size is told as a line that is there twice, besides its own mistake.
    expect(data.problems.map(({ row, column }) => `${row} ${column}`)).toEqual(
      expect.arrayContaining([
        '2 itemId',
        '3 qty',
        '4 qty',
        '5 qty',
        '6 price',
        '7 size',
        '8 expireDate',
        '9 produceDate',
        '10 bin',
        '11 itemId',
      ]),
    )
    const good = await kong.post<{ lines: unknown[]; problems: unknown[] }>('/api/stock/lines/read/', {
      kind: 'in',
      warehouseId: store.first,
      text: `普通物品\t\t3x12\t2.50\n效期物品\t\t5\t1.00\tB9\t2026/1/5\t2027/1/5`,
    })
    expect(good.data).toEqual({
      problems: [],
      lines: [
        expect.objectContaining({ itemId: plain, qty: 36, price: '2.50' }),
        expect.objectContaining({
          itemId: item,
          qty: 5,
          batchNo: 'B9',
          produceDate: '2026-01-05',
          expireDate: '2027-01-05',
        }),
      ],
    })
    const saved = await kong.post<Doc>('/api/stock/in/', { ...receipt(plain, 1), lines: good.data.lines })
    expect([saved.errors, saved.data.state]).toEqual([undefined, 'draft'])
  })

  it('a scanned pack says how many units it holds, GS1 its batch and expiry, a label its bin, anything else what to do', async () => {
    const item = await store.item({ isExpiring: true, name: '扫码物品' })
    await sql`insert into stock_barcode (item_id, code, pack_qty, created_at, updated_at) values (${item}, '16901234599998', 12, now(), now())`.execute(
      app.database.db,
    )
    const scan = async (code: string) => kong.get(`/api/stock/scan/?code=${encodeURIComponent(code)}`)
    expect((await scan('16901234599998')).data).toMatchObject({
      kind: 'item',
      itemId: item,
      packQty: 12,
      batchNo: null,
    })
    expect((await scan('(01)16901234599998(17)270228(10)L7')).data).toMatchObject({
      itemId: item,
      packQty: 12,
      batchNo: 'L7',
      expireDate: '2027-02-28',
    })
    expect((await scan('HW-3-A-01')).data).toEqual({ kind: 'bin', warehouseId: 3, bin: 'A-01' })
    expect((await scan('0000')).msg).toBe('没有编码、条码或名称为“0000”的物品')
  })

  it('every figure of the overview is the length of the list it leads to', async () => {
    const { data } = await kong.get<{
      today: string
      yesterday: string
      until: string
      waiting: Record<string, number>
    }>('/api/stock/overview/')
    const lists: Record<string, string> = {
      approveIn: 'in/?state=submitted',
      approveOut: 'out/?state=submitted',
      approveTransfer: 'transfer/?state=submitted',
      approveAdjust: 'adjust/?state=submitted',
      postIn: 'in/?state=approved',
      postOut: 'out/?state=approved',
      inTransit: 'transfer/?state=inTransit',
      counting: 'count/?state=counting',
      review: 'count/?state=review',
      toCount: `item/?state=active&countDueAt_before=${data.today}`,
      belowMin: 'item/?isBelowMin=1',
      expiring: `batch/?state=usable&isEmpty=0&expireDate_before=${data.until}`,
      expired: `batch/?state=expired&isEmpty=0&expireDate_before=${data.yesterday}`,
      held: 'batch/?state=held&isEmpty=0',
      demands: 'demand/?state=open',
      overdueReturns: `issue/?isReturned=0&returnDueAt_before=${data.yesterday}`,
    }
    const counted = await Promise.all(
      Object.entries(lists).map(async ([name, list]) => [
        name,
        ((await kong.get<unknown[]>(`/api/stock/${list}&limit=1`)) as unknown as { total: number }).total,
      ]),
    )
    expect(Object.fromEntries(counted)).toEqual(data.waiting)
    expect(data.waiting.belowMin).toBeGreaterThan(0)
  })

  it('the analysis adds up: closed months as they were frozen, the others from the ledger', async () => {
    const { data } = await kong.get<{ months: { month: string; inValue: string; isClosed: boolean }[]; value: string }>(
      '/api/stock/analysis/',
    )
    expect(data.months).toHaveLength(12)
    const { rows } = await sql<{ month: string; value: string }>`
      select to_char(doc_date, 'YYYY-MM') as month, sum(value)::numeric(14,2) as value from stock_ledger where value > 0 and type <> 'transfer' group by 1`.execute(
      app.database.db,
    )
    for (const { month, inValue } of data.months)
      expect([month, inValue]).toEqual([month, rows.find((row) => row.month === month)?.value ?? '0.00'])
    const { rows: total } = await sql<{
      value: string
    }>`select sum(value)::numeric(14,2) as value from stock_value`.execute(app.database.db)
    expect(data.value).toBe(total[0]?.value)
    // What is between two warehouses is part of the sum, and named.
    const inTransit = async () =>
      Number((await kong.get<{ inTransitValue: string }>('/api/stock/analysis/')).data.inTransitValue)
    const before = await inTransit()
    const [other, item] = [await store.warehouse(), await store.item()]
    await store.receive({ itemId: item, qty: 10, amount: '100.00' })
    await posted(
      'transfer',
      { docDate: '2026-03-11', warehouseId: store.first, toWarehouseId: other, lines: [{ itemId: item, qty: 4 }] },
      'send',
    )
    expect(await inTransit()).toBe(before + 40)
  })

  it('the pick list goes from bin to bin, first expired first', async () => {
    const [place, item] = [await store.warehouse(), await store.item({ isExpiring: true })]
    await store.receive(
      { itemId: item, qty: 3, batchNo: 'P2', expireDate: '2026-12-31', warehouseId: place },
      { itemId: item, qty: 2, batchNo: 'P1', expireDate: '2026-06-30', warehouseId: place },
    )
    const id = await store.document('otherOut', [{ itemId: item, qty: 4 }], { warehouseId: place })
    const { data } = await kong.get<{ lines: { batchNo: string; qty: number }[] }>(`/api/stock/document/${id}/pick/`)
    expect(data.lines.map(({ batchNo, qty }) => [batchNo, qty])).toEqual([
      ['P1', 2],
      ['P2', 2],
    ])
    const short = await store.document('otherOut', [{ itemId: item, qty: 9 }], { warehouseId: place })
    expect((await kong.get(`/api/stock/document/${short}/pick/`)).msg).toContain('库存不足')
  })
})

const nextMonth = (month: string): string => {
  const [year = 0, at = 0] = month.split('-').map(Number)
  return at === 12 ? `${year + 1}-01` : `${year}-${String(at + 1).padStart(2, '0')}`
}
