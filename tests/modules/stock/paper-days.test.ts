import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listOf } from '#src/define/problem.ts'
import { closeMonth } from '#src/modules/stock/records/lists.server.ts'
import { write } from '#src/server/work.ts'
import { type Client, startApp, type TestApp } from '#tests/harness/app.ts'
import { oneEngine } from '#tests/harness/engines.ts'
import { uploadPdf } from '#tests/harness/files.ts'
import { keepersOf, misfits, openStore, refusal, type Store } from './store.ts'

interface Doc {
  readonly id: number
  readonly no: string
  readonly state: string
  readonly value: string
}

describe.each(oneEngine)('papers, their days and their ends on %s', (engine) => {
  let app: TestApp
  let store: Store
  let zhang: Client
  let kong: Client
  let lyu: Client
  let proof: number
  beforeAll(async () => {
    app = await startApp({ engine })
    store = await openStore(app)
    ;({ zhang, kong, lyu } = await keepersOf(app))
    proof = await uploadPdf(app, kong)
  })
  afterAll(async () => {
    expect(await misfits(app)).toEqual([])
    await app.close()
  })

  const act = (who: Client, path: string, id: number, action: string, body: unknown = {}) =>
    who.post<Doc>(`/api/stock/${path}/${id}/${action}/`, body)
  const out = (itemId: number, qty: number, more: object = {}, line: object = {}) => ({
    docDate: '2026-03-11',
    type: 'otherOut',
    warehouseId: store.first,
    reason: '下发基层使用',
    lines: [{ itemId, qty, ...line }],
    files: [proof],
    ...more,
  })
  const dated = async (type: string, itemId: number, qty: number, docDate: string, amount?: string) =>
    refusal(
      store.post(await store.document(type, [{ itemId, qty, ...(amount !== undefined && { amount }) }], { docDate })),
    )
  const holding = async (itemId: number) =>
    (
      await sql<{ qty: number; value: string }>`
        select qty::int as qty, value from stock_value where item_id = ${itemId}`.execute(app.database.db)
    ).rows[0]

  it('STK-53 nothing goes out on a day before it came in, and from that day on it does', async () => {
    const item = await store.item()
    expect(await dated('otherIn', item, 10, '2026-03-05')).toBeNull()
    expect(await dated('otherOut', item, 3, '2026-03-04')).toBe('stock.shortOnDay')
    expect(await dated('otherOut', item, 3, '2026-03-05')).toBeNull()
    // Seven were left from the fifth on: eight of them on the sixth are too many, though eight came today.
    expect(await dated('otherIn', item, 8, '2026-03-11')).toBeNull()
    expect(await dated('otherOut', item, 8, '2026-03-06')).toBe('stock.shortOnDay')
    expect(await dated('otherOut', item, 7, '2026-03-06')).toBeNull()
  })

  it('STK-53 a dated issue leaves no value without pieces behind', async () => {
    const item = await store.item()
    expect(await dated('otherIn', item, 4, '2026-03-02', '40.00')).toBeNull()
    expect(await dated('otherIn', item, 4, '2026-03-11', '120.00')).toBeNull()
    expect(await dated('otherOut', item, 4, '2026-03-03')).toBe('stock.unsoundOnDay')
    expect(await dated('otherOut', item, 4, '2026-03-11')).toBeNull()
    expect(await holding(item)).toEqual({ qty: 4, value: '80.00' })
  })

  it('STK-53 closing a month names what would stand below zero or worth something without pieces', async () => {
    const [short, hollow] = [await store.item({ name: '欠库物品' }), await store.item({ name: '空值物品' })]
    const close = () => refusal(write(app.services, (unit) => closeMonth(unit, 0, '2026-02')))
    const add = (item: number, qty: number, value: string) =>
      sql`insert into stock_month (item_id, month, in_qty, in_value, out_qty, out_value) values (${item}, '2026-02', 0, 0, ${qty}, ${value})`.execute(
        app.database.db,
      )
    await add(short, 3, '0.00')
    await add(hollow, 0, '-87.50')
    const refused = await write(app.services, (unit) => closeMonth(unit, 0, '2026-02')).catch((error: unknown) => error)
    expect(refused).toMatchObject({
      problem: { key: 'stock.monthUnsound', params: [listOf(['欠库物品 (-3; 0.00)', '空值物品 (0; 87.50)']), 2] },
    })
    await sql`delete from stock_month where item_id = ${short}`.execute(app.database.db)
    expect(await close()).toBe('stock.monthUnsound')
    await sql`delete from stock_month where item_id = ${hollow}`.execute(app.database.db)
  })

  it('90 B an item last went out on the day of the paper, and on the one before when that is voided or comes back whole', async () => {
    const item = await store.item()
    expect(await dated('otherIn', item, 9, '2026-03-02')).toBeNull()
    const lastOut = async () =>
      (
        await sql<{ day: string | null }>`select last_out_on as day from stock_value where item_id = ${item}`.execute(
          app.database.db,
        )
      ).rows[0]?.day
    const issued = async (docDate: string): Promise<number> => {
      const { data: paper } = await kong.post<Doc>('/api/stock/out/', out(item, 1, { docDate }))
      await act(kong, 'out', paper.id, 'submit')
      expect((await act(lyu, 'out', paper.id, 'approve')).code).toBe(2000)
      expect((await act(zhang, 'out', paper.id, 'post')).code).toBe(2000)
      return paper.id
    }
    expect(await lastOut()).toBeNull()
    const first = await issued('2026-03-09')
    expect(await lastOut()).toBe('2026-03-09')
    // A paper that comes late says nothing newer.
    await issued('2026-03-05')
    expect(await lastOut()).toBe('2026-03-09')
    expect((await act(zhang, 'out', first, 'void', { reason: '错录' })).code).toBe(2000)
    expect(await lastOut()).toBe('2026-03-05')
    // What is given back in part was used, what comes back whole was not.
    const ticket = store.ticket()
    await store.issue(ticket, [{ key: 'lines.0', itemId: item, qty: 2 }])
    expect(await lastOut()).toBe('2026-03-11')
    const { rows } = await sql<{ id: number }>`select id from stock_issue where ticket_id = ${ticket}`.execute(
      app.database.db,
    )
    const giveBack = (effectKey: string) =>
      store.inLedger((ledger) =>
        ledger.returnIn({
          ticketId: ticket,
          effectKey,
          parts: [{ issueId: rows[0]?.id ?? 0, qty: 1 }],
          reason: '未使用',
          byUser: store.keeper,
        }),
      )
    await giveBack('back.1')
    expect(await lastOut()).toBe('2026-03-11')
    await giveBack('back.2')
    expect(await lastOut()).toBe('2026-03-05')
  })

  it('STK-52 what a receipt has left is voided, when a part of it went back to the vendor at its own price', async () => {
    const item = await store.item()
    const receipt = await store.receive({ itemId: item, qty: 2, amount: '200.00', type: 'purchaseIn' })
    await store.receive({ itemId: item, qty: 2, amount: '0.02', type: 'otherIn' })
    const { data: back, msg } = await kong.post<Doc>(
      '/api/stock/out/',
      out(item, 1, { type: 'returnOut', receiptId: receipt, vendor: '示例供应商', files: [] }),
    )
    expect([msg, back]).toEqual([msg, expect.objectContaining({ state: 'draft' })])
    const other = await kong.post('/api/stock/out/', out(item, 3, { type: 'returnOut', receiptId: receipt }))
    expect(other).toMatchObject({ errKey: 'stock.notOfReceipt', params: [expect.any(String), 2, 3] })
    await act(kong, 'out', back.id, 'submit')
    expect((await act(lyu, 'out', back.id, 'approve')).code).toBe(2000)
    expect((await act(zhang, 'out', back.id, 'post')).data).toMatchObject({ state: 'posted', value: '100.00' })
    expect(await holding(item)).toEqual({ qty: 3, value: '100.02' })
    expect((await act(zhang, 'in', receipt, 'void', { reason: '错录' })).data).toMatchObject({ state: 'voided' })
    expect(await holding(item)).toEqual({ qty: 2, value: '0.02' })
    expect(await act(zhang, 'out', back.id, 'void', { reason: '错录' })).toMatchObject({
      errKey: 'stock.receiptVoided',
    })
  })

  it('STK-52 a receipt that went back whole has nothing to void', async () => {
    const item = await store.item()
    const receipt = await store.receive({ itemId: item, qty: 2, amount: '200.00', type: 'purchaseIn' })
    const { data: back } = await kong.post<Doc>(
      '/api/stock/out/',
      out(item, 2, { type: 'returnOut', receiptId: receipt }),
    )
    await act(kong, 'out', back.id, 'submit')
    await act(lyu, 'out', back.id, 'approve', { postNow: true })
    expect(await holding(item)).toEqual({ qty: 0, value: '0.00' })
    expect(await act(zhang, 'in', receipt, 'void', { reason: '错录' })).toMatchObject({ errKey: 'stock.receiptGone' })
  })

  it('STK-51 a shortage is said while the paper is written, and refused at its approval', async () => {
    const item = await store.item()
    await store.receive({ itemId: item, qty: 10 })
    const tooMuch = await kong.post('/api/stock/out/', out(item, 5000))
    expect(tooMuch).toMatchObject({ code: 4001, errKey: 'stock.insufficient', params: [expect.any(String), 10, 5000] })
    expect(tooMuch.errors).toHaveProperty(['lines.0.qty'])
    const { data: paper } = await kong.post<Doc>('/api/stock/out/', out(item, 8))
    expect((await act(kong, 'out', paper.id, 'submit')).code).toBe(2000)
    expect(await dated('otherOut', item, 5, '2026-03-11')).toBeNull()
    expect(await act(lyu, 'out', paper.id, 'approve')).toMatchObject({ code: 4001, errKey: 'stock.insufficient' })
    expect((await act(lyu, 'out', paper.id, 'sendBack', { reason: '库存不足' })).data).toMatchObject({ state: 'draft' })
  })

  it('STK-51 an approved paper that cannot be posted any more is sent back, or voided without a reversal', async () => {
    const item = await store.item()
    await store.receive({ itemId: item, qty: 10 })
    const approved = async (): Promise<Doc> => {
      const { data } = await kong.post<Doc>('/api/stock/out/', out(item, 10))
      await act(kong, 'out', data.id, 'submit')
      expect((await act(lyu, 'out', data.id, 'approve')).data).toMatchObject({ state: 'approved' })
      return data
    }
    const [first, second] = [await approved(), await approved()]
    expect(await dated('otherOut', item, 1, '2026-03-11')).toBeNull()
    expect(await act(zhang, 'out', first.id, 'post')).toMatchObject({ errKey: 'stock.insufficient' })
    expect((await act(lyu, 'out', first.id, 'sendBack', { reason: '库存不足' })).data).toMatchObject({ state: 'draft' })
    expect((await kong.delete(`/api/stock/out/${first.id}/`)).code).toBe(2000)
    expect((await act(zhang, 'out', second.id, 'void', { reason: '不再需要' })).data).toMatchObject({ state: 'voided' })
    const { rows } = await sql`select 1 from stock_doc where reverses_id = ${second.id}`.execute(app.database.db)
    expect(rows).toEqual([])
    expect(await holding(item)).toMatchObject({ qty: 9 })
  })

  it('a price far from the last one, or none, stands with a word of explanation that the approver reads', async () => {
    const item = await store.item()
    const receipt = (price: string, more: object = {}) =>
      kong.post<Doc & { lines: { priceNote: string | null }[] }>('/api/stock/in/', {
        docDate: '2026-03-11',
        type: 'otherIn',
        warehouseId: store.first,
        reason: '捐赠入库',
        lines: [{ itemId: item, qty: 1, price, ...more }],
      })
    expect((await receipt('0.00')).errors).toHaveProperty(['lines.0.priceNote'])
    expect((await receipt('0.00', { priceNote: '厂家赠送' })).code).toBe(2000)
    await store.receive({ itemId: item, qty: 10, amount: '18.00' })
    const far = await receipt('180.00')
    expect(far.errors).toEqual({ 'lines.0.priceNote': [expect.stringContaining('1.80')] })
    for (const [price, isFar] of [
      ['3.60', true],
      ['3.59', false],
      ['0.90', true],
      ['0.91', false],
    ] as const)
      expect([price, (await receipt(price)).code]).toEqual([price, isFar ? 4000 : 2000])
    const explained = await receipt('180.00', { priceNote: '进口型号' })
    expect(explained.data.lines[0]?.priceNote).toBe('进口型号')
  })

  it('E2 of two actions prepared on one version of a paper the second is refused, whichever they are', async () => {
    const item = await store.item()
    await store.receive({ itemId: item, qty: 50 })
    const made = async (...steps: readonly (readonly [Client, string])[]) => {
      const { data } = await kong.post<Doc & { version: number }>('/api/stock/out/', out(item, 1))
      let now = data
      for (const [who, action] of steps) now = (await act(who, 'out', data.id, action)).data as typeof data
      return now
    }
    const reason = { reason: '填写有误' }
    const pairs = [
      [() => made([kong, 'submit']), { approve: [lyu, {}], sendBack: [lyu, reason] }],
      [
        () => made([kong, 'submit'], [lyu, 'approve']),
        { post: [zhang, {}], sendBack: [lyu, reason], void: [zhang, reason] },
      ],
    ] as const
    for (const [open, actions] of pairs)
      for (const [first, [who, form]] of Object.entries(actions)) {
        const { id, version } = await open()
        expect([first, (await act(who, 'out', id, first, { ...form, version })).code]).toEqual([first, 2000])
        for (const [second, [other, more]] of Object.entries(actions))
          expect([first, second, (await act(other, 'out', id, second, { ...more, version })).code]).toEqual([
            first,
            second,
            4009,
          ])
      }
  })
})
