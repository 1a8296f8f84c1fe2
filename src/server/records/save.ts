/** Checked values into the table: rule hooks before, scope, files, history and announcement after. */

import { type RawBuilder, sql } from 'kysely'
import type { Permission } from '#src/define/names.ts'
import { notFound, ValidationError } from '#src/define/problem.ts'
import { departmentColumns } from '#src/define/record.ts'
import type { FormData } from '#src/fields/field.ts'
import { kindOf } from '#src/fields/kinds.ts'
import { filesIn } from '#src/fields/walk.ts'
import { linkFiles } from '#src/server/files/links.ts'
import { sealFields } from '#src/server/secrets/fields.ts'
import { refusalOf } from './checks/constraints.ts'
import { changedIn, only } from './forms.ts'
import { remember } from './history.ts'
import { columnName, type RecordModel, selection, tableOf } from './model.ts'
import { type Call, rowsInReach } from './read.ts'
import { fromStored, parameterOf, type Row, type StoredRow } from './rows.ts'

/** Writes checked forms as new rows. `permission` is the action's own: create or import. */
export async function insertRows(
  model: RecordModel,
  call: Call,
  checked: readonly FormData[],
  permission: Permission,
  action: string,
): Promise<readonly Row[]> {
  const ready: FormData[] = []
  for (const values of checked)
    ready.push((await model.server.beforeCreate?.(values, call.unit, call.access)) ?? values)
  const ids: number[] = []
  for (let at = 0; at < ready.length; at += rowsPerInsert)
    ids.push(...(await insert(model, call, ready.slice(at, at + rowsPerInsert))))
  return finish(
    model,
    call,
    permission,
    action,
    ids.map((id) => ({ id, before: null })),
  )
}

/** Writes one checked form as a new row. */
export const insertRow = async (
  model: RecordModel,
  call: Call,
  checked: FormData,
  permission: Permission,
  action: string,
): Promise<Row> => single(await insertRows(model, call, [checked], permission, action))

/** Keeps one statement far below PostgreSQL's 65,535 parameters. */
const rowsPerInsert = 200

async function insert(model: RecordModel, call: Call, list: readonly FormData[]): Promise<readonly number[]> {
  const now = call.unit.clock.now()
  const { userId, departmentId } = call.access
  const ownDepartment: FormData =
    'deptId' in model.fields && departmentColumns(model.definition.scope).includes('deptId')
      ? { deptId: departmentId }
      : {}
  const base: [string, RawBuilder<unknown>][] =
    model.definition.appendOnly === true
      ? []
      : [
          ['created_at', sql`${now}::timestamptz`],
          ['created_by', sql`${userId}::bigint`],
          ['updated_at', sql`${now}::timestamptz`],
          ['updated_by', sql`${userId}::bigint`],
        ]
  const rows = list.map((values) => new Map([...assignments(model, { ...ownDepartment, ...values }), ...base]))
  const columns = [...new Set(rows.flatMap((row) => [...row.keys()]))]
  const lines = rows.map((row) => sql`(${sql.join(columns.map((column) => row.get(column) ?? sql`default`))})`)
  const inserted = await tryWrite(model, () =>
    sql<{ id: number }>`
    insert into ${sql.table(model.definition.table)} (${sql.join(columns.map((column) => sql.id(column)))}) values ${sql.join(lines)} returning id`.execute(
      call.unit.db,
    ),
  )
  return inserted.rows.map((row) => row.id)
}

/** Columns and their new values. Nothing becomes the column's default: null, or what the table says. */
function assignments(model: RecordModel, values: FormData): [string, RawBuilder<unknown>][] {
  return Object.entries(sealFields(model.vault, model.fields, values)).flatMap(
    ([name, value]): [string, RawBuilder<unknown>][] => {
      const column = model.columns.get(name)
      if (!column?.isStored || value === undefined || systemColumns.has(name)) return []
      const type = sql.raw(kindOf(column.field).column(column.field))
      return [[columnName(name), value === null ? sql`default` : sql`${parameterOf(column.field, value)}::${type}`]]
    },
  )
}
const systemColumns: ReadonlySet<string> = new Set([
  'id',
  'createdAt',
  'createdBy',
  'updatedAt',
  'updatedBy',
  'version',
  'deletedAt',
])

async function tryWrite<T>(model: RecordModel, write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    throw refusalOf(model, error)
  }
}

/** Writes a checked form into a row that is locked. */
export async function changeRow(
  model: RecordModel,
  call: Call,
  row: Row,
  checked: FormData,
  permission: Permission,
  action: string,
): Promise<Row> {
  const values = (await model.server.beforeUpdate?.(checked, row, call.unit, call.access)) ?? checked
  const own = assignments(model, only(values, changedIn(values, row)))
  await tryWrite(model, () => save(model, call, row.id, own))
  return single(await finish(model, call, permission, action, [{ id: row.id, before: row }]))
}

async function save(
  model: RecordModel,
  call: Call,
  id: number,
  own: readonly [string, RawBuilder<unknown>][],
): Promise<void> {
  const sets = [
    ...own.map(([column, value]) => sql`${sql.id(column)} = ${value}`),
    sql`updated_at = ${call.unit.clock.now()}`,
    sql`updated_by = ${call.access.userId}`,
    sql`version = version + 1`,
  ]
  await sql`update ${sql.table(model.definition.table)} set ${sql.join(sets)} where id = ${id}`.execute(call.unit.db)
}

/** A row that was written, and what it was before. */
interface SavedRow {
  readonly id: number
  readonly before: Row | null
}

/** More changed rows than this are announced as a change of the whole record. */
const announcedOneByOne = 20

/** After a write: the rows must still be reached by the action's permission (nobody writes into another department), hooks run, history and announcement follow. */
async function finish(
  model: RecordModel,
  call: Call,
  permission: Permission,
  action: string,
  saved: readonly SavedRow[],
): Promise<readonly Row[]> {
  const ids = saved.map((each) => each.id)
  const read = async (): Promise<readonly Row[]> => {
    const { rows } =
      await sql<StoredRow>`select ${selection(model)} from ${tableOf(model)} where r.id = any(${ids}::bigint[]) and ${rowsInReach(model, call.access, permission)}`.execute(
        call.unit.db,
      )
    const found = new Map(rows.map((row) => [row.id, fromStored(model, row)]))
    return ids.flatMap((id) => found.get(id) ?? [])
  }
  let rows = await read()
  if (rows.length < ids.length) {
    const { scope } = model.definition
    throw new ValidationError({ [departmentColumns(scope)[0] ?? scope.owner ?? '']: [{ key: 'check.outsideScope' }] })
  }
  for (const [index, row] of rows.entries()) await linkNewFiles(model, call, saved[index]?.before ?? null, row)
  if (model.server.afterWrite) {
    for (const [index, row] of rows.entries())
      await model.server.afterWrite(row, call.unit, call.access, saved[index]?.before ?? null)
    rows = await read()
  }
  await remember(
    model,
    call,
    action,
    rows.map((after, index) => ({ before: saved[index]?.before ?? null, after })),
  )
  if (ids.length > announcedOneByOne) call.unit.changed(model.definition.name, null)
  else for (const id of ids) call.unit.changed(model.definition.name, id)
  return rows
}

/** Files a row names for the first time belong to it from now on. */
async function linkNewFiles(model: RecordModel, call: Call, before: Row | null, after: Row): Promise<void> {
  const known = new Set(before ? filesIn(model.fields, before) : [])
  await linkFiles(
    call.unit,
    call.access,
    model.definition.name,
    after.id,
    filesIn(model.fields, after).filter((id) => !known.has(id)),
  )
}

function single(rows: readonly Row[]): Row {
  const [row] = rows
  if (!row) throw notFound()
  return row
}
