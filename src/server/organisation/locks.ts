import { sql } from 'kysely'
import type { UnitOfWork } from '#src/define/server.ts'

const MINUTE = 60_000
/** LOG-02: failures count when they fall into this many minutes. */
export const FAILURE_MINUTES = 15

/** Names that are locked now (LOG-02), known or not: as many failures as are allowed stand close together, and the last is recent. */
export async function lockedNames(unit: UnitOfWork): Promise<readonly string[]> {
  const most = unit.settings.number('login.maxFail')
  const now = unit.clock.now().getTime()
  const lockStart = new Date(now - unit.settings.number('login.lockMinutes') * MINUTE)
  const oldest = new Date(lockStart.getTime() - FAILURE_MINUTES * MINUTE)
  const { rows } = await sql<{ username: string }>`
    with failures as (
      select l.username, l.at, row_number() over (partition by l.username order by l.id desc) as place
      from login_log l left join app_user u on u.username = l.username
      where l.reason in ('password', 'totp') and l.at > ${oldest} and l.id > coalesce(u.failures_after, 0))
    select username from failures group by username
    having max(at) filter (where place = 1) > ${lockStart}
      and max(at) filter (where place = 1) - max(at) filter (where place = ${most}::int) <= make_interval(mins => ${FAILURE_MINUTES}::int)`.execute(
    unit.db,
  )
  return rows.map((row) => row.username)
}
