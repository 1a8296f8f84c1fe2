/** What each call answers, as JSON Schema: `answers.json` is derived from the types of `Answers` by `npm run contract`. */
import type { Schema } from '#src/define/api/openapi.ts'
import type { RecordDefinition } from '#src/define/record.ts'
import type { RouteDefinition } from '#src/define/server.ts'
import derived from './answers.json' with { type: 'json' }

const REF = '#/components/schemas/'
const FILE = `${REF}FileContent`
const ROW = `${REF}RecordRow`
const ANY_ROW = `${REF}FormData`
/** What stands before the rest of the address of a record's call. */
const RECORD = '{record}'

/** Types that the document says in its own way. */
const internal: ReadonlySet<string> = new Set(['FileContent', 'RecordRow'])

const answers = derived.answers as Readonly<Record<string, Schema>>

/** Schemas of the named types that answers refer to. */
export const answerSchemas: Readonly<Record<string, Schema>> = Object.fromEntries(
  Object.entries(derived.schemas as Readonly<Record<string, Schema>>).filter(([name]) => !internal.has(name)),
)

/** `/api/x/:id/`, whatever its parameters are called. */
const shapeOf = (call: string): string => call.replace(/:\w+/g, ':')

const byShape: ReadonlyMap<string, Schema> = new Map(
  Object.entries(answers).map(([call, schema]) => [shapeOf(call), schema]),
)

/** The schema of a call, or of those that are declared together with `:action` for the last name of their address. */
const declared = (call: string): Schema | undefined =>
  byShape.get(shapeOf(call)) ?? byShape.get(shapeOf(call.replace(/[\w-]+\/$/, ':action/')))

/** Each message of the live connection. */
export const liveFrame: Schema = declared('GET /ws/:token/') ?? {}

/** What a good answer is: its data, the row of a page of a list, a file, or a file or data. */
export interface GoodAnswer {
  readonly data: Schema | null
  readonly row: Schema | null
  readonly isFile: boolean
}

/** References to any row become those to this record's. */
function rowsOf(schema: Schema, record: RecordDefinition): Schema {
  const text = JSON.stringify(schema).replaceAll(`"${ROW}"`, `"${REF}${record.name}.row"`)
  return JSON.parse(text) as Schema
}

/** An action answers the row where its module says nothing else. */
const actionAnswer = (record: RecordDefinition): Schema => ({
  anyOf: [{ $ref: `${REF}${record.name}.row` }, { $ref: ANY_ROW }],
})

function declaredFor({ method, url }: RouteDefinition, record: RecordDefinition | null): Schema | null {
  const own = declared(`${method} ${url}`)
  if (own !== undefined) return record === null ? own : rowsOf(own, record)
  if (record === null) return null
  const rest = url.slice(record.path.length)
  const standard = declared(`${method} ${RECORD}${rest}`)
  if (standard === undefined) return null
  return standard.$ref === ANY_ROW ? actionAnswer(record) : rowsOf(standard, record)
}

/** What the call answers; null when no type says it. `record` is the one whose path the address begins with. */
export function answerOf(route: RouteDefinition, record: RecordDefinition | null): GoodAnswer | null {
  const schema = declaredFor(route, record)
  if (schema === null) return null
  const parts = schema.anyOf ?? [schema]
  const rest = parts.filter(({ $ref }) => $ref !== FILE)
  const isFile = rest.length < parts.length
  const [one] = rest
  const page = rest.length === 1 ? one?.properties?.page : undefined
  if (page?.items !== undefined) return { data: null, row: page.items, isFile }
  if (rest.length === 0) return { data: null, row: null, isFile }
  return { data: rest.length === 1 && one !== undefined ? one : { anyOf: rest }, row: null, isFile }
}
