/** Which forms name the rows of a record, and who may fill them in: pickers are for them (INV-11). */
import { type SqlBool, sql } from 'kysely'
import type { WorkflowDefinition } from '#machines/ticket/definition/definition.ts'
import type { Access } from '#src/define/access.ts'
import { type FormDefinition, formFieldsOf, startPermissions } from '#src/define/application.ts'
import { applicationPermission, type Permission } from '#src/define/names.ts'
import type { RecordDefinition } from '#src/define/record.ts'
import type { Field, Fields } from '#src/fields/field.ts'
import type { Condition } from '#src/fields/sql.server.ts'
import { cellsOf, sourceOf } from '#src/fields/walk.ts'
import type { Records } from './records.ts'

/** A field that people fill in with a row of a record. */
interface Naming {
  /** Who fills it in: holders of the permission, or those who have a task of such a ticket. */
  readonly by: { readonly permission: Permission } | { readonly taskOf: string }
  /** The query its picker adds; null where the field has a call of its own. */
  readonly query: string | null
}

/** Public name of the record that the field names a row of. */
function recordNamed(field: Field): string | null {
  const source = sourceOf(field)
  if (source?.to === 'department') return 'dept'
  return source?.to === 'record' ? source.record : null
}

/** The fields that people fill in with a row of the record, those in sub-tables as well. */
const fieldsNaming = (fields: Fields, record: string): readonly Field[] =>
  Object.values(fields).flatMap((field) => {
    if (field.computed === true) return []
    return recordNamed(field) === record ? [field] : fieldsNaming(cellsOf(field) ?? {}, record)
  })

/** What the picker of a field asks besides the words typed, when it asks `options/` of the record. */
function queryOf(field: Field, path: string): string | null {
  const { options } = field as { readonly options?: string }
  if (options === undefined) return ''
  const [address, query = ''] = options.split('?')
  return address === `${path}options/` ? query : null
}

const isWritten = (permission: string | undefined): boolean => permission === 'write' || permission === 'required'

function inRecord(definition: RecordDefinition, named: RecordDefinition): readonly Naming[] {
  const { permissions, actions, fields, form, list } = definition
  const namings = (some: Fields, permission: Permission | undefined): readonly Naming[] =>
    permission === undefined
      ? []
      : fieldsNaming(some, named.name).map((field) => ({ by: { permission }, query: queryOf(field, named.path) }))
  const written = Object.fromEntries(Object.entries(fields).filter(([name]) => form?.includes(name) ?? true))
  // The list is narrowed by choosing a row, whoever filled it in.
  const filters = Object.fromEntries(
    list.filters.flatMap((name): [string, Field][] => {
      const field = fields[name]
      return field === undefined ? [] : [[name, { ...field, computed: false }]]
    }),
  )
  return [
    ...namings(written, permissions.create),
    ...namings(written, permissions.update),
    ...namings(filters, permissions.search),
    ...Object.values(actions ?? {}).flatMap((action) => namings(action.fields ?? {}, action.permission)),
  ]
}

/** An application by its form and its workflow. */
interface Filed {
  readonly key: string
  readonly form: FormDefinition
  readonly workflow: WorkflowDefinition
}

function inApplication({ key, form, workflow }: Filed, named: RecordDefinition): readonly Naming[] {
  const start = startPermissions(form, workflow)
  const namings = (name: string, field: Field, by: Naming['by']): readonly Naming[] =>
    fieldsNaming({ [name]: field }, named.name).map((one) => ({ by, query: queryOf(one, named.path) }))
  return Object.entries(formFieldsOf(form)).flatMap(([name, field]) => [
    ...(isWritten(start[name]) ? namings(name, field, { permission: applicationPermission(key, 'Create') }) : []),
    ...(workflow.states.some((state) => isWritten(state.fields?.[name])) ? namings(name, field, { taskOf: key }) : []),
  ])
}

const known = new WeakMap<Records, Map<string, readonly Naming[]>>()

/** The fields of all forms that ship with the program; they do not change while it runs. */
function shippedNamings(records: Records, named: RecordDefinition): readonly Naming[] {
  const held = known.get(records) ?? new Map<string, readonly Naming[]>()
  known.set(records, held)
  const { modules } = records.services
  const namings =
    held.get(named.name) ??
    modules.flatMap((module) => [
      ...module.records.flatMap((definition) => inRecord(definition, named)),
      ...module.applications.flatMap(({ key, workflow, ...form }) => inApplication({ key, form, workflow }, named)),
    ])
  held.set(named.name, namings)
  return namings
}

/** The fields that name the record and that this person may fill in now; a task of a ticket is looked for by `where`. */
export interface OwnNamings {
  /** Queries of the pickers in forms that a permission opens. */
  readonly queries: readonly (string | null)[]
  /** Queries of the pickers in forms that a task opens, with the condition under which there is one. */
  readonly inTasks: readonly { readonly query: string | null; readonly where: Condition }[]
}

const holdsTask = (access: Access, type: string): Condition => sql<SqlBool>`exists (
  select from ticket_task k join ticket t on t.id = k.ticket_id
  where k.assignee_id = ${access.userId} and k.status = 'open' and t.type = ${type})`

/** The pickers of the record's rows that this person has. */
export function ownNamings(records: Records, named: RecordDefinition, access: Access): OwnNamings {
  const designed = [...records.services.designed.forms().values()].flatMap((filed) => inApplication(filed, named))
  const queries = new Set<string | null>()
  const tasks = new Map<string, Set<string | null>>()
  for (const { by, query } of [...shippedNamings(records, named), ...designed]) {
    if ('permission' in by) {
      if (access.may(by.permission)) queries.add(query)
    } else tasks.set(by.taskOf, (tasks.get(by.taskOf) ?? new Set()).add(query))
  }
  return {
    queries: [...queries],
    inTasks: [...tasks].flatMap(([type, own]) => [...own].map((query) => ({ query, where: holdsTask(access, type) }))),
  }
}
