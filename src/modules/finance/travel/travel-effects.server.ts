import { sql } from 'kysely'
import { addDays, daysBetween } from '#src/define/days.ts'
import { RuleError } from '#src/define/problem.ts'
import { type EffectRun, effect, type JobDefinition, type RecordServer, type UnitOfWork } from '#src/define/server.ts'
import { commitments } from '#src/modules/budget/contract.ts'
import { absences } from '#src/modules/leave/contract.ts'
import { projectOf } from '../budget-check.server.ts'
import { highest, legsOf, periodOf } from './plan.ts'
import { estimatesOf } from './travel-form.server.ts'

/** `CC{yyyyMMdd}{4}`, so many at once. */
async function nextNos(unit: UnitOfWork, count: number): Promise<readonly string[]> {
  const day = unit.clock.today()
  const { rows } = await sql<{ last: number }>`insert into travel_number (day, last) values (${day}, ${count})
    on conflict (day) do update set last = travel_number.last + ${count} returning last`.execute(unit.db)
  const last = rows[0]?.last ?? count
  return Array.from(
    { length: count },
    (_, index) => `CC${day.replaceAll('-', '')}${String(last - count + 1 + index).padStart(4, '0')}`,
  )
}

async function placesOf(unit: UnitOfWork, areas: readonly number[]): Promise<string> {
  const { rows } = await sql<{
    id: number
    name: string
  }>`select id, name from shared_area where id = any(${[...areas]}::bigint[])`.execute(unit.db)
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  return [...new Set(areas.map((id) => names.get(id) ?? ''))].join('、').slice(0, 300)
}

const stateOn = (today: string, start: string, end: string): string =>
  end < today ? 'ended' : start <= today ? 'ongoing' : 'planned'

/** onApprove (TRV-01, TRV-03): everybody's calendar is blocked and everybody's money held, or the decision is refused. */
const plan: EffectRun = async ({ unit, ticket }) => {
  const form = ticket.formData
  const legs = legsOf(form.legs)
  const period = periodOf(legs)
  if (!period) throw new RuleError('travel.endBeforeStart').at('legs')
  const travellers = await estimatesOf(unit, form)
  const away = await unit.service(absences).block({
    userIds: travellers.map(({ id }) => id),
    from: period.start,
    to: period.end,
    kind: 'travel',
    ticketId: ticket.id,
  })
  const first = travellers.find(({ id }) => away.includes(id))
  if (first) throw new RuleError('travel.overlap', first.name, `${period.start} - ${period.end}`).at('travelers')
  const nos = await nextNos(unit, travellers.length)
  const destinations = await placesOf(
    unit,
    legs.map((leg) => leg.toArea),
  )
  const transport = highest(legs.map((leg) => leg.transport)) ?? 'train2'
  const now = unit.clock.now()
  for (const [index, traveller] of travellers.entries()) {
    const commitmentId = await unit.service(commitments).open({
      kind: 'travel',
      ticketId: ticket.id,
      deptId: traveller.deptId,
      applicantId: traveller.id,
      lineId: Number(form.budgetLineId),
      projectId: projectOf(form),
      amount: traveller.estimate,
      title: `${nos[index]} ${destinations}`.slice(0, 100),
      validUntil: null,
    })
    await sql`
      insert into travel_trip (no, ticket_id, user_id, dept_id, rank_level, purpose_type, destinations, legs, start_date, end_date, days, transport, official_car, estimate,
        commitment_id, state, created_at, created_by, updated_at)
      values (${nos[index]}, ${ticket.id}, ${traveller.id}, ${traveller.deptId}, ${traveller.rankLevel}, ${String(form.purposeType)}, ${destinations},
        ${JSON.stringify(legs)}::jsonb, ${period.start}, ${period.end}, ${period.days}, ${transport}, ${form.useOfficialCar === true}, ${traveller.estimate},
        ${commitmentId}, ${stateOn(unit.clock.today(), period.start, period.end)}, ${now}, ${ticket.applicantId}, ${now})`.execute(
      unit.db,
    )
  }
  unit.changed('travelTrip', null)
}

interface TripRow {
  readonly id: number
  readonly ticketId: number
  readonly userId: number
  readonly commitmentId: number
  readonly state: string
  readonly startDate: string
  readonly endDate: string
}

async function setTrip(unit: UnitOfWork, id: number, change: ReturnType<typeof sql>): Promise<void> {
  await sql`update travel_trip set ${change}, updated_at = ${unit.clock.now()}, version = version + 1 where id = ${id}`.execute(
    unit.db,
  )
  unit.changed('travelTrip', id)
}

async function cancelTrip(unit: UnitOfWork, trip: TripRow): Promise<void> {
  if (trip.state !== 'planned') throw new RuleError('travel.alreadyStarted', trip.startDate)
  await unit.service(commitments).close(trip.commitmentId, 'cancelled', 'travel.cancel')
  await unit.service(absences).clear(trip.ticketId, undefined, trip.userId)
  await setTrip(unit, trip.id, sql`state = 'cancelled'`)
}

/** onVoidApproved: before the start everything is as if it had not been approved. */
const cancel: EffectRun = async ({ unit, ticket }) => {
  const { rows } =
    await sql<TripRow>`select id, ticket_id, user_id, commitment_id, state, start_date, end_date from travel_trip
    where ticket_id = ${ticket.id} and state <> 'cancelled' order by id for update`.execute(unit.db)
  for (const trip of rows) await cancelTrip(unit, trip)
}

export const travelEffects = {
  'travel.plan': effect(['budgetLineId'], plan),
  'travel.cancel': effect([], cancel),
} as const

declare module '#src/define/names.ts' {
  interface EffectNames {
    travel: keyof typeof travelEffects
  }
}

/** TRV-11: days after which an unclaimed trip gives back what it held. */
export const EXPIRY_DAYS = 90

/** 30.9, daily: trips start and end by the calendar (TRV-24: the rank is that of the start), and expire when nobody claims them (TRV-11). */
export async function moveTrips(unit: UnitOfWork): Promise<void> {
  const today = unit.clock.today()
  const now = unit.clock.now()
  const started =
    await sql`update travel_trip t set state = case when t.end_date < ${today} then 'ended' else 'ongoing' end, rank_level = u.rank_level,
      updated_at = ${now}, version = t.version + 1
    from shared_app_user u where u.id = t.user_id and t.state = 'planned' and t.start_date <= ${today} returning t.id`.execute(
      unit.db,
    )
  const ended = await sql`update travel_trip set state = 'ended', updated_at = ${now}, version = version + 1
    where state = 'ongoing' and end_date < ${today} returning id`.execute(unit.db)
  const { rows: over } = await sql<TripRow & { no: string }>`
    select t.id, t.no, t.ticket_id, t.user_id, t.commitment_id, t.state, t.start_date, t.end_date from travel_trip t
    where t.state = 'ended' and t.end_date < ${addDays(today, -EXPIRY_DAYS)} order by t.id for update`.execute(unit.db)
  const ledger = unit.service(commitments)
  for (const trip of over) {
    if ((await ledger.read(trip.commitmentId))?.state === 'effective')
      await ledger.close(trip.commitmentId, 'expired', 'travel.expire')
    await setTrip(unit, trip.id, sql`state = 'expired'`)
  }
  const { rows: due } = await sql<{ userId: number; no: string; ticketId: number; endDate: string }>`
    select user_id, no, ticket_id, end_date from travel_trip
    where state = 'ended' and end_date = ${addDays(today, -unit.settings.number('travel.claimDays'))}`.execute(unit.db)
  for (const trip of due) {
    unit.notify({
      to: [trip.userId],
      contentType: 'REMIND',
      title: { key: 'travel.unclaimed', params: [trip.no, daysBetween(trip.endDate, today)] },
      link: `/workflow/ticket/${trip.ticketId}`,
    })
  }
  if (started.rows.length + ended.rows.length > 0) unit.changed('travelTrip', null)
}

/** The trips that a ticket planned, one for each traveller. */
export async function tripsOf(
  unit: UnitOfWork,
  ticketId: number,
): Promise<readonly { readonly id: number; readonly userId: number }[]> {
  const { rows } = await sql<{ id: number; userId: number }>`
    select id, user_id from travel_trip where ticket_id = ${ticketId} order by id`.execute(unit.db)
  return rows
}

export const travelJobs: readonly JobDefinition[] = [
  { name: 'travel.move', every: { at: '00:10', missed: 'once' }, run: moveTrips },
]

async function lockTrip(unit: UnitOfWork, id: number): Promise<TripRow> {
  const { rows } =
    await sql<TripRow>`select id, ticket_id, user_id, commitment_id, state, start_date, end_date from travel_trip where id = ${id} for update`.execute(
      unit.db,
    )
  if (!rows[0]) throw new RuleError('version.conflict')
  return rows[0]
}

/** TRV-04: a trip may only become shorter; the calendar is free from the day after. */
async function shorten(unit: UnitOfWork, trip: TripRow, newEnd: string): Promise<void> {
  if (newEnd >= trip.endDate || newEnd < trip.startDate)
    throw new RuleError('rule.TRV-04', trip.startDate, trip.endDate).at('newEnd')
  await unit.service(absences).clear(trip.ticketId, addDays(newEnd, 1), trip.userId)
  const isOver = newEnd < unit.clock.today() || (trip.state === 'ongoing' && newEnd === unit.clock.today())
  await setTrip(
    unit,
    trip.id,
    sql`end_date = ${newEnd}, days = ${daysBetween(trip.startDate, newEnd) + 1}${isOver ? sql`, state = 'ended'` : sql``}`,
  )
}

export const tripRecord: RecordServer = {
  computed: {
    // TRV-06: a night that its claim did not pay in full.
    isOver: `exists (select from shared_ticket claim, jsonb_array_elements(case jsonb_typeof(claim.form_data->'lodging') when 'array' then claim.form_data->'lodging' else '[]' end) night
      where claim.id = r.claim_ticket_id and (night.value->>'selfPaid')::numeric > 0 and (night.value->>'traveller')::bigint = r.user_id)`,
  },
  pickable: (access) => sql`r.user_id = ${access.userId} or r.created_by = ${access.userId}`,
  actions: {
    shorten: async (row, values, unit) => shorten(unit, await lockTrip(unit, row.id), String(values.newEnd)),
    async return(row, _values, unit) {
      const trip = await lockTrip(unit, row.id)
      const today = unit.clock.today()
      if (trip.state !== 'ongoing') throw new RuleError('version.conflict')
      if (today < trip.endDate) return shorten(unit, trip, today)
      return setTrip(unit, trip.id, sql`state = 'ended'`)
    },
    cancel: async (row, _values, unit) => cancelTrip(unit, await lockTrip(unit, row.id)),
  },
}
