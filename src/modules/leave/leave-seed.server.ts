import { sql } from 'kysely'
import type { Base } from '#src/define/server.ts'

/** Annual quotas of everybody by service years, and LEAVE-PAN of 70.4 (total 10, used 7). Leaves themselves come as tickets. */
export async function seedLeave(base: Base): Promise<void> {
  const now = base.clock.now()
  const year = Number(base.clock.today().slice(0, 4))
  await sql`update app_user set work_start = make_date(${year}::int - 2 - (id * 7 % 24)::int, 7, 1) where work_start is null and state`.execute(base.db)
  await sql`update app_user set work_start = make_date(${year - 12}::int, 7, 1) where username = 'pan42'`.execute(base.db)
  await sql`
    with saved as (
      insert into leave_quota (user_id, dept_id, year, leave_type, total, used, created_at, updated_at)
      select id, dept_id, ${year}::int, 'annual',
        case when ${year}::int - extract(year from work_start) >= 20 then 15 when ${year}::int - extract(year from work_start) >= 10 then 10 else 5 end,
        case when username = 'pan42' then 7 else 0 end, ${now}::timestamptz, ${now}::timestamptz
      from app_user where state order by id returning id, total, used)
    insert into leave_quota_entry (quota_id, kind, days, at)
    select id, 'init', total, ${now}::timestamptz from saved union all select id, 'use', used, ${now}::timestamptz from saved where used > 0`.execute(base.db)
  await sql`insert into compensation_earned (user_id, dept_id, work_date, hours, expires_on, created_at, updated_at)
    select id, dept_id, ${base.clock.today()}::date - (20 + id)::int, 8, ${base.clock.today()}::date + (160 - id)::int, ${now}::timestamptz, ${now}::timestamptz
    from app_user where state and id % 3 = 0 order by id`.execute(base.db)
}
