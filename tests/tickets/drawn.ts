import { sql } from 'kysely'
import type { WorkflowDefinition } from '#machines/ticket/definition/definition.ts'
import { only } from '#src/server/database/only.ts'
import { contentHash } from '#src/server/tickets/versions/versions.ts'
import type { Bureau } from './bureau.ts'

/** Another version of a type, drawn by somebody; the same drawing is the same version. New tickets do not start on it. */
export async function drawnVersion({ database }: Bureau, type: string, drawing: WorkflowDefinition): Promise<number> {
  const { db } = database
  const definition = { ...drawing, key: type }
  const { rows: current } = await sql<{ id: number; form: Parameters<typeof contentHash>[1] }>`
    select w.id, v.form from workflow w join workflow_version v on v.id = w.current_version_id where w.key = ${type}`.execute(
    db,
  )
  const { id, form } = only(current)
  const hash = contentHash(definition, form)
  const { rows: known } = await sql<{ id: number }>`
    select id from workflow_version where workflow_id = ${id} and content_hash = ${hash}`.execute(db)
  if (known[0]) return known[0].id
  const { rows } = await sql<{ id: number }>`
    insert into workflow_version (workflow_id, version_no, definition, form, content_hash, status, is_shipped, created_at)
    select ${id}, max(version_no) + 1, ${JSON.stringify(definition)}::json, ${JSON.stringify(form)}::json, ${hash}, 'history', false, now()
    from workflow_version where workflow_id = ${id} returning id`.execute(db)
  return only(rows).id
}

/** The same, and new tickets start on it. */
export async function inForce(bureau: Bureau, type: string, drawing: WorkflowDefinition): Promise<void> {
  const id = await drawnVersion(bureau, type, drawing)
  await sql`update workflow set current_version_id = ${id} where key = ${type}`.execute(bureau.database.db)
}
