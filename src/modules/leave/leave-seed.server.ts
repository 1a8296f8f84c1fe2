import { sql } from 'kysely'
import type { UnitOfWork } from '#src/define/server.ts'

/** Annual quotas of everybody by service years for the last and the running year (70.4), and earned hours. Leave itself comes as tickets. */
export async function seedLeave(unit: UnitOfWork): Promise<void> {
  const now = unit.clock.now()
  const year = Number(unit.clock.today().slice(0, 4))
  await sql`
    with granted as (
      select id, dept_id, of.year, of.year - extract(year from work_start)::int as served
      from shared_app_user, (values (${year - 1}::int), (${year}::int)) as of (year) where state and work_start is not null),
    saved as (
      insert into leave_quota (user_id, dept_id, year, leave_type, total, created_at, updated_at)
      select id, dept_id, granted.year, 'annual', case when served >= 20 then 15 when served >= 10 then 10 when served >= 1 then 5 else 0 end,
        make_timestamptz(granted.year, 1, 1, 9, 0, 0, 'Asia/Shanghai'), ${now}::timestamptz
      from granted order by granted.year, id returning id, total, created_at)
    insert into leave_quota_entry (quota_id, kind, days, at) select id, 'init', total, created_at from saved order by id`.execute(
    unit.db,
  )
  await sql`insert into compensation_earned (user_id, dept_id, work_date, hours, expires_on, created_at, updated_at)
    select id, dept_id, ${unit.clock.today()}::date - (20 + id)::int, 8, ${unit.clock.today()}::date + (160 - id)::int, ${now}::timestamptz, ${now}::timestamptz
    from shared_app_user where state and id % 3 = 0 order by id`.execute(unit.db)
}
