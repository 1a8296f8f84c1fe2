/** Conditions that several questions about meals share. */
import { type RawBuilder, sql } from 'kysely'

/** The person is on leave or on a trip at noon of the day (CAN-44). */
export const isAwayAtNoon = (personId: RawBuilder<unknown>, day: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`exists (select from shared_absence a where a.user_id = ${personId} and a.period @> (${day}::date + time '12:00'))`

/** The order `o` of the menu `m` was cancelled by its person, or by the canteen since the menu was published: a standing order leaves the meal alone. */
export const staysCancelled: RawBuilder<boolean> = sql<boolean>`(o.state = 'cancelled'
  and (o.cancelled_by = o.person_id or (o.cancelled_by is not null and o.cancelled_at >= m.published_at)))`
