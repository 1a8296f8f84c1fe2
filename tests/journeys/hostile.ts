/** Input as nobody would send it: sound values by schema, each of which may be replaced by something hostile. */
import fc from 'fast-check'
import { type ZodType, z } from 'zod'
import type { Field, Fields } from '#src/fields/field.ts'

/** The little of JSON Schema that the endpoints' schemas become. */
interface Schema {
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: Schema | boolean
  readonly items?: Schema
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
}

const nested = (depth: number, leaf: unknown): unknown => (depth === 0 ? leaf : [nested(depth - 1, leaf)])

/** Values that have broken servers. */
export const hostileScalars: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  -0,
  0.1,
  1e21,
  1e308,
  2 ** 31,
  2 ** 53,
  2 ** 63,
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  'a\udfffb',
  '\u202e',
  '\ufeff',
  '0',
  '-1',
  '1e3',
  '1e400',
  'NaN',
  'Infinity',
  '-infinity',
  '99999999999999999999',
  '9007199254740993',
  '0x10',
  '１２',
  '1;2',
  '1,2',
  '0000-00-00',
  '9999-99-99',
  '2026-02-30',
  '99999-01-01',
  '2026-03-12T25:61:61Z',
  '2026-03-12 24:00:00',
  'epoch',
  'now',
  "'; drop table ticket; --",
  '" or 1=1',
  '%',
  '\\',
  '$1',
  '{0}',
  '${7*7}',
  '{{7*7}}',
  '<script>alert(1)</script>',
  '=HYPERLINK("x")',
  '../../../etc/passwd',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'x'.repeat(70_000),
  '文'.repeat(3000),
  '😀'.repeat(300),
  [],
  [[]],
  [null],
  {},
  { length: 1e9 },
  { toString: 1 },
  { id: 1 },
  nested(200, 1),
  Array.from({ length: 2000 }, () => 1),
]
const hostile: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...hostileScalars) },
  {
    weight: 1,
    arbitrary: fc
      .anything({ withNullPrototype: false, withSparseArray: false })
      .filter((value) => JSON.stringify(value) !== undefined),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
)

/** Keys nobody asked for. An own `__proto__` survives JSON.stringify. */
const strangerKeys = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'id',
  'createdBy',
  'deptId',
  'applicantId',
  'status',
  'roles',
  'x'.repeat(300),
  'a\0b',
  '$where',
]

const few = (least: number | undefined, most: number | undefined, cap: number) => ({
  minLength: Math.min(least ?? 0, cap),
  maxLength: Math.min(most ?? cap, Math.max(cap, least ?? 0)),
})

/** A value the schema would take, more or less. */
function sound(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(sound))
  switch (schema.type) {
    case 'string':
      return fc.oneof(
        fc.constantFrom('1', 'true', 'a', 'leaveApproval', 'start', '2026-03-12', '测试测试测试'),
        fc.string(few(schema.minLength, schema.maxLength, 12)),
      )
    case 'integer':
    case 'number': {
      const least = Math.max(schema.minimum ?? 0, -5)
      return fc.integer({ min: least, max: Math.max(least, Math.min(schema.maximum ?? 60, Math.max(60, least + 60))) })
    }
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array':
      return fc.array(sound(schema.items ?? {}), few(schema.minItems, schema.maxItems, 3))
    case 'object':
      return soundObject(schema)
    default:
      return fc.constantFrom<unknown>('', '1', 'true', '2026-03-12', 'name', '-id', 3)
  }
}

function soundObject(schema: Schema): fc.Arbitrary<Record<string, unknown>> {
  const properties = Object.fromEntries(
    Object.entries(schema.properties ?? {}).map(([name, each]) => [name, sound(each)]),
  )
  return fc.record(properties, { requiredKeys: [...(schema.required ?? [])] }) as fc.Arbitrary<Record<string, unknown>>
}

/** A sound object that was tampered with: values replaced, wrapped, left out, strangers added, or no object at all. */
function tampered(whole: fc.Arbitrary<Record<string, unknown>>): fc.Arbitrary<unknown> {
  const change = fc.record({
    at: fc.nat(50),
    how: fc.constantFrom('replace', 'replace', 'replace', 'wrap', 'drop', 'stranger', 'deep'),
    value: hostile,
    stranger: fc.constantFrom(...strangerKeys),
  })
  const object = fc
    .tuple(whole, fc.array(change, { minLength: 1, maxLength: 3 }))
    .map(([value, changes]) => changes.reduce<Record<string, unknown>>(apply, value))
  return fc.oneof({ weight: 12, arbitrary: object }, { weight: 2, arbitrary: whole }, { weight: 1, arbitrary: hostile })
}

interface Change {
  readonly at: number
  readonly how: string
  readonly value: unknown
  readonly stranger: string
}

function apply(whole: Record<string, unknown>, { at, how, value, stranger }: Change): Record<string, unknown> {
  const names = Object.keys(whole)
  const name = names[at % (names.length || 1)]
  if (how === 'stranger' || name === undefined) return Object.fromEntries([...Object.entries(whole), [stranger, value]])
  if (how === 'drop') return Object.fromEntries(Object.entries(whole).filter(([each]) => each !== name))
  const old = whole[name]
  if (how === 'wrap') return { ...whole, [name]: [old] }
  if (how === 'deep' && isObject(old))
    return { ...whole, [name]: apply(old, { at: at + 1, how: 'replace', value, stranger }) }
  if (how === 'deep' && Array.isArray(old) && isObject(old[0]))
    return {
      ...whole,
      [name]: [apply(old[0], { at: at + 1, how: 'replace', value, stranger }), ...(old.slice(1) as unknown[])],
    }
  return { ...whole, [name]: value }
}
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Hostile objects after a schema of the server. */
export function hostileOf(schema: ZodType): fc.Arbitrary<unknown> {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema
  return tampered(json.type === 'object' ? soundObject(json) : fc.constant({}))
}

function soundField(field: Field): fc.Arbitrary<unknown> {
  switch (field.kind) {
    case 'text':
      return fc.constantFrom('测试用的文字内容，足够长', '13800000000', 'abc', '90000000000000000001')
    case 'integer':
      return fc.integer({ min: field.min ?? 0, max: Math.min(field.max ?? 100, 3000) })
    case 'plate':
      return fc.constantFrom('示A12345', '示ad12345', 'A12345')
    case 'quantity':
      return fc.constantFrom(1, 2, 0.5)
    case 'decimal':
    case 'money':
      return fc.constantFrom('1.0', '12.50', '0.5')
    case 'date':
      return fc.constantFrom('2026-03-10', '2026-03-16', '2026-04-01')
    case 'dateTime':
      return fc.constantFrom('2026-03-16 10:00:00', '2026-03-16')
    case 'boolean':
      return fc.boolean()
    case 'choice':
      return fc.constantFrom(
        ...(field.only ?? [
          'annual',
          'am',
          'pm',
          'IT',
          'office',
          'digital',
          'personalCard',
          'normal',
          'paid',
          'failed',
        ]),
      )
    case 'choices':
      return fc.constantFrom(['police'], ['police', 'auxiliary'], ['police', 'police'], 'police', [])
    case 'people':
    case 'departments':
      return fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 3 })
    case 'files':
      return fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 2 })
    case 'lines':
      return fc.array(soundForm(field.fields), { minLength: 1, maxLength: 2 })
    case 'person':
    case 'department':
    case 'reference':
      return fc.integer({ min: 1, max: 60 })
  }
}

const soundForm = (fields: Fields): fc.Arbitrary<Record<string, unknown>> =>
  fc.record(Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, soundField(field)])), {
    requiredKeys: Object.keys(fields).filter((_, index) => index % 2 === 0),
  }) as fc.Arbitrary<Record<string, unknown>>

/** Hostile forms after field definitions, with more values beside them. */
export const hostileForm = (fields: Fields, more: Readonly<Record<string, unknown>> = {}): fc.Arbitrary<unknown> =>
  tampered(soundForm(fields).map((form) => ({ ...form, ...more })))

/** What stands for an id in a path, already encoded. */
export const hostileIds: readonly string[] = [
  '0',
  '-1',
  '1.5',
  '1e3',
  'NaN',
  'null',
  'undefined',
  '99999999999999999999',
  '9007199254740993',
  '9223372036854775808',
  '0x10',
  '%20',
  '%00',
  '1%00',
  '%ED%A0%80',
  '%FF',
  '%',
  '%zz',
  '..%2f..%2fetc',
  '%2e%2e',
  '1;drop',
  "1'--",
  '__proto__',
  'constructor',
  'a'.repeat(3000),
  '%EF%BC%91',
  '1,2',
  '[1]',
  '*',
]

/** Percent-encoded; half a character, which has no encoding, becomes the sign for one. */
const encoded = (text: string): string =>
  encodeURIComponent(text.replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '\ufffd'))

/** Query strings: sound and hostile values, repeated and nested keys, broken encodings. */
export function hostileQuery(schema: ZodType | undefined, names: readonly string[]): fc.Arbitrary<string> {
  const json = schema ? (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema) : {}
  const known = [...new Set([...Object.keys(json.properties ?? {}), ...names])]
  const key = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...(known.length > 0 ? known : ['x'])) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        '__proto__',
        'constructor',
        'x[]',
        'a[b]',
        'page',
        'limit',
        'ordering',
        'search',
        'y'.repeat(200),
        '%00',
        '%FF',
      ),
    },
  )
  const raw = fc.constantFrom('%00', '%ED%A0%80', '%FF', '%', '%zz', '+', '%20', '%27', 'a%00b')
  const text = hostile.map((value) =>
    encoded((typeof value === 'object' ? JSON.stringify(value) : String(value)).slice(0, 4000)),
  )
  const plain = fc.constantFrom(
    '1',
    '2',
    'true',
    '2026-03-11',
    'name',
    '-id',
    'createdAt',
    'annual',
    '30201',
    'pendingApproval',
    '%E5%BC%A0',
  )
  return fc
    .array(fc.tuple(key, fc.oneof(plain, text, raw)), { maxLength: 5 })
    .map((pairs) => pairs.map(([name, value]) => `${name}=${value}`).join('&'))
}

/** Bodies that JSON.stringify would never write. */
export const brokenBodies: readonly string[] = [
  '',
  '{',
  '[',
  'null',
  '1',
  '"text"',
  '[]',
  'undefined',
  '{"a":1e400}',
  '{"a":"\\ud800"}',
  '{"a":"\\u0000"}',
  '{"a":1,"a":2}',
  '\ufeff{}',
  '{"__proto__":{"isAdmin":true}}',
  '{"constructor":{"prototype":{"isAdmin":true}}}',
  `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
  `{"a":${'9'.repeat(400)}}`,
  '{"a":NaN}',
  '<xml/>',
  'a=1&b=2',
  '{"formData":{"__proto__":{"x":1}}}',
]
