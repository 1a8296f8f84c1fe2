/** How many places the quantities of a row have: as many as their item. */
import { sql } from 'kysely'
import type { Executor } from '#src/define/server.ts'
import type { Field, Fields, FormData } from '#src/fields/field.ts'
import { besideIn, itemOf, placesFieldOf } from '#src/fields/quantity/item.ts'
import { cellsOf } from '#src/fields/walk.ts'
import { type RecordModel, tableOf } from './model.ts'

/** Places of the quantities of a record's row, by its id; undefined where nothing says. */
export type PlacesOf = (record: string, id: number) => number | undefined

/** Records whose rows say how many places quantities among the fields have. */
export function recordsOfPlaces(fields: Fields): ReadonlySet<string> {
  const all = Object.values(fields)
  const own = all.flatMap((field) => itemOf(fields, field) ?? [])
  return new Set([...own, ...all.flatMap((field) => [...recordsOfPlaces(cellsOf(field) ?? {})])])
}

/** Places of the quantities of these rows, by id: as a record's own quantities take them. */
export async function loadPlaces(
  db: Executor,
  model: RecordModel,
  ids: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const column = model.columns.get(placesFieldOf(model.fields) ?? '')
  if (column === undefined || ids.length === 0) return new Map()
  const { rows } = await sql<{ id: number; places: number }>`
    select r.id, ${column.sql}::int as places from ${tableOf(model)} where r.id = any(${[...ids]}::bigint[])`.execute(
    db,
  )
  return new Map(rows.map(({ id, places }) => [id, places]))
}

/** Places of a quantity in its row; undefined for every other field, and where nothing says. */
export function placesIn(fields: Fields, field: Field, row: FormData, placesOf: PlacesOf): number | undefined {
  const [record, beside] = [itemOf(fields, field), besideIn(field, row)]
  if (beside === null) return undefined
  return record === null ? beside : placesOf(record, beside)
}
