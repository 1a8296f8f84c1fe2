/** Rows of an import that repeat each other or what is stored, found before anything is written: a write would name one at a time. */
import { type RawBuilder, sql } from 'kysely'
import type { Executor } from '#src/define/server.ts'
import type { FormData } from '#src/fields/field.ts'
import { kindOf } from '#src/fields/kinds.ts'
import { columnName, type RecordModel, tableOf } from '../model.ts'
import type { Line } from '../table.ts'
import type { Faults } from './faults.ts'

/** A row of the table with its checked values, and the id of the row it changes. */
export interface KeyedRow {
  readonly line: Line
  readonly id: number | null
  readonly values: FormData
}

interface UniqueKey {
  /** Fields that no two rows share together. */
  readonly names: readonly string[]
  /** Removed rows do not count. */
  readonly isOfPresent: boolean
}

/** Conditions under which an index holds that are understood here. */
const OF_PRESENT = '(deleted_at IS NULL)'

/** What the unique indexes of the table say, as far as they lie on fields of the form. */
async function uniqueKeysOf(model: RecordModel, db: Executor): Promise<readonly UniqueKey[]> {
  const { rows } = await sql<{ columns: readonly string[]; condition: string | null }>`
    select array_agg(a.attname::text order by k.place) as columns, pg_get_expr(i.indpred, i.indrelid) as condition
    from pg_index i cross join lateral unnest(i.indkey::int2[]) with ordinality k(number, place)
      join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.number
    where i.indrelid = ${model.definition.table}::regclass and i.indisunique and not i.indisprimary and i.indexprs is null
    group by i.indexrelid, i.indpred, i.indrelid`.execute(db)
  const fields = new Map(Object.keys(model.inputs).map((name) => [columnName(name), name]))
  const natural = [...(model.definition.naturalKey ?? [])].sort().join()
  return rows.flatMap(({ columns, condition }): readonly UniqueKey[] => {
    const names = columns.flatMap((column) => fields.get(column) ?? [])
    const isUnderstood = names.length === columns.length && (condition === null || condition === OF_PRESENT)
    // A row with a known natural key is a change of that row.
    return isUnderstood && [...names].sort().join() !== natural
      ? [{ names, isOfPresent: condition === OF_PRESENT }]
      : []
  })
}

/** Ids of the stored rows with these keys, whoever may see them. */
async function stored(
  model: RecordModel,
  db: Executor,
  { names, isOfPresent }: UniqueKey,
  keys: readonly (readonly string[])[],
): Promise<ReadonlyMap<string, number>> {
  const columns = names.map((name) => {
    const column = model.columns.get(name)
    if (!column) throw new Error(`${model.definition.name} has no field ${name}`)
    return { sql: column.sql, type: sql.raw(kindOf(column.field).column(column.field)) }
  })
  const lists = columns.map(({ type }, index) => sql`${keys.map((key) => key[index] ?? '')}::text[]::${type}[]`)
  const matches: RawBuilder<unknown>[] = columns.map(
    (column, index) => sql`${column.sql} = wanted.${sql.id(`key${index}`)}`,
  )
  if (isOfPresent) matches.push(sql`r.deleted_at is null`)
  const { rows } = await sql<{ id: number; place: number }>`
    select r.id, wanted.place::int as place from ${tableOf(model)}
    join unnest(${sql.join(lists)}) with ordinality as wanted(${sql.join([...columns.map((_, index) => sql.id(`key${index}`)), sql.id('place')])})
      on ${sql.join(matches, sql` and `)}`.execute(db)
  return new Map(rows.map(({ id, place }) => [JSON.stringify(keys[place - 1]), id]))
}

/** The key of a row; null when a part of it is empty or wrong. */
function keyOf({ line, values }: KeyedRow, names: readonly string[], faults: Faults): readonly string[] | null {
  const parts = names.map((name) => (faults.has(line.row, name) ? null : (values[name] ?? null)))
  return parts.some((part) => part === null || part === '') ? null : parts.map(String)
}

/** Adds a fault for each row that repeats an earlier one of the table, or a stored one that it does not change. */
export async function refuseTaken(
  model: RecordModel,
  db: Executor,
  rows: readonly KeyedRow[],
  faults: Faults,
): Promise<void> {
  for (const key of await uniqueKeysOf(model, db)) {
    const [name = ''] = key.names
    const keyed = rows.flatMap((row) => {
      const parts = keyOf(row, key.names, faults)
      return parts === null ? [] : [{ row, parts, text: JSON.stringify(parts) }]
    })
    if (keyed.length === 0) continue
    const known = await stored(
      model,
      db,
      key,
      keyed.map(({ parts }) => parts),
    )
    const first = new Map<string, number>()
    for (const { row, text } of keyed) {
      const { line, id } = row
      const earlier = first.get(text)
      const taken = known.get(text)
      if (earlier === undefined) first.set(text, line.row)
      if (taken !== undefined && taken !== id)
        faults.addField(line.row, name, line.cells.get(name), { key: 'check.taken' })
      else if (earlier !== undefined)
        faults.addField(line.row, name, line.cells.get(name), { key: 'import.doubleRow', params: [earlier] })
    }
  }
}
