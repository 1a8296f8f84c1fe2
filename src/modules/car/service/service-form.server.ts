/** The form of a service or repair (22.2, CAR-11 to CAR-13). */
import { sql } from 'kysely'
import { addDays, dayOf, momentText, parseMoment } from '#src/define/days.ts'
import { type Problem, type Problems, problemAt, RuleError } from '#src/define/problem.ts'
import type { ApplicationServer, FormContext, UnitOfWork } from '#src/define/server.ts'
import type { FormData } from '#src/fields/field.ts'
import { rowsOf } from '#src/fields/lines/lines.ts'
import { compareMoney, fromCents, sumMoney, timesMoney, toCents } from '#src/fields/money/cents.ts'
import { fileIdsIn, idIn } from '#src/fields/values.ts'
import { readingProblem } from '../cars/odometer.server.ts'
import { vehicleLine } from '../fuel/refuel-form.server.ts'

const MAX_PLAN_DAYS = 30
/** CAR-11: share of the estimate, in percent, that the bill may reach. */
const ACTUAL_SHARE = 110n
/** CAR-12: days within which the same item of a car is a repeated repair. */
const REPEAT_DAYS = 90
const DAY_MS = 86_400_000

export interface Plan {
  readonly start: Date
  readonly end: Date
}
export function planOf(form: FormData): Plan | null {
  const [start, end] = [parseMoment(String(form.planIn ?? '')), parseMoment(String(form.planOut ?? ''))]
  return start && end ? { start, end } : null
}

/** CAR-11. @throws RuleError where the bill is above what the estimate allows without another approval */
export function refuseBill(actual: string, estimate: string): void {
  const most = fromCents((toCents(estimate) * ACTUAL_SHARE) / 100n)
  if (compareMoney(actual, most) > 0) throw new RuleError('rule.CAR-11', actual, estimate, most).at('actualAmount')
}

/** CAR-13 and 22.2: trips that need the car while it would be away, the next first; one that is out holds it until its end. */
export async function planProblem(
  unit: UnitOfWork,
  carId: number,
  { start, end }: Plan,
  ticketId: number | null,
): Promise<Problem | null> {
  const { rows } = await sql<{
    no: string
    start: Date
    end: Date
    applicant: string
    mobile: string
    isOut: boolean
    count: number
  }>`
    select coalesce(t.no, '') as no, coalesce(t.start_at, lower(r.period)) as start, coalesce(t.end_at, upper(r.period)) as end, coalesce(u.name, '') as applicant,
      coalesce(p.mobile, '') as mobile, coalesce(t.state in ('departed', 'overdue'), false) as is_out, count(*) over ()::int as count
    from car_reservation r left join car_trip t on t.id = r.trip_id left join car_service s on s.id = r.service_id
      left join lateral (select ticket_id from car_trip_ticket where trip_id = t.id order by ticket_id limit 1) l on true
      left join shared_ticket k on k.id = l.ticket_id left join shared_app_user u on u.id = coalesce(k.applicant_id, t.requester_id) left join shared_app_user_personal p on p.id = u.id
    where r.is_active and r.car_id = ${carId} and r.period && tstzrange(${start}, ${end}) and s.ticket_id is distinct from ${ticketId ?? 0}::bigint
    order by 2 limit 1`.execute(unit.db)
  const [first] = rows
  if (!first) return null
  if (first.no === '') return { key: 'car.serviceTwice', params: [momentText(first.start), momentText(first.end)] }
  return first.isOut
    ? { key: 'rule.CAR-13', params: [first.no, momentText(first.end)] }
    : {
        key: 'car.serviceConflict',
        params: [first.count, first.no, momentText(first.start), first.applicant, first.mobile],
      }
}

async function carOf(unit: UnitOfWork, id: number | null) {
  const { rows } = await sql<{ id: number; plateNo: string; mileage: number; status: string }>`
    select id, plate_no, mileage, status from car where id = ${id}::bigint and deleted_at is null`.execute(unit.db)
  return rows[0] ?? null
}

async function check(form: FormData, { unit, ticketId }: FormContext): Promise<Problems> {
  const [car, plan] = [await carOf(unit, idIn(form.carId)), planOf(form)]
  if (car === null || plan === null) return {}
  if (car.status === 'scrapped')
    return problemAt('carId', 'car.unavailable', car.plateNo, { dictionary: 'carUnavailable', value: car.status })
  if (idIn(form.budgetLineId) === null) return problemAt('carId', 'car.noVehicleLine', unit.clock.today().slice(0, 4))
  // A car that is brought today may have left in the morning.
  if (dayOf(plan.start) < unit.clock.today())
    return problemAt('planIn', 'car.startTooEarly', `${unit.clock.today()} 00:00:00`)
  if (plan.end <= plan.start) return problemAt('planOut', 'car.endBeforeStart')
  if (plan.end.getTime() - plan.start.getTime() > MAX_PLAN_DAYS * DAY_MS)
    return problemAt('planOut', 'car.tooLong', MAX_PLAN_DAYS)
  const { rows: vendors } = await sql<{ name: string; isFit: boolean }>`
    select name, is_car_repair and state = 'active' and deleted_at is null as is_fit from shared_vendor where id = ${idIn(form.vendorId)}::bigint`.execute(
    unit.db,
  )
  if (vendors[0] && !vendors[0].isFit) return problemAt('vendorId', 'car.vendorUnfit', vendors[0].name)
  const mileage = Number(form.mileage)
  const reading = await readingProblem(unit, car.id, unit.clock.now(), mileage, fileIdsIn(form.photos))
  const conflict = await planProblem(unit, car.id, plan, ticketId)
  return { ...(reading && { mileage: [reading] }), ...(conflict && { planIn: [conflict] }) }
}

async function repeated(form: FormData, { unit, ticketId }: FormContext): Promise<readonly Problem[]> {
  const names = rowsOf(form.items)
    .map(({ name }) => String(name ?? '').trim())
    .filter((name) => name !== '')
  const { rows } = await sql<{ name: string; day: string }>`
    select distinct on (i.name) i.name, (s.plan_in at time zone 'Asia/Shanghai')::date as day
    from car_service s cross join lateral jsonb_to_recordset(s.items) as i(name text)
    where s.car_id = ${idIn(form.carId)}::bigint and s.state <> 'cancelled' and s.plan_in > ${addDays(unit.clock.today(), -REPEAT_DAYS)}::date
      and s.ticket_id is distinct from ${ticketId}::bigint and i.name = any(${names}::text[]) order by i.name, s.plan_in desc`.execute(
    unit.db,
  )
  return rows.map(({ name, day }) => ({ key: 'rule.CAR-12', params: [name, day, REPEAT_DAYS] }))
}

export const serviceForm: ApplicationServer = {
  async compute(form, { unit }) {
    const items = rowsOf(form.items).map((row) => ({
      ...row,
      amount: typeof row.price === 'string' && typeof row.qty === 'number' ? timesMoney(row.price, row.qty) : null,
    }))
    return {
      ...form,
      items,
      amount: sumMoney(items.flatMap(({ amount }) => amount ?? [])),
      budgetLineId: await vehicleLine(unit),
    }
  },
  check,
  warnings: repeated,
  async panel(form, { unit }) {
    const car = await carOf(unit, idIn(form.carId))
    return car ? [{ label: 'records.car.fields.mileage', value: String(car.mileage) }] : []
  },
  reversal: async (form) => [{ key: 'car.serviceReversal', params: [String(form.amount ?? '')] }],
  async checkDecision(event) {
    if (event.state !== 'fleetFinish' || event.type !== 'handle') return
    refuseBill(String(event.form.actualAmount ?? '0'), String(event.form.amount ?? '0'))
  },
}
