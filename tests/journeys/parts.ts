/** Calls made after the document of the API, and each of their parts damaged in turn. */
import { parametersOf } from '#src/client/pages/apiDocs/operations.ts'
import type { OpenApi, Operation, Schema } from '#src/define/api/openapi.ts'
import { exampleOf } from '#src/server/documentation/example.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** One call as it is sent; `path` and `query` by parameter. */
export interface Call {
  readonly method: Method
  readonly template: string
  readonly path: Readonly<Record<string, unknown>>
  readonly query: Readonly<Record<string, unknown>>
  /** Absent where the operation takes none. */
  readonly body?: unknown
}

const JSON_TYPE = 'application/json'
const REF = '#/components/schemas/'

export const nameOfCall = ({ method, template }: Call): string => `${method} ${template.replace(/\{(\w+)\}/g, ':$1')}`

/** Schemas one of which a form follows, by name. */
function formsIn(document: OpenApi, schema: Schema | undefined): readonly string[] {
  const applications = document.components.schemas.application?.anyOf ?? []
  return JSON.stringify(schema ?? {}).includes(`${REF}application"`)
    ? applications.flatMap(({ $ref }) => ($ref === undefined ? [] : [$ref.slice(REF.length)]))
    : []
}

/** A sound call of an operation, made from its schemas; for a call that takes a form, one with the form of each type. */
export function callsOf(document: OpenApi, template: string, method: string, operation: Operation): readonly Call[] {
  const resolve = (ref: string): Schema | undefined => document.components.schemas[ref.slice(REF.length)]
  const values = (place: 'path' | 'query') =>
    Object.fromEntries(
      parametersOf(document, operation)
        .filter((one) => one.in === place)
        .map(({ name, schema }) => [name, exampleOf(schema, resolve)]),
    )
  const call = { method: method.toUpperCase() as Method, template, path: values('path'), query: values('query') }
  const content = operation.requestBody?.content ?? {}
  const schema = content[JSON_TYPE]?.schema
  if (schema === undefined) return [call]
  const body = exampleOf(schema, resolve)
  const forms = formsIn(document, schema)
  if (forms.length === 0) return [{ ...call, body }]
  // The call that files takes the form of every type; the other ones that of one type each.
  const types = template.endsWith('/ticket/') ? forms : forms.slice(template.length % forms.length).slice(0, 1)
  return types.map((type) => ({
    ...call,
    body: {
      ...(body as object),
      ...(schema.properties?.type && { type }),
      formData: exampleOf(resolve(`${REF}${type}`) ?? {}, resolve),
    },
  }))
}

type Place = 'path' | 'query' | 'body'
type Step = string | number
/** Where in a call a value stands; no steps for the whole body. */
export interface Part {
  readonly place: Place
  readonly at: readonly Step[]
  readonly value: unknown
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Steps below which nothing is damaged any more: lists of lists of the same. */
const DEEPEST = 8

function partsIn(place: Place, at: readonly Step[], value: unknown): readonly Part[] {
  const own = { place, at, value }
  if (at.length >= DEEPEST) return [own]
  if (isObject(value))
    return [own, ...Object.entries(value).flatMap(([name, inner]) => partsIn(place, [...at, name], inner))]
  return Array.isArray(value) && value.length > 0 ? [own, ...partsIn(place, [...at, 0], value[0])] : [own]
}

/** Every part of a call: its parameters, its body, and what is in it. */
export function partsOf({ path, query, body }: Call): readonly Part[] {
  const named = (place: 'path' | 'query', values: Readonly<Record<string, unknown>>): readonly Part[] =>
    Object.entries(values).map(([name, value]) => ({ place, at: [name], value }))
  return [...named('path', path), ...named('query', query), ...(body === undefined ? [] : partsIn('body', [], body))]
}

/** Leaves the part out. */
const LEFT_OUT = Symbol('left out')

/** A value of another type than this one. */
const wrongType = (value: unknown): unknown => {
  if (typeof value === 'string') return { a: 1 }
  if (typeof value === 'boolean') return 'perhaps'
  return isObject(value) || Array.isArray(value) ? 'text' : [{}]
}

/** What is done to a part. */
export const damages: Readonly<Record<string, (value: unknown) => unknown>> = {
  leftOut: () => LEFT_OUT,
  null: () => null,
  wrongType,
  empty: () => '',
  long: () => '长'.repeat(20_000),
  huge: () => 2 ** 53,
  fraction: () => 1e-7,
  negative: () => -1,
  foreign: (value) => (Array.isArray(value) ? [2_000_000_000] : 2_000_000_000),
  many: (value) => Array.from({ length: 1200 }, () => (Array.isArray(value) ? value[0] : value)),
  unknown: (value) => (isObject(value) ? { ...value, nobodyKnows: 1 } : { nobodyKnows: value }),
}

/** Those that break most come first. */
const kinds = Object.keys(damages)
const FIRST = 3

/** So many damages for a part: the first ones, and others in turn; a single one in turn of all. */
export function damagesOf(count: number, turn: number): readonly string[] {
  if (count === 1) return kinds.slice(turn % kinds.length).slice(0, 1)
  const others = kinds.slice(FIRST)
  const more = count - FIRST
  const at = (turn * more) % others.length
  return [...kinds.slice(0, FIRST), ...[...others.slice(at), ...others.slice(0, at)].slice(0, more)]
}

/** The call with known values in the place of its examples, by the name of the field. */
export const knowing = (call: Call, known: Readonly<Record<string, unknown>>): Call =>
  call.body === undefined
    ? call
    : {
        ...call,
        body: JSON.parse(
          JSON.stringify(call.body, (name, value: unknown) => (Object.hasOwn(known, name) ? known[name] : value)),
        ) as unknown,
      }

/** The call without these parameters and fields of its body or form; null when it has none of them. */
export function without(call: Call, names: readonly string[]): Call | null {
  const first = new Set(names.map((name) => name.split('.')[0]))
  const kept = (whole: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(Object.entries(whole).filter(([name]) => !first.has(name)))
  const { body } = call
  const formData = isObject(body) ? body.formData : undefined
  const shorter: Call = {
    ...call,
    query: kept(call.query),
    ...(isObject(body) && { body: { ...kept(body), ...(isObject(formData) && { formData: kept(formData) }) } }),
  }
  return JSON.stringify(shorter) === JSON.stringify(call) ? null : shorter
}

function put(whole: unknown, [step, ...rest]: readonly Step[], value: unknown): unknown {
  if (step === undefined) return value
  if (Array.isArray(whole)) {
    const inner = put(whole[0], rest, value)
    return [...(inner === LEFT_OUT ? [] : [inner]), ...(whole.slice(1) as unknown[])]
  }
  const { [step]: old, ...others } = whole as Record<string, unknown>
  const inner = put(old, rest, value)
  return inner === LEFT_OUT ? others : { ...others, [step]: inner }
}

/** The call with one part damaged. */
export function damaged(call: Call, { place, at, value }: Part, damage: string): Call {
  const bad = damages[damage]?.(value)
  if (place !== 'body') return { ...call, [place]: put(call[place], at, bad) }
  const body = put(call.body, at, bad)
  const { body: _, ...bare } = call
  return body === LEFT_OUT ? bare : { ...bare, body }
}

/** As a parameter is written into an address: repeated for a list. */
const written = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? value.slice(0, 3) : [value]).map((one) =>
    encodeURIComponent(typeof one === 'object' ? JSON.stringify(one) : String(one)).slice(0, 6_000),
  )

/** The address of a call. */
export function addressOf({ template, path, query }: Call): string {
  const bare = template.replace(/\{(\w+)\}/g, (_, name: string) => written(path[name] ?? '')[0] ?? '')
  const pairs = Object.entries(query).flatMap(([name, value]) => written(value).map((one) => `${name}=${one}`))
  return pairs.length > 0 ? `${bare}?${pairs.join('&')}` : bare
}
