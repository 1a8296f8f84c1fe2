import { sql } from 'kysely'
import type { Executor } from '#src/define/server.ts'

/** Department of the person by session, for the sessions among `ids` that stand: not revoked, not run out, their user enabled. */
export async function standingSessions(
  db: Executor,
  ids: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ id: string; deptId: number }>`
    select s.id, u.dept_id from session s join app_user u on u.id = s.user_id
    where s.id = any(${[...ids]}::uuid[]) and s.revoked_at is null and s.expires_at > ${now} and u.state and u.deleted_at is null`.execute(
    db,
  )
  return new Map(rows.map((row) => [row.id, row.deptId]))
}
