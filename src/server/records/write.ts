/** Writing records: each deed checks form, references, rule hooks, scope and version, and leaves a history row, all in the caller's transaction. */
import { sql, type RawBuilder } from 'kysely'
import { notFound, RuleError, ValidationError, versionConflict, type Problems } from '#src/define/problem.ts'
import { momentText } from '#src/define/days.ts'
import type { Fields, FieldValue, FormData } from '#src/fields/field.ts'
import { idsOf } from '#src/fields/identity.ts'
import { checkForm, initialValues, type CheckedForm } from '#src/fields/form.ts'
import type { Given } from '#src/fields/kind.ts'
import { kindOf } from '#src/fields/kinds.ts'
import { rowsOf } from '#src/fields/lines/lines.ts'
import { linkFiles } from '#src/server/files/links.ts'
import { sealFields } from '#src/server/secrets/fields.ts'
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

/** The form of a new row: what was not sent has its initial value. */
export function formOfNew(model: RecordModel, call: Call, body: unknown): CheckedForm {
  const given = givenBy(call)
  const sent = undecorated(model.inputs, objectOf(body), null, call.access)
  return checkForm(model.inputs, { ...initialValues(model.inputs, given), ...sent }, given)
}

export async function createRecord(records: Records, model: RecordModel, call: Call, body: unknown, permission: string): Promise<Row> {
  const form = formOfNew(model, call, body)
  refuseIfAny(form.problems)
  refuseIfAny(await checkExistence(records, call.base, call.access, model.inputs, form.values))
  return single(await insertRows(model, call, [form.values], permission, 'create'))
}

/** Writes checked forms as new rows. `permission` is the deed's own: create or import. */
export async function insertRows(model: RecordModel, call: Call, checked: readonly FormData[], permission: string, action: string): Promise<readonly Row[]> {
  const ready: FormData[] = []
  for (const values of checked) ready.push((await model.server.beforeCreate?.(values, call.base, call.access)) ?? values)
  const ids: number[] = []
  for (let at = 0; at < ready.length; at += rowsPerInsert) ids.push(...(await insert(model, call, ready.slice(at, at + rowsPerInsert))))
  return finish(model, call, permission, action, ids.map((id) => ({ id, before: null })))
}

/** Keeps one statement far below PostgreSQL's 65,535 parameters. */
const rowsPerInsert = 200

async function insert(model: RecordModel, call: Call, list: readonly FormData[]): Promise<readonly number[]> {
  const now = call.base.clock.now()
  const { userId, departmentId } = call.access
  const ownDepartment: FormData = 'deptId' in model.fields && model.definition.scope.department === 'deptId' ? { deptId: departmentId } : {}
  const base: [string, RawBuilder<unknown>][] = model.definition.appendOnly === true
    ? []
    : [['created_at', sql`${now}::timestamptz`], ['created_by', sql`${userId}::bigint`], ['updated_at', sql`${now}::timestamptz`], ['updated_by', sql`${userId}::bigint`]]
  const rows = list.map((values) => new Map([...assignments(model, { ...ownDepartment, ...values }), ...base]))
  const columns = [...new Set(rows.flatMap((row) => [...row.keys()]))]
  const lines = rows.map((row) => sql`(${sql.join(columns.map((column) => row.get(column) ?? sql`default`))})`)
  const inserted = await tryWrite(model, () => sql<{ id: number }>`
    insert into ${sql.table(model.definition.table)} (${sql.join(columns.map((column) => sql.id(column)))}) values ${sql.join(lines)} returning id`.execute(call.base.db))
  return inserted.rows.map((row) => row.id)
}

/** Columns and their new values. Nothing becomes the column's default: null, or what the table says. */
function assignments(model: RecordModel, values: FormData): [string, RawBuilder<unknown>][] {
  return Object.entries(sealFields(model.vault, model.fields, values)).flatMap(([name, value]): [string, RawBuilder<unknown>][] => {
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

/** The form of a changed row: what was not sent keeps its value. */
export function formOfChange(model: RecordModel, call: Call, row: Row, body: Readonly<Record<string, unknown>>): CheckedForm {
  const sent = undecorated(model.inputs, body, row, call.access)
  const current = Object.fromEntries(Object.keys(model.inputs).map((name) => [name, row[name] ?? null]))
  const form = checkForm(model.inputs, { ...current, ...sent }, givenBy(call))
  return { values: form.values, problems: { ...staleAllowed(form.problems, sent, row), ...immutables(model.inputs, changedIn(form.values, row)) } }
}

/** Changes a row. The version must be the one the caller saw (4009). */
export async function updateRecord(records: Records, model: RecordModel, call: Call, id: number, body: unknown, permission: string): Promise<Row> {
  const { version, ...sent } = objectOf(body)
  const row = await findRow(model, call, permission, id, true)
  checkVersion(row, version)
  const form = formOfChange(model, call, row, sent)
  refuseIfAny(form.problems)
  refuseIfAny(await checkExistence(records, call.base, call.access, model.inputs, only(form.values, changedIn(form.values, row)), row))
  return changeRow(model, call, row, form.values, permission, 'update')
}

/** Writes a checked form into a row that is locked. */
export async function changeRow(model: RecordModel, call: Call, row: Row, checked: FormData, permission: string, action: string): Promise<Row> {
  const values = (await model.server.beforeUpdate?.(checked, row, call.base, call.access)) ?? checked
  const own = assignments(model, only(values, changedIn(values, row)))
  await tryWrite(model, () => save(model, call, row.id, own))
  return single(await finish(model, call, permission, action, [{ id: row.id, before: row }]))
}

const changedIn = (values: FormData, row: Row): readonly string[] => Object.keys(values).filter((name) => !isSame(values[name], row[name]))

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

/** A row that was written, and what it was before. */
interface Written {
  readonly id: number
  readonly before: Row | null
}

/** More changed rows than this are announced as a change of the whole record. */
const announcedOneByOne = 20

/** After a write: the rows must still be reached by the deed's permission (nobody writes into another department), hooks run, history and announcement follow. */
async function finish(model: RecordModel, call: Call, permission: string, action: string, written: readonly Written[]): Promise<readonly Row[]> {
  const ids = written.map((each) => each.id)
  const read = async (): Promise<readonly Row[]> => {
    const { rows } = await sql<Stored>`select ${selection(model)} from ${tableOf(model)} where r.id = any(${ids}::bigint[]) and ${reached(model, call.access, permission)}`.execute(call.base.db)
    const found = new Map(rows.map((row) => [row.id, fromStored(model, row)]))
    return ids.flatMap((id) => found.get(id) ?? [])
  }
  let rows = await read()
  if (rows.length < ids.length) {
    const { department, owner } = model.definition.scope
    throw new ValidationError({ [department ?? owner ?? '']: [{ key: 'check.outsideScope' }] })
  }
  for (const [index, row] of rows.entries()) await linkNewFiles(model, call, written[index]?.before ?? null, row)
  if (model.server.afterWrite) {
    for (const row of rows) await model.server.afterWrite(row, call.base, call.access)
    rows = await read()
  }
  await remember(model, call, action, rows.map((after, index) => ({ before: written[index]?.before ?? null, after })))
  if (ids.length > announcedOneByOne) call.base.changed(model.definition.name, null)
  else for (const id of ids) call.base.changed(model.definition.name, id)
  return rows
}

/** Files a row names for the first time belong to it from now on. */
async function linkNewFiles(model: RecordModel, call: Call, before: Row | null, after: Row): Promise<void> {
  const known = new Set(before ? fileIdsIn(model.fields, before) : [])
  await linkFiles(call.base, call.access, model.definition.name, after.id, fileIdsIn(model.fields, after).filter((id) => !known.has(id)))
}

function fileIdsIn(fields: Fields, values: FormData): readonly number[] {
  return Object.entries(fields).flatMap(([name, field]): readonly number[] => {
    if (field.kind === 'lines') return rowsOf(values[name]).flatMap((row) => fileIdsIn(field.fields, row))
    return field.kind === 'files' ? idsOf(values[name]) : []
  })
}

function single(rows: readonly Row[]): Row {
  const [row] = rows
  if (!row) throw notFound()
  return row
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
  await remember(model, call, 'remove', [{ before: row, after: null }])
  call.base.changed(model.definition.name, id)
}
