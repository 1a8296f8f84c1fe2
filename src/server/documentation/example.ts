import type { Schema } from '#src/define/api/openapi.ts'
import type { TextField } from '#src/fields/field.ts'
import { patterns } from '#src/fields/text/text.ts'

/** A text of each shape; numbers and people of them exist in no bureau. A new shape needs one here. */
const examples: Readonly<Record<NonNullable<TextField['pattern']>, string>> = {
  mobile: '10000000042',
  bankAccount: '0000000000001234',
  invoiceNo: '00000001',
  invoiceCode: '0000000001',
  key: 'example',
  empNo: 'SJ0042',
  username: 'example',
  email: 'name@example.invalid',
  semver: '1.2.3',
  callPath: '/api/example/',
  areaCode: '990101',
  roleKey: 'example',
  permission: 'example:Search',
  path: '/example',
  month: '2026-01',
  idTail: '002X',
  cardNo: 'MJ000042',
}
const MONEY = '^\\d{1,12}\\.\\d{2}$'
/** Key of a configuration item: its group and its name. */
const CONFIG_KEY = '^[a-z][A-Za-z0-9]{0,31}\\.[A-Za-z][A-Za-z0-9]{0,31}$'
/** Key of a ticket type of the bureau's own. */
const CUSTOM_TYPE = '^cst_[A-Za-z0-9]{1,40}$'
/** The two letters before a ticket's number. */
const TICKET_CODE = '^[A-Z]{2}$'
const byShape = new Map([
  ...Object.entries(examples).map(([name, text]) => [patterns[name as keyof typeof examples].source, text] as const),
  [MONEY, '1234.50'] as const,
  [CONFIG_KEY, 'base.example'] as const,
  [CUSTOM_TYPE, 'cst_example'] as const,
  [TICKET_CODE, 'EX'] as const,
])

function textOf(schema: Schema): string {
  const { pattern, format, minLength = 0, maxLength } = schema
  if (format === 'date') return '2026-03-12'
  if (format === 'date-time') return '2026-03-12T01:00:00.000Z'
  if (format === 'uuid') return '00000000-0000-4000-8000-000000000042'
  if (pattern?.includes(' \\d{2}:')) return '2026-03-12 09:00:00'
  const known = byShape.get(pattern ?? '')
  if (known !== undefined) return known
  if (pattern?.startsWith('^-?\\d')) return pattern.endsWith('.\\d{2}$') ? '1.50' : '1.5'
  return 'example'.repeat(Math.ceil(Math.max(1, minLength) / 7)).slice(0, maxLength)
}

/** A value that fits the schema; what may be left out of deep or unlimited things is. `resolve` opens references. */
export function exampleOf(schema: Schema, resolve: (ref: string) => Schema | undefined, depth = 0): unknown {
  if (schema.$ref !== undefined) {
    const target = resolve(schema.$ref)
    return target === undefined || depth > 6 ? {} : exampleOf(target, resolve, depth + 1)
  }
  if (schema.const !== undefined) return schema.const
  if (schema.default !== undefined) return schema.default
  if (schema.examples) return schema.examples[0]
  if (schema.enum) return schema.enum[0]
  const [first] = schema.anyOf ?? schema.oneOf ?? []
  if (first) return exampleOf(first, resolve, depth + 1)
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  switch (type) {
    case 'string':
      return textOf(schema)
    case 'integer':
    case 'number':
      return Math.min(Math.max(1, schema.minimum ?? 1), schema.maximum ?? Number.MAX_SAFE_INTEGER)
    case 'boolean':
      return true
    case 'null':
      return null
    case 'array':
      return schema.items && depth < 6
        ? Array<unknown>(Math.max(1, schema.minItems ?? 1)).fill(exampleOf(schema.items, resolve, depth + 1))
        : []
    default:
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([name, inner]) => [name, exampleOf(inner, resolve, depth + 1)]),
      )
  }
}
