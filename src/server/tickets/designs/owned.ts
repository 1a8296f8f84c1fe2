/** Changes of workflows whose group has an owner: what they are made for, and whose confirmation they need (SYS-137). */
import { sql } from 'kysely'
import type { UnitOfWork } from '#src/define/server.ts'
import { type GuardedGroup, isGuarded } from '#src/define/workflows/proposals.ts'

/** Owners who must confirm a change from the first groups to the second. */
export const seatsOf = (...groups: readonly (readonly string[])[]): readonly GuardedGroup[] =>
  [...new Set(groups.flat())].filter(isGuarded)

/** A draft that is to be put in force. */
export interface VersionContent {
  readonly id: number
  readonly revision: number
}

/** Names the draft and the version in force together: another text when either is another one. Null without a draft. */
export async function versionBasis(unit: UnitOfWork, { id }: VersionContent): Promise<string | null> {
  const { rows } = await sql<{ basis: string }>`
    select concat_ws(' ', coalesce(w.current_version_id, 0), d.id, d.revision, d.content_hash) as basis
    from workflow w join workflow_version d on d.workflow_id = w.id and d.status = 'draft'
    where w.id = ${id} and w.deleted_at is null`.execute(unit.db)
  return rows[0]?.basis ?? null
}

/** Names the state a workflow is in and the version it runs. */
export async function workflowBasis(unit: UnitOfWork, { id }: { readonly id: number }): Promise<string | null> {
  const { rows } = await sql<{ basis: string }>`
    select concat_ws(' ', status, current_version_id) as basis from workflow where id = ${id} and deleted_at is null`.execute(
    unit.db,
  )
  return rows[0]?.basis ?? null
}
