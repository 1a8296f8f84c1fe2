/** Pickers: `options/` of a record gives `[{id, label}]`, searched by what the rows are called. */
import { type SqlBool, sql } from 'kysely'
import type { Access } from '#src/define/access.ts'
import type { RecordOption } from '#src/define/answers/records.ts'
import { permissionDenied, ValidationError } from '#src/define/problem.ts'
import type { FormData } from '#src/fields/field.ts'
import { type Condition, escapeLike } from '#src/fields/sql.server.ts'
import { likeOf, openColumn } from './filters.ts'
import { titlesOfRows } from './lookups.ts'
import { alive, type RecordModel } from './model.ts'
import { ownNamings } from './naming.ts'
import { type RawQuery, readIds, readNarrowing } from './query.ts'
import { type Call, rowsInReach, selectRows } from './read.ts'
import type { Records } from './records.ts'

/** Choices a picker shows at most; the rest is found by searching. */
const shown = 50

/** Rows a person may point at: those the search permission reaches, and those the record opens to whoever fills in a form that names it. */
export function pickable(records: Records, model: RecordModel, access: Access): Condition {
  const own = rowsInReach(model, access, model.definition.permissions.search)
  const { queries, inTasks } = ownNamings(records, model.definition, access)
  const isNamed = queries.length > 0 ? sql<SqlBool>`true` : anyOf(inTasks.map(({ where }) => where))
  return opened(model, access, own, isNamed)
}

/** The same for a picker, which also keeps to what the person's forms ask of their choices (`options/?isCarRepair=true`). */
function offered(records: Records, model: RecordModel, access: Access): Condition {
  const own = rowsInReach(model, access, model.definition.permissions.search)
  const { queries, inTasks } = ownNamings(records, model.definition, access)
  const narrowed = (query: string): Condition =>
    readNarrowing(records, model, access, Object.fromEntries(new URLSearchParams(query))).where
  const alternatives = [
    ...queries.flatMap((query) => (query === null ? [] : [narrowed(query)])),
    ...inTasks.flatMap(({ query, where }) => (query === null ? [] : [sql<SqlBool>`(${where} and ${narrowed(query)})`])),
  ]
  if (alternatives.length === 0 && !access.may(model.definition.permissions.search)) throw permissionDenied()
  return opened(model, access, own, anyOf(alternatives))
}

/** Rows in reach, and those that the record opens, as far as a form names them. */
function opened(model: RecordModel, access: Access, own: Condition, isNamed: Condition): Condition {
  const open = model.server.pickable?.(access)
  return open === undefined ? own : sql<SqlBool>`(${own} or (${alive(model)} and (${open}) and ${isNamed}))`
}

const anyOf = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? sql<SqlBool>`false` : sql<SqlBool>`(${sql.join(conditions, sql` or `)})`

export async function listOptions(
  records: Records,
  model: RecordModel,
  call: Call,
  query: RawQuery,
): Promise<readonly RecordOption[]> {
  if (!call.access.may(model.definition.permissions.search) && model.server.pickable === undefined)
    throw permissionDenied()
  const { ids, search, ...filters } = query
  const narrowing = readNarrowing(records, model, call.access, filters)
  const conditions = [offered(records, model, call.access), narrowing.where]
  const keyword = String(search ?? '').trim()
  if (keyword !== '') conditions.push(titleLike(model, call.access, keyword))
  if (ids !== undefined && String(ids) !== '')
    conditions.push(sql<SqlBool>`r.id = any(${readIds(String(ids))}::bigint[])`)
  const rows = await selectRows(
    model,
    call.unit,
    { where: sql<SqlBool>`${sql.join(conditions, sql` and `)}`, order: narrowing.order },
    { limit: shown, offset: 0 },
  )
  const titles = await titlesOfRows(
    records,
    { db: call.unit.db, language: call.language },
    model,
    rows as readonly (FormData & { id: number })[],
  )
  return rows.map((row) => ({ id: row.id, label: titles.get(row.id) ?? `#${row.id}` }))
}

function titleLike(model: RecordModel, access: Access, keyword: string): Condition {
  if (keyword.length > 50) throw new ValidationError({ search: [{ key: 'check.tooLong', params: [50] }] })
  const pattern = `%${escapeLike(keyword)}%`
  const names = new Set([...model.definition.titleFields, ...model.definition.list.search])
  const alternatives = [...names].flatMap((name): Condition[] => {
    const column = openColumn(model, name, access)
    return column === undefined ? [] : [likeOf(column, pattern)]
  })
  return alternatives.length === 0 ? sql<SqlBool>`false` : sql<SqlBool>`(${sql.join(alternatives, sql` or `)})`
}
