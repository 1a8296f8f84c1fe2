import { sql } from 'kysely'
import type { ApplicationDefinition, FormDefinition } from '#src/define/application.ts'
import type { ModuleDefinition } from '#src/define/module.ts'
import type { UnitOfWork } from '#src/define/server.ts'
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

interface Shipped {
  readonly application: ApplicationDefinition
  readonly sort: number
}

async function workflowId(unit: UnitOfWork, { application, sort }: Shipped): Promise<number> {
  const now = unit.clock.now()
  const { rows } = await sql<{ id: number }>`
    insert into workflow (key, group_key, code, icon, sort, is_shipped, is_offered, status, created_at, updated_at)
    values (${application.key}, ${application.group}, ${application.code}, ${application.icon}, ${sort}, true, true, 'published', ${now}, ${now})
    on conflict (key) where deleted_at is null do update set group_key = excluded.group_key, code = excluded.code, icon = excluded.icon, sort = excluded.sort,
      is_offered = excluded.is_offered
    returning id`.execute(unit.db)
  return only(rows).id
}

interface Known {
  readonly versionNo: number
  readonly contentHash: string
  readonly status: string
  readonly isShipped: boolean
}

async function publish(unit: UnitOfWork, shipped: Shipped): Promise<void> {
  const { application } = shipped
  const id = await workflowId(unit, shipped)
  const form = formOf(application)
  const hash = contentHash(application.workflow, form)
  const { rows } = await sql<Known>`
    select version_no, content_hash, status, is_shipped from workflow_version where workflow_id = ${id} order by version_no`.execute(
    unit.db,
  )
  if (rows.some((row) => row.contentHash === hash && row.status !== 'draft')) return
  // What an administrator published stays in force; the shipped one is there to be compared and taken over (decision 0008).
  const isTaken = rows.some((row) => row.status === 'published' && !row.isShipped)
  const no = Math.max(0, ...rows.filter((row) => row.status !== 'draft').map((row) => row.versionNo)) + 1
  const now = unit.clock.now()
  await sql`update workflow_version set version_no = ${no + 1} where workflow_id = ${id} and status = 'draft'`.execute(
    unit.db,
  )
  if (!isTaken)
    await sql`update workflow_version set status = 'history' where workflow_id = ${id} and status = 'published'`.execute(
      unit.db,
    )
  await sql`
    with arrived as (
      insert into workflow_version (workflow_id, version_no, definition, form, content_hash, status, is_shipped, published_at, created_at)
      values (${id}, ${no}, ${JSON.stringify(application.workflow)}::json,
        ${JSON.stringify(form)}::json, ${hash}, ${isTaken ? 'history' : 'published'}, true, ${isTaken ? null : now}, ${now})
      returning id)
    update workflow set current_version_id = case when ${isTaken} then current_version_id else (select id from arrived) end,
      updated_at = ${now}, version = version + 1
    where id = ${id}`.execute(unit.db)
}

/** Puts the workflow of every application into the database: version 1 at first, the next number when what ships has changed, nothing when it is known by its content. An administrator's own version stays in force. Must run inside a transaction; nodes starting together wait for each other. */
export async function publishShipped(unit: UnitOfWork, modules: readonly ModuleDefinition[]): Promise<void> {
  await sql`lock table workflow in share row exclusive mode`.execute(unit.db)
  for (const [sort, application] of applicationsOf(modules).entries()) await publish(unit, { application, sort })
}
