import { sql } from 'kysely'
import type { UnitOfWork } from '#src/define/server.ts'

/** LEV-03: at most so many unused annual days go over to the following year. */
export const MAX_CARRIED_DAYS = 5

/** Until this day of the year (`MM-dd`) carried days can be taken, and a server that stood still over the new year carries over (LEV-03). */
export const CARRIED_UNTIL = '03-31'

/**
 * Moves days between each of these quotas and that of the following year until what is carried over is what the year has left, within the limit;
 * never less than the following year has already spent. The caller holds the locks of all rows.
 * @param reserved days that the caller is about to take from the year's own
 */
export async function moveCarry(unit: UnitOfWork, quotaIds: readonly number[], reserved = 0): Promise<void> {
  const now = unit.clock.now()
  await sql`
    with move as (
      select last.id as last_id, own.id as own_id,
        greatest(own.carried_used, least(${MAX_CARRIED_DAYS}::numeric,
          last.total + last.carried_used - last.used - last.pending - ${reserved}::numeric)) - last.carried_over as days
      from leave_quota last
        join leave_quota own on own.user_id = last.user_id and own.leave_type = last.leave_type and own.year = last.year + 1 and own.deleted_at is null
      where last.id = any(${[...quotaIds]}::bigint[]) and last.carried_over is not null),
    gone as (
      update leave_quota q set carried_over = q.carried_over + move.days, updated_at = ${now}::timestamptz, version = q.version + 1
      from move where q.id = move.last_id and move.days <> 0),
    came as (
      update leave_quota q set carried = q.carried + move.days, updated_at = ${now}::timestamptz, version = q.version + 1
      from move where q.id = move.own_id and move.days <> 0)
    insert into leave_quota_entry (quota_id, kind, days, at)
    select side.quota_id, 'carry', side.days, ${now}::timestamptz
    from move, lateral (values (move.last_id, -move.days), (move.own_id, move.days)) as side (quota_id, days)
    where move.days <> 0`.execute(unit.db)
}

/** Days by full years of service at the end of a year, as `annualDays` counts them. */
const annualTotal = (unit: UnitOfWork, year: number) => sql`coalesce((
  select (band.pair ->> 1)::numeric
  from jsonb_array_elements(${JSON.stringify(unit.settings.json('leave.annual'))}::jsonb) with ordinality as band (pair, place)
  where ${year}::int - extract(year from u.work_start)::int >= (band.pair ->> 0)::int order by band.place desc limit 1), 0)`

/** Opens the annual quota of a year by rule for everybody who has none, also no deleted one. */
async function openYear(unit: UnitOfWork, year: number): Promise<void> {
  const now = unit.clock.now()
  await sql`
    with opened as (
      insert into leave_quota (user_id, dept_id, year, leave_type, total, created_at, updated_at)
      select u.id, u.dept_id, ${year}::int, 'annual', ${annualTotal(unit, year)}, ${now}::timestamptz, ${now}::timestamptz
      from shared_app_user u
      where u.state and u.deleted_at is null and u.dept_id is not null and u.work_start is not null and extract(year from u.work_start)::int <= ${year}::int
        and not exists (select from leave_quota q where q.user_id = u.id and q.year = ${year}::int and q.leave_type = 'annual')
      order by u.id
      on conflict (user_id, year, leave_type) where deleted_at is null do nothing returning id, total)
    insert into leave_quota_entry (quota_id, kind, days, at) select id, 'init', total, ${now}::timestamptz from opened order by id`.execute(
    unit.db,
  )
}

/**
 * Opens the annual quotas of the new year and moves into them what the old year has left (LEV-03), once for each person:
 * also into a row that exists because leave of the new year was filed before. What changes the old year later moves the carry with it.
 */
export async function carryOver(unit: UnitOfWork): Promise<void> {
  const today = unit.clock.today()
  if (today.slice(5) > CARRIED_UNTIL) return
  const year = Number(today.slice(0, 4))
  await openYear(unit, year)
  // Every year before every following one, as a filing locks them too.
  await sql`select id from leave_quota where year in (${year - 1}::int, ${year}::int) and leave_type = 'annual' and deleted_at is null
    order by year, id for update`.execute(unit.db)
  const now = unit.clock.now()
  const { rows } = await sql<{ id: number }>`
    update leave_quota last set carried_over = 0, updated_at = ${now}::timestamptz, version = last.version + 1
    where last.year = ${year - 1} and last.leave_type = 'annual' and last.deleted_at is null and last.carried_over is null
      and exists (select from leave_quota own where own.user_id = last.user_id and own.year = ${year}::int and own.leave_type = 'annual' and own.deleted_at is null)
    returning last.id`.execute(unit.db)
  if (rows.length === 0) return
  await moveCarry(
    unit,
    rows.map(({ id }) => id),
  )
  unit.changed('leaveQuota', null)
}
