import { sql } from 'kysely'
import { addDays } from '#src/define/days.ts'
import { type Problem, type Problems, problemAt, problemOf } from '#src/define/problem.ts'
import type { ApplicationServer, FormContext, UnitOfWork } from '#src/define/server.ts'
import type { FormData } from '#src/fields/field.ts'
import { rowsOf } from '#src/fields/lines/lines.ts'
import { compareMoney, subtractMoney, sumMoney } from '#src/fields/money/cents.ts'
import { budgetLedger } from '#src/modules/budget/contract.ts'
import {
  applicantAsPayee,
  checkCash,
  checkDecision,
  checkInvoices,
  claimWarnings,
  invoicesOf,
  paidReversal,
  sumOf,
} from '../claim-form.server.ts'
import { isInClass, legsOf, type Standards, type Stay, stayKey, staysOf, withColumns, withoutDearest } from './plan.ts'
import { standardsFor } from './standards.server.ts'
import { EXPIRY_DAYS } from './travel-effects.server.ts'

/** A trip as its claim sees it. */
export interface ClaimedTrip {
  readonly id: number
  readonly no: string
  readonly ticketId: number
  readonly userId: number
  readonly userName: string
  readonly rankLevel: string
  readonly createdBy: number
  readonly commitmentId: number
  readonly lineId: number
  readonly projectId: number | null
  readonly state: string
  readonly startDate: string
  readonly endDate: string
  readonly claimTicketId: number | null
  readonly legs: FormData[]
  /** What it still holds. */
  readonly held: string
}

export async function tripsOf(unit: UnitOfWork, form: FormData): Promise<readonly ClaimedTrip[]> {
  const ids = rowsOf(form.trips).flatMap(({ tripId }) => (typeof tripId === 'number' ? [tripId] : []))
  if (ids.length === 0) return []
  const { rows } = await sql<ClaimedTrip>`
    select t.id, t.no, t.ticket_id, t.user_id, u.name as user_name, t.rank_level, t.created_by, t.commitment_id, c.budget_line_id as line_id, c.project_id, t.state, t.start_date,
      t.end_date, t.claim_ticket_id, t.legs, (case c.state when 'effective' then c.amount - c.used - c.released else 0 end)::numeric(14,2) as held
    from travel_trip t join shared_commitment c on c.id = t.commitment_id join shared_app_user u on u.id = t.user_id
    where t.id = any(${ids}::bigint[]) order by t.id`.execute(unit.db)
  return rows
}

/** Every day of a trip with its place; a shortened trip ends earlier than its legs. */
const stays = (trip: ClaimedTrip): readonly Stay[] =>
  staysOf(legsOf(trip.legs))
    .filter(({ day }) => day <= trip.endDate)
    .map((stay) => ({ ...stay, isNight: stay.day < trip.endDate }))

const minimum = (left: string, right: string): string => (compareMoney(left, right) < 0 ? left : right)

interface Lodged {
  readonly limit: string | null
  readonly allowed: string | null
  readonly selfPaid: string | null
}

/** TRV-06: what a stay may cost by the standards of its nights, and what stays with the traveller. */
function lodgedOf(row: FormData, ranks: ReadonlyMap<number, string>, standards: Standards): Lodged {
  const { traveller, areaId, checkIn, nights, actual } = row
  if (typeof areaId !== 'number' || typeof checkIn !== 'string' || typeof nights !== 'number')
    return { limit: null, allowed: null, selfPaid: null }
  const rank = ranks.get(Number(traveller)) ?? 'staff'
  const limit = sumMoney(
    Array.from(
      { length: Math.min(nights, 60) },
      (_, index) => standards.get(stayKey(areaId, addDays(checkIn, index)))?.lodging[rank] ?? '0.00',
    ),
  )
  if (typeof actual !== 'string') return { limit, allowed: null, selfPaid: null }
  const allowed = minimum(actual, limit)
  return { limit, allowed, selfPaid: subtractMoney(actual, allowed) }
}

/** Whether it was submitted and is not back with its applicant. */
async function isUnderway({ unit, ticketId }: FormContext): Promise<boolean> {
  if (ticketId === null) return false
  const { rows } =
    await sql`select from shared_ticket where id = ${ticketId} and status in ('running', 'handling', 'completed')`.execute(
      unit.db,
    )
  return rows.length > 0
}

/** What is claimed: fares, lodging as far as it is allowed, allowances and the rest. */
const totalOf = (form: FormData): string =>
  sumMoney([
    sumOf(form.legs, 'amount'),
    sumOf(form.lodging, 'allowed'),
    ...[form.mealAmount, form.localAmount].filter((amount) => typeof amount === 'string'),
    sumOf(form.otherFees, 'amount'),
  ])

/** FIN-02: what invoices have to prove, in yuan; allowances by day need none. */
const billedOf = (form: FormData): string =>
  subtractMoney(totalOf(form), sumMoney([String(form.mealAmount ?? '0.00'), String(form.localAmount ?? '0.00')]))

const withTotals = (form: FormData): FormData => ({
  ...form,
  amount: totalOf(form),
  isBilled: compareMoney(billedOf(form), '0.00') > 0,
})

async function compute(form: FormData, context: FormContext): Promise<FormData> {
  const { unit } = context
  // TRV-22: the standards are those of the submission; the audit only touches fares.
  if (await isUnderway(context)) return withTotals(form)
  const trips = await tripsOf(unit, form)
  const byId = new Map(trips.map((trip) => [trip.id, trip]))
  const days = trips.flatMap(stays)
  const nights = rowsOf(form.lodging).flatMap(({ areaId, checkIn, nights: count }) =>
    typeof areaId === 'number' && typeof checkIn === 'string' && typeof count === 'number'
      ? Array.from({ length: Math.min(count, 60) }, (_, index) => ({ areaId, day: addDays(checkIn, index) }))
      : [],
  )
  const standards = await standardsFor(unit, [...days, ...nights])
  const ranks = new Map(trips.map((trip) => [trip.userId, trip.rankLevel]))
  const rates = (of: 'meal' | 'local') =>
    days.map(({ areaId, day }) => standards.get(stayKey(areaId, day))?.[of] ?? '0.00')
  const count = (value: unknown): number => (typeof value === 'number' ? value : 0)
  const [provided, byCar] = [count(form.mealProvided), count(form.carDays)]
  const mealAmount = withoutDearest(rates('meal'), provided)
  const localAmount = withoutDearest(rates('local'), byCar)
  const lodging = withColumns(form.lodging, (row) => ({ ...lodgedOf(row, ranks, standards) }))
  const ends = trips.map((trip) => trip.endDate).sort()
  const lastEnd = ends.at(-1) ?? null
  const computed: FormData = {
    ...form,
    ...(Array.isArray(form.trips) && {
      trips: withColumns(form.trips, ({ tripId }) => {
        const trip = byId.get(Number(tripId))
        return {
          userId: trip?.userId ?? null,
          startDate: trip?.startDate ?? null,
          endDate: trip?.endDate ?? null,
          held: trip?.held ?? null,
        }
      }),
    }),
    ...(Array.isArray(form.lodging) && { lodging }),
    startDate: trips.map((trip) => trip.startDate).sort()[0] ?? null,
    endDate: lastEnd,
    budgetLineId: trips[0]?.lineId ?? null,
    isLate: lastEnd !== null && lastEnd < addDays(unit.clock.today(), -unit.settings.number('travel.claimDays')),
    isUnbilled: days.some(({ isNight }) => isNight) && lodging.length === 0,
    mealDays: Math.max(0, days.length - provided),
    mealAmount,
    localDays: Math.max(0, days.length - byCar),
    localAmount,
  }
  return withTotals(computed)
}

function tripProblems(trips: readonly ClaimedTrip[], { unit, applicant, ticketId }: FormContext): Problems {
  for (const [index, trip] of trips.entries()) {
    const field = `trips.${index}.tripId`
    if (trip.userId !== applicant.id && trip.createdBy !== applicant.id)
      return problemAt(field, 'travel.requestRequired')
    const isClaimed = trip.state === 'reimbursed' || (trip.state === 'claiming' && trip.claimTicketId !== ticketId)
    if (isClaimed) return problemAt(field, 'travel.alreadyReimbursed')
    if (trip.state === 'expired' || trip.endDate < addDays(unit.clock.today(), -EXPIRY_DAYS))
      return problemAt(field, 'rule.TRV-11', trip.no, EXPIRY_DAYS)
    if (trip.state !== 'ended') return problemAt(field, 'travel.notEnded', trip.no)
    if (trip.ticketId !== trips[0]?.ticketId) return problemAt(field, 'travel.oneRequest')
  }
  return {}
}

async function check(form: FormData, context: FormContext): Promise<Problems> {
  const trips = await tripsOf(context.unit, form)
  if (trips.length === 0) return problemAt('trips', 'travel.requestRequired')
  if (trips.length < rowsOf(form.trips).length) return problemAt('trips', 'travel.tripTwice')
  const onTrips = tripProblems(trips, context)
  if (Object.keys(onTrips).length > 0) return onTrips
  const [start, end] = [String(form.startDate), String(form.endDate)]
  for (const [index, { day }] of rowsOf(form.legs).entries()) {
    if (typeof day === 'string' && (day < addDays(start, -1) || day > addDays(end, 1)))
      return problemAt(`legs.${index}.day`, 'travel.outsideTrip', start, end)
  }
  const invoices = invoicesOf(form).length
  for (const name of ['legs', 'otherFees'] as const) {
    const at = rowsOf(form[name]).findIndex(({ invoiceLine }) => Number(invoiceLine ?? 0) > invoices)
    if (at >= 0) return problemAt(`${name}.${at}.invoiceLine`, 'travel.noSuchInvoice', invoices)
  }
  for (const [index, { checkIn, nights, traveller }] of rowsOf(form.lodging).entries()) {
    if (typeof checkIn === 'string' && (checkIn < start || addDays(checkIn, Number(nights)) > end))
      return problemAt(`lodging.${index}.checkIn`, 'travel.outsideTrip', start, end)
    if (!trips.some((trip) => trip.userId === traveller))
      return problemAt(`lodging.${index}.traveller`, 'travel.notTraveller')
  }
  const days = trips.flatMap(stays).length
  if (Number(form.mealProvided) > days) return problemAt('mealProvided', 'travel.moreThanDays', days)
  if (Number(form.carDays) > days) return problemAt('carDays', 'travel.moreThanDays', days)
  const amount = String(form.amount)
  const minutes = Array.isArray(form.collectiveMinutes) ? form.collectiveMinutes.length : 0
  if (Number(amount) > context.unit.settings.number('wf.t3') && minutes === 0)
    return problemAt('collectiveMinutes', 'check.required')
  return { ...checkCash(form, context, amount), ...(await checkInvoices(form, context, billedOf(form))) }
}

async function warnings(form: FormData, context: FormContext): Promise<readonly Problem[]> {
  const trips = await tripsOf(context.unit, form)
  const over = rowsOf(form.lodging).flatMap(({ selfPaid }, index) =>
    typeof selfPaid === 'string' && compareMoney(selfPaid, '0.00') > 0
      ? [problemOf('travel.overStandard', index + 1, selfPaid)]
      : [],
  )
  const above = rowsOf(form.legs).some(({ transport }) =>
    trips.some((trip) => typeof transport === 'string' && !isInClass(trip.rankLevel, transport)),
  )
  return [...over, ...(above ? [problemOf('rule.TRV-05')] : []), ...(await claimWarnings(form, context))]
}

/** 21.6: standards by place and day (TRV-09, TRV-21), lodging up to the limit (TRV-06), the trip's own money first. */
export const travelClaimForm: ApplicationServer = {
  defaults: applicantAsPayee,
  async follow(source, { unit, applicant }) {
    const { rows } = await sql<{ id: number; userId: number; endDate: string; legs: FormData[] }>`
      select id, user_id, end_date, legs from travel_trip where ticket_id = ${source.id} and state = 'ended' order by id`.execute(
      unit.db,
    )
    const own = rows.filter((row) => row.userId === applicant.id)
    const claimed = own.length > 0 ? own : rows
    return {
      trips: claimed.map(({ id }) => ({ tripId: id })),
      // The way as it was approved, as far as the trip went; what each leg cost is left to be written.
      legs: legsOf(claimed[0]?.legs)
        .filter(({ startDate }) => startDate <= (claimed[0]?.endDate ?? ''))
        .map(({ startDate, fromArea, toArea, transport }) => ({
          day: startDate,
          fromArea,
          toArea,
          transport,
          amount: transport === 'officialCar' ? '0.00' : null,
          invoiceLine: null,
        })),
    }
  },
  compute,
  check,
  warnings,
  async panel(form, { unit, ticketId }) {
    const trips = await tripsOf(unit, form)
    const lineId = trips[0]?.lineId
    if (lineId === undefined) return []
    const line = await unit.service(budgetLedger).read(lineId)
    const held = sumMoney(trips.map((trip) => trip.held))
    const own = ticketId === null ? [] : await unit.service(budgetLedger).frozenBy(ticketId)
    const covered = sumMoney([held, line?.available ?? '0.00', ...own.map(({ amount }) => amount)])
    const amount = typeof form.amount === 'string' ? form.amount : '0.00'
    const tone: 'good' | 'bad' = compareMoney(amount, covered) <= 0 ? 'good' : 'bad'
    return [
      { label: 'finance.travelHeld', value: held },
      { label: 'records.budgetLine.fields.available', value: line?.available ?? '0.00', tone },
    ]
  },
  reversal: paidReversal,
  checkDecision,
}
