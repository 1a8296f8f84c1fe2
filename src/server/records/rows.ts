/** Between rows of the database and rows of the wire. */

import type { Access } from '#src/define/access.ts'
import { momentText } from '#src/define/days.ts'
import type { Permission } from '#src/define/names.ts'
import { departmentColumns, isScoped, type RecordScope } from '#src/define/record.ts'
import type { Field, Fields, FieldValue, FormData } from '#src/fields/field.ts'
import { serverOf } from '#src/fields/kinds.server.ts'
import { kindOf } from '#src/fields/kinds.ts'
import { mapValues } from '#src/fields/walk.ts'
import { openFields } from '#src/server/secrets/fields.ts'
import type { RecordModel } from './model.ts'

/** A stored row in wire form: what hooks and answers see. */
export type Row = { readonly id: number } & Readonly<Record<string, FieldValue>>

/** What PostgreSQL returned for the model's selection. */
export type StoredRow = { readonly id: number } & Readonly<Record<string, unknown>>

/** Under which name a column comes back: the database driver turns snake_case into camelCase, also where the wire keeps it (0.1). */
const storedName = (name: string): string => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

export function fromStored(model: RecordModel, stored: StoredRow): Row {
  const values = Object.entries(model.fields).map(([name, field]) => {
    const value = wireValue(stored[storedName(name)])
    return [name, serverOf(field).stored?.(value) ?? value] as const
  })
  return { id: stored.id, ...openFields(model.vault, model.fields, Object.fromEntries(values)) }
}

/** An empty text means the same as none: tables may have either. */
function wireValue(value: unknown): FieldValue {
  if (value === undefined || value === null || value === '') return null
  return value instanceof Date ? momentText(value) : (value as FieldValue)
}

/** The value as a query parameter of the field's column. */
export function parameterOf(field: Field, value: FieldValue): unknown {
  const { parameter } = serverOf(field)
  return value === null || parameter === undefined ? value : parameter(value)
}

/** Where a value stands: the row that decides which scope reaches it. */
export interface Place {
  readonly scope: RecordScope
  readonly row: FormData
}

const departmentIdsIn = (value: FieldValue | undefined): readonly number[] =>
  Array.isArray(value) ? value.filter((id): id is number => typeof id === 'number') : []

const reaches = ({ scope, row }: Place, access: Access, permission: Permission): boolean => {
  const reach = access.scope(permission)
  if (reach === 'all' || !isScoped(scope)) return true
  return (
    departmentColumns(scope).some((column) => reach.departments.includes(Number(row[column]))) ||
    departmentIdsIn(scope.sharedWith === undefined ? null : row[scope.sharedWith]).some((id) =>
      reach.departments.includes(id),
    ) ||
    (scope.owner !== undefined && reach.self && row[scope.owner] === access.userId)
  )
}

/** Whether the person sees the whole value of a field; of a row only when the revealing permission reaches it. */
export const mayReveal = (field: Field, access: Access, place: Place | null): boolean =>
  field.maskedUnless === undefined ||
  (field.askedFor !== true &&
    access.may(field.maskedUnless) &&
    (place === null || reaches(place, access, field.maskedUnless)))

/** Whether the person sees the value in every row there is. */
export function mayRevealAll(field: Field, access: Access, scope: RecordScope): boolean {
  if (field.maskedUnless === undefined) return true
  if (field.askedFor === true) return false
  return access.may(field.maskedUnless) && (!isScoped(scope) || access.scope(field.maskedUnless) === 'all')
}

/** A text with all but its end hidden (`**** 1234`, a mobile as `1******1234`); other values are hidden altogether. */
export function maskValue(field: Field, value: FieldValue): FieldValue {
  if (typeof value !== 'string' || value === '') return null
  if (value.length <= 4) return '****'
  return kindOf(field).masked?.(field, value) ?? `**** ${value.slice(-4)}`
}

/** The values as this person may see them (maskedUnless), sub-tables included. Without a place the permission alone decides. */
export function maskValues<T extends FormData>(
  fields: Fields,
  values: T,
  access: Access,
  place: Place | null = null,
): T {
  return mapValues(fields, values, (field, value) =>
    mayReveal(field, access, place) ? undefined : maskValue(field, value),
  )
}

/** Takes from a sent-back row what the server added to it (names, FS-BASE) and masked texts that were not touched. */
export function withoutDecoration(
  fields: Fields,
  sent: Readonly<Record<string, unknown>>,
  current: FormData | null,
  access: Access,
  scope: RecordScope = {},
): Record<string, unknown> {
  const place = current === null ? null : { scope, row: current }
  const kept = Object.entries(sent).filter(([name, value]) => {
    if (baseNames.has(name) && !Object.hasOwn(fields, name)) return false
    if (name.endsWith('Label') && !Object.hasOwn(fields, name) && Object.hasOwn(fields, name.slice(0, -'Label'.length)))
      return false
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined
    const shown =
      field && current && !mayReveal(field, access, place) ? maskValue(field, current[name] ?? null) : undefined
    return shown === undefined || shown !== value
  })
  return Object.fromEntries(
    kept.map(([name, value]) => {
      const field = Object.hasOwn(fields, name) ? fields[name] : undefined
      if (field?.kind !== 'lines' || !Array.isArray(value)) return [name, value]
      return [
        name,
        value.map((row: unknown) => (isObject(row) ? withoutDecoration(field.fields, row, null, access) : row)),
      ]
    }),
  )
}

/** What the server adds to every row; a client may send a row back as it got it. */
const baseNames: ReadonlySet<string> = new Set([
  'id',
  'createdAt',
  'createdBy',
  'createdByName',
  'createdByLabel',
  'updatedAt',
  'updatedBy',
  'updatedByLabel',
  'version',
  'deptId',
  'deptIdLabel',
])

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether two values in wire form are the same. */
export const isSame = (left: FieldValue | undefined, right: FieldValue | undefined): boolean =>
  JSON.stringify(left ?? null) === JSON.stringify(right ?? null)
