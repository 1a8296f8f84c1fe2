import { sql } from 'kysely'
import type { WorkflowDefinition } from '#machines/ticket/definition/definition.ts'
import type { FormDefinition } from '#src/define/application.ts'
import { notFound } from '#src/define/problem.ts'
import type { Executor } from '#src/define/server.ts'

/** A version of a workflow, as far as its tests ask. */
export interface VersionRow {
  readonly id: number
  readonly versionNo: number
  readonly status: string
  readonly definition: WorkflowDefinition
  readonly form: FormDefinition
}

/** The requested version (by default the one in force, else the newest) and all versions, newest first. @throws Refusal 4004. */
export async function versionRow(
  db: Executor,
  id: number,
  no: number | undefined,
): Promise<{ readonly version: VersionRow; readonly versions: readonly Pick<VersionRow, 'versionNo' | 'status'>[] }> {
  const { rows } = await sql<VersionRow>`
    select v.id, v.version_no, v.status, v.definition, v.form from workflow_version v join workflow w on w.id = v.workflow_id
    where w.id = ${id} and w.deleted_at is null and (${no ?? null}::int is null or v.version_no = ${no ?? null}::int)
    order by v.id = w.current_version_id desc nulls last, v.version_no desc limit 1`.execute(db)
  const version = rows[0]
  if (version === undefined) throw notFound()
  const { rows: versions } = await sql<Pick<VersionRow, 'versionNo' | 'status'>>`
    select version_no, status from workflow_version where workflow_id = ${id} order by version_no desc`.execute(db)
  return { version, versions }
}
