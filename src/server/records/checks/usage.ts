/** Whether something still points at a row (DEL-STD): rows of other records by their reference fields, tickets by their forms. A module registers a use by having such a field. */
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { fieldsOf } from '#src/define/application.ts'
import type { Executor } from '#src/define/server.ts'
import type { Field, Fields } from '#src/fields/field.ts'
import { cellsOf, sourceOf } from '#src/fields/walk.ts'
import { alive, columnName, type RecordModel, tableOf } from '../model.ts'
import type { Records } from '../records.ts'

/** What is looked for: the fields that may hold it, and the value they hold then. */
interface Target {
  readonly fits: (field: Field) => boolean
  readonly value: number | string
}

const rowOf = (record: string, id: number): Target => ({
  fits: (field) => {
    const source = sourceOf(field)
    return source?.to === 'record' && source.record === record
  },
  value: id,
})
const codeOf = (dictionary: string, code: string): Target => ({
  fits: (field) => {
    const source = sourceOf(field)
    return source?.to === 'entry' && source.dictionary === dictionary
  },
  value: code,
})

/** Names of fields that may hold the target; those inside a sub-table as `[lines, item]`. */
function pointersIn(fields: Fields, fits: Target['fits']): readonly (readonly [string, string?])[] {
  return Object.entries(fields).flatMap(([name, field]): (readonly [string, string?])[] => {
    const cells = Object.entries(cellsOf(field) ?? {}).filter(([, cell]) => fits(cell))
    return fits(field) ? [[name]] : cells.map(([cell]) => [name, cell])
  })
}

/** Names of the reference fields to the record, sub-tables aside. */
export const fieldsPointingAt = (fields: Fields, record: string): readonly string[] =>
  pointersIn(fields, rowOf(record, 0).fits).flatMap(([name, inner]) => (inner === undefined ? [name] : []))

/** Conditions on alias `r`, one for each stored field of the model that may name the row. */
export const referencesTo = (model: RecordModel, record: string, id: number): readonly RawBuilder<SqlBool>[] =>
  referencesIn(model, rowOf(record, id))

function referencesIn(model: RecordModel, { fits, value }: Target): readonly RawBuilder<SqlBool>[] {
  const stored = Object.fromEntries(
    Object.entries(model.fields).filter(([name]) => model.columns.get(name)?.isStored === true),
  )
  return pointersIn(stored, fits).map(([name, inner]): RawBuilder<SqlBool> => {
    const column = sql.ref(`r.${columnName(name)}`)
    return inner === undefined
      ? sql`${column} = ${value}`
      : sql`${column} @> ${JSON.stringify([{ [inner]: value }])}::jsonb`
  })
}

/** Conditions on alias `t`: tickets whose form names the row. */
export const ticketsNaming = (records: Records, record: string, id: number): readonly RawBuilder<SqlBool>[] =>
  ticketsWith(records, rowOf(record, id))

function ticketsWith(records: Records, { fits, value }: Target): readonly RawBuilder<SqlBool>[] {
  const { modules, designed } = records.services
  return [...modules.flatMap((module) => module.applications), ...designed.applications().values()].flatMap(
    (application) => {
      const references = pointersIn(fieldsOf(application), fits).map(
        ([name, inner]): RawBuilder<SqlBool> =>
          sql`t.form_data @> ${JSON.stringify(inner === undefined ? { [name]: value } : { [name]: [{ [inner]: value }] })}::jsonb`,
      )
      return references.length === 0
        ? []
        : [sql<SqlBool>`(t.type = ${application.key} and (${sql.join(references, sql` or `)}))`]
    },
  )
}

/** Whether any living row or ticket refers to the row; to an entry of a dictionary they refer by its code. */
export async function isInUse(records: Records, db: Executor, model: RecordModel, id: number): Promise<boolean> {
  const target =
    model.definition.name === 'dictionaryEntry' ? await codeOfEntry(db, id) : rowOf(model.definition.name, id)
  const questions: RawBuilder<unknown>[] = []
  for (const other of records.models.values()) {
    const references = referencesIn(other, target)
    if (references.length > 0)
      questions.push(
        sql`exists (select 1 from ${tableOf(other)} where ${alive(other)} and (${sql.join(references, sql` or `)}))`,
      )
  }
  const tickets = ticketsWith(records, target)
  if (tickets.length > 0)
    questions.push(
      sql`exists (select 1 from ticket t where t.deleted_at is null and (${sql.join(tickets, sql` or `)}))`,
    )
  if (questions.length === 0) return false
  const { rows } = await sql<{ used: boolean }>`select (${sql.join(questions, sql` or `)}) as used`.execute(db)
  return rows[0]?.used === true
}

async function codeOfEntry(db: Executor, id: number): Promise<Target> {
  const { rows } = await sql<{ dictionaryKey: string; value: string }>`
    select dictionary_key, value from dictionary_entry where id = ${id}`.execute(db)
  return codeOf(rows[0]?.dictionaryKey ?? '', rows[0]?.value ?? '')
}
