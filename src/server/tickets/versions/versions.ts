import { sql } from 'kysely'
import { fieldsOf as factsNamedBy } from '#machines/ticket/definition/conditions.ts'
import type { FieldPermission, WorkflowDefinition } from '#machines/ticket/definition/definition.ts'
import { indexWorkflow } from '#machines/ticket/definition/workflow.ts'
import { compileWorkflow, type TicketMachine } from '#machines/ticket/engine/compile.ts'
import { factsOfReturns } from '#machines/ticket/engine/returns.ts'
import { conditionsOf } from '#machines/ticket/verify/partition.ts'
import { type FormDefinition, formFieldsOf, startPermissions } from '#src/define/application.ts'
import { keptValues } from '#src/define/forms/values.ts'
import type { Executor } from '#src/define/server.ts'
import type { Fields } from '#src/fields/field.ts'
import { hashOf } from '../log/canonical.ts'

/** A workflow version as tickets use it: its content never changes (I10), so one compilation serves the process. */
export interface Version {
  readonly id: number
  readonly no: number
  readonly hash: string
  readonly type: string
  readonly definition: WorkflowDefinition
  readonly form: FormDefinition
  readonly fields: Fields
  /** What the applicant may do with each field. */
  readonly start: Readonly<Record<string, FieldPermission>>
  readonly machine: TicketMachine
  /** Names of the facts its conditions look at; only these stand in the events. */
  readonly facts: ReadonlySet<string>
}

/** What the content hash of a version covers. */
export function contentHash(definition: WorkflowDefinition, form: FormDefinition): string {
  return hashOf({ definition, form })
}

interface VersionRow {
  readonly id: number
  readonly versionNo: number
  readonly contentHash: string
  readonly definition: WorkflowDefinition
  readonly form: FormDefinition
}

function factsOf(definition: WorkflowDefinition): ReadonlySet<string> {
  const named = conditionsOf(definition).flatMap(factsNamedBy)
  return new Set([...named, ...factsOfReturns(indexWorkflow(definition))])
}

function compileVersion(row: VersionRow): Version {
  return {
    id: row.id,
    no: row.versionNo,
    hash: row.contentHash,
    type: row.definition.key,
    definition: row.definition,
    form: row.form,
    fields: formFieldsOf(row.form),
    start: startPermissions(row.form, row.definition),
    machine: compileWorkflow(row.definition),
    facts: factsOf(row.definition),
  }
}

/** Compiled versions by id. */
export interface Versions {
  /** @throws Error when there is no such version, or its stored content is not what its hash says. */
  byId(db: Executor, id: number): Promise<Version>
  /** The version new tickets of a type start on; null when the type is not published. */
  current(db: Executor, type: string): Promise<Version | null>
}

/** More compiled versions than this are not kept; the oldest goes first. */
const MAX_COMPILED_VERSIONS = 500

async function readVersion(db: Executor, id: number): Promise<Version> {
  const { rows } = await sql<VersionRow>`
    select id, version_no, content_hash, definition, form from workflow_version where id = ${id}`.execute(db)
  const row = rows[0]
  if (!row) throw new Error(`workflow version ${id} does not exist`)
  if (contentHash(row.definition, row.form) !== row.contentHash) throw new Error(`workflow version ${id} was altered`)
  return compileVersion(row)
}

export function createVersions(): Versions {
  const versions = keptValues(readVersion, MAX_COMPILED_VERSIONS)

  return {
    byId: versions.of,
    async current(db, type) {
      const { rows } = await sql<{ id: number | null }>`
        select current_version_id as id from workflow where key = ${type} and status = 'published' and is_offered and deleted_at is null`.execute(
        db,
      )
      const id = rows[0]?.id
      return id === undefined || id === null ? null : versions.of(db, id)
    },
  }
}
