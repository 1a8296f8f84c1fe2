/** A record definition made ready for SQL: every identifier comes from the definition, never from a request. */
import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import { departmentColumns, type RecordDefinition } from '#src/define/record.ts'
import type { RecordServer } from '#src/define/server.ts'
import { department, type Field, type Fields, longText, person } from '#src/fields/field.ts'
import { kindOf } from '#src/fields/kinds.ts'
import type { Vault } from '#src/server/secrets/vault.ts'

/** One readable column of table alias `r`. */
export interface Column {
  /** Wire name. */
  readonly name: string
  readonly field: Field
  readonly sql: RawBuilder<unknown>
  /** False when the value is computed by SQL and stands in no column. */
  readonly isStored: boolean
}

export interface RecordModel {
  readonly definition: RecordDefinition
  readonly server: RecordServer
  /** Own fields and those of FS-BASE. */
  readonly fields: Fields
  readonly columns: ReadonlyMap<string, Column>
  /** What a form may send; computed fields are among them so that they are dropped, not refused. */
  readonly inputs: Fields
  /** Seals what stands masked for most: such texts are never stored open. */
  readonly vault: Vault
}

/** Database name of a field. */
export const columnName = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const remark = longText(0, 500)

/** Counts the changes of a row. */
export const VERSION: Field = { kind: 'integer', computed: true }

/** FS-BASE besides `id`. Append-only tables have none of it: nobody edits their rows. */
function baseFields(definition: RecordDefinition): Fields {
  if (definition.appendOnly === true) return {}
  return {
    ...(departmentColumns(definition.scope).includes('deptId') && { deptId: department({ computed: true }) }),
    createdAt: { kind: 'dateTime', computed: true },
    createdBy: person({ computed: true }),
    updatedAt: { kind: 'dateTime', computed: true },
    updatedBy: person({ computed: true }),
    version: VERSION,
    remark,
  }
}

export function modelOf(definition: RecordDefinition, server: RecordServer, vault: Vault): RecordModel {
  const base = Object.entries(baseFields(definition)).filter(([name]) => !Object.hasOwn(definition.fields, name))
  const fields: Fields = { ...definition.fields, ...Object.fromEntries(base) }
  const columns = new Map<string, Column>()
  for (const [name, field] of Object.entries(fields)) {
    const expression = server.computed?.[name]
    columns.set(name, {
      name,
      field,
      // The cast gives a computed value the form its field has on the wire.
      sql:
        expression === undefined
          ? sql.ref(`r.${columnName(name)}`)
          : sql`(${sql.raw(expression)})::${sql.raw(kindOf(field).column(field))}`,
      isStored: expression === undefined,
    })
  }
  const form = new Set([...(definition.form ?? Object.keys(definition.fields)), 'remark'])
  const inputs = Object.fromEntries(
    Object.entries(fields).filter(([name, field]) => form.has(name) || field.computed === true),
  )
  return { definition, server, fields, columns, inputs, vault }
}

/** The table under alias `r`. */
export const tableOf = (model: RecordModel): RawBuilder<unknown> => sql`${sql.table(model.definition.table)} as r`

/** Every readable column under its database name, and the id. */
export const selection = (model: RecordModel): RawBuilder<unknown> =>
  sql.join([
    sql`r.id`,
    ...[...model.columns.values()].map((column) => sql`${column.sql} as ${sql.id(columnName(column.name))}`),
  ])

/** Rows that are not deleted. */
export const alive = (model: RecordModel): RawBuilder<boolean> =>
  model.definition.appendOnly === true ? sql<boolean>`true` : sql<boolean>`r.deleted_at is null`
