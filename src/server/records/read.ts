/** Reading records: lists, single rows, pickers; always through the data scope (INV-11). */

import { type SqlBool, sql } from 'kysely'
import type { Access } from '#src/define/access.ts'
import { ListAnswer } from '#src/define/answer.ts'
import type { RecordRow } from '#src/define/answers/records.ts'
import type { Language } from '#src/define/messages.ts'
import type { Permission } from '#src/define/names.ts'
import { notFound } from '#src/define/problem.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import type { Condition } from '#src/fields/sql.server.ts'
import { scopeFilter } from '#src/server/access/scope.ts'
import { loadLookups, withLabels } from './lookups.ts'
import { alive, type RecordModel, selection, tableOf } from './model.ts'
import { type Narrowing, type RawQuery, readListQuery } from './query.ts'
import type { Records } from './records.ts'
import { fromStored, maskValues, type Row, type StoredRow } from './rows.ts'

/** One call: who asks, in which language, through which unit of work. */
export interface Call {
  readonly access: Access
  readonly language: Language
  readonly unit: UnitOfWork
}

/** Rows of the record that the permission reaches. */
export const rowsInReach = (model: RecordModel, access: Access, permission: Permission): Condition =>
  sql<SqlBool>`${alive(model)} and ${scopeFilter(access, permission, model.definition.scope, 'r')}`

export async function listRecords(
  records: Records,
  model: RecordModel,
  call: Call,
  raw: RawQuery,
): Promise<ListAnswer<RecordRow>> {
  const query = readListQuery(records, model, call.access, raw)
  const waiting = model.server.waiting?.(records.services.modules) ?? sql<SqlBool>`false`
  const reach = rowsInReach(model, call.access, model.definition.permissions.search)
  const where = sql<SqlBool>`${reach} and ${query.where} and not ${waiting}`
  const counted = await sql<{ total: number }>`select count(*) as total from ${tableOf(model)} where ${where}`.execute(
    call.unit.db,
  )
  const total = counted.rows[0]?.total ?? 0
  const rows = await selectRows(
    model,
    call.unit,
    { where, order: query.order },
    { limit: query.limit, offset: (query.page - 1) * query.limit },
  )
  return new ListAnswer(await present(records, model, call, rows), { page: query.page, limit: query.limit, total })
}

/** Rows in wire form. The page is cut first, so that computed columns are only worked out for its rows. */
export async function selectRows(
  model: RecordModel,
  unit: UnitOfWork,
  narrowing: Narrowing,
  cut: { limit: number; offset: number },
): Promise<readonly Row[]> {
  const { rows } = await sql<StoredRow>`
    select ${selection(model)} from (
      select r.* from ${tableOf(model)} where ${narrowing.where} order by ${narrowing.order} limit ${cut.limit}::bigint offset ${cut.offset}::bigint
    ) as r order by ${narrowing.order}`.execute(unit.db)
  return rows.map((row) => fromStored(model, row))
}

/** The row, 4004 when it does not exist or the permission does not reach it. `lock` keeps it until the transaction ends. */
export async function findRow(
  model: RecordModel,
  call: Call,
  permission: Permission,
  id: number,
  lock = false,
): Promise<Row> {
  const locking = lock ? sql`for update of r` : sql``
  const { rows } =
    await sql<StoredRow>`select ${selection(model)} from ${tableOf(model)} where r.id = ${id} and ${rowsInReach(model, call.access, permission)} ${locking}`.execute(
      call.unit.db,
    )
  const row = rows[0]
  if (!row) throw notFound()
  return fromStored(model, row)
}

/** Rows as this person may see them, with the values that SQL cannot work out. */
export async function seenRows(model: RecordModel, call: Call, rows: readonly Row[]): Promise<readonly RecordRow[]> {
  const complete = await model.server.complete?.(rows, call.unit, call.language)
  return rows.map((row, index) => ({
    ...maskValues(model.fields, { ...row, ...complete?.[index] }, call.access, { scope: model.definition.scope, row }),
    id: row.id,
  }))
}

/** What the caller is sent: masked for this person, with names beside ids. */
export async function present(
  records: Records,
  model: RecordModel,
  call: Call,
  rows: readonly Row[],
): Promise<readonly RecordRow[]> {
  const seen = await seenRows(model, call, rows)
  const lookups = await loadLookups(records, { db: call.unit.db, language: call.language }, model.fields, seen)
  return seen.map((row) => {
    const labelled = withLabels(model.fields, row, lookups)
    // FS-BASE calls the creator's name so.
    return 'createdBy' in model.fields ? { ...labelled, createdByName: labelled.createdByLabel ?? null } : labelled
  })
}

export async function presentOne(records: Records, model: RecordModel, call: Call, row: Row): Promise<RecordRow> {
  const [shown] = await present(records, model, call, [row])
  return shown ?? row
}
