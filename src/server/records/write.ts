/** Writing records: each deed checks form, references, rule hooks, scope and version, and leaves a history row, all in the caller's transaction. */
import { sql, type RawBuilder } from 'kysely'
import { notFound, RuleError, ValidationError, versionConflict, type Problems } from '#src/define/problem.ts'
import { momentText } from '#src/define/days.ts'
import type { Fields, FieldValue, FormData } from '#src/fields/field.ts'
import { checkForm, initialValues } from '#src/fields/form.ts'
import type { Given } from '#src/fields/kind.ts'
import { kindOf } from '#src/fields/kinds.ts'
import { refusalOf } from './constraints.ts'
import { checkExistence } from './existence.ts'
import { remember } from './history.ts'
import { titlesOfRows } from './lookups.ts'
import { columnName, selection, tableOf, type RecordModel } from './model.ts'
import { findRow, reached, type Call } from './read.ts'
import type { Records } from './records.ts'
import { fromStored, isObject, isSame, parameterOf, undecorated, type Row, type Stored } from './rows.ts'
import { isInUse } from './usage.ts'

/** Now and today by the server's clock (INV-13). */
export const givenBy = (call: Call): Given => ({ today: call.base.clock.today(), now: momentText(call.base.clock.now()) })

const refuseIfAny = (problems: Problems): void => {
  if (Object.keys(problems).length > 0) throw new ValidationError(problems)
}

/** A body as an object; everything else is refused. */
export function objectOf(body: unknown): Readonly<Record<string, unknown>> {
  if (!isObject(body)) throw new ValidationError({ '': [{ key: 'check.object' }] })
  return body
}

/** Creates a row. `permission` is the deed's own: create or import. */
export async function createRecord(records: Records, model: RecordModel, call: Call, body: unknown, permission: string, action = 'create'): Promise<Row> {
  const given = givenBy(call)
  const sent = undecorated(model.inputs, objectOf(body), null, call.access)
  const form = checkForm(model.inputs, { ...initialValues(model.inputs, given), ...sent }, given)
  refuseIfAny(form.problems)
  refuseIfAny(await checkExistence(records, call.base, call.access, model.inputs, form.values))
  const values = (await model.server.beforeCreate?.(form.values, call.base, call.access)) ?? form.values
  const id = await insert(model, call, values)
  return finish(model, call, permission, action, null, id)
}

async function insert(model: RecordModel, call: Call, values: FormData): Promise<number> {
  const now = call.base.clock.now()
  const { userId, departmentId } = call.access
  const own = assignments(model, { ...('deptId' in model.fields && model.definition.scope.department === 'deptId' && { deptId: departmentId }), ...values })
  const base: [string, RawBuilder<unknown>][] = model.definition.appendOnly === true
    ? []
    : [['created_at', sql`${now}`], ['created_by', sql`${userId}`], ['updated_at', sql`${now}`], ['updated_by', sql`${userId}`]]
  const all = [...own, ...base]
  const { rows } = await tryWrite(model, () => sql<{ id: number }>`
    insert into ${sql.table(model.definition.table)} (${sql.join(all.map(([column]) => sql.id(column)))})
    values (${sql.join(all.map(([, value]) => value))}) returning id`.execute(call.base.db))
  return rows[0]?.id ?? 0
}

/** Columns and their new values. Nothing becomes the column's default: null, or what the table says. */
function assignments(model: RecordModel, values: FormData): [string, RawBuilder<unknown>][] {
  return Object.entries(values).flatMap(([name, value]): [string, RawBuilder<unknown>][] => {
    const column = model.columns.get(name)
    if (!column?.isStored || value === undefined || systemColumns.has(name)) return []
    const type = sql.raw(kindOf(column.field).column(column.field))
    return [[columnName(name), value === null ? sql`default` : sql`${parameterOf(column.field, value)}::${type}`]]
  })
}
const systemColumns: ReadonlySet<string> = new Set(['id', 'createdAt', 'createdBy', 'updatedAt', 'updatedBy', 'version', 'deletedAt'])

async function tryWrite<T>(model: RecordModel, write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    throw refusalOf(model, error)
  }
}

/** Changes a row. The version must be the one the caller saw (4009); fields not sent keep their value. */
export async function updateRecord(records: Records, model: RecordModel, call: Call, id: number, body: unknown, permission: string, action = 'update'): Promise<Row> {
  const { version, ...rest } = objectOf(body)
  const row = await findRow(model, call, permission, id, true)
  checkVersion(row, version)
  const sent = undecorated(model.inputs, rest, row, call.access)
  const current = Object.fromEntries(Object.keys(model.inputs).map((name) => [name, row[name] ?? null]))
  const form = checkForm(model.inputs, { ...current, ...sent }, givenBy(call))
  const changed = Object.keys(form.values).filter((name) => !isSame(form.values[name], row[name]))
  refuseIfAny({ ...staleAllowed(form.problems, sent, row), ...immutables(model.inputs, changed) })
  refuseIfAny(await checkExistence(records, call.base, call.access, model.inputs, only(form.values, changed), row))
  const values = (await model.server.beforeUpdate?.(form.values, row, call.base, call.access)) ?? form.values
  const own = assignments(model, only(values, Object.keys(values).filter((name) => !isSame(values[name], row[name]))))
  await tryWrite(model, () => save(model, call, id, own))
  return finish(model, call, permission, action, row, id)
}

/** 4009 unless the version sent is the row's own. */
export function checkVersion(row: Row, version: unknown): void {
  if (!Number.isInteger(Number(version)) || version === null || version === '' || version === undefined) throw new ValidationError({ version: [{ key: 'check.required' }] })
  if (Number(version) !== row.version) throw versionConflict()
}

/** A value that was acceptable once may stay although a limit such as "at most 180 days ago" has moved past it. */
function staleAllowed(problems: Problems, sent: Readonly<Record<string, unknown>>, row: Row): Problems {
  return Object.fromEntries(Object.entries(problems).filter(([path, list]) => {
    const name = path.split('.')[0] ?? ''
    const isUntouched = !Object.hasOwn(sent, name) || JSON.stringify(sent[name] ?? null) === JSON.stringify(row[name] ?? null)
    return !isUntouched || list.some((problem) => problem.key === 'check.required')
  }))
}

const immutables = (fields: Fields, changed: readonly string[]): Problems =>
  Object.fromEntries(changed.filter((name) => fields[name]?.immutable === true).map((name) => [name, [{ key: 'check.immutable' }]]))

const only = (values: FormData, names: readonly string[]): Record<string, FieldValue | undefined> =>
  Object.fromEntries(names.map((name) => [name, values[name]]))

async function save(model: RecordModel, call: Call, id: number, own: readonly [string, RawBuilder<unknown>][]): Promise<void> {
  const sets = [
    ...own.map(([column, value]) => sql`${sql.id(column)} = ${value}`),
    sql`updated_at = ${call.base.clock.now()}`, sql`updated_by = ${call.access.userId}`, sql`version = version + 1`,
  ]
  await sql`update ${sql.table(model.definition.table)} set ${sql.join(sets)} where id = ${id}`.execute(call.base.db)
}

/** After a write: the row must still be reached by the deed's permission (nobody writes into another department), hooks run, history and announcement follow. */
async function finish(model: RecordModel, call: Call, permission: string, action: string, before: Row | null, id: number): Promise<Row> {
  const read = async (): Promise<Row | undefined> => {
    const { rows } = await sql<Stored>`select ${selection(model)} from ${tableOf(model)} where r.id = ${id} and ${reached(model, call.access, permission)}`.execute(call.base.db)
    return rows[0] && fromStored(model, rows[0])
  }
  const written = await read()
  if (!written) {
    const { department, owner } = model.definition.scope
    throw new ValidationError({ [department ?? owner ?? '']: [{ key: 'check.outsideScope' }] })
  }
  await model.server.afterWrite?.(written, call.base, call.access)
  const after = model.server.afterWrite ? ((await read()) ?? written) : written
  await remember(model, call, action, before, after)
  call.base.changed(model.definition.name, id)
  return after
}

/** Marks a row as deleted; refused while something refers to it (DEL-STD). */
export async function removeRecord(records: Records, model: RecordModel, call: Call, id: number, permission: string): Promise<void> {
  const row = await findRow(model, call, permission, id, true)
  await model.server.beforeRemove?.(row, call.base, call.access)
  if (await isInUse(records, call.base.db, model, id)) {
    const titles = await titlesOfRows(records, { db: call.base.db, language: call.language }, model, [row])
    throw new RuleError('ref.inUse', titles.get(id) ?? `#${id}`)
  }
  const now = call.base.clock.now()
  const { rows } = await sql<{ id: number }>`update ${sql.table(model.definition.table)}
    set deleted_at = ${now}, updated_at = ${now}, updated_by = ${call.access.userId}, version = version + 1 where id = ${id} and deleted_at is null returning id`.execute(call.base.db)
  if (rows.length === 0) throw notFound()
  await remember(model, call, 'remove', row, null)
  call.base.changed(model.definition.name, id)
}
