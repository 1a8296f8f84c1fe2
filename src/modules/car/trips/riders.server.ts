/** Who rides on a trip. */
import { sql } from 'kysely'
import type { UnitOfWork } from '#src/define/server.ts'

/** A person who rides, and a ticket of theirs that leads to the trip. */
export interface Passenger {
  readonly ticketId: number
  readonly userId: number
}

/** Applicants of the tickets that ride along, and who sits in the car by their forms; each once. */
export async function passengersOf(unit: UnitOfWork, tripId: number): Promise<readonly Passenger[]> {
  const { rows } = await sql<Passenger>`
    select distinct on (p.id) t.id as ticket_id, p.id as user_id
    from car_trip_ticket l join shared_ticket t on t.id = l.ticket_id
      cross join lateral (select t.applicant_id as id union all
        select value::bigint from jsonb_array_elements_text(case jsonb_typeof(t.form_data->'passengers') when 'array' then t.form_data->'passengers' else '[]' end)) p
    where l.trip_id = ${tripId} order by p.id, t.id`.execute(unit.db)
  return rows
}

/** The passengers, and who asked for an emergency. */
export async function ridersOf(unit: UnitOfWork, tripId: number): Promise<readonly number[]> {
  const { rows } = await sql<{ requesterId: number }>`
    select requester_id from car_trip where id = ${tripId} and requester_id is not null`.execute(unit.db)
  const people = [
    ...(await passengersOf(unit, tripId)).map(({ userId }) => userId),
    ...rows.map((row) => row.requesterId),
  ]
  return [...new Set(people)].toSorted((one, other) => one - other)
}
