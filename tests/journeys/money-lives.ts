/** A bureau that does everything with money that can be done, by chance but reproducibly: eight types of tickets on four lines that are always short. */
import { sql } from 'kysely'
import { RuleError } from '#src/define/problem.ts'
import { budgetLedger } from '#src/modules/budget/contract.ts'
import { expirePreApprovals } from '#src/modules/finance/pre-approval.server.ts'
import { moveTrips } from '#src/modules/finance/travel/travel-effects.server.ts'
import { write } from '#src/server/work.ts'
import type { Answer, Client, TestApp } from '#tests/harness/app.ts'
import { uploadPdf } from '#tests/harness/files.ts'
import { act, claimForm, submit, type WireTicket } from '#tests/harness/tickets.ts'
import {
  approveSigned,
  invoiceRows,
  lineOf,
  payLine,
  preApprovalForm,
  priorClaimForm,
  vendorPaymentForm,
} from '#tests/modules/money.ts'
import { TODAY } from './office.ts'

const names = [
  'pan42',
  'ge43',
  'zhang39',
  'sun03',
  'you18',
  'qin17',
  'zhao01',
  'he20',
  'wei11',
  'chu10',
  'zhou05',
] as const
type Name = (typeof names)[number]

export const types = [
  'financialReimbursementOne',
  'financialReimbursementTwo',
  'financialReimbursementThree',
  'preApproval',
  'travelRequest',
  'travelReimbursement',
  'subsidy',
  'personSalary',
] as const
export type Type = (typeof types)[number]

/** What happens to a ticket, to a line, or to what is held. */
export const actions = [
  'forward',
  'forward',
  'forward',
  'forward',
  'return',
  'reject',
  'withdraw',
  'again',
  'lower',
  'fail',
  'void',
  'settle',
  'expire',
  'lapse',
  'shorten',
  'cancel',
  'transfer',
  'lock',
  'unlock',
  'closeYear',
] as const
export type Action = (typeof actions)[number]

/** What every line has left at the beginning, in yuan: less than what will be asked for. */
const LEFT = 6000
const COMMENT = '按规定办理，情况属实可以'
const amounts = ['0.01', '199.99', '1000.00', '1499.50', '2500.00', '4999.99', '5000.00'] as const

interface Standing {
  readonly id: number
  readonly type: Type
  readonly status: string
  readonly applicantId: number
  readonly state: string | null
  readonly holders: readonly number[]
  readonly form: Readonly<Record<string, unknown>>
}

export interface Bureau {
  readonly lines: readonly number[]
  /** Files a ticket; null when there is nothing it could follow. */
  file(type: Type, pick: number): Promise<Answer<WireTicket> | null>
  /** Does something with one of these tickets, or with a line; null when nobody could. */
  happen(action: Action, ids: readonly number[], pick: number): Promise<Answer<unknown> | null>
}

const choose = <T>(list: readonly T[], pick: number): T => list[pick % list.length] as T
const done = { code: 2000 } as Answer<unknown>
const refused = (errKey: string): Answer<unknown> => ({ code: 4001, errKey }) as Answer<unknown>

export async function openMoneyBureau(app: TestApp): Promise<Bureau> {
  const { db } = app.database
  const people = new Map<Name, Client>()
  for (const name of names) people.set(name, await app.as(name))
  const person = (name: Name): Client => people.get(name) as Client
  const byId = new Map([...people.values()].map((client) => [client.userId, client]))
  const [daily, travel, meals, pay] = (await Promise.all([
    lineOf(app, 'D10', '30207'),
    lineOf(app, 'D10', '30211'),
    lineOf(app, 'D08', '30106'),
    lineOf(app, 'D03', '30199'),
  ])) as [number, number, number, number]
  const lines = [daily, travel, meals, pay]
  // Prior approvals may hold money of all of them.
  await sql`update budget_line set scope = 'shared' where id = any(${lines}::bigint[])`.execute(db)
  for (const line of lines)
    await write(app.services, async (unit) => {
      const ledger = unit.service(budgetLedger)
      const left = Number((await ledger.read(line))?.available)
      if (left !== LEFT) await ledger.adjust(line, (LEFT - left).toFixed(2), { ticketId: null, effectKey: 'test' })
    })
  // Money frozen without a ticket would keep the year from ever closing; here it does anyway, most of the time.
  const areas = await sql<{
    id: number
    code: string
  }>`select id, code from area where code in ('940100', '910100')`.execute(db)
  const [home, away] = ['940100', '910100'].map((code) => Number(areas.rows.find((row) => row.code === code)?.id))
  const staff = await sql<{
    id: number
  }>`select id from app_user where person_type = 'contract' and state order by id`.execute(db)
  let vouchers = 0
  let months = 0
  let days = 0
  const files = new Map<Name, number>()
  const fileOf = async (name: Name): Promise<number> => {
    const known = files.get(name) ?? (await uploadPdf(app, person(name)))
    files.set(name, known)
    return known
  }

  async function form(type: Type, name: Name, pick: number): Promise<Readonly<Record<string, unknown>> | null> {
    const amount = choose(amounts, pick >> 2)
    const file = await fileOf(name)
    switch (type) {
      case 'financialReimbursementOne':
        return claimForm(daily, amount, TODAY, file)
      case 'preApproval':
        return preApprovalForm(choose(lines, pick), amount, TODAY, {
          ...(pick % 3 === 0 && { category: 'service', purchaseMethod: 'comparison' }),
        })
      case 'financialReimbursementTwo': {
        const { rows } = await sql<{ id: number }>`
          select r.id from pre_approval r join commitment c on c.ticket_id = r.ticket_id and c.state = 'effective' where r.category = 'other' order by r.id`.execute(
          db,
        )
        const source = rows[pick % (rows.length || 1)]
        return source
          ? priorClaimForm(source.id, amount, TODAY, file, {
              finalSettlement: pick % 2 === 0,
              varianceNote: '实际支出少于预计',
            })
          : null
      }
      case 'financialReimbursementThree': {
        const { rows } = await sql<{ id: number }>`
          select c.id from pre_approval r join commitment c on c.ticket_id = r.ticket_id and c.state = 'effective' where r.category = 'service' order by c.id`.execute(
          db,
        )
        const source = rows[pick % (rows.length || 1)]
        return source
          ? vendorPaymentForm(source.id, choose(['advance', 'progress', 'acceptance'], pick), amount, TODAY, file)
          : null
      }
      case 'travelRequest': {
        // Three days back, so that most trips are over at once.
        days += 1
        const from = choose(['2026-03-08', '2026-03-09', '2026-03-20', '2026-03-25'], days)
        return {
          reason: '赴外地调查取证',
          purposeType: 'investigation',
          travelers: pick % 3 === 0 ? [person('pan42').userId, person('ge43').userId] : [person(name).userId],
          legs: [{ fromArea: home, toArea: away, startDate: from, endDate: from, transport: 'train2' }],
          budgetLineId: travel,
          transportEstimate: amount,
          useOfficialCar: false,
        }
      }
      case 'travelReimbursement': {
        const { rows } = await sql<{ id: number; ticketId: number; day: string }>`
          select id, ticket_id, start_date as day from travel_trip where state in ('ended', 'claiming') and created_by = ${person(name).userId} order by id`.execute(
          db,
        )
        const trip = rows[pick % (rows.length || 1)]
        if (!trip) return null
        const trips = pick % 2 === 0 ? rows.filter((row) => row.ticketId === trip.ticketId) : [trip]
        return {
          reason: '赴外地调查取证报销',
          trips: trips.map(({ id }) => ({ tripId: id })),
          legs: [{ day: trip.day, fromArea: home, toArea: away, transport: 'train2', amount }],
          mealProvided: 0,
          carDays: 0,
          payeeType: 'personalCard',
          bankName: '示例银行示范支行',
          bankAccount: '6200000000000000042',
          noLodgingReason: '当日往返未住宿',
          invoices: invoiceRows(amount, trip.day, file),
        }
      }
      case 'subsidy':
        return {
          reason: '按月申报补贴',
          subsidyType: choose(['overtime', 'duty', 'field'], pick),
          period: '2026-02',
          budgetLineId: meals,
          lines: [
            { userId: person('pan42').userId, dates: `${1 + (pick % 9)}-${10 + (pick % 9)}` },
            { userId: person('ge43').userId, dates: `${1 + (pick % 20)}` },
          ],
        }
      default:
        months += 1
        return {
          reason: '发放当月合同工薪酬',
          period: choose(['2026-01', '2026-02', '2026-03'], months),
          payGroup: 'contract',
          budgetLineId: pay,
          sheet: staff.rows.map(({ id }) =>
            payLine(id, choose(['0.01', '599.99', '1200.00'], pick), {
              note: '补发',
              socialInsurance: '0.00',
              housingFund: '0.13',
            }),
          ),
        }
    }
  }

  const applicantOf = (type: Type, pick: number): Name =>
    type === 'personSalary'
      ? 'wei11'
      : type === 'financialReimbursementThree'
        ? 'zhang39'
        : choose(['pan42', 'ge43'] as const, pick)

  async function standings(ids: readonly number[]): Promise<readonly Standing[]> {
    const { rows } = await sql<Standing>`
      select t.id, t.type, t.status, t.applicant_id, t.form_data as form, k.state, coalesce(k.holders, '{}') as holders from ticket t
      left join lateral (select min(state) as state, array_agg(assignee_id) as holders from ticket_task where ticket_id = t.id and status = 'open') k on true
      where t.id = any(${[...ids]}::bigint[]) order by t.id`.execute(db)
    return rows
  }

  async function forward(one: Standing, fails: boolean): Promise<Answer<unknown> | null> {
    const holder = one.holders.map((id) => byId.get(id)).find((client) => client !== undefined)
    if (!holder || one.state === null) return null
    if (one.state === 'cashierPay') {
      vouchers += 1
      return act(holder, one.id, 'handle', {
        formData: fails
          ? { payResult: 'failed', failReason: '账号有误，银行退回' }
          : { payResult: 'paid', voucherNo: `PZ-${vouchers}`, paidAt: TODAY, account: 'zeroBalance' },
      })
    }
    if (one.state === 'financeAudit') await act(holder, one.id, 'claim')
    if (one.state === 'bureauLeader' && one.type === 'personSalary')
      return approveSigned(app, holder, one.id, { comment: COMMENT })
    return act(holder, one.id, 'approve', { comment: COMMENT })
  }

  /** The auditor lowers the first amount, or tries to raise it. */
  async function lower(one: Standing, pick: number): Promise<Answer<unknown> | null> {
    const holder = one.holders.map((id) => byId.get(id)).find((client) => client !== undefined)
    if (!holder || one.state !== 'financeAudit') return null
    await act(holder, one.id, 'claim')
    const column = one.type === 'travelReimbursement' ? 'legs' : 'lines'
    const rows = one.form[column]
    const isThree = one.type === 'financialReimbursementThree'
    const formData = isThree
      ? { amount: choose(['0.01', '1000.00', '4000.00'], pick) }
      : Array.isArray(rows) && one.type !== 'subsidy'
        ? {
            [column]: rows.map((row, index) =>
              index === 0 ? { ...row, amount: choose(['0.01', '150.00', '3000.00'], pick) } : row,
            ),
          }
        : null
    return formData === null ? null : act(holder, one.id, 'approve', { comment: COMMENT, formData })
  }

  const back = async (one: Standing, action: 'return' | 'reject'): Promise<Answer<unknown> | null> => {
    const holder = one.holders.map((id) => byId.get(id)).find((client) => client !== undefined)
    return holder
      ? act(holder, one.id, action, { comment: COMMENT, ...(action === 'return' && { target: 'start' }) })
      : null
  }

  async function again(one: Standing, pick: number): Promise<Answer<unknown> | null> {
    const applicant = byId.get(one.applicantId)
    if (!applicant || !['returned', 'withdrawn', 'draft'].includes(one.status)) return null
    const name = [...people].find(([, client]) => client === applicant)?.[0]
    const fresh = pick % 2 === 0 && name !== undefined ? await form(one.type, name, pick) : null
    return act(applicant, one.id, 'submit', fresh === null ? {} : { formData: fresh })
  }

  /** A row of a record, acted on by its page's button. */
  async function record(
    client: Client,
    path: string,
    id: number | undefined,
    action: string,
    more = {},
  ): Promise<Answer<unknown> | null> {
    if (id === undefined) return null
    const row = await client.get<{ version: number }>(`${path}${id}/`)
    return row.code === 2000 ? client.post(`${path}${id}/${action}/`, { version: row.data.version, ...more }) : null
  }

  async function onLines(action: Action, pick: number): Promise<Answer<unknown> | null> {
    const chief = person('qin17')
    const line = choose(lines, pick)
    if (action === 'lock' || action === 'unlock')
      // Seldom locked for long, or nothing would move any more.
      return action === 'lock' && pick % 3 > 0 ? null : record(chief, '/api/budget/line/', line, action)
    if (action === 'transfer')
      try {
        await write(app.services, (unit) =>
          unit.service(budgetLedger).transfer(line, choose(lines, pick + 1 + (pick % 3)), choose(amounts, pick >> 3), {
            ticketId: null,
            effectKey: 'test',
          }),
        )
        return done
      } catch (error) {
        if (error instanceof RuleError) return refused(error.problem.key)
        throw error
      }
    const year = await sql<{ id: number }>`select id from budget_year where year = 2026`.execute(db)
    const answer = await record(chief, '/api/budget/year/', year.rows[0]?.id, 'close')
    await sql`update budget_year set state = 'executing', close_at = null where year = 2026`.execute(db)
    return answer
  }

  async function onHeld(action: Action, pick: number): Promise<Answer<unknown> | null> {
    const one = async (query: ReturnType<typeof sql<{ id: number; owner: number }>>) => {
      const { rows } = await query.execute(db)
      return rows[pick % (rows.length || 1)]
    }
    if (action === 'settle') {
      const found = await one(sql<{ id: number; owner: number }>`
        select r.id, r.applicant_id as owner from pre_approval r join commitment c on c.ticket_id = r.ticket_id and c.state = 'effective' order by r.id`)
      return found
        ? record(byId.get(found.owner) ?? person('pan42'), '/api/finance/pre_approval/', found.id, 'close')
        : null
    }
    if (action === 'expire') {
      await sql`update commitment set valid_until = '2026-03-10' where kind = 'preApproval' and state = 'effective' and id % 3 = ${pick % 3}`.execute(
        db,
      )
      await write(app.services, expirePreApprovals)
      return done
    }
    if (action === 'lapse') {
      await sql`update travel_trip set start_date = start_date - 120, end_date = end_date - 120 where state = 'ended' and id % 3 = ${pick % 3}`.execute(
        db,
      )
      await write(app.services, moveTrips)
      return done
    }
    const trip = await one(sql<{ id: number; owner: number }>`
      select id, created_by as owner from travel_trip where state in ('planned', 'ongoing') order by id`)
    return record(
      person('qin17'),
      '/api/travel/trip/',
      trip?.id,
      action === 'cancel' ? 'cancel' : 'shorten',
      action === 'cancel' ? {} : { newEnd: '2026-03-20' },
    )
  }

  return {
    lines,
    async file(type, pick) {
      const name = applicantOf(type, pick)
      const filled = await form(type, name, pick)
      return filled === null ? null : submit(person(name), type, filled)
    },
    async happen(action, ids, pick) {
      if (['lock', 'unlock', 'transfer', 'closeYear'].includes(action)) return onLines(action, pick)
      if (['settle', 'expire', 'lapse', 'shorten', 'cancel'].includes(action)) return onHeld(action, pick)
      const all = await standings(ids)
      const fits = all.filter(({ status, state }) =>
        action === 'again'
          ? status === 'returned' || status === 'withdrawn'
          : action === 'void'
            ? status === 'handling' || status === 'completed'
            : action === 'fail'
              ? state === 'cashierPay'
              : action === 'lower'
                ? state === 'financeAudit'
                : status === 'running' || (status === 'handling' && action === 'forward'),
      )
      const one = fits[pick % (fits.length || 1)]
      if (!one) return null
      switch (action) {
        case 'forward':
          return forward(one, false)
        case 'fail':
          return forward(one, true)
        case 'lower':
          return lower(one, pick)
        case 'return':
        case 'reject':
          return back(one, action)
        case 'withdraw': {
          const applicant = byId.get(one.applicantId)
          return applicant ? act(applicant, one.id, 'withdraw', { comment: COMMENT }) : null
        }
        case 'again':
          return again(one, pick)
        default:
          return act(person(one.type === 'personSalary' ? 'wei11' : 'qin17'), one.id, 'void', { comment: COMMENT })
      }
    },
  }
}
