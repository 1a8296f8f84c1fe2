/** The document of the API as the page lists it. */
import type { OpenApi, Operation, Parameter, Schema } from '#src/define/api/openapi.ts'

/** One call with where it is found. */
export interface Call {
  readonly method: string
  readonly path: string
  readonly operation: Operation
}

/** All calls, by path and method. */
export const callsOf = (document: OpenApi): readonly Call[] =>
  Object.entries(document.paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
    )
    .toSorted((a, b) => a.path.localeCompare(b.path) || a.method.localeCompare(b.method))

const REF = '#/components/schemas/'

/** The schema behind a reference. */
export function resolveSchema(document: OpenApi, schema: Schema): Schema {
  const { $ref } = schema
  return $ref === undefined ? schema : (document.components.schemas[$ref.slice(REF.length)] ?? {})
}

const PARAMETERS = '#/components/parameters/'

/** What the call takes beside its body, those that are described once included. */
export const parametersOf = (document: OpenApi, operation: Operation): readonly Parameter[] =>
  (operation.parameters ?? []).flatMap((parameter) =>
    '$ref' in parameter ? (document.components.parameters[parameter.$ref.slice(PARAMETERS.length)] ?? []) : parameter,
  )

/** Name of the referenced schema; null for one that stands in its place. */
export const refName = (schema: Schema): string | null => schema.$ref?.slice(REF.length) ?? null

/** Whether every word of the keyword stands in what the call is called, needs or takes. */
export function fits(document: OpenApi, { method, path, operation }: Call, keyword: string): boolean {
  const body = Object.values(operation.requestBody?.content ?? {})[0]
  const fields = body === undefined ? [] : Object.keys(resolveSchema(document, body.schema).properties ?? {})
  const names = parametersOf(document, operation).map((parameter) => parameter.name)
  const text = [method, path, operation['x-permission'], ...names, ...fields].join(' ').toLowerCase()
  return keyword
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}

/** The type in one line: `string`, `integer[]`, the name of a referenced schema. */
export function typeText(schema: Schema): string {
  const name = refName(schema)
  if (name !== null) return name
  if (schema.enum) return schema.enum.map(String).join(' | ')
  if (schema.const !== undefined) return String(schema.const)
  const either = schema.anyOf ?? schema.oneOf
  if (either) return either.map(typeText).join(' | ')
  const types = Array.isArray(schema.type) ? schema.type : [schema.type ?? 'any']
  return types
    .map((type) => (type === 'array' ? `${schema.items ? typeText(schema.items) : 'any'}[]` : String(type)))
    .join(' | ')
}

function range(low: number | undefined, high: number | undefined): string | null {
  const most = high === Number.MAX_SAFE_INTEGER ? undefined : high
  return low === undefined && most === undefined ? null : `${low ?? ''} … ${most ?? ''}`.trim()
}

/** Bounds, pattern and default in one line. */
export function ruleText(schema: Schema): string {
  const { minimum, maximum, minLength, maxLength, minItems, maxItems, pattern, format, description } = schema
  return [
    format,
    range(minimum, maximum),
    range(minLength, maxLength),
    range(minItems, maxItems),
    pattern === undefined ? null : `/${pattern}/`,
    schema.default === undefined ? null : `= ${JSON.stringify(schema.default)}`,
    description,
  ]
    .filter((part) => part !== null && part !== undefined)
    .join(' · ')
}

/** What a good answer carries as `data`: the schema inside its envelope, and whether it is a list; null when the document does not say. */
export function dataOf(document: OpenApi, { operation }: Call): { schema: Schema; isList: boolean } | null {
  const good = operation.responses['200']?.content['application/json']?.schema.anyOf?.[0]
  const data = good?.properties?.data
  const inner = data?.items ?? data
  return inner?.$ref === undefined
    ? null
    : { schema: resolveSchema(document, inner), isList: data?.items !== undefined }
}
