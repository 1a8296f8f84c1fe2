/** Configuration items (60.7): what type and rule of an item mean, for the form and for the server alike. */
import type { Problem, Problems } from '#src/define/problem.ts'
import type { ConfigPart, ConfigRule } from '#src/define/settings.ts'
import {
  boolean,
  dateTime,
  decimal,
  type Field,
  type Fields,
  type FieldValue,
  type FormData,
  files,
  integer,
  lines,
  longText,
  text,
} from '#src/fields/field.ts'
import { idsOf } from '#src/fields/identity.ts'
import { rowsOf } from '#src/fields/lines/lines.ts'

/** Dictionary configItemType. */
export const configType = {
  text: 0,
  dateTime: 1,
  textarea: 3,
  select: 4,
  image: 7,
  flag: 9,
  number: 10,
  list: 11,
} as const

/** What checks and forms need of an item. */
export interface ConfigShape {
  readonly key: string
  readonly type: number
  /** Dictionary of a select. */
  readonly options: string | null
  readonly rule: ConfigRule
}

const TIME = '([01]\\d|2[0-3]):[0-5]\\d'

function numberField({ min, max, places = 0 }: Pick<ConfigRule, 'min' | 'max' | 'places'>, required: boolean): Field {
  return places === 0
    ? integer({ required, ...(min !== undefined && { min }), ...(max !== undefined && { max }) })
    : decimal(15, places, {
        required,
        ...(min !== undefined && { min: String(min) }),
        ...(max !== undefined && { max: String(max) }),
      })
}

const partField = (part: ConfigPart): Field =>
  part.type === 'number'
    ? numberField(part, part.optional !== true)
    : part.type === 'time'
      ? text(5, { required: part.optional !== true })
      : longText(0, part.max ?? 500, { required: part.optional !== true, multiline: (part.max ?? 0) > 100 })

/** Name of a form field: keys have dots, names of fields have none. */
const nameOf = (key: string, part?: string): string =>
  part === undefined ? key.replaceAll('.', '_') : `${key.replaceAll('.', '_')}__${part.replaceAll('.', '_')}`

/** The form fields of an item: one, or one for each part of a structured value. */
export function fieldsOf({ key, type, options, rule }: ConfigShape): Fields {
  const required = rule.optional !== true
  if (rule.parts) return Object.fromEntries(rule.parts.map((part) => [nameOf(key, part.name), partField(part)]))
  if (rule.columns)
    return {
      [nameOf(key)]: lines(Object.fromEntries(rule.columns.map((column) => [column.name, partField(column)])), {
        min: required ? 1 : 0,
        max: 50,
      }),
    }
  return { [nameOf(key)]: plainField(type, options, rule, required) }
}

function plainField(type: number, options: string | null, rule: ConfigRule, required: boolean): Field {
  switch (type) {
    case configType.flag:
      return boolean({ required: true })
    case configType.number:
      return numberField(rule, required)
    case configType.dateTime:
      return dateTime({ required })
    case configType.textarea:
      return longText(rule.min ?? 0, rule.max ?? 2000, { required })
    case configType.select:
      return { kind: 'choice', dictionary: options ?? '', required }
    case configType.image:
      return files(1, { required })
    case configType.list:
      return lines({ value: text(200, { required: true }) }, { min: required ? 1 : 0, max: 100 })
    default:
      return text(Math.min(rule.max ?? 500, 500), { required, ...(rule.min !== undefined && { min: rule.min }) })
  }
}

const at = (value: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>(
      (node, name) => (typeof node === 'object' && node !== null ? (node as Record<string, unknown>)[name] : undefined),
      value,
    )

const toForm = (field: Field | undefined, value: unknown): FieldValue => {
  // A picture is stored as the number of its file.
  if (field?.kind === 'files') return typeof value === 'number' ? [value] : null
  if (value === undefined || value === null) return null
  return field?.kind === 'decimal' ? String(value) : (value as FieldValue)
}
const fromForm = (field: Field | undefined, value: FieldValue | undefined): unknown =>
  field?.kind === 'files'
    ? (idsOf(value)[0] ?? null)
    : field?.kind === 'decimal' && typeof value === 'string'
      ? Number(value)
      : (value ?? (field?.kind === 'text' ? '' : null))

/** The value as its form holds it. A value of another shape becomes an empty form, which the check then refuses. */
export function formOf(shape: ConfigShape, value: unknown): FormData {
  const { key, rule } = shape
  const fields = fieldsOf(shape)
  if (rule.parts)
    return Object.fromEntries(
      rule.parts.map(({ name }) => [nameOf(key, name), toForm(fields[nameOf(key, name)], at(value, name))]),
    )
  const name = nameOf(key)
  const list = Array.isArray(value) ? (value as readonly unknown[]) : []
  if (rule.columns) {
    const columns = rule.columns
    return {
      [name]: list.map((row) =>
        Object.fromEntries(
          columns.map((column, index) => [
            column.name,
            toForm(partField(column), Array.isArray(row) ? row[index] : undefined),
          ]),
        ),
      ),
    }
  }
  if (shape.type === configType.list) return { [name]: list.map((one) => ({ value: toForm(text(200), one) })) }
  return { [name]: toForm(fields[name], value) }
}

/** The stored value out of its checked form. */
export function storedOf(shape: ConfigShape, form: FormData): unknown {
  const { key, rule } = shape
  const fields = fieldsOf(shape)
  if (rule.parts) {
    const value: Record<string, unknown> = {}
    for (const { name } of rule.parts) {
      const path = name.split('.')
      const last = path.pop() ?? ''
      let node = value
      for (const step of path) {
        const next = (node[step] ?? {}) as Record<string, unknown>
        node[step] = next
        node = next
      }
      node[last] = fromForm(fields[nameOf(key, name)], form[nameOf(key, name)])
    }
    return value
  }
  const own = form[nameOf(key)]
  if (rule.columns) {
    const columns = rule.columns
    return rowsOf(own).map((row) => columns.map((column) => fromForm(partField(column), row[column.name])))
  }
  if (shape.type === configType.list) return rowsOf(own).map((row) => row.value)
  return fromForm(fields[nameOf(key)], own)
}

const grows = (values: readonly unknown[]): boolean =>
  values.every((value, index) => index === 0 || Number(value) > Number(values[index - 1]))

/** What the field checks cannot say: shapes of texts, times of day, values that must grow. By form field. */
export function ruleProblems(shape: ConfigShape, form: FormData): Problems {
  const { key, rule } = shape
  const problems: Record<string, readonly Problem[]> = {}
  const refuse = (name: string, problem: Problem): void => {
    problems[name] ??= [problem]
  }
  const own = form[nameOf(key)]
  if (
    rule.regex !== undefined &&
    typeof own === 'string' &&
    own !== '' &&
    !new RegExp(`^(?:${rule.regex})$`, 'u').test(own)
  )
    refuse(nameOf(key), { key: 'config.regex', params: [rule.regex] })
  for (const { name, type } of rule.parts ?? []) {
    const value = form[nameOf(key, name)]
    if (type === 'time' && typeof value === 'string' && !new RegExp(`^${TIME}$`).test(value))
      refuse(nameOf(key, name), { key: 'config.time' })
  }
  if (rule.ascending === true) {
    const [column] = rule.columns ?? []
    const values = rule.parts
      ? rule.parts.map(({ name }) => form[nameOf(key, name)])
      : rowsOf(own).map((row) => row[column?.name ?? 'value'])
    if (!grows(values))
      refuse(rule.parts ? nameOf(key, rule.parts.at(-1)?.name) : nameOf(key), { key: 'config.ascending' })
  }
  return problems
}

/** Whether a regular expression of an administrator can be trusted with any text: no repetition inside a repetition, no reference back. */
export function isSafeRegex(source: string): boolean {
  if (source.length > 100 || /\\[1-9k]|\(\?[<!=]/.test(source)) return false
  if (/\([^)]*[+*{|][^)]*\)\s*[+*{]/.test(source)) return false
  try {
    new RegExp(`^(?:${source})$`, 'u')
    return true
  } catch {
    return false
  }
}
