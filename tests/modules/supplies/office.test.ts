/** Office supplies from the request to the receipt (23.1, EFF-ISSUE). */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Catalogue } from '#src/define/tickets/catalogue.ts'
import type { CounterResult, CounterWaiting, SupplyProgress } from '#src/modules/supplies/counter/counter.types.ts'
import { startApp, type TestApp } from '#tests/harness/app.ts'
import { oneEngine } from '#tests/harness/engines.ts'
import { type Counter, openCounter } from './counter.ts'

describe.each(oneEngine)('office supplies on %s', (engine) => {
  let app: TestApp
  let counter: Counter
  beforeAll(async () => {
    app = await startApp({ engine })
    counter = await openCounter(app)
  })
  afterAll(() => app.close())

  const stocked = async (qty: number, given: Parameters<Counter['item']>[0] = {}): Promise<number> => {
    const itemId = await counter.item(given)
    if (qty > 0) await counter.store.receive({ itemId, qty })
    return itemId
  }
  /** A request of pan42 that waits for the keeper. */
  const approved = async (itemId: number, qty: number, more: object = {}): Promise<number> => {
    const { data, ...answer } = await counter.office('pan42', [{ itemId, qty }], { ...more })
    expect([answer.code, answer.errors]).toEqual([2000, undefined])
    expect((await counter.act('zhang39', data.id, 'approve')).data.status).toBe('handling')
    return data.id
  }
  const row = (lineNo: number, issuedQty: number, more: object = {}) => ({ lineNo, issuedQty, ...more })

  it('S03 and STK-42 twelve of ten are asked for: ten are reserved, issued and signed for, two become a demand', async () => {
    const paper = await stocked(10, { name: 'A4 复印纸甲' })
    const refused = await counter.office('ge43', [{ itemId: paper, qty: 12 }])
    expect(refused).toMatchObject({
      code: 4001,
      errKey: 'stock.insufficient',
      msg: '物品“A4 复印纸甲”库存不足：可用10，需要12',
    })
    expect(Object.keys(refused.errors ?? {})).toEqual(['lines.0.qty'])
    const { data } = await counter.office('ge43', [{ itemId: paper, qty: 12 }], { acceptShortage: true })
    expect(data.formData).toMatchObject({ totalValue: '12.00' })
    expect(data.formData.lines).toMatchObject([{ stockAvailable: 10, shortQty: 2, unitPrice: '1.00', amount: '12.00' }])
    expect(await counter.reserved(data.id)).toMatchObject([{ reserved: 10, short: 2 }])
    expect(await counter.available(paper)).toBe(0)

    await counter.act('zhang39', data.id, 'approve')
    expect(await counter.demands(data.id)).toEqual([{ qty: 2, state: 'open' }])
    const silent = await counter.act('zhang23', data.id, 'handle', { issues: [row(1, 10)] })
    expect([silent.errKey, Object.keys(silent.errors ?? {})]).toEqual(['rule.STK-04', ['issues.0.reason']])
    const issued = await counter.act('zhang23', data.id, 'handle', { issues: [row(1, 10, { reason: '库存不足' })] })
    expect(issued.data.current.map(({ state }) => state)).toEqual(['receiptSign'])
    expect(await counter.issued(data.id)).toMatchObject([{ itemId: paper, qty: 10, value: '10.00' }])
    // One shortage is one demand under one number, and it has its day.
    expect(await counter.demands(data.id)).toEqual([{ qty: 2, state: 'open' }])
    const { rows: wanted } = await sql`select need_at from purchase_demand where ticket_id = ${data.id}`.execute(
      app.database.db,
    )
    expect(wanted).toEqual([{ needAt: app.clock.today() }])
    expect((await counter.store.figures(paper))?.sizes).toMatchObject([{ onHand: 0, reserved: 0 }])

    const signed = await counter.act('ge43', data.id, 'handle', { receiptResult: 'received' })
    expect(signed.data.status).toBe('completed')
    expect(signed.data.formData.issues).toMatchObject([{ requestedQty: 12, approvedQty: 12, issuedQty: 10 }])
  })

  it('23 the register draws value by department and per head, and items, without what came back', async () => {
    const cups = await stocked(40, { name: '纸杯甲' })
    const issue = async (who: string, leader: string, qty: number): Promise<number> => {
      const { data } = await counter.office(who, [{ itemId: cups, qty }])
      await counter.act(leader, data.id, 'approve')
      expect(await counter.act('zhang23', data.id, 'handle', { issues: [row(1, qty)] })).toMatchObject({ code: 2000 })
      return data.id
    }
    await issue('fan45', 'zhang39', 5)
    const voided = await issue('su41', 'zhang39', 7)
    await issue('yun40', 'zhang39', 9)
    await issue('ren56', 'feng53', 12)
    const [gone] = await counter.issued(voided)
    await counter.store.inLedger((ledger) =>
      ledger.returnIn({
        ticketId: voided,
        effectKey: 'test',
        byUser: null,
        reason: '领用撤销',
        parts: [{ issueId: gone?.issueId ?? 0, qty: 7 }],
      }),
    )
    const zhang = await counter.as('zhang23')
    const bars = async (chart: string) => {
      const { data } = await zhang.get<{ bars: { label: string; value: number }[] }>('/api/stock/issue/chart/', {
        query: { chart, itemId: String(cups) },
      })
      return data.bars.map(({ label, value }) => [label, value])
    }
    // Each costs 1.00: D10 has 5 + 9 for its 7 people, D12 has 12 for its 5; seven came back.
    expect(await bars('departments')).toEqual([
      ['刑事侦查支队', 14],
      ['科技信息化支队', 12],
    ])
    expect(await bars('perHead')).toEqual([
      ['科技信息化支队', 2.4],
      ['刑事侦查支队', 2],
    ])
    expect((await bars('items')).map(([, value]) => value)).toEqual([26])
  })

  it('23 the register names item, specification, unit and batch number of what was issued', async () => {
    const glue = await stocked(5, { name: '胶水甲' })
    await sql`update stock_item set spec = '50ml' where id = ${glue}`.execute(app.database.db)
    const { data } = await counter.office('fan45', [{ itemId: glue, qty: 2 }])
    await counter.act('zhang39', data.id, 'approve')
    await sql`update stock_batch set batch_no = 'P-7' where item_id = ${glue}`.execute(app.database.db)
    await counter.act('zhang23', data.id, 'handle', { issues: [row(1, 2)] })
    const zhang = await counter.as('zhang23')
    const { data: rows } = await zhang.get<readonly object[]>(`/api/stock/issue/?itemId=${glue}`)
    expect(rows).toMatchObject([
      { itemName: '胶水甲', spec: '50ml', qty: 2, unit: '个', value: '2.00', batchNo: 'P-7', keeperIdLabel: '张示丙' },
    ])
    await sql`update stock_issue set size = 'M' where item_id = ${glue}`.execute(app.database.db)
    const sized = await zhang.get<readonly object[]>(`/api/stock/issue/?itemId=${glue}`)
    expect(sized.data).toMatchObject([{ spec: '50ml M' }])
  })

  it('EFF-ISSUE a return, a rejection and a withdrawal release what was reserved', async () => {
    const pens = await stocked(5)
    for (const [who, action] of [
      ['zhang39', 'return'],
      ['zhang39', 'reject'],
      ['pan42', 'withdraw'],
    ] as const) {
      const { data } = await counter.office('pan42', [{ itemId: pens, qty: 5 }])
      expect(await counter.available(pens)).toBe(0)
      const answer = await counter.act(who, data.id, action, undefined, { comment: '数量需要再核实' })
      expect([action, answer.code]).toEqual([action, 2000])
      expect([action, await counter.available(pens)]).toEqual([action, 5])
    }
  })

  it('EFF-ISSUE an approver cuts a line with a reason, and the rest is free at once', async () => {
    const pens = await stocked(5)
    const { data } = await counter.office('pan42', [{ itemId: pens, qty: 5 }])
    const above = await counter.act('zhang39', data.id, 'approve', {
      cuts: [{ lineNo: 1, approvedQty: 6, reason: '按实际需要' }],
    })
    expect([above.errKey, Object.keys(above.errors ?? {})]).toEqual(['supplies.noCut', ['cuts.0.approvedQty']])
    const stranger = await counter.act('zhang39', data.id, 'approve', {
      cuts: [{ lineNo: 2, approvedQty: 1, reason: '按实际需要' }],
    })
    expect(stranger.errKey).toBe('supplies.noLine')
    await counter.act('zhang39', data.id, 'approve', { cuts: [{ lineNo: 1, approvedQty: 3, reason: '按实际需要' }] })
    expect(await counter.available(pens)).toBe(2)
    expect((await counter.ticket(data.id)).formData.issues).toMatchObject([
      { requestedQty: 5, approvedQty: 3, issuedQty: 3 },
    ])
    const over = await counter.act('zhang23', data.id, 'handle', { issues: [row(1, 4)] })
    expect(over).toMatchObject({ errKey: 'supplies.issueTooMuch' })
    await counter.act('zhang23', data.id, 'handle', { issues: [row(1, 3)] })
    expect(await counter.issued(data.id)).toMatchObject([{ qty: 3 }])
  })

  it('the rest is issued when it arrives: reserved by itself, told to the applicant, and bought until then', async () => {
    const ink = await stocked(4)
    const id = await approved(ink, 6, { acceptShortage: true })
    const part = await counter.act('zhang23', id, 'handle', {
      issues: [row(1, 4, { reason: '余量到货再发' })],
      keepOpen: true,
    })
    expect(part.data.current.map(({ state }) => state)).toEqual(['issue'])
    expect(await counter.reserved(id)).toMatchObject([{ reserved: 0, short: 2 }])
    await counter.store.receive({ itemId: ink, qty: 3 })
    expect(await counter.reserved(id)).toMatchObject([{ reserved: 2, short: 0 }])
    expect(app.announced.messages.map(({ title }) => title)).toContainEqual({
      key: 'stock.arrived',
      params: [part.data.no],
    })
    const less = await counter.act('zhang23', id, 'handle', { issues: [row(1, 3)], keepOpen: false })
    expect(less.errKey).toBe('supplies.issuedBefore')
    const rest = await counter.act('zhang23', id, 'handle', { issues: [row(1, 6)], keepOpen: false })
    expect(rest.data.current.map(({ state }) => state)).toEqual(['receiptSign'])
    expect((await counter.issued(id)).map(({ qty }) => qty)).toEqual([4, 2])
    expect((await counter.demands(id)).filter(({ state }) => state === 'open')).toEqual([])
  })

  it('two rows of a line are two batches, and a batch nobody has is refused', async () => {
    const glue = await stocked(0, { isExpiring: true })
    await counter.store.receive({ itemId: glue, qty: 2, batchNo: 'J1', expireDate: '2026-06-01' })
    await counter.store.receive({ itemId: glue, qty: 3, batchNo: 'J2', expireDate: '2026-09-01' })
    const id = await approved(glue, 4)
    const unknown = await counter.act('zhang23', id, 'handle', { issues: [row(1, 4, { batchNo: 'J9' })] })
    expect([unknown.errKey, Object.keys(unknown.errors ?? {})]).toEqual(['stock.batchUnknown', ['issues.0.batchNo']])
    const reason = { reason: '按货位取用' }
    await counter.act('zhang23', id, 'handle', {
      issues: [row(1, 1, { batchNo: 'J1', ...reason }), row(1, 3, { batchNo: 'J2', ...reason })],
    })
    expect((await counter.issued(id)).map(({ batchNo, qty }) => [batchNo, qty])).toEqual([
      ['J1', 1],
      ['J2', 3],
    ])
  })

  it('STK-05 a keeper does not issue the own request', async () => {
    const pens = await stocked(5)
    const { data } = await counter.office('zhang23', [{ itemId: pens, qty: 1 }])
    const { rows } = await sql<{ username: string }>`
      select username from app_user where id = ${data.current[0]?.handlers[0]?.id ?? 0}`.execute(app.database.db)
    await counter.act(rows[0]?.username ?? '', data.id, 'approve')
    const own = await counter.act('zhang23', data.id, 'handle', { issues: [row(1, 1)] })
    expect([own.code, ['rule.STK-05', 'wf.notCandidate'].includes(String(own.errKey))]).toEqual([4001, true])
    expect((await counter.act('kong24', data.id, 'handle', { issues: [row(1, 1)] })).code).toBe(2000)
  })

  it('a refused receipt waits for the keeper’s word of what came back, and the rest is to be recovered (E4)', async () => {
    const pens = await stocked(5)
    const id = await approved(pens, 5)
    await counter.act('zhang23', id, 'handle', { issues: [row(1, 5)] })
    const bare = await counter.act('pan42', id, 'handle', { receiptResult: 'refused' })
    expect([bare.code, Object.keys(bare.errors ?? {})]).toEqual([4000, ['refuseReason']])
    await counter.act('pan42', id, 'handle', { receiptResult: 'refused', refuseReason: '规格与申请不符' })
    expect(await counter.available(pens)).toBe(0)
    const keeper = await counter.as('zhang23')
    const list = await keeper.get<readonly Record<string, unknown>[]>('/api/supplies/return/?limit=100')
    const own = list.data.find((one) => one.ticketId === id)
    expect(own).toMatchObject({ kind: 'refused', state: 'open', qty: 5, returnedQty: 0 })
    const confirm = (values: object) =>
      keeper.post(`/api/supplies/return/${String(own?.id)}/confirm/`, { ...values, version: own?.version })
    expect(await confirm({ cameBack: 6 })).toMatchObject({ errKey: 'stock.returnTooMuch' })
    expect(await confirm({ cameBack: 4 })).toMatchObject({ errKey: 'supplies.restNeedsNote' })
    expect((await confirm({ cameBack: 4, note: '一件已拆封使用' })).code).toBe(2000)
    expect(await counter.available(pens)).toBe(4)
  })

  it('STK-11 above the quota of the quarter a reason is needed, and logistics looks at it', async () => {
    const chair = await counter.item({})
    await counter.store.receive({ itemId: chair, qty: 10, amount: '2000.00' })
    const bare = await counter.office('su41', [{ itemId: chair, qty: 2 }])
    expect([bare.code, Object.keys(bare.errors ?? {})]).toEqual([4000, ['overReason']])
    const asked = await counter.office('su41', [{ itemId: chair, qty: 2 }], { overReason: '旧物损坏需要更换' })
    expect(asked.data.formData).toMatchObject({ overQuota: true, quotaLeft: '300.00', totalValue: '400.00' })
    const after = await counter.act('zhang39', asked.data.id, 'approve')
    expect(after.data.current.map(({ state }) => state)).toEqual(['logisticsReview'])
    const dept = await counter.office('su41', [{ itemId: chair, qty: 2 }], { useFor: 'dept' })
    expect(dept.data.formData).toMatchObject({ overQuota: false })
  })

  it('STK-11, 90.A7 trap 11: of two requests at once, each within the quota alone, one asks for a reason', async () => {
    const lamp = await counter.item({})
    await counter.store.receive({ itemId: lamp, qty: 20, amount: '4000.00' })
    const both = await Promise.all([1, 2].map(() => counter.office('xi44', [{ itemId: lamp, qty: 1 }])))
    expect(both.map(({ code }) => code).sort()).toEqual(expect.arrayContaining([2000]))
    const [refused] = both.filter(({ code }) => code !== 2000)
    // The second request is refused by the form when it saw the first, else under the lock.
    expect(refused).toBeDefined()
    expect([['lines'], ['overReason']]).toContainEqual(Object.keys(refused?.errors ?? {}))
    const again = await counter.office('xi44', [{ itemId: lamp, qty: 1 }], { overReason: '旧灯损坏需要更换' })
    expect(again.data.formData).toMatchObject({ overQuota: true, quotaLeft: '100.00' })
  })

  it('90.A7 trap 11: a request of 31 March issued on 1 April uses the quota of its own quarter, by what was issued at the price of the day', async () => {
    const before = app.clock.now()
    counter.moveClock('2026-03-31T06:00:00Z')
    const pens = await counter.item({})
    await counter.store.receive({ itemId: pens, qty: 4, amount: '200.00' })
    const { data } = await counter.office('lang47', [{ itemId: pens, qty: 2 }])
    expect(data.formData).toMatchObject({ totalValue: '100.00', overQuota: false })
    const left = String(data.formData.quotaLeft)
    counter.moveClock('2026-04-01T02:00:00Z')
    // The price rises from 50.00 to 80.00 before the issue.
    await counter.store.receive({ itemId: pens, qty: 4, amount: '440.00' })
    const leader = (await counter.ticket(data.id, 'lang47')).current[0]?.handlers[0]?.id ?? 0
    const { rows } = await sql<{ username: string }>`select username from app_user where id = ${leader}`.execute(
      app.database.db,
    )
    const approve = await counter.act(rows[0]?.username ?? '', data.id, 'approve', {
      cuts: [{ lineNo: 1, approvedQty: 1, reason: '先领一支' }],
    })
    expect(approve.data.formData).toMatchObject({ quotaLeft: left, overQuota: false, totalValue: '160.00' })
    await counter.act('zhang23', data.id, 'handle', { issues: [row(1, 1)] })
    expect(await counter.issued(data.id)).toMatchObject([{ qty: 1, value: '80.00' }])
    const april = await counter.office('lang47', [{ itemId: pens, qty: 1 }])
    expect(april.data.formData).toMatchObject({ quotaLeft: '300.00' })
    counter.moveClock('2026-03-31T06:30:00Z')
    const march = await counter.office('lang47', [{ itemId: pens, qty: 1 }])
    expect(march.data.formData).toMatchObject({ quotaLeft: (Number(left) - 80).toFixed(2) })
    counter.moveClock(before.toISOString())
  })

  it('STK-12 a durable item is issued once in two years', async () => {
    const stapler = await stocked(5, { name: '订书机甲', oneHolder: true })
    const id = await approved(stapler, 1)
    await counter.act('zhang23', id, 'handle', { issues: [row(1, 1)] })
    const again = await counter.office('pan42', [{ itemId: stapler, qty: 1 }])
    expect(again).toMatchObject({ errKey: 'rule.STK-12', msg: '“订书机甲”每人2年限领一件' })
    expect((await counter.office('ge43', [{ itemId: stapler, qty: 1 }])).code).toBe(2000)
  })

  it('STK-13 refuses more than the limit of an item, an item twice and one of another category', async () => {
    const pens = await stocked(50, { maxPerRequest: 3 })
    const mask = await stocked(50, { category: 'medical' })
    const many = await counter.office('pan42', [{ itemId: pens, qty: 4 }])
    expect([many.errKey, Object.keys(many.errors ?? {})]).toEqual(['rule.STK-13', ['lines.0.qty']])
    const twice = await counter.office('pan42', [
      { itemId: pens, qty: 1 },
      { itemId: pens, qty: 1 },
    ])
    expect([twice.errKey, Object.keys(twice.errors ?? {})]).toEqual(['supplies.itemTwice', ['lines.1.itemId']])
    const foreign = await counter.office('pan42', [{ itemId: mask, qty: 1 }])
    expect(foreign.errKey).toBe('supplies.otherCategory')
  })

  it('who fetches for somebody else says the code', async () => {
    const pens = await stocked(5)
    const ge = await counter.as('ge43')
    const id = await approved(pens, 1, { pickupProxyId: ge.userId })
    const { no } = await counter.ticket(id)
    const code = app.announced.messages.find(({ title }) => title.key === 'supplies.pickup' && title.params?.[0] === no)
      ?.title.params?.[1]
    expect(code).toMatch(/^\d{6}$/)
    const hand = (pickupCode?: string) =>
      counter.act('zhang23', id, 'handle', { issues: [row(1, 1)], ...(pickupCode && { pickupCode }) })
    expect((await hand()).errKey).toBe('supplies.pickupMissing')
    expect((await hand(code === '111111' ? '222222' : '111111')).errKey).toBe('supplies.pickupWrong')
    expect((await hand(String(code))).code).toBe(2000)
  })

  const waiting = async (username = 'zhang23') =>
    (await (await counter.as(username)).get<CounterWaiting>('/api/supplies/counter/')).data
  const round = async (tickets: readonly object[]) =>
    (await (await counter.as('zhang23')).post<readonly CounterResult[]>('/api/supplies/counter/issue/', { tickets }))
      .data
  const progress = async (id: number, username = 'pan42') =>
    (await counter.as(username)).get<SupplyProgress>(`/api/supplies/ticket/${id}/`)

  it('EFF-ISSUE many tickets are issued in one round, and one that is refused stops none of the others', async () => {
    const pens = await stocked(9)
    const [first, second] = [await approved(pens, 2), await approved(pens, 3)]
    const third = await approved(pens, 1)
    const results = await round([
      { id: first, rows: [{ lineNo: 1, qty: 2 }] },
      { id: second, rows: [{ lineNo: 1, qty: 1 }] },
      { id: third, rows: [{ lineNo: 1, qty: 1 }] },
    ])
    expect(results).toMatchObject([
      { id: first, ok: true },
      { id: second, ok: false, problem: { key: 'rule.STK-04' } },
      { id: third, ok: true },
    ])
    expect((await counter.ticket(third)).current.map(({ state }) => state)).toEqual(['receiptSign'])
    expect((await waiting()).tickets.map(({ id }) => id)).toContain(second)
    expect(await round([{ id: first, rows: [{ lineNo: 1, qty: 1 }] }])).toMatchObject([
      { ok: false, problem: { key: 'supplies.notWaiting' } },
    ])
  })

  it('§0.6 a keeper finds and hands out at the counter only the types they handle', async () => {
    const id = await approved(await stocked(2), 1)
    const found = async () => (await waiting()).tickets.map((ticket) => ticket.id)
    expect(await found()).toContain(id)
    const { rows } = await sql<{ roleId: number; permissionId: number }>`
      delete from role_permission where role_id = (select id from role where key = 'warehouseKeeper')
        and permission_id = (select id from permission where value = 'officeSupplies:Handle') returning role_id, permission_id`.execute(
      app.database.db,
    )
    await app.services.caches.load()
    expect(await found()).not.toContain(id)
    expect(await round([{ id, rows: [{ lineNo: 1, qty: 1 }] }])).toMatchObject([
      { ok: false, problem: { key: 'supplies.notWaiting' } },
    ])
    await sql`insert into role_permission (role_id, permission_id) values (${rows[0]?.roleId}, ${rows[0]?.permissionId})`.execute(
      app.database.db,
    )
    await app.services.caches.load()
    expect(await round([{ id, rows: [{ lineNo: 1, qty: 1 }] }])).toMatchObject([{ ok: true }])
  })

  it('E2 the pick list gives each unit to one line of the round: what is reserved first, what expires first', async () => {
    const glue = await stocked(0, { isExpiring: true })
    await counter.store.receive({ itemId: glue, qty: 3, batchNo: 'P1', expireDate: '2026-06-01' })
    await counter.store.receive({ itemId: glue, qty: 3, batchNo: 'P2', expireDate: '2026-09-01' })
    const [first, second] = [await approved(glue, 2), await approved(glue, 3)]
    const { tickets, batches } = await waiting()
    const picksOf = (id: number) =>
      tickets.find((ticket) => ticket.id === id)?.lines[0]?.picks.map(({ batchNo, qty }) => [batchNo, qty])
    expect(picksOf(first)).toEqual([['P1', 2]])
    expect(picksOf(second)).toEqual([
      ['P1', 1],
      ['P2', 2],
    ])
    expect(batches.filter(({ itemId }) => itemId === glue).map(({ batchNo }) => batchNo)).toEqual(['P1', 'P2'])
    await round([{ id: second, rows: [{ lineNo: 1, qty: 3, batchNo: 'P2', reason: '按货位取用' }] }])
    expect((await counter.issued(second)).map(({ batchNo, qty }) => [batchNo, qty])).toEqual([['P2', 3]])
  })

  it('a ticket is found by its pick-up code until it is issued, and nobody but applicant and proxy reads the code', async () => {
    const pens = await stocked(5)
    const id = await approved(pens, 1, { pickupProxyId: (await counter.as('ge43')).userId })
    const { data } = await progress(id)
    expect(data.code).toMatch(/^\d{6}$/)
    expect((await progress(id, 'zhang39')).data.code).toBeNull()
    expect((await progress(id, 'su41')).code).toBe(4004)
    const find = async () =>
      (await (await counter.as('zhang23')).get(`/api/supplies/counter/code/?code=${String(data.code)}`)).data
    expect(await find()).toEqual({ ticketId: id })
    const rows = [{ lineNo: 1, qty: 1 }]
    expect(await round([{ id, rows }])).toMatchObject([{ ok: false, problem: { key: 'supplies.pickupMissing' } }])
    expect(await round([{ id, rows, pickupCode: data.code }])).toMatchObject([{ ok: true }])
    expect(await find()).toEqual({ ticketId: null })
    expect((await progress(id)).data.code).toBeNull()
  })

  it('requested, approved and issued stand side by side with the reason of each cut and what is waited for', async () => {
    const ink = await stocked(4)
    const { data } = await counter.office('pan42', [{ itemId: ink, qty: 8 }], { acceptShortage: true })
    await counter.act('zhang39', data.id, 'approve', { cuts: [{ lineNo: 1, approvedQty: 7, reason: '按实际需要' }] })
    const keepOpen = { keepOpen: true }
    await round([{ id: data.id, rows: [{ lineNo: 1, qty: 4, reason: '库存不足' }], ...keepOpen }])
    expect((await progress(data.id)).data.lines).toMatchObject([
      {
        requested: 8,
        approved: 7,
        issued: 4,
        reserved: 0,
        waiting: 3,
        cutReason: '按实际需要',
        issueReason: '库存不足',
        demand: { state: 'open', qty: 3 },
      },
    ])
    await counter.store.receive({ itemId: ink, qty: 3 })
    expect((await progress(data.id)).data.lines).toMatchObject([{ reserved: 3, waiting: 0 }])
    expect((await waiting()).tickets.find(({ id }) => id === data.id)?.lines).toMatchObject([
      { issued: 4, short: 0, picks: [{ qty: 3 }] },
    ])
    expect(await round([{ id: data.id, rows: [{ lineNo: 1, qty: 3 }] }])).toMatchObject([{ ok: true }])
    expect((await counter.issued(data.id)).map(({ qty }) => qty)).toEqual([4, 3])
  })

  it('the catalogue spells items, keeps favourites and offers kits and the last request', async () => {
    const pens = await stocked(5, { name: '记号笔甲' })
    const mask = await stocked(5, { name: '口罩甲', category: 'medical' })
    const keeper = await counter.as('zhang23')
    const kit = { name: '新人办公套装', lines: [pens, mask].map((itemId) => ({ itemId, qty: 2 })), state: 'active' }
    expect((await keeper.post('/api/supplies/kit/', kit)).code).toBe(2000)
    const twice = await keeper.post('/api/supplies/kit/', {
      ...kit,
      name: '重复套装',
      lines: [pens, pens].map((itemId) => ({ itemId, qty: 1 })),
    })
    expect([twice.code, Object.keys(twice.errors ?? {})]).toEqual([4000, ['lines.1.itemId']])
    await counter.office('su41', [{ itemId: pens, qty: 1 }], { useFor: 'dept' })
    await sql`update stock_item set pack_unit = '盒', pack_qty = 12 where id = ${pens}`.execute(app.database.db)
    const su = await counter.as('su41')
    await su.put(`/api/supplies/favourite/${pens}/`, { isFavourite: true })
    const { data } = await su.get<Catalogue>('/api/supplies/catalogue/?type=officeSupplies')
    expect(data.items.find(({ id }) => id === pens)).toMatchObject({
      available: 4,
      pinyin: 'jihaobijia',
      initials: 'jhbj',
      isFavourite: true,
      price: '1.00',
      packUnit: '盒',
      packQty: 12,
    })
    expect(data.items.some(({ id }) => id === mask)).toBe(false)
    expect(data.kits).toContainEqual(
      expect.objectContaining({ name: '新人办公套装', lines: [{ itemId: pens, qty: 2 }] }),
    )
    expect(data.last).toEqual([{ itemId: pens, qty: 1 }])
  })

  it('a shortage names who holds what, and what would do instead', async () => {
    const [pens, pencils] = [await stocked(3), await stocked(4, { name: '铅笔甲' })]
    const stamp = sql`created_at, updated_at`
    await sql`insert into stock_substitute (item_id, substitute_id, ${stamp}) values (${pens}, ${pencils}, now(), now())`.execute(
      app.database.db,
    )
    const { data } = await counter.office('pan42', [{ itemId: pens, qty: 2 }])
    const ge = await counter.as('ge43')
    const lines = [{ key: 'lines.0', itemId: pens, qty: 3 }]
    const asked = await ge.post<readonly object[]>('/api/supplies/shortages/', { ticketId: null, lines })
    expect(asked.data).toMatchObject([
      {
        key: 'lines.0',
        wanted: 3,
        short: 2,
        available: 1,
        reservedBy: [data.no],
        substitutes: [{ itemId: pencils, name: '铅笔甲', available: 4 }],
      },
    ])
  })

  it('E4 a ticket voided after its issue waits for what comes back; before it the stock is free again', async () => {
    await sql`insert into role_permission (role_id, permission_id) select r.id, p.id from role r, permission p
      where r.key = 'bureauLeader' and p.value = 'ticket:Void'`.execute(app.database.db)
    await app.services.caches.load()
    const pens = await stocked(5)
    const voided = async (id: number) =>
      (await counter.act('zhao01', id, 'void', undefined, { comment: '申请有误，经核实予以作废' })).data.status
    const early = await approved(pens, 5)
    expect(await voided(early)).toBe('voided')
    expect(await counter.available(pens)).toBe(5)
    const late = await approved(pens, 5)
    await counter.act('zhang23', late, 'handle', { issues: [row(1, 5)] })
    expect(await voided(late)).toBe('voided')
    expect(await counter.available(pens)).toBe(0)
    const { rows } =
      await sql`select kind, qty::float8 as qty, state from supply_return where ticket_id = ${late}`.execute(
        app.database.db,
      )
    expect(rows).toEqual([{ kind: 'voided', qty: 5, state: 'open' }])
  })

  it('STK-02 a batch that expired since the approval is not issued', async () => {
    const glue = await stocked(0, { isExpiring: true })
    await counter.store.receive({ itemId: glue, qty: 2, batchNo: 'G1', expireDate: '2026-03-12' })
    const id = await approved(glue, 2)
    app.clock.set(new Date('2026-03-13T02:00:00Z'))
    const late = await counter.act('zhang23', id, 'handle', { issues: [row(1, 2, { batchNo: 'G1' })] })
    expect([late.errKey, Object.keys(late.errors ?? {})]).toEqual(['stock.batchExpired', ['issues.0.batchNo']])
  })
})
