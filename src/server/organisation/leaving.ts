import { sql } from 'kysely'
import type { Base } from '#src/define/server.ts'
import { only } from '#src/server/database/only.ts'

/** What is looked at before an account is switched off (60.1): how much hangs on the person. */
export interface Leaving {
  readonly sessions: number
  /** Tasks that go to whom the rules find. */
  readonly tasks: number
  /** Own applications that are on their way. */
  readonly applications: number
  /** Times in which they stand in for somebody, or somebody for them. */
  readonly delegations: number
  /** Departments that are left without their leader. */
  readonly departments: readonly string[]
}

export async function leavingOf(base: Base, id: number): Promise<Leaving> {
  const now = base.clock.now()
  const { rows } = await sql<Leaving>`
    select
      (select count(*)::int from session where user_id = ${id} and revoked_at is null and expires_at > ${now}) as sessions,
      (select count(*)::int from ticket_task k join ticket t on t.id = k.ticket_id
        where k.assignee_id = ${id} and k.status in ('waiting', 'open', 'suspended') and t.status in ('running', 'handling') and t.deleted_at is null) as tasks,
      (select count(*)::int from ticket where applicant_id = ${id} and status in ('running', 'handling', 'returned') and deleted_at is null) as applications,
      (select count(*)::int from substitute where (user_id = ${id} or substitute_id = ${id}) and until_at > ${now}) as delegations,
      array(select name from department where leader_id = ${id} and deleted_at is null order by sort, id) as departments`.execute(
    base.db,
  )
  return only(rows)
}
