/** Comparisons and selections: quotes, panels, limits, and what nobody sees before the opening (22.7, 50.10, E3). */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { bulkGoodsOf } from '#src/modules/procurement/comparison/bulk-goods.ts'
import { biddersOf } from '#src/modules/procurement/vendors/related.server.ts'
import { type Client, startApp, T0, type TestApp } from '#tests/harness/app.ts'
import { oneEngine } from '#tests/harness/engines.ts'
import { submit } from '#tests/harness/tickets.ts'
import { type Desk, type Form, openDesk, type Row } from './desk.ts'
import { DUE, SELECTIONS, selectionsOf } from './selections.ts'

const TYPE = 'comparison'
const HOUR = 3_600_000

describe('vendors and goods by name', () => {
  it('PRC-14 counts vendors as one that share a person, a phone or an account, also by way of a third', () => {
    const vendor = (id: number, legalPerson: string, mobile: string, bankAccount: string) => ({
      id,
      legalPerson,
      mobile,
      bankAccount,
    })
    const bidders = biddersOf([
      vendor(1, '甲', '1', 'a'),
      vendor(2, '乙', '1', 'b'),
      vendor(3, '丙', '3', 'b'),
      vendor(4, '丁', '4', 'd'),
      vendor(5, '', '', ''),
      vendor(6, '', '', ''),
    ])
    expect(new Set([1, 2, 3].map((id) => bidders.get(id))).size).toBe(1)
    expect(new Set([1, 4, 5, 6].map((id) => bidders.get(id))).size).toBe(4)
  })

  it('PRC-24 knows the goods of the bulk list, and what only belongs to them', () => {
    expect(['激光打印机', 'A4打印机（黑白）', '笔记本电脑', '办公桌'].map(bulkGoodsOf)).toEqual([
      'printer',
      'printer',
      'laptop',
      'furniture',
    ])
    expect(['打印机硒鼓', '空调滤网', '执法记录仪'].map(bulkGoodsOf)).toEqual([null, null, null])
  })
})

describe.each(oneEngine)('comparisons and selections on %s', (engine) => {
  let app: TestApp
  let desk: Desk
  let vendors: readonly number[]
  let members: readonly number[]
  let line: number
  let applicant: Client

  beforeAll(async () => {
    app = await startApp({ engine })
    // Vendors of the demo repeat their representatives: here they are strangers to each other.
    await sql`update vendor set legal_person = '法人' || id`.execute(app.database.db)
    await at(T0)
    vendors = (
      await desk.query(sql<{ id: number }>`select id from vendor where state = 'active' order by id limit 6`)
    ).map(({ id }) => id)
    const people = await desk.query(
      sql<{ id: number }>`select id from app_user where username in ('shui37', 'xi44', 'zhang39') order by id`,
    )
    members = people.map(({ id }) => id)
  })
  afterAll(() => app.close())
  beforeEach(() => at(T0))

  async function at(moment: Date): Promise<void> {
    app.clock.set(moment)
    desk = await openDesk(app)
    applicant = await desk.office.as('xi44')
    line = await desk.office.lineOf('D10', '30207')
    await sql`update budget_line set approved = approved + 90000000 where id = ${line}`.execute(app.database.db)
  }
  /** What earlier tests bought is no part of this one. */
  const forget = () => sql`update comparison_sum set is_live = false`.execute(app.database.db)
  const quote = async (index: number, amount: string, more: Form = {}): Promise<Form> => ({
    vendorId: vendors[index],
    amount,
    deliveryDays: 10,
    warrantyMonths: 12,
    file: [await desk.file(applicant)],
    valid: true,
    ...more,
  })
  const form = async (more: Form = {}, price = '10000.00'): Promise<Form> => ({
    reason: '业务工作需要采购专用设备',
    category: 'goods',
    subjectName: '执法记录仪',
    items: [{ name: '执法记录仪', spec: '4K', unit: '台', qty: 1, budgetPrice: price }],
    budgetLineId: line,
    quotes: [await quote(0, '9000.00'), await quote(1, '8500.00'), await quote(2, '9900.00')],
    winnerVendorId: vendors[1],
    members: members.map((memberId) => ({ memberId, noInterest: true })),
    ...more,
  })
  const verdict = async (more: Form = {}, price?: string): Promise<readonly unknown[]> => {
    await forget()
    const answer = await submit(applicant, TYPE, await form(more, price))
    return [answer.errKey ?? answer.code, Object.keys(answer.errors ?? {})]
  }

  it('22.7 the approval holds what the winner asks for and creates its purchase', async () => {
    await forget()
    const ticket = await desk.filed(TYPE, await form(), applicant)
    await desk.approve(ticket, { deptLeader: 'zhang39', divisionLeader: 'sun03' })
    const [purchase] = await desk.query(sql<Row>`select * from purchase where ticket_id = ${ticket.id}`)
    expect(purchase).toMatchObject({
      method: 'comparison',
      state: 'selecting',
      vendorId: vendors[1],
      awardAmount: '8500.00',
      budget: '8500.00',
    })
    const [held] = await desk.query(
      sql<{
        amount: string
      }>`select amount from shared_commitment where ticket_id = ${ticket.id} and state = 'effective'`,
    )
    expect(held?.amount).toBe('8500.00')
  })

  it('22.7 takes amounts above 5,000 and up to 50,000 alone, and names the method of others', async () => {
    const cheap = async (amount: string): Promise<Form> => ({
      quotes: [await quote(0, amount), await quote(1, amount), await quote(2, amount)],
    })
    expect(await verdict(await cheap('100.00'), '5000.00')).toEqual(['comparison.otherMethod', ['items']])
    expect((await verdict(await cheap('100.00'), '5000.01'))[0]).toBe(2000)
    expect((await verdict(await cheap('100.00'), '50000.00'))[0]).toBe(2000)
    expect(await verdict(await cheap('100.00'), '50000.01')).toEqual(['comparison.otherMethod', ['items']])
  })

  it('PRC-11 asks for three valid quotes, PRC-12 for a winner within the ceiling, PRC-24 refuses goods of the bulk list', async () => {
    const two = [await quote(0, '9000.00'), await quote(1, '8500.00')]
    expect(await verdict({ quotes: [...two, await quote(2, '9900.00', { valid: false })] })).toEqual([
      'procurement.quotesTooFew',
      ['quotes'],
    ])
    const three = [...two, await quote(2, '10000.00')]
    const reason = { winReason: '质保期更长，售后服务更好' }
    expect((await verdict({ quotes: three, winnerVendorId: vendors[2], ...reason }))[0]).toBe(2000)
    const above = [...two, await quote(2, '10000.01')]
    expect(await verdict({ quotes: above, winnerVendorId: vendors[2], ...reason })).toEqual([
      'rule.PRC-12',
      ['winnerVendorId'],
    ])
    expect(await verdict({ quotes: three, winnerVendorId: vendors[2] })).toEqual([4000, ['winReason']])
    expect(
      await verdict({ items: [{ name: '激光打印机', spec: 'A4', unit: '台', qty: 1, budgetPrice: '10000.00' }] }),
    ).toEqual(['rule.PRC-24', ['items.0.name']])
  })

  it('PRC-14 counts related vendors as one, PRC-15 has each of at least three of the panel declare', async () => {
    await sql`update vendor set legal_person = '同一人' where id in (${vendors[0]}, ${vendors[2]})`.execute(
      app.database.db,
    )
    expect(await verdict()).toEqual(['rule.PRC-14', ['quotes']])
    await sql`update vendor set legal_person = '法人' || id`.execute(app.database.db)
    const panel = members.map((memberId) => ({ memberId, noInterest: true }))
    expect(await verdict({ members: panel.slice(1) })).toEqual(['procurement.panelTooSmall', ['members']])
    expect(await verdict({ members: [{ ...panel[0], noInterest: false }, ...panel.slice(1)] })).toEqual([
      'rule.PRC-15',
      ['members.0.noInterest'],
    ])
  })

  it('PRC-13 counts 90 days, the last included, and refuses more than 100,000', async () => {
    await forget()
    const of = async (price: string): Promise<Form> =>
      form({ quotes: [await quote(0, '900.00'), await quote(1, '850.00'), await quote(2, '990.00')] }, price)
    const first = await desk.filed(TYPE, await of('50000.00'), applicant)
    const whole = await desk.filed(TYPE, await of('50000.00'), applicant)
    const over = await submit(applicant, TYPE, await of('5000.01'))
    expect([over.errKey, Object.keys(over.errors ?? {})]).toEqual(['procurement.splitSuspected', ['category']])
    const dayOf = async (days: number) =>
      sql`update comparison_sum set counted_on = ${app.clock.today()}::date - ${days}::int where ticket_id in (${first.id}, ${whole.id})`.execute(
        app.database.db,
      )
    await dayOf(90)
    expect((await submit(applicant, TYPE, await of('5000.01'))).errKey).toBe('procurement.splitSuspected')
    await dayOf(91)
    expect((await submit(applicant, TYPE, await of('5000.01'))).code).toBe(2000)
  })

  const { draft, read, step, invited, receive, opened, again } = selectionsOf(() => ({ desk, vendors, members }))

  it('50.10 the deadline is a day away, and three vendors in service are invited (PRC-44)', async () => {
    const soon = (moment: Date) => new Date(moment.getTime() + 8 * HOUR).toISOString().slice(0, 19).replace('T', ' ')
    const early = new Date(T0.getTime() + 24 * HOUR)
    const deadlineOf = async (moment: Date) =>
      (await desk.officer.post<Row>(SELECTIONS, draft({ deadline: soon(moment) }))).errKey
    expect(await deadlineOf(new Date(early.getTime() - 1000))).toBe('selection.deadlineTooSoon')
    expect(await deadlineOf(early)).toBeUndefined()
    const few = await desk.officer.post<Row>(
      SELECTIONS,
      draft({ invitations: vendors.slice(0, 2).map((vendorId) => ({ vendorId })) }),
    )
    expect((await step(few.data.id, 'invite')).errKey).toBe('selection.invitedTooFew')
  })

  it('E3, PRC-41, PRC-42 amounts are entered after the deadline by two people, and envelopes come before it', async () => {
    const id = await invited()
    for (const index of [0, 1, 2]) expect((await receive(id, index)).code).toBe(2000)
    const before = await read(id)
    expect(before).toMatchObject({ received: 3, receipts: [] })
    await at(new Date(DUE.getTime() - 1))
    const amounts = ['90000.00', '88000.00', '95000.00']
    expect((await step(id, 'openQuotes', opened(amounts))).errKey).toBe('rule.PRC-41')
    await at(DUE)
    expect((await receive(id, 0)).errKey).toBe('rule.PRC-42')
    expect((await step(id, 'openQuotes', opened(amounts))).code).toBe(2000)
    expect((await step(id, 'confirmQuotes', await again(amounts, desk.officer))).errKey).toBe('selection.secondPerson')
    expect(
      (await step(id, 'confirmQuotes', await again(['90000.00', '88000.01', '95000.00']), desk.second)).errKey,
    ).toBe('selection.amountsDiffer')
    expect(
      (await desk.officer.get<Row[]>('/api/procurement/quote/', { query: { selectionId: String(id) } })).data,
    ).toEqual([])
    expect((await step(id, 'confirmQuotes', await again(amounts), desk.second)).code).toBe(2000)
    const quotes = await desk.query(
      sql<Row>`select rank, amount, file_hash from selection_quote where selection_id = ${id} order by rank`,
    )
    expect(quotes.map(({ rank, amount }) => [rank, amount])).toEqual([
      [1, '88000.00'],
      [2, '90000.00'],
      [3, '95000.00'],
    ])
    expect(quotes.every(({ fileHash }) => String(fileHash).length > 20)).toBe(true)
    // A dearer one asks for a reason.
    expect((await step(id, 'award', { vendorId: vendors[0] })).errKey).toBe('selection.reasonMissing')
    expect((await step(id, 'award')).code).toBe(2000)
    expect(await read(id)).toMatchObject({ state: 'awarded', awardAmount: '88000.00', winnerVendorId: vendors[1] })
  })

  it('PRC-46 the award is told to every bidder, and stands among the articles above 50,000', async () => {
    const awarded = async (amount: string): Promise<number> => {
      await at(T0)
      const id = await invited()
      for (const index of [0, 1, 2]) expect((await receive(id, index)).code).toBe(2000)
      await at(DUE)
      const amounts = ['70000.00', amount, '80000.00']
      expect((await step(id, 'openQuotes', opened(amounts))).code).toBe(2000)
      expect((await step(id, 'confirmQuotes', await again(amounts), desk.second)).code).toBe(2000)
      expect((await step(id, 'award')).code).toBe(2000)
      return id
    }
    const noticesOf = (id: number) =>
      desk.query(
        sql<{ vendorId: number; isWinner: boolean; text: string }>`
          select vendor_id, is_winner, text from selection_notice where selection_id = ${id} order by vendor_id`,
      )
    const articlesOf = (id: number) =>
      desk.query(sql<Row>`
        select a.id, a.category, a.state, a.body from selection s join article a on a.id = s.article_id and a.source = 'selection:' || s.id where s.id = ${id}`)
    const [within, above] = [await awarded('50000.00'), await awarded('50000.01')]
    const names = await desk.query(sql<{ name: string }>`select name from vendor where id = ${vendors[1]}`)
    const winner = names[0]?.name ?? ''
    for (const id of [within, above]) {
      const notices = await noticesOf(id)
      expect(notices.map(({ vendorId, isWinner }) => [vendorId, isWinner])).toEqual(
        vendors
          .slice(0, 3)
          .toSorted((one, other) => one - other)
          .map((vendorId) => [vendorId, vendorId === vendors[1]]),
      )
      expect(notices.every(({ text }) => text.includes(winner))).toBe(true)
    }
    expect(await articlesOf(within)).toEqual([])
    const [article] = await articlesOf(above)
    expect(article).toMatchObject({ category: 'publicity', state: 'published' })
    expect(String(article?.body)).toContain('50,000.01')
  })

  it('PRC-43 two quotes are too few: vendors are invited once more, then it is aborted; PRC-45 related ones are one', async () => {
    const id = await invited()
    for (const index of [0, 1, 2]) await receive(id, index)
    await at(DUE)
    await sql`update vendor set mobile = '10000009999' where id in (${vendors[0]}, ${vendors[1]})`.execute(
      app.database.db,
    )
    const amounts = ['40000.00', '41000.00', '42000.00']
    await step(id, 'openQuotes', opened(amounts))
    expect((await step(id, 'confirmQuotes', await again(amounts), desk.second)).code).toBe(2000)
    expect((await step(id, 'award')).errKey).toBe('procurement.quotesTooFew')
    await sql`update vendor set mobile = '1' || lpad(id::text, 10, '0')`.execute(app.database.db)
    await sql`update selection_quote set is_valid = false, invalid_reason = '未密封' where selection_id = ${id} and vendor_id = ${vendors[0]}`.execute(
      app.database.db,
    )
    expect((await step(id, 'reinvite', { deadline: '2026-03-20 10:00:00' })).code).toBe(2000)
    await at(new Date('2026-03-20T02:00:00Z'))
    expect((await step(id, 'reinvite', { deadline: '2026-03-27 10:00:00' })).code).not.toBe(2000)
    expect((await step(id, 'abort', { reason: '有效报价不足三家，予以流标' })).code).toBe(2000)
    expect(await read(id)).toMatchObject({ state: 'aborted', round: 2 })
  })
})
