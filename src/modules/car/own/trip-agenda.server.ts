import { sql } from 'kysely'
import type { AgendaEntry, AgendaSource } from '#src/define/home.ts'

/** Days a trip may take: what began earlier is over, so that the index of its beginning finds it. */
const MAX_TRIP_DAYS = 31

/** Trips of cars one drives, asked for, or rides on. */
export const tripAgenda: AgendaSource = async (unit, { userId, from, to }) => {
  const { rows } = await sql<AgendaEntry>`
    select case when t.driver_user_id = ${userId} then 'drive' else 'trip' end as kind, b.first as "from", b.last as "to",
      to_char(t.start_at at time zone 'Asia/Shanghai', 'HH24:MI') as time, t.to_place as name,
      case when t.driver_user_id = ${userId} then '/carmanagement/car?tab=today' else '/workflow/ticket/' || k.id end as link
    from car_trip t
      cross join lateral (select (t.start_at at time zone 'Asia/Shanghai')::date as first, (t.end_at at time zone 'Asia/Shanghai')::date as last) b
      left join lateral (select k.id from car_trip_ticket l join shared_ticket k on k.id = l.ticket_id
        where l.trip_id = t.id and (k.applicant_id = ${userId} or k.form_data->'passengers' @> to_jsonb(${userId}::bigint)) order by k.id limit 1) k on true
    where t.deleted_at is null and t.state <> 'cancelled' and t.start_at < (${to}::date + 1)::timestamp at time zone 'Asia/Shanghai'
      and t.start_at >= (${from}::date - ${MAX_TRIP_DAYS}::int)::timestamp at time zone 'Asia/Shanghai' and b.last >= ${from}::date
      and (t.driver_user_id = ${userId} or t.requester_id = ${userId} or k.id is not null)`.execute(unit.db)
  return rows
}
