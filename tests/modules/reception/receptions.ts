/** Receptions as tests file and carry them through. */
import { sql } from 'kysely'
import { expect } from 'vitest'
import { addDays } from '#src/define/days.ts'
import type { Answer, Client, TestApp } from '#tests/harness/app.ts'
import { tinyPdf, upload } from '#tests/harness/files.ts'
import { act, submit, type WireTicket } from '#tests/harness/tickets.ts'
import { openOffice } from '#tests/journeys/office.ts'

export type Form = Readonly<Record<string, unknown>>
type Row = Readonly<Record<string, unknown>> & { readonly id: number; readonly version: number }

const TYPE = 'officialReception'
/** Who approves in which state. */
const approvers: Readonly<Record<string, string>> = {
  deptLeader: 'wu06',
  officeHead: 'wu06',
  financeAudit: 'you18',
  divisionLeader: 'qian02',
  bureauLeader: 'zhao01',
}
let letters = 0

/** So many guests of a rank; the first alone has it, the others are staff. */
export const guestsOf = (count: number, rank = 'division'): readonly Form[] =>
  Array.from({ length: count }, (_, index) => ({
    name: `来宾示${index + 1}`,
    org: '示例市局',
    position: index === 0 ? '处长' : '民警',
    rankLevel: index === 0 ? rank : 'staff',
  }))

/** Days from today on whose meals have room for the receptions of a test. */
const DAYS_WITH_ROOM = 14
const ROOM = 2000

/** Publishes menus with room for everybody, on whatever day the test stands. */
async function publishMenus(app: TestApp): Promise<void> {
  const [today, now] = [app.clock.today(), app.clock.now()]
  await sql`
    insert into menu_plan (date, meal_type, capacity, price, state, created_at, updated_at)
    select d::date, m, ${ROOM}, 8, 'published', ${now}::timestamptz, ${now}::timestamptz
    from generate_series(${today}::date, ${today}::date + ${DAYS_WITH_ROOM}::int, interval '1 day') d, unnest(array['lunch', 'dinner']) m
    on conflict (date, meal_type) where deleted_at is null do update set capacity = ${ROOM}, state = 'published'`.execute(
    app.database.db,
  )
}

export async function openReceptions(app: TestApp) {
  await publishMenus(app)
  const office = openOffice(app)
  const [applicant, canteen, finance] = [await office.as('chen09'), await office.as('qi32'), await office.as('you18')]
  const people = await app.database.db
    .selectFrom('shared_app_user')
    .select(['id', 'username'])
    .where('username', 'in', ['wu06', 'zheng07', 'feng08', 'yang15', 'zhu16', 'chen09'])
    .execute()
  const id = (username: string): number => people.find((one) => one.username === username)?.id ?? 0
  const line = await office.lineOf('D02', '30217')
  const { rows: areas } = await sql<{ id: number; code: string }>`
    select id, code from area where code in ('940100', '940101', '910200')`.execute(app.database.db)
  const area = (code: string): number => areas.find((one) => one.code === code)?.id ?? 0
  const { rows: vendors } = await sql<{ id: number }>`
    select id from vendor where is_canteen and state = 'active' order by id limit 1`.execute(app.database.db)
  const vendor = vendors[0]?.id ?? 0

  const fileOf = async (person: Client): Promise<number> => {
    letters += 1
    return (await upload(app, person, '文件.pdf', Buffer.concat([tinyPdf, Buffer.from(`%reception${letters}\n`)]))).data
      .id
  }
  const nextLetter = (): string => {
    letters += 1
    return `示例市局函〔2031〕${letters}号`
  }
  const formOf = async (given: Form = {}, person = applicant): Promise<Form> => {
    const today = app.clock.today()
    return {
      reason: '接待来访单位开展业务交流',
      letterOrg: '示例市局',
      letterNo: nextLetter(),
      letterDate: today,
      letterArea: area('910200'),
      isSuperiorUnit: false,
      letterFile: [await fileOf(person)],
      guests: guestsOf(8),
      escorts: [id('wu06'), id('zheng07'), id('chen09')],
      activity: '调研警务保障信息化建设',
      mealAt: `${addDays(today, 1)} 12:00:00`,
      mealType: 'lunch',
      place: 'canteen',
      noAlcohol: true,
      amount: '1430.00',
      budgetLineId: line,
      ...given,
    }
  }
  const file = async (given: Form = {}): Promise<Answer<WireTicket>> => submit(applicant, TYPE, await formOf(given))
  async function filed(given: Form = {}): Promise<WireTicket> {
    const answer = await file(given)
    expect([answer.code, answer.errors]).toEqual([2000, undefined])
    return answer.data
  }
  /** Through every approval, or up to the one of the state `until`; answers which states asked, in their order. */
  async function approve(ticket: WireTicket, until?: string): Promise<readonly string[]> {
    const asked: string[] = []
    let now = ticket
    while (now.status === 'running') {
      const state = now.current[0]?.state ?? ''
      if (state === until) return asked
      asked.push(state)
      const approver = await office.as(approvers[state] ?? '')
      if (state === 'financeAudit') await act(approver, now.id, 'claim')
      const answer = await act(approver, now.id, 'approve')
      expect([state, answer.code, answer.errKey]).toEqual([state, 2000, undefined])
      now = answer.data
    }
    return asked
  }
  return {
    office,
    applicant,
    canteen,
    finance,
    id,
    line,
    area,
    vendor,
    nextLetter,
    fileOf,
    formOf,
    submit: file,
    filed,
    approve,
    async approved(given: Form = {}): Promise<WireTicket> {
      const ticket = await filed(given)
      await approve(ticket)
      return ticket
    },
    /** What the applicant files after the meal. */
    list: async (given: Form = {}): Promise<Form> => ({
      actualEscorts: [id('wu06'), id('zheng07'), id('chen09')],
      actualAmount: '1430.00',
      listFile: [await fileOf(applicant)],
      listSignerId: id('wu06'),
      ...given,
    }),
    async figures(): Promise<{ frozen: string; used: string }> {
      const { rows } = await sql<{ frozen: string; used: string }>`
        select frozen, used from budget_line where id = ${line}`.execute(app.database.db)
      return rows[0] ?? { frozen: '', used: '' }
    },
    async rowOf(ticketId: number): Promise<Row | undefined> {
      const { rows } = await sql<Row>`
        select * from reception where ticket_id = ${ticketId} order by id desc limit 1`.execute(app.database.db)
      return rows[0]
    },
    async payments(ticketId: number): Promise<readonly Form[]> {
      const { rows } = await sql<Form>`
        select payee_type, amount, pay_state from payment where ticket_id = ${ticketId}`.execute(app.database.db)
      return rows
    },
    /** Messages of this kind about a ticket since then, each with its readers. */
    notified: (key: string, from: number, { id: ticketId, no }: WireTicket) =>
      app.announced.messages
        .slice(from)
        .filter(
          ({ title, link }) =>
            title.key === key && (link === `/workflow/ticket/${ticketId}` || title.params?.[0] === no),
        )
        .map(({ to }) => to),
  }
}

export type Receptions = Awaited<ReturnType<typeof openReceptions>>
