/** Bars above a list (CHART-STD): the same rows under the same filters, gathered by one of their columns. */

import { type RawBuilder, sql } from 'kysely'
import type { FileAnswer } from '#src/define/answer.ts'
import type { Permission } from '#src/define/names.ts'
import { ValidationError } from '#src/define/problem.ts'
import type { RecordChart } from '#src/define/record.ts'
import type { ChartAnswer, ChartBar } from '#src/define/records/charts.ts'
import { kindOf, printValue } from '#src/fields/kinds.ts'
import { loadLookups } from './lookups.ts'
import { type Column, type RecordModel, tableOf } from './model.ts'
import { type RawQuery, readNarrowing } from './query.ts'
import { type Call, rowsInReach } from './read.ts'
import type { Records } from './records.ts'
import { labelOf } from './transfer/export.ts'
import { sheetAnswer } from './transfer/sheets.ts'

/** Bars shown at most where nothing says how many there are. */
const MAX_BARS = 12

function columnOf(model: RecordModel, name: string): Column {
  const column = model.columns.get(name)
  if (!column) throw new Error(`${model.definition.name} has no field ${name} for its chart`)
  return column
}

/** The chart the query names, and the rest of the query. */
function chosen(model: RecordModel, query: RawQuery): { name: string; chart: RecordChart; rest: RawQuery } {
  const { chart: name, page: _page, limit: _limit, ordering: _ordering, ...rest } = query
  const { charts } = model.definition.list
  const chart =
    charts !== undefined && typeof name === 'string' && Object.hasOwn(charts, name) ? charts[name] : undefined
  if (chart === undefined || typeof name !== 'string') throw new ValidationError({ chart: [{ key: 'check.unknown' }] })
  return { name, chart, rest: { ...rest, ...chart.only } }
}

interface Gathered {
  readonly key: string | number
  readonly count: number
  readonly value: number
  readonly total: number
}

/** What a bar is as long as. */
function measureOf(model: RecordModel, { measure }: RecordChart, by: Column): RawBuilder<unknown> {
  if (measure === undefined) return sql`count(*)`
  const measured = columnOf(model, measure.of).sql
  if (measure.as === 'average') return sql`round(avg(${measured})::numeric, 1)`
  if (measure.as === 'percent')
    return sql`round(100.0 * count(*) filter (where ${measured} = ${measure.is}) / count(*), 1)`
  // What is exact is summed exactly: amounts to the cent, quantities to the thousandth.
  if (measure.as === 'sum') return sql`sum(${measured})::numeric`
  return sql`round(sum(${measured})::numeric / greatest(1, (select count(*) from app_user head where head.dept_id = ${by.sql} and head.state and head.deleted_at is null)), 2)`
}

/** The bars under these filters; each counts what the list narrowed to it has. @throws ValidationError for a chart the record does not have. */
export async function chartOf(
  records: Records,
  model: RecordModel,
  call: Call,
  permission: Permission,
  query: RawQuery,
): Promise<ChartAnswer> {
  const { chart, rest } = chosen(model, query)
  const { where } = readNarrowing(records, model, call.access, rest)
  const by = columnOf(model, chart.by)
  const value = measureOf(model, chart, by)
  const { series } = chart
  // Of a series without end the latest.
  const order = series ? sql`key desc` : sql`value desc, key`
  const limit = series !== undefined && series !== 'values' ? series[1] - series[0] + 1 : MAX_BARS
  const { rows } = await sql<Gathered>`
    select ${by.sql} as key, count(*)::int as count, ${value}::float8 as value, sum(count(*)) over ()::int as total
    from ${tableOf(model)} where ${rowsInReach(model, call.access, permission)} and ${where} and ${by.sql} is not null
    group by 1 order by ${order} limit ${limit}`.execute(call.unit.db)
  const field = { ...by.field }
  const lookups = await loadLookups(
    records,
    { db: call.unit.db, language: call.language },
    { key: field },
    rows.map((row) => ({ key: row.key })),
  )
  const bars = rows.map(
    ({ key, count, value: length }): ChartBar => ({
      key: String(key),
      label: printValue(field, key, lookups) || '—',
      value: Number(length),
      count,
    }),
  )
  const total = rows[0]?.total ?? 0
  if (series === undefined) return { bars, total }
  return { bars: series === 'values' ? bars.reverse() : filled(bars, series), total }
}

/** A bar for every value between first and last. */
function filled(bars: readonly ChartBar[], [first, last]: readonly [number, number]): readonly ChartBar[] {
  const known = new Map(bars.map((bar) => [bar.key, bar]))
  return Array.from({ length: last - first + 1 }, (_, index) => {
    const key = String(first + index)
    return known.get(key) ?? { key, label: key, value: 0, count: 0 }
  })
}

/** The figures as an xlsx. */
export async function exportChart(
  records: Records,
  model: RecordModel,
  call: Call,
  permission: Permission,
  query: RawQuery,
): Promise<FileAnswer> {
  const { bars } = await chartOf(records, model, call, permission, query)
  const { name, chart } = chosen(model, query)
  const { texts } = records.services
  const unitTitle = texts.find(call.language, `records.${model.definition.name}.charts.${name}.unit`) ?? name
  const columns = [
    { title: labelOf(records, model, call.language, chart.by) },
    { title: unitTitle, ...placesOfMeasure(model, chart, bars) },
  ]
  const cells = bars.map((bar) => [bar.label, bar.value])
  return sheetAnswer(`${model.definition.name}_${name}`, call.unit.clock.now(), columns, cells, cells.length)
}

/** Digits behind the point of a chart's figures; none are named where each quantity has its own. */
function placesOfMeasure(model: RecordModel, { measure }: RecordChart, bars: readonly ChartBar[]): { places?: number } {
  if (bars.every(({ value }) => Number.isInteger(value))) return { places: 0 }
  const field = measure?.as === 'sum' ? model.fields[measure.of] : undefined
  const places = field === undefined ? 2 : kindOf(field).places?.(field)
  return places === undefined ? {} : { places }
}
