import { sql } from 'kysely'
import type { ApplicationDefinition, FormDefinition } from '#src/define/application.ts'
import type { ModuleDefinition } from '#src/define/module.ts'
import type { Base } from '#src/define/server.ts'
import { only } from '#src/server/database/only.ts'
import { contentHash } from './versions.ts'

/** All applications of the shipped modules, in module order. */
export function applicationsOf(modules: readonly ModuleDefinition[]): readonly ApplicationDefinition[] {
  return modules.flatMap((module) => module.applications)
}

const formOf = (application: ApplicationDefinition): FormDefinition => ({
  sections: application.sections,
  ...(application.start && { start: application.start }),
  ...(application.amountField !== undefined && { amountField: application.amountField }),
})

async function workflowId(base: Base, application: ApplicationDefinition, sort: number): Promise<number> {
  const now = base.clock.now()
  const { rows } = await sql<{ id: number }>`
    insert into workflow (key, group_key, code, icon, sort, is_shipped, status, created_at, updated_at)
    values (${application.key}, ${application.group}, ${application.code}, ${application.icon}, ${sort}, true, 'published', ${now}, ${now})
    on conflict (key) do update set group_key = excluded.group_key, code = excluded.code, icon = excluded.icon, sort = excluded.sort
    returning id`.execute(base.db)
  return only(rows).id
}

async function publish(base: Base, application: ApplicationDefinition, sort: number): Promise<void> {
  const id = await workflowId(base, application, sort)
  const form = formOf(application)
  const hash = contentHash(application.workflow, form)
  const { rows } = await sql<{ versionNo: number; contentHash: string }>`
    select v.version_no, v.content_hash from workflow_version v
    where v.workflow_id = ${id} order by v.version_no`.execute(base.db)
  if (rows.some((row) => row.contentHash === hash)) return
  const now = base.clock.now()
  await sql`update workflow_version set status = 'history' where workflow_id = ${id} and status = 'published'`.execute(
    base.db,
  )
  await sql`
    with published as (
      insert into workflow_version (workflow_id, version_no, definition, form, content_hash, status, published_at, created_at)
      values (${id}, ${(rows.at(-1)?.versionNo ?? 0) + 1}, ${JSON.stringify(application.workflow)}::json,
        ${JSON.stringify(form)}::json, ${hash}, 'published', ${now}, ${now})
      returning id)
    update workflow set current_version_id = (select id from published), updated_at = ${now}, version = version + 1
    where id = ${id}`.execute(base.db)
}

/** Puts the workflow of every application into the database: version 1 at first, the next number when what ships has changed, nothing when it is known by its content. Must run inside a transaction; nodes starting together wait for each other. */
export async function publishShipped(base: Base, modules: readonly ModuleDefinition[]): Promise<void> {
  await sql`lock table workflow in share row exclusive mode`.execute(base.db)
  for (const [index, application] of applicationsOf(modules).entries()) await publish(base, application, index)
}
