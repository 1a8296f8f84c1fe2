import type { Schema } from '#src/define/openapi.ts'

/** Values that are right where only a shape is asked for; numbers and people of them exist in no bureau. */
const shaped: readonly (readonly [shape: string, example: string])[] = [
  ['^1\\d{10}$', '10000000042'],
  ['^\\d{10,30}$', '0000000000001234'],
  ['^(\\d{8}|\\d{20})$', '00000001'],
  ['^(\\d{10}|\\d{12})$', '0000000001'],
  ['^[A-Z]{2}\\d{4}$', 'SJ0042'],
  ['^\\d{1,12}\\.\\d{2}$', '1234.50'],
]

function textOf(schema: Schema): string {
  const { pattern, format, minLength = 0, maxLength } = schema
  if (format === 'date') return '2026-03-12'
  if (pattern?.includes(' \\d{2}:')) return '2026-03-12 09:00:00'
  const known = shaped.find(([shape]) => shape === pattern)
  if (known) return known[1]
  if (pattern?.startsWith('^-?\\d')) return '1.5'
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
  if (schema.enum) return schema.enum[0]
  if (schema.anyOf?.[0]) return exampleOf(schema.anyOf[0], resolve, depth + 1)
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
      return schema.items && depth < 6 ? [exampleOf(schema.items, resolve, depth + 1)] : []
    default:
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([name, inner]) => [name, exampleOf(inner, resolve, depth + 1)]),
      )
  }
}
