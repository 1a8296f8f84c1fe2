import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addDays } from '#src/define/days.ts'
import type { EarlierReception, ReceptionList } from '#src/modules/reception/list/list.types.ts'
import { askForLists } from '#src/modules/reception/register/reception-jobs.server.ts'
import { write } from '#src/server/work.ts'
import { type Client, startApp, T0, type TestApp } from '#tests/harness/app.ts'
import { oneEngine } from '#tests/harness/engines.ts'
import { act, type WireTicket } from '#tests/harness/tickets.ts'
import { type Form, guestsOf, openReceptions, type Receptions } from './reception/receptions.ts'

const _REGISTER = '/api/reception/register/'
const REGISTER = '/api/reception/register/'
const TODAY = '2026-03-11'
const TOMORROW = addDays(TODAY, 1)

describe.each(oneEngine)('receptions on %s', (engine) => {
  let app: TestApp
  let hall: Receptions
  let chen: Client
  beforeAll(async () => {
    app = await startApp({ engine })
    await sql`update budget_line set adjust = adjust + 100000
      where subject_code = '30217' and year = 2026 and dept_id = (select id from department where key = 'D02')`.execute(
      app.database.db,
    )
  })
  afterAll(() => app.close())
  beforeEach(() => at(T0))

  /** Sessions do not last as long as a test may move the clock. */
  async function at(moment: Date): Promise<void> {
    app.clock.set(moment)
    hall = await openReceptions(app)
    chen = hall.applicant
  }
  const afterMeal = () => at(new Date(`${TOMORROW}T14:00:00+08:00`))
  const more = (figure: string, amount: number): string => (Number(figure) + amount).toFixed(2)
  const refusal = (answer: { code: number; errKey?: string | undefined; errors?: object | null | undefined }) => [
    answer.errKey ?? answer.code,
    Object.keys(answer.errors ?? {}).toSorted(),
  ]
  /** The fields at which a form is refused; none where it is taken. The ticket is withdrawn at once. */
  async function fields(given: Form): Promise<readonly string[]> {
    const answer = await hall.submit(given)
    if (answer.code === 2000) await act(chen, answer.data.id, 'withdraw', { comment: '仅供核对，予以撤回' })
    return Object.keys(answer.errors ?? {}).toSorted()
  }
  async function served(given: Form = {}): Promise<WireTicket> {
    const ticket = await hall.approved(given)
    await afterMeal()
    expect((await act(hall.canteen, ticket.id, 'handle')).code).toBe(2000)
    return ticket
  }

  it('REC-06 S05 one letter, one meal: held with the approval, settled with what it cost, and read by the figures of 三公', async () => {
    const before = await hall.figures()
    const leader = await hall.office.as('qin17')
    const threePublic = async (): Promise<string> => {
      const { kinds } = (await leader.get<{ kinds: { kind: string; used: string }[] }>('/api/home/three_public/')).data
      return kinds.find(({ kind }) => kind === 'reception')?.used ?? ''
    }
    const shown = await threePublic()
    const letterNo = hall.nextLetter()
    const ticket = await hall.filed({ letterNo })
    expect(ticket.formData).toMatchObject({ standard: '130.00', guestTopRank: 'division' })
    // The head of the office leads the applicant's department as well and is asked once.
    expect(await hall.approve(ticket)).toEqual(['deptLeader', 'financeAudit', 'divisionLeader'])
    expect(await hall.figures()).toEqual({ ...before, frozen: more(before.frozen, 1430) })
    expect(await hall.rowOf(ticket.id)).toMatchObject({ state: 'approved', guestCount: 8, escortCount: 3 })
    await afterMeal()
    expect((await act(hall.canteen, ticket.id, 'handle')).data.current[0]?.state).toBe('guestList')
    const listed = await act(chen, ticket.id, 'handle', { formData: await hall.list({ actualAmount: '1300.00' }) })
    expect([listed.errKey, listed.data.current[0]?.state]).toEqual([undefined, 'settle'])
    const unchecked = await act(hall.finance, ticket.id, 'handle', { formData: { listChecked: false } })
    expect(refusal(unchecked)).toEqual(['reception.unchecked', ['listChecked']])
    const done = await act(hall.finance, ticket.id, 'handle', { formData: { listChecked: true } })
    expect([done.errKey, done.data.status]).toEqual([undefined, 'completed'])
    expect(await hall.figures()).toEqual({ frozen: before.frozen, used: more(before.used, 1300) })
    // REC-06
    expect(await threePublic()).toBe(more(shown, 1300))
    expect(await hall.rowOf(ticket.id)).toMatchObject({
      state: 'settled',
      actualGuests: 8,
      actualEscorts: 3,
      actualAmount: '1300.00',
      perHead: '118.19',
      quarter: '2026-Q1',
    })
    // The canteen is paid between offices: no payment waits.
    expect(await hall.payments(ticket.id)).toEqual([])
    const again = await hall.submit({ letterNo, mealAt: `${addDays(TODAY, 3)} 12:00:00` })
    expect(refusal(again)).toEqual(['reception.letterUsed', ['letterNo']])
    expect(JSON.stringify(again.errors)).toContain('一函一餐')
  })

  it('REC-01 INV-14 a letter is used once, however it is written, until its reception is undone before the meal', async () => {
    const letterNo = `示例市局函〔2031〕特${hall.nextLetter().length}号`
    const ticket = await hall.filed({ letterNo })
    const again = (no: string, letterOrg = '示例市局') => fields({ letterNo: no, letterOrg })
    for (const no of [
      letterNo,
      ` ${letterNo} `,
      letterNo.replace('〔', '[').replace('〕', ']'),
      `${letterNo.slice(0, 3)}\u200b${letterNo.slice(3)}`,
    ])
      expect(await again(no), no).toEqual(['letterNo'])
    expect(await again(letterNo, '示例 市局')).toEqual(['letterNo'])
    // Another unit may number its letters alike.
    expect(await again(letterNo, '示范县局')).toEqual([])
    const form = await hall.formOf({ letterNo })
    const { rows: own } = await sql<{ count: number }>`
      select count(*)::int as count from reception_letter where ticket_id = ${ticket.id}`.execute(app.database.db)
    expect(own).toEqual([{ count: 1 }])
    expect(
      (await act(await hall.office.as('wu06'), ticket.id, 'return', { comment: '请补充来宾职务', target: 'start' }))
        .code,
    ).toBe(2000)
    expect(await again(letterNo)).toEqual([])
    const resubmitted = await act(chen, ticket.id, 'submit')
    expect(resubmitted.code).toBe(2000)
    expect(await again(letterNo)).toEqual(['letterNo'])
    expect((await act(await hall.office.as('wu06'), ticket.id, 'reject', { comment: '本次来访已经取消' })).code).toBe(
      2000,
    )
    const { data: next } = await chen.post<WireTicket>('/api/workflow/ticket/', {
      type: 'officialReception',
      formData: form,
      submit: true,
    })
    await hall.approve(next)
    expect(await again(letterNo)).toEqual(['letterNo'])
    expect((await act(hall.canteen, next.id, 'refuse', { comment: '当日食堂无法安排' })).code).toBe(2000)
    expect((await hall.rowOf(next.id))?.state).toBe('cancelled')
    expect(await again(letterNo)).toEqual([])
  })

  it('INV-14 of many receptions submitted at once with one letter a single one is taken', async () => {
    const letterNo = hall.nextLetter()
    const forms = await Promise.all(
      Array.from({ length: 12 }, (_, index) => hall.formOf({ letterNo: index % 2 === 0 ? letterNo : ` ${letterNo}` })),
    )
    const answers = await Promise.all(
      forms.map((formData) =>
        chen.post<WireTicket>('/api/workflow/ticket/', { type: 'officialReception', formData, submit: true }),
      ),
    )
    expect(answers.filter(({ code }) => code === 2000)).toHaveLength(1)
    for (const answer of answers.filter(({ code }) => code !== 2000))
      expect([answer.code, Object.keys(answer.errors ?? {})]).toEqual([4001, ['letterNo']])
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from ticket where type = 'officialReception' and status = 'running' and form_data ->> 'letterNo' like ${`%${letterNo.trim()}%`}`.execute(
      app.database.db,
    )
    expect(rows).toEqual([{ count: 1 }])
  })

  it('REC-02 ten guests have three escorts at most, eleven and more a third of their number', async () => {
    const names = ['wu06', 'zheng07', 'chen09', 'feng08', 'yang15', 'zhu16'].map((name) => hall.id(name))
    const heads = (guests: number, escorts: number): Promise<readonly string[]> =>
      fields({ guests: guestsOf(guests), escorts: names.slice(0, escorts), amount: '100.00' })
    expect(await heads(1, 3)).toEqual([])
    expect(await heads(10, 3)).toEqual([])
    expect(await heads(10, 4)).toEqual(['escorts'])
    expect(await heads(11, 3)).toEqual([])
    expect(await heads(11, 4)).toEqual(['escorts'])
    expect(await heads(12, 4)).toEqual([])
    expect(await heads(14, 5)).toEqual(['escorts'])
    expect(await heads(15, 5)).toEqual([])
    const answer = await hall.submit({ escorts: names.slice(0, 4) })
    expect(JSON.stringify(answer.errors)).toContain('陪餐人数超限：最多3人')
    expect(await fields({ guests: [...guestsOf(2), ...guestsOf(1)], amount: '100.00' })).toEqual(['guests.2.name'])
    expect(await fields({ guests: [] })).toEqual(['guests'])
    expect(await fields({ guests: guestsOf(101) })).toEqual(['guests'])
  })

  it('23.9 the estimate keeps to the standard of the highest rank, out of a reception line that has the money', async () => {
    const estimate = (rank: string, amount: string) =>
      fields({ guests: guestsOf(2, rank), escorts: [hall.id('wu06')], amount })
    for (const [rank, limit, above] of [
      ['bureau', '450.00', '450.01'],
      ['division', '390.00', '390.01'],
      ['section', '360.00', '360.01'],
      ['staff', '300.00', '300.01'],
    ] as const) {
      expect(await estimate(rank, limit), rank).toEqual([])
      expect(await estimate(rank, above), rank).toEqual(['amount'])
    }
    expect(await estimate('division', '0.00')).toEqual(['amount'])
    const { rows } = await sql<{ available: string }>`
      select approved + adjust - frozen - used as available from budget_line where id = ${hall.line}`.execute(
      app.database.db,
    )
    const available = rows[0]?.available ?? '0.00'
    await sql`update budget_line set adjust = adjust - ${Number(available) - 100} where id = ${hall.line}`.execute(
      app.database.db,
    )
    expect(await estimate('bureau', '100.00')).toEqual([])
    expect(await estimate('bureau', '100.01')).toEqual(['budgetLineId'])
    await sql`update budget_line set adjust = adjust + ${Number(available) - 100} where id = ${hall.line}`.execute(
      app.database.db,
    )
    expect(await fields({ budgetLineId: await hall.office.lineOf('D02', '30201') })).toEqual(['budgetLineId'])
  })

  it('23.9 a letter is at most 60 days old at the meal, which is ahead, without tobacco or alcohol', async () => {
    const letter = (letterDate: string, mealAt = `${TOMORROW} 12:00:00`) => fields({ letterDate, mealAt })
    expect(await letter(TOMORROW)).toEqual([])
    expect(await letter(addDays(TOMORROW, 1))).toEqual(['letterDate'])
    expect(await letter(addDays(TOMORROW, -60))).toEqual([])
    expect(await letter(addDays(TOMORROW, -61))).toEqual(['letterDate'])
    expect(await letter(TODAY, `${addDays(TODAY, -1)} 12:00:00`)).toContain('mealAt')
    expect(await fields({ noAlcohol: false })).toEqual(['noAlcohol'])
    expect(await fields({ letterFile: [] })).toEqual(['letterFile'])
  })

  it('REC-04 a unit of the own city is received only as a superior unit, which every approver is shown', async () => {
    const superior = { letterArea: hall.area('940101'), isSuperiorUnit: true }
    expect(await fields({ letterArea: hall.area('910200') })).toEqual([])
    expect(await fields({ letterArea: hall.area('940100') })).toEqual(['letterArea'])
    expect(await fields({ letterArea: hall.area('940101') })).toEqual(['letterArea'])
    const ticket = await hall.filed(superior)
    const warned = await (await hall.office.as('wu06')).get<{ warnings: string[] }>(
      `/api/workflow/ticket/${ticket.id}/`,
    )
    expect(JSON.stringify(warned.data)).toContain('为同城上级单位，请核实')
    await hall.approve(ticket)
    expect(await hall.rowOf(ticket.id)).toMatchObject({ isSuperior: true })
  })

  it('REC-03 what was spent stays within the approved sum and the standard of those who came', async () => {
    const ticket = await served({ amount: '1400.00' })
    const handle = async (given: Form) =>
      refusal(await act(chen, ticket.id, 'handle', { formData: await hall.list(given) }))
    expect(await handle({ actualAmount: '1400.01' })).toEqual(['reception.overAmount', ['actualAmount']])
    const nine = { absentGuests: [{ name: '来宾示2' }, { name: '来宾示3' }], differenceNote: '两名来宾临时有其他任务' }
    // Six guests and three escorts: 9 x 130.
    expect(await handle({ ...nine, actualAmount: '1170.01' })).toEqual(['reception.overHeadLimit', ['actualAmount']])
    expect(await handle({ ...nine, differenceNote: null, actualAmount: '1170.00' })).toEqual([4000, ['differenceNote']])
    expect(await handle({ ...nine, absentGuests: [{ name: '来宾示9' }], actualAmount: '900.00' })).toEqual([
      'reception.notInvited',
      ['absentGuests.0.name'],
    ])
    expect(await handle({ ...nine, listSignerId: chen.userId, actualAmount: '1170.00' })).toEqual([
      'reception.ownSigner',
      ['listSignerId'],
    ])
    const four = ['wu06', 'zheng07', 'chen09', 'feng08'].map((name) => hall.id(name))
    expect(await handle({ actualEscorts: four, actualAmount: '900.00' })).toEqual([
      'reception.escortExceeded',
      ['actualEscorts'],
    ])
    const done = await act(chen, ticket.id, 'handle', {
      formData: await hall.list({ ...nine, actualAmount: '1170.00' }),
    })
    expect([done.errKey, done.data.formData.actualGuests]).toEqual([undefined, 6])
    expect(await hall.rowOf(ticket.id)).toMatchObject({
      state: 'listed',
      actualGuests: 6,
      actualEscorts: 3,
      perHead: '130.00',
    })
    const { rows } = await sql<Form>`
      select g.name from reception_guest g join reception r on r.id = g.reception_id where r.ticket_id = ${ticket.id} and g.is_absent order by g.no`.execute(
      app.database.db,
    )
    expect(rows).toEqual([{ name: '来宾示2' }, { name: '来宾示3' }])
  })

  it('REC-05 a list is asked for from the 6th workday after the meal on, once each workday, and supervised from the 11th', async () => {
    const ticket = await served()
    const from = app.announced.messages.length
    /** How often the applicant, and those who supervise, heard of it by the evening of that day; the job ran that often. */
    const heard = async (day: string, runs = 1) => {
      app.clock.set(new Date(`${day}T09:00:00+08:00`))
      for (let run = 0; run < runs; run += 1) await write(app.services, askForLists)
      const about = (key: string) => hall.notified(key, from, ticket).filter((to) => to.length > 0)
      return [about('reception.listLate').length, about('reception.supervise').length]
    }
    expect(await heard('2026-03-13')).toEqual([0, 0])
    // The 5th workday is Thursday, the 6th Friday; a weekend counts for nothing.
    expect(await heard('2026-03-19')).toEqual([0, 0])
    expect(await heard('2026-03-20', 2)).toEqual([1, 0])
    expect(hall.notified('reception.listLate', from, ticket)).toEqual([[chen.userId]])
    expect(await heard('2026-03-21')).toEqual([1, 0])
    expect(await heard('2026-03-23')).toEqual([2, 0])
    // No run on the 8th and 9th: they are not made up for one by one.
    expect(await heard('2026-03-26', 2)).toEqual([3, 0])
    expect(await heard('2026-03-27', 2)).toEqual([4, 2])
    expect(hall.notified('reception.supervise', from, ticket).flat()).toContain(hall.id('feng08'))
    expect(await heard('2026-03-30')).toEqual([5, 2])
    await at(new Date('2026-03-30T10:00:00+08:00'))
    expect((await act(chen, ticket.id, 'handle', { formData: await hall.list() })).code).toBe(2000)
    expect(await heard('2026-03-31')).toEqual([5, 2])
  })

  it('REC-05 a run missed on the 11th workday is caught up with by the next one, once', async () => {
    const ticket = await served()
    const from = app.announced.messages.length
    app.clock.set(new Date('2026-04-02T09:00:00+08:00'))
    for (let run = 0; run < 2; run += 1) await write(app.services, askForLists)
    expect([
      hall.notified('reception.listLate', from, ticket).length,
      hall.notified('reception.supervise', from, ticket).length,
    ]).toEqual([1, 2])
  })

  it('23.9 a meal outside needs a reason and a place that serves meals, is not served by the canteen, and is paid by the cashier', async () => {
    const outside = { place: 'external', placeReason: '食堂当日设备检修', vendorId: hall.vendor }
    expect(await fields({ ...outside, placeReason: null })).toEqual(['placeReason'])
    expect(await fields({ ...outside, vendorId: null })).toEqual(['vendorId'])
    const { rows } = await sql<{ id: number }>`
      select id from vendor where is_print and state = 'active' order by id limit 1`.execute(app.database.db)
    expect(await fields({ ...outside, vendorId: rows[0]?.id })).toEqual(['vendorId'])
    const before = await hall.figures()
    const ticket = await hall.approved(outside)
    const list = async () => act(chen, ticket.id, 'handle', { formData: await hall.list({ actualAmount: '1200.00' }) })
    expect(refusal(await list())[0]).toBe('reception.beforeMeal')
    await afterMeal()
    expect((await act(chen, ticket.id, 'withdraw', { comment: '接待已经取消不再办理' })).errKey).toBe(
      'reception.served',
    )
    expect((await list()).data.current[0]?.state).toBe('settle')
    const done = await act(hall.finance, ticket.id, 'handle', { formData: { listChecked: true } })
    expect([done.errKey, done.data.status]).toEqual([undefined, 'completed'])
    expect(await hall.payments(ticket.id)).toEqual([{ payeeType: 'corporate', amount: '1200.00', payState: 'unpaid' }])
    expect(await hall.figures()).toEqual({ frozen: before.frozen, used: more(before.used, 1200) })
    const voided = await act(await hall.office.as('yang15'), ticket.id, 'void', {
      comment: '费用登记有误，作废后重新办理',
    })
    expect([voided.errKey, voided.data.status]).toEqual([undefined, 'voided'])
    expect(await hall.figures()).toEqual(before)
    expect(await hall.payments(ticket.id)).toMatchObject([{ payState: 'voided' }])
  })

  it('INV-14 a reception undone after its meal gives the money back and keeps its letter used', async () => {
    const before = await hall.figures()
    const letterNo = hall.nextLetter()
    const ticket = await hall.approved({ letterNo })
    expect(refusal(await act(hall.canteen, ticket.id, 'handle'))[0]).toBe('reception.beforeMeal')
    await afterMeal()
    await act(hall.canteen, ticket.id, 'handle')
    expect((await act(chen, ticket.id, 'withdraw', { comment: '接待已经取消不再办理' })).code).not.toBe(2000)
    await act(chen, ticket.id, 'handle', { formData: await hall.list() })
    await act(hall.finance, ticket.id, 'handle', { formData: { listChecked: true } })
    expect(await hall.figures()).toEqual({ frozen: before.frozen, used: more(before.used, 1430) })
    const yang = await hall.office.as('yang15')
    expect((await act(yang, ticket.id, 'void', { comment: '费用登记有误，作废后重新办理' })).data.status).toBe('voided')
    expect(await hall.figures()).toEqual(before)
    expect(await fields({ letterNo, mealAt: `${addDays(TODAY, 3)} 12:00:00` })).toEqual(['letterNo'])
    const other = await hall.approved({ letterNo: hall.nextLetter(), mealAt: `${addDays(TODAY, 3)} 12:00:00` })
    expect((await act(chen, other.id, 'withdraw', { comment: '来宾行程有变不再来访' })).code).toBe(2000)
    expect(await hall.figures()).toEqual(before)
    expect((await hall.rowOf(other.id))?.state).toBe('cancelled')
  })

  it('20.3 a guest of bureau rank or an estimate above 5,000 is brought to the bureau chief', async () => {
    const asked = async (given: Form) => hall.approve(await hall.filed(given))
    expect(await asked({ guests: guestsOf(8, 'bureau') })).toContain('bureauLeader')
    expect(await asked({ guests: guestsOf(38), amount: '5000.00' })).not.toContain('bureauLeader')
    expect(await asked({ guests: guestsOf(38), amount: '5000.01' })).toContain('bureauLeader')
  })

  it('E14 the guests of an own earlier reception can be copied, those of others not', async () => {
    const ticket = await hall.approved({ guests: guestsOf(3), amount: '300.00' })
    const { letterNo } = (await hall.rowOf(ticket.id)) as { letterNo?: string }
    const earlier = (await chen.get<EarlierReception[]>('/api/reception/earlier/')).data
    expect(earlier.find((one) => one.letterNo === letterNo)).toMatchObject({ guests: guestsOf(3) })
    const other = (await (await hall.office.as('feng08')).get<EarlierReception[]>('/api/reception/earlier/')).data
    expect(other.filter((one) => one.letterNo === letterNo)).toEqual([])
  })

  it('23.9 readers of the ticket read its official list, others find nothing', async () => {
    const ticket = await served()
    const ownCost = [{ name: '司机示甲', amount: '20.00', receiptNo: 'SJ-0001', paidOn: TOMORROW }]
    await act(chen, ticket.id, 'handle', { formData: await hall.list({ ownCost }) })
    const query = { ticketId: String(ticket.id) }
    const { data } = await chen.get<ReceptionList>('/api/reception/list/', { query })
    expect(data).toMatchObject({ state: 'listed', actualGuests: 8, approvedGuests: 8, ownCost, perHead: '130.00' })
    expect([data.guests.length, data.escorts.length]).toEqual([8, 3])
    expect((await (await hall.office.as('jiang12')).get('/api/reception/list/', { query })).code).toBe(4004)
  })

  it('23.9 the register with its charts is read by canteen and finance, and not by staff', async () => {
    const list = await hall.finance.get<Form[]>(REGISTER)
    expect(list.code).toBe(2000)
    for (const chart of ['quarters', 'departments', 'heads', 'places', 'states'])
      expect((await hall.canteen.get(`${REGISTER}chart/`, { query: { chart } })).code, chart).toBe(2000)
    expect((await chen.get(REGISTER)).code).toBe(4003)
  })

  it('70.3 the demo has receptions in every status, and LETTER-1 of 70.4 is free', async () => {
    const { rows } = await sql<{ state: string }>`select distinct state from reception`.execute(app.database.db)
    expect(rows.map(({ state }) => state).toSorted()).toEqual(['approved', 'cancelled', 'listed', 'served', 'settled'])
    const { rows: statuses } = await sql<{ status: string }>`
      select distinct status from ticket where type = 'officialReception'`.execute(app.database.db)
    expect(statuses.map(({ status }) => status)).toEqual(
      expect.arrayContaining([
        'draft',
        'running',
        'returned',
        'rejected',
        'withdrawn',
        'handling',
        'completed',
        'voided',
      ]),
    )
    expect(await fields({ letterNo: '示例市局函〔2026〕1号' })).toEqual([])
  })
})
