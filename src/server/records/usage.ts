/** Whether something still points at a row (DEL-STD): rows of other records by their reference fields, tickets by their forms. */
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { fieldsOf } from '#src/define/application.ts'
import type { Executor } from '#src/define/server.ts'
import type { Field, Fields } from '#src/fields/field.ts'
import { alive, columnName, type RecordModel, tableOf } from './model.ts'
import type { Records } from './records.ts'

const pointsAt = (field: Field, record: string): boolean => field.kind === 'reference' && field.record === record

/** Names of reference fields to the record; those inside a sub-table as `[lines, item]`. */
function pointersIn(fields: Fields, record: string): readonly (readonly [string, string?])[] {
  return Object.entries(fields).flatMap(([name, field]): (readonly [string, string?])[] => {
    if (field.kind === 'lines')
      return Object.entries(field.fields)
        .filter(([, inner]) => pointsAt(inner, record))
        .map(([inner]) => [name, inner])
    return pointsAt(field, record) ? [[name]] : []
  })
}

/** Names of the reference fields to the record, sub-tables aside. */
export const fieldsPointingAt = (fields: Fields, record: string): readonly string[] =>
  pointersIn(fields, record).flatMap(([name, inner]) => (inner === undefined ? [name] : []))

/** Conditions on alias `r`, one for each stored field of the model that may name the row. */
export function waysTo(model: RecordModel, record: string, id: number): readonly RawBuilder<SqlBool>[] {
  const stored = Object.fromEntries(
    Object.entries(model.fields).filter(([name]) => model.columns.get(name)?.isStored === true),
  )
  return pointersIn(stored, record).map(([name, inner]): RawBuilder<SqlBool> => {
    const column = sql.ref(`r.${columnName(name)}`)
    return inner === undefined ? sql`${column} = ${id}` : sql`${column} @> ${JSON.stringify([{ [inner]: id }])}::jsonb`
  })
}

/** Conditions on alias `t`: tickets whose form names the row. */
export function ticketsNaming(records: Records, record: string, id: number): readonly RawBuilder<SqlBool>[] {
  return records.services.modules
    .flatMap((module) => module.applications)
    .flatMap((application) => {
      const ways = pointersIn(fieldsOf(application), record).map(
        ([name, inner]): RawBuilder<SqlBool> =>
          sql`t.form_data @> ${JSON.stringify(inner === undefined ? { [name]: id } : { [name]: [{ [inner]: id }] })}::jsonb`,
      )
      return ways.length === 0 ? [] : [sql<SqlBool>`(t.type = ${application.key} and (${sql.join(ways, sql` or `)}))`]
    })
}

/** Whether any living row or ticket refers to the row. */
export async function isInUse(records: Records, db: Executor, target: RecordModel, id: number): Promise<boolean> {
  const record = target.definition.name
  const questions: RawBuilder<unknown>[] = []
  for (const model of records.models.values()) {
    const ways = waysTo(model, record, id)
    if (ways.length > 0)
      questions.push(
        sql`exists (select 1 from ${tableOf(model)} where ${alive(model)} and (${sql.join(ways, sql` or `)}))`,
      )
  }
  const tickets = ticketsNaming(records, record, id)
  if (tickets.length > 0)
    questions.push(
      sql`exists (select 1 from ticket t where t.deleted_at is null and (${sql.join(tickets, sql` or `)}))`,
    )
  if (questions.length === 0) return false
  const { rows } = await sql<{ used: boolean }>`select (${sql.join(questions, sql` or `)}) as used`.execute(db)
  return rows[0]?.used === true
}
