/** What the pages of a record need to know about its definition. */

import type { Row } from '#src/client/components/forms/kinds.ts'
import type { Under } from '#src/client/platform/i18n/index.ts'
import type { RecordDefinition } from '#src/define/record.ts'
import {
  dateTime,
  department,
  type Field,
  type Fields,
  type FieldValue,
  type FormData,
  integer,
  longText,
  person,
} from '#src/fields/field.ts'
import { rowsOf } from '#src/fields/lines/lines.ts'
import { cellsOf } from '#src/fields/walk.ts'

type LabelKey = `records.base.${Under<'records.base'>}` | `records.${string}.fields.${string}`

/** FS-BASE columns, which every record has without declaring them. */
const baseFields: Fields = {
  deptId: department({ computed: true }),
  createdAt: dateTime({ computed: true }),
  createdBy: person({ computed: true }),
  updatedAt: dateTime({ computed: true }),
  updatedBy: person({ computed: true }),
  version: integer({ computed: true }),
  remark: longText(0, 500),
}

/** The field behind a column; undefined for a name the record does not have. */
export function fieldOf(record: RecordDefinition, name: string): Field | undefined {
  return record.fields[name] ?? baseFields[name]
}

const isBaseField = (name: string): name is Under<'records.base'> => Object.hasOwn(baseFields, name)

/** The row as an English reader is shown it: what has an English text beside it (`nameEn` beside `name`) is called by that. */
export function inEnglish<R extends Row>(record: RecordDefinition, row: R): R {
  const own = Object.keys(record.fields).flatMap((name) => {
    const text = row[`${name}En`]
    return typeof text === 'string' && text !== '' ? [[name, text] as const] : []
  })
  return own.length === 0 ? row : { ...row, ...Object.fromEntries(own) }
}

/** Message key of a field's label: the record's own text, or that of FS-BASE. */
export function labelKey(record: RecordDefinition, path: string): LabelKey {
  return record.fields[path] === undefined && isBaseField(path)
    ? `records.base.${path}`
    : `records.${record.name}.fields.${path}`
}

/** What a form asks for, in order: the record's own fields and the remark of FS-BASE. When editing, fields written once are only shown. */
export function formFields(record: RecordDefinition, isNew: boolean): Fields {
  const names = record.form ?? Object.keys(record.fields).filter((name) => record.fields[name]?.computed !== true)
  const all = names.includes('remark') || record.appendOnly === true ? names : [...names, 'remark']
  return Object.fromEntries(
    all.flatMap((name): [string, Field][] => {
      const field = fieldOf(record, name)
      if (field === undefined) return []
      return [[name, !isNew && field.immutable === true ? { ...field, computed: true } : field]]
    }),
  )
}

/** What a detail page shows: everything of the record, then who made and changed it. */
export function detailFields(record: RecordDefinition): Fields {
  const own = Object.entries(record.fields)
  const rest = ['remark', 'createdBy', 'createdAt', 'updatedBy', 'updatedAt'].filter(
    (name) => record.fields[name] === undefined,
  )
  return Object.fromEntries([
    ...own,
    ...(record.appendOnly === true
      ? []
      : rest.flatMap((name): [string, Field][] => {
          const field = baseFields[name]
          return field === undefined ? [] : [[name, field]]
        })),
  ])
}

/** The fields of a detail by the tab they stand under. */
export function detailParts(
  record: RecordDefinition,
): Readonly<Record<'basic' | 'lines' | 'files', readonly (readonly [string, Field])[]>> {
  const all = Object.entries(detailFields(record))
  return {
    basic: all.filter(([, { kind }]) => kind !== 'lines' && kind !== 'files'),
    lines: all.filter(([, { kind }]) => kind === 'lines'),
    files: all.filter(([, { kind }]) => kind === 'files'),
  }
}

/** Amounts in the head of a detail. */
const KEY_AMOUNTS = 4

/** Names of the states and the key amounts of a record, out of its list columns: what a glance at the head should tell. */
export function headFields(record: RecordDefinition): {
  readonly states: readonly string[]
  readonly amounts: readonly string[]
} {
  const kindOf = (name: string): Field['kind'] | undefined => fieldOf(record, name)?.kind
  return {
    states: record.list.columns.filter((name) => kindOf(name) === 'choice' && /(^s|S)tat(e|us)$/.test(name)),
    amounts: record.list.columns.filter((name) => kindOf(name) === 'money').slice(-KEY_AMOUNTS),
  }
}

/** The values of a stored row that a form holds. The names the server put beside ids are not among them, but stay in the rows of sub-tables, which are drawn out of themselves. */
export function valuesOf(fields: Fields, row: Row): FormData {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]): [string, FieldValue] => {
      const value = (row[name] ?? null) as FieldValue
      const cells = cellsOf(field)
      if (cells === null || value === null) return [name, value]
      return [name, rowsOf(value).map((line) => ({ ...namesIn(cells, line), ...valuesOf(cells, line) }))]
    }),
  )
}

const namesIn = (fields: Fields, line: FormData): FormData =>
  Object.fromEntries(
    Object.keys(fields).flatMap((name): [string, FieldValue][] => {
      const label = line[`${name}Label`]
      return label === undefined ? [] : [[`${name}Label`, label]]
    }),
  )
