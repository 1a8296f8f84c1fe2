import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addDays } from '#src/define/days.ts'
import { remindRemovals } from '#src/modules/printing/orders/removals.server.ts'
import { write } from '#src/server/work.ts'
import { type Client, startApp, T0, type TestApp } from '#tests/harness/app.ts'
import { oneEngine } from '#tests/harness/engines.ts'
import { tinyPdf, upload } from '#tests/harness/files.ts'
import { act, submit, type WireTicket } from '#tests/harness/tickets.ts'
import { type Office, openOffice } from '#tests/journeys/office.ts'
import { type Counter, openCounter } from '#tests/modules/supplies/counter.ts'

const TYPE = 'printingPublicity'
const ORDER = '/api/printing/order/'
const PROOFS = '/api/printing/proofs/'
const DAY = 86_400_000
const TODAY = '2026-03-11'
type Form = Readonly<Record<string, unknown>>
type Row = Readonly<Record<string, unknown>> & { readonly id: number; readonly version: number }
interface Proof {
  readonly no: number
  readonly file: readonly number[]
  readonly verdict: string | null
  readonly note: string | null
}
/** Who approves in which state. */
const approvers = {
  deptLeader: 'zhang39',
  contentReview: 'jiang12',
  logisticsReview: 'yang15',
  financeAudit: 'you18',
  divisionLeader: 'sun03',
} as const
type State = keyof typeof approvers

describe.each(oneEngine)('printing on %s', (engine) => {
  let app: TestApp
  let office: Office
  let counter: Counter
  let xi: Client
  let yang: Client
  let vendor: number
  let line: number
  let files = 0

  beforeAll(async () => {
    app = await startApp({ engine })
    await signIn()
    const { rows } = await sql<{ id: number }>`
      select id from vendor where is_print and state = 'active' order by id limit 1`.execute(app.database.db)
    vendor = rows[0]!.id
    line = await office.lineOf('D10', '30202')
  })
  afterAll(() => app.close())
  beforeEach(() => at(T0))

  /** Sessions do not last as long as a test may move the clock. */
  async function signIn(): Promise<void> {
    ;[office, counter] = [openOffice(app), await openCounter(app)]
    ;[xi, yang] = [await office.as('xi44'), await office.as('yang15')]
  }
  async function at(moment: Date): Promise<void> {
    app.clock.set(moment)
    await signIn()
  }
  async function fileOf(person: Client, content?: string): Promise<number> {
    files += 1
    return (await upload(app, person, '文件.pdf', Buffer.concat([tinyPdf, Buffer.from(content ?? `%${files}\n`)]))).data
      .id
  }
  const job = (more: Form = {}): Form => ({
    name: '培训手册',
    spec: 'A4 骑马钉',
    pages: 10,
    colour: 'mono',
    sides: 'double',
    qty: 10,
    unitPrice: '0.00',
    ...more,
  })
  const formOf = async (more: Form = {}): Promise<Form> => ({
    reason: '业务培训需要印制材料',
    printType: 'document',
    jobs: [job()],
    contentFile: [await fileOf(xi)],
    external: false,
    secretLevel: 'none',
    needAt: addDays(app.clock.today(), 7),
    channel: 'inHouse',
    ...more,
  })
  const byVendor = (unitPrice: string, more: Form = {}): Form => ({
    channel: 'vendor',
    vendorId: vendor,
    budgetLineId: line,
    jobs: [job({ unitPrice })],
    ...more,
  })
  async function filed(more: Form = {}): Promise<WireTicket> {
    const answer = await submit(xi, TYPE, await formOf(more))
    expect([answer.code, answer.errors]).toEqual([2000, undefined])
    return answer.data
  }
  /** Through every approval; answers whom it asked, in their order. */
  async function approve(ticket: WireTicket, comment = ''): Promise<readonly string[]> {
    const asked: string[] = []
    let now = ticket
    while (now.status === 'running') {
      const state = now.current[0]!.state as State
      asked.push(state)
      const approver = await office.as(approvers[state])
      if (now.current[0]?.state === 'financeAudit') await act(approver, now.id, 'claim')
      const answer = await act(approver, now.id, 'approve', { comment })
      expect([state, answer.code, answer.errKey]).toEqual([state, 2000, undefined])
      now = answer.data
    }
    return asked
  }
  async function approved(more: Form = {}): Promise<WireTicket> {
    const ticket = await filed(more)
    await approve(ticket)
    return ticket
  }
  async function paper(qty: number): Promise<number> {
    files += 1
    const itemId = await counter.item({ name: `印刷用纸${files}` })
    await counter.store.receive({ itemId, qty })
    return itemId
  }
  const prove = async (id: number, papers: readonly Form[] = []) =>
    act(yang, id, 'handle', { formData: { proofFile: [await fileOf(yang)], papers } })
  const confirm = (id: number) => act(xi, id, 'handle', { formData: { proofResult: 'confirmed' } })
  const deliver = (id: number, more: Form = {}) => act(yang, id, 'handle', { formData: { deliveredQty: 10, ...more } })
  const orderOf = async (ticketId: number): Promise<Row> => {
    const { rows } = await sql<Row>`
      select * from print_order where ticket_id = ${ticketId} order by id desc limit 1`.execute(app.database.db)
    return rows[0]!
  }
  const proofsOf = async (id: number, reader = xi): Promise<readonly Proof[]> =>
    (await reader.get<Proof[]>(PROOFS, { query: { ticketId: String(id) } })).data
  const figures = async (): Promise<{ frozen: string; used: string }> => {
    const { rows } = await sql<{ frozen: string; used: string }>`
      select frozen, used from budget_line where id = ${line}`.execute(app.database.db)
    return rows[0]!
  }
  const refusal = (answer: { code: number; errKey?: string | undefined; errors?: object | null | undefined }) => [
    answer.errKey ?? answer.code,
    Object.keys(answer.errors ?? {}).toSorted(),
  ]
  /** Whether a form is taken, and the fields that are refused. */
  const fields = async (more: Form) => {
    const answer = await submit(xi, TYPE, await formOf(more))
    return [answer.code === 2000, Object.keys(answer.errors ?? {}).toSorted()]
  }
  /** The hints at a form in one text. */
  const warningsOf = async (form: Form): Promise<string> =>
    (
      await xi.post<{ warnings: string[] }>('/api/workflow/ticket/check/', { type: TYPE, formData: form })
    ).data.warnings.join(' ')
  const notified = (key: string, from: number) =>
    app.announced.messages
      .slice(from)
      .filter(({ title }) => title.key === key)
      .flatMap(({ to }) => to)

  it('23.11 a print in the house is approved, its proof confirmed, and paper leaves the store with the delivery', async () => {
    const before = await figures()
    const itemId = await paper(8)
    const ticket = await filed()
    expect(await approve(ticket)).toEqual(['deptLeader', 'logisticsReview'])
    expect(await orderOf(ticket.id)).toMatchObject({ state: 'approved', qty: 10, sheets: 50, channel: 'inHouse' })
    expect((await prove(ticket.id, [{ itemId, qty: 5 }])).code).toBe(2000)
    expect(await counter.available(itemId)).toBe(3)
    expect((await confirm(ticket.id)).code).toBe(2000)
    const done = await deliver(ticket.id)
    expect([done.errKey, done.data.status]).toEqual([undefined, 'completed'])
    expect(await orderOf(ticket.id)).toMatchObject({
      state: 'delivered',
      deliveredQty: 10,
      actualAmount: '5.00',
      deliveredBy: yang.userId,
      receiverId: xi.userId,
      confirmedBy: xi.userId,
    })
    expect(await counter.issued(ticket.id)).toMatchObject([{ itemId, qty: 5 }])
    expect(await counter.available(itemId)).toBe(3)
    expect(await figures()).toEqual(before)
  })

  it('90 B nothing is printed before the applicant has confirmed a proof; changes bring another one', async () => {
    const ticket = await approved({ printType: 'signage' })
    const from = app.announced.messages.length
    expect(refusal(await act(yang, ticket.id, 'handle', { formData: {} }))[1]).toContain('proofFile')
    await prove(ticket.id)
    expect((await deliver(ticket.id)).code).not.toBe(2000)
    const revise = (proofNote: string) =>
      act(xi, ticket.id, 'handle', { formData: { proofResult: 'revise', proofNote } })
    expect(refusal(await revise('改'))[1]).toEqual(['proofNote'])
    const asked = await revise('标题字号请放大')
    expect(asked.data.current[0]?.state).toBe('proofConfirm')
    expect(notified('printing.toRevise', from)).toContain(yang.userId)
    const order = await orderOf(ticket.id)
    expect(order.state).toBe('revising')
    const next = await fileOf(yang)
    const again = async (person: Client) =>
      person.post(`${ORDER}${order.id}/newProof/`, { version: (await orderOf(ticket.id)).version, proofFile: [next] })
    expect((await again(xi)).code).toBe(4003)
    expect((await again(yang)).code).toBe(2000)
    expect((await again(yang)).code).not.toBe(2000)
    expect(notified('printing.newProof', from)).toEqual([xi.userId])
    expect((await confirm(ticket.id)).data.current[0]?.state).toBe('deliver')
    expect(await proofsOf(ticket.id)).toMatchObject([
      { no: 1, verdict: 'revise', note: '标题字号请放大' },
      { no: 2, verdict: 'confirmed', note: null, file: [next] },
    ])
    // Anyone who sees the ticket may open the proof; anyone who does not, not even its list.
    expect((await xi.get(`/api/system/file/${next}/download/`)).status).toBe(200)
    const stranger = await office.as('jiang12')
    expect((await stranger.get(PROOFS, { query: { ticketId: String(ticket.id) } })).code).toBe(4004)
    expect((await deliver(ticket.id)).data.status).toBe('completed')
  })

  it('23.11 paper is kept with the proof, refused above what is there, and free again when the print is undone', async () => {
    const itemId = await paper(6)
    const ticket = await approved()
    expect(refusal(await prove(ticket.id))).toEqual(['printing.paperMissing', ['papers']])
    expect(refusal(await prove(ticket.id, [{ itemId, qty: 7 }]))).toEqual(['stock.insufficient', ['papers.0.qty']])
    expect((await prove(ticket.id, [{ itemId, qty: 6 }])).code).toBe(2000)
    expect(await counter.available(itemId)).toBe(0)
    await confirm(ticket.id)
    expect((await act(yang, ticket.id, 'refuse', { comment: '纸张规格需要调整' })).code).toBe(2000)
    expect(await counter.available(itemId)).toBe(6)
    expect((await orderOf(ticket.id)).state).toBe('cancelled')
    // The run may take another quantity than was kept for it.
    const other = await approved()
    await prove(other.id, [{ itemId, qty: 2 }])
    await confirm(other.id)
    expect((await deliver(other.id, { papers: [{ itemId, qty: 3 }] })).data.status).toBe('completed')
    expect(await counter.available(itemId)).toBe(3)
  })

  it('STK-05 anyone who applied does not take paper for the own print', async () => {
    const itemId = await paper(3)
    const own = await submit(yang, TYPE, { ...(await formOf()), contentFile: [await fileOf(yang)] })
    expect(own.code).toBe(2000)
    const { rows } = await sql<{ username: string }>`
      select u.username from department d join app_user u on u.id = d.leader_id where d.id = (select dept_id from app_user where id = ${yang.userId})`.execute(
      app.database.db,
    )
    await act(await office.as(rows[0]!.username), own.data.id, 'approve')
    const zhu = await office.as('zhu16')
    expect((await act(zhu, own.data.id, 'approve')).data.status).toBe('handling')
    expect((await prove(own.data.id, [{ itemId, qty: 1 }])).code).toBe(2000)
    expect((await act(yang, own.data.id, 'handle', { formData: { proofResult: 'confirmed' } })).code).toBe(2000)
    expect((await deliver(own.data.id)).errKey).toBe('rule.STK-05')
    const done = await act(zhu, own.data.id, 'handle', { formData: { deliveredQty: 10 } })
    expect(done.data.status).toBe('completed')
  })

  it('PRT-01 up to 200 colour pages in the house pass in silence, one more needs a reason of logistics', async () => {
    const colour = (pages: number, qty: number): Form => ({ jobs: [job({ colour: 'colour', pages, qty })] })
    const review = async (more: Form, comment: string) => {
      const ticket = await filed(more)
      await act(await office.as('zhang39'), ticket.id, 'approve')
      return act(yang, ticket.id, 'approve', { comment })
    }
    expect((await review(colour(20, 10), '')).code).toBe(2000)
    expect(refusal(await review(colour(67, 3), ''))).toEqual(['rule.PRT-01', ['comment']])
    expect(refusal(await review(colour(67, 3), '\u200b\u200b\u200b理由充'))[0]).toBe('rule.PRT-01')
    expect(refusal(await review(colour(67, 3), '理由充分'))[0]).toBe('rule.PRT-01')
    expect((await review(colour(67, 3), '确需彩印')).code === 2000).toBe(false)
    expect((await review(colour(67, 3), '确需彩色印')).code).toBe(2000)
    expect((await review({ jobs: [job({ pages: 201, qty: 1 })] }, '')).code).toBe(2000)
    const vendors = byVendor('1.00', { jobs: [job({ colour: 'colour', pages: 201, qty: 1, unitPrice: '1.00' })] })
    expect((await review(vendors, '')).code).toBe(2000)
    expect(await warningsOf(await formOf(colour(20, 10)))).not.toContain('内部彩印共')
    expect(await warningsOf(await formOf(colour(67, 3)))).toContain('内部彩印共201页，超过200页')
  })

  it('PRT-02 the same content within 30 days is hinted at, on the 31st day not', async () => {
    const content = '%the same content\n'
    const ticket = await approved({ contentFile: [await fileOf(xi, content)] })
    const again = async () => warningsOf(await formOf({ contentFile: [await fileOf(xi, content)] }))
    expect(await again()).toContain('相同内容已由')
    expect(await warningsOf(await formOf())).not.toContain('相同内容')
    await at(new Date(T0.getTime() + 30 * DAY))
    expect(await again()).toContain('相同内容已由')
    await at(new Date(T0.getTime() + 31 * DAY))
    expect(await again()).not.toContain('相同内容')
    await at(T0)
    expect((await act(yang, ticket.id, 'refuse', { comment: '内容需要修改' })).code).toBe(2000)
    // What was not printed is no reprint.
    expect(await again()).not.toContain('相同内容')
  })

  it('PRT-03 banners and boards name place and day, and are reminded of on that day, once', async () => {
    const until = addDays(TODAY, 10)
    const place = { installPlace: '测试楼大厅', removeAt: until }
    for (const printType of ['banner', 'board']) {
      expect(await fields({ printType })).toEqual([false, ['installPlace', 'removeAt']])
      expect((await fields({ printType, ...place }))[0]).toBe(true)
    }
    expect((await fields({ printType: 'signage' }))[0]).toBe(true)
    const needAt = addDays(TODAY, 7)
    expect(await fields({ printType: 'banner', ...place, needAt, removeAt: addDays(needAt, -1) })).toEqual([
      false,
      ['removeAt'],
    ])
    expect((await fields({ printType: 'banner', ...place, needAt, removeAt: needAt }))[0]).toBe(true)
    const putUp = async () => {
      const ticket = await approved({ printType: 'banner', ...place })
      await prove(ticket.id)
      await confirm(ticket.id)
      expect((await deliver(ticket.id)).data.status).toBe('completed')
      return orderOf(ticket.id)
    }
    const [left, taken] = [await putUp(), await putUp()]
    const down = await yang.post(`${ORDER}${taken.id}/takeDown/`, { version: taken.version })
    expect(down.code).toBe(2000)
    const from = app.announced.messages.length
    const reminded = async (day: string) => {
      await at(new Date(`${day}T08:00:00+08:00`))
      await write(app.services, remindRemovals)
      // The demo has banners of its own.
      return app.announced.messages
        .slice(from)
        .filter(({ title }) => title.key === 'rule.PRT-03' && title.params?.[1] === place.installPlace)
        .flatMap(({ to }) => to)
    }
    expect(await reminded(addDays(until, -1))).toEqual([])
    expect(await reminded(until)).toEqual([xi.userId, yang.userId])
    expect(await reminded(addDays(until, 1))).toEqual([xi.userId, yang.userId])
    expect((await yang.post(`${ORDER}${left.id}/takeDown/`, { version: left.version })).code).toBe(2000)
  })

  it('23.11 secret documents are refused in so many words, internal ones taken', async () => {
    const refused = await submit(xi, TYPE, await formOf({ secretLevel: 'secret' }))
    expect([refused.code, refused.errors]).toEqual([4001, { secretLevel: ['涉密文件不得在此办理'] }])
    expect(await fields({ secretLevel: 'internal' })).toEqual([true, []])
  })

  it('23.11 it is needed one workday later at the earliest', async () => {
    expect(await fields({ needAt: TODAY })).toEqual([false, ['needAt']])
    expect(await fields({ needAt: addDays(TODAY, 1) })).toEqual([true, []])
    // A Friday: the weekend has no workday.
    await at(new Date('2026-03-13T10:00:00+08:00'))
    expect(await fields({ needAt: '2026-03-15' })).toEqual([false, ['needAt']])
    expect(await fields({ needAt: '2026-03-16' })).toEqual([true, []])
  })

  it('95.2 a form takes 1 to 20 jobs of 1 to 100,000 pieces', async () => {
    const jobs = (count: number, more: Form = {}) => ({ jobs: Array.from({ length: count }, () => job(more)) })
    expect(await fields(jobs(20))).toEqual([true, []])
    expect((await fields(jobs(21)))[0]).toBe(false)
    expect((await fields(jobs(0)))[0]).toBe(false)
    expect(await fields(jobs(1, { qty: 100_000 }))).toEqual([true, []])
    expect(await fields(jobs(1, { qty: 100_001 }))).toEqual([false, ['jobs.0.qty']])
    expect(await fields(jobs(1, { qty: 0 }))).toEqual([false, ['jobs.0.qty']])
  })

  it('CH-PRINT what is for the public goes through the content review, more than 5,000 through finance', async () => {
    expect(await approve(await filed({ external: true }))).toEqual(['deptLeader', 'contentReview', 'logisticsReview'])
    expect(await approve(await filed(byVendor('500.00')))).toEqual(['deptLeader', 'logisticsReview'])
    expect(await approve(await filed(byVendor('500.01')))).toEqual([
      'deptLeader',
      'logisticsReview',
      'financeAudit',
      'divisionLeader',
    ])
  })

  it('D6 a print by a vendor is held with its approval, leaves the budget with its delivery and waits for the cashier', async () => {
    const before = await figures()
    const ticket = await approved(byVendor('30.00'))
    const more = (left: string, amount: number): string => (Number(left) + amount).toFixed(2)
    expect(await figures()).toEqual({ ...before, frozen: more(before.frozen, 300) })
    await prove(ticket.id)
    await confirm(ticket.id)
    expect(refusal(await deliver(ticket.id))).toEqual(['check.required', ['actualAmount']])
    expect(refusal(await deliver(ticket.id, { actualAmount: '300.01' }))).toEqual([
      'printing.overAmount',
      ['actualAmount'],
    ])
    expect(refusal(await deliver(ticket.id, { deliveredQty: 11, actualAmount: '300.00' }))).toEqual([
      'printing.deliveredTooMuch',
      ['deliveredQty'],
    ])
    expect((await deliver(ticket.id, { actualAmount: '280.00' })).data.status).toBe('completed')
    expect(await figures()).toEqual({ frozen: before.frozen, used: more(before.used, 280) })
    const { rows } = await sql<Row>`
      select p.payee_type, p.payee_name = v.name as is_vendor, p.amount, p.pay_state, c.kind from payment p join expense_claim c on c.id = p.claim_id, vendor v
      where p.ticket_id = ${ticket.id} and v.id = ${vendor}`.execute(app.database.db)
    expect(rows).toEqual([{ payeeType: 'corporate', isVendor: true, amount: '280.00', payState: 'unpaid', kind: TYPE }])
    const voided = await act(yang, ticket.id, 'void', { comment: '印制内容有误，全部作废重印' })
    expect([voided.errKey, voided.data.status]).toEqual([undefined, 'voided'])
    expect(await figures()).toEqual(before)
    // What a vendor prints takes no paper of the house.
    expect(await orderOf(ticket.id)).toMatchObject({ state: 'cancelled', sheets: 0 })
  })

  it('23.11 all that was approved may be charged, and paid money must come back before the ticket is voided', async () => {
    const ticket = await approved(byVendor('12.00'))
    await prove(ticket.id)
    await confirm(ticket.id)
    expect((await deliver(ticket.id, { actualAmount: '120.00' })).data.status).toBe('completed')
    await sql`update payment set pay_state = 'paid', voucher_no = 'PZ-PRINT-1', paid_at = ${TODAY}::date, paid_by = ${yang.userId} where ticket_id = ${ticket.id}`.execute(
      app.database.db,
    )
    const voided = await act(yang, ticket.id, 'void', { comment: '印制内容有误，全部作废重印' })
    expect(voided.errKey).toBe('finance.alreadyPaid')
  })

  it('23.11 a vendor prints, is in service and costs something, out of a printing line that has the money', async () => {
    const vendorOf = async (where: ReturnType<typeof sql>) => {
      const { rows } = await sql<{ id: number }>`select id from vendor where ${where} order by id limit 1`.execute(
        app.database.db,
      )
      return rows[0]!.id
    }
    expect(await fields(byVendor('1.00', { vendorId: null }))).toEqual([false, ['vendorId']])
    expect(await fields(byVendor('1.00', { budgetLineId: null }))).toEqual([false, ['budgetLineId']])
    const repairer = await vendorOf(sql`is_maintenance and state = 'active'`)
    expect(await fields(byVendor('1.00', { vendorId: repairer }))).toEqual([false, ['vendorId']])
    expect(await fields(byVendor('0.00'))).toEqual([false, ['jobs']])
    const otherLine = await office.lineOf('D10', '30201')
    expect(await fields(byVendor('1.00', { budgetLineId: otherLine }))).toEqual([false, ['budgetLineId']])
    const { rows } = await sql<{ available: string }>`
      select approved + adjust - frozen - used as available from budget_line where id = ${line}`.execute(
      app.database.db,
    )
    const available = Number(rows[0]!.available)
    const half = Math.floor(available / 2)
    const whole = (amount: number) =>
      byVendor('0.00', {
        jobs: [half, amount - half].map((price) => job({ qty: 1, unitPrice: price.toFixed(2) })),
      })
    expect(await fields(whole(available))).toEqual([true, []])
    expect(await fields(whole(available + 0.01))).toEqual([false, ['budgetLineId']])
  })

  it('23.11 the money of a print that is returned or withdrawn is free again', async () => {
    const before = await figures()
    const ticket = await approved(byVendor('20.00'))
    expect((await act(yang, ticket.id, 'refuse', { comment: '供应商报价有误' })).code).toBe(2000)
    expect(await figures()).toEqual(before)
    const again = await act(xi, ticket.id, 'submit')
    expect(again.code).toBe(2000)
    await approve(again.data)
    expect(Number((await figures()).frozen) - Number(before.frozen)).toBeCloseTo(200)
    expect((await act(xi, ticket.id, 'withdraw', { comment: '活动取消不再印制' })).code).toBe(2000)
    expect(await figures()).toEqual(before)
  })

  it('23.11 logistics reads the register with its charts, staff do not', async () => {
    const list = await yang.get<Row[]>(ORDER, { query: { state: 'delivered' } })
    expect(list.code).toBe(2000)
    expect(list.data.length).toBeGreaterThan(0)
    for (const chart of ['types', 'states', 'sheets', 'costs', 'vendors'])
      expect((await yang.get(`${ORDER}chart/`, { query: { chart } })).code, chart).toBe(2000)
    expect((await xi.get(ORDER)).code).toBe(4003)
  })
})
