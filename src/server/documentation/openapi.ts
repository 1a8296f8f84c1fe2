/** The OpenAPI 3.1 document of the API, made from the very schemas, fields and permissions that the routes run on. */

import type { OpenApi, Operation, Parameter, Reference, Schema } from '#src/define/api/openapi.ts'
import { formFieldsOf } from '#src/define/application.ts'
import type { Language } from '#src/define/messages.ts'
import type { RecordDefinition } from '#src/define/record.ts'
import type { RouteDefinition } from '#src/define/server.ts'
import type { Services } from '#src/server/app/services.ts'
import { offeredFilters, offeredRanges } from '#src/server/records/filters.ts'
import type { RecordModel } from '#src/server/records/model.ts'
import { offeredOrders } from '#src/server/records/query.ts'
import { recordsOf } from '#src/server/records/records.ts'
import { secondPaths } from '#src/server/records/routes.ts'
import manifest from '../../../package.json' with { type: 'json' }
import { answerOf, answerSchemas } from './answers.ts'
import { exampleOf } from './example.ts'
import { liveDescription } from './live.ts'
import {
  CONDITION,
  type Codes,
  changeOf,
  conditionSchema,
  extendSchema,
  FORMULA,
  formRef,
  formSchema,
  formulaSchema,
  type Labels,
  rowSchema,
  schemaOf,
} from './schema.ts'
import {
  idempotencyKeyRef,
  refusalRef,
  responsesBelow,
  type Say,
  sharedParameters,
  sharedResponses,
  sharedSchemas,
  versionRef,
  withVersion,
} from './shared.ts'
import { summaryOf } from './summary.ts'

const JSON_TYPE = 'application/json'
const REF = '#/components/schemas/'

/** `/api/leave/quota/:id/freeze/` as OpenAPI writes it. */
export const templateOf = (url: string): string => url.replace(/:(\w+)/g, '{$1}')

const wordsOf = (url: string): string[] => url.split('/').filter((part) => part !== '' && part !== 'api')

/** Resources are grouped by the first two names of their path. */
const tagOf = (url: string): string =>
  wordsOf(url)
    .filter((part) => !part.startsWith(':') && !/^v\d+$/.test(part))
    .slice(0, 2)
    .join('/')

const operationIdOf = ({ method, url }: RouteDefinition): string =>
  `${method.toLowerCase()}${url.replace(/\/$/, '')}`.replace(/:/g, 'by_').replace(/\W+/g, '_')

function parametersOf(place: 'path' | 'query', schema: Schema): Parameter[] {
  return Object.entries(schema.properties ?? {}).map(([name, inner]) => {
    const { title, ...rest } = inner
    return {
      name,
      in: place,
      required: place === 'path' || (schema.required?.includes(name) ?? false),
      ...(title !== undefined && { description: title }),
      schema: rest,
    }
  })
}

/** The parts of the document that come from definitions. */
interface Definitions {
  readonly schemas: Readonly<Record<string, Schema>>
  /** Record by `METHOD url`, for calls that take what its list takes. */
  readonly lists: ReadonlyMap<string, RecordModel>
  /** The record of whose path an address is; null for others. */
  readonly recordOf: (url: string) => RecordDefinition | null
  readonly summaryOf: (route: RouteDefinition) => string
  readonly say: Say
}

const envelope = (data: Schema): Schema => ({
  type: 'object',
  properties: { code: { const: 2000 }, msg: { type: 'string' }, data },
  required: ['code', 'msg', 'data'],
})

const counters = ['page', 'limit', 'total'].map((name) => [name, { type: 'integer' }] as const)
const listEnvelope = (row: Schema): Schema => ({
  type: 'object',
  properties: {
    ...envelope({ type: 'array', items: row }).properties,
    ...Object.fromEntries(counters),
    is_next: { type: 'boolean' },
    is_previous: { type: 'boolean' },
  },
  required: ['code', 'msg', 'data', 'page', 'limit', 'total'],
})

const password: Schema = { type: 'string', maxLength: 64 }

function definitionsOf(services: Services, language: Language): Definitions {
  const { texts, dictionaries } = services
  const codes: Codes = (dictionary) => (dictionaries.all().get(dictionary) ?? []).map((entry) => entry.value)
  const labelsOf =
    (owner: string): Labels =>
    (...names) =>
      texts.find(language, `${owner}.fields.${names.join('.')}`) ??
      texts.find(language, `base.${names.at(-1)}`) ??
      String(names.at(-1))
  const say: Say = (key, params = []) => texts.say(language, { key: `documentation.${key}`, params })
  const schemas: Record<string, Schema> = {
    ...sharedSchemas(say),
    [CONDITION]: conditionSchema(),
    [FORMULA]: formulaSchema(),
    ...answerSchemas,
  }
  const lists = new Map<string, RecordModel>()
  for (const model of recordsOf(services).models.values()) {
    const { name, path, actions, requiresPassword } = model.definition
    const labels = labelsOf(`records.${name}`)
    schemas[`${name}.row`] = rowSchema(model.fields, codes, labels)
    const form = formSchema(model.inputs, codes, labels)
    const guard = requiresPassword === true ? { password } : {}
    schemas[name] = extendSchema(form, guard, Object.keys(guard))
    // What is not sent of a changed row stays as it is.
    schemas[changeOf(name)] = {
      ...extendSchema(form, { version: versionRef, ...guard }, []),
      required: ['version', ...Object.keys(guard)],
    }
    for (const [action, { fields: own }] of Object.entries(actions ?? {}))
      schemas[`${name}.${action}`] = extendSchema(formSchema(own ?? {}, codes, labels), { version: versionRef }, [])
    for (const start of [path, secondPaths[name] ?? []].flat())
      for (const rest of ['', 'export_data/', 'chart/', 'chart/export_data/']) lists.set(`GET ${start}${rest}`, model)
  }
  const applications = services.modules.flatMap((module) => module.applications)
  for (const application of applications)
    schemas[application.key] = formSchema(formFieldsOf(application), codes, labelsOf(`applications.${application.key}`))
  schemas.application = { anyOf: applications.map((application) => formRef(application.key)) }
  // The longest path first, since one may begin with another.
  const records = [...recordsOf(services).models.values()]
    .flatMap(({ definition }) =>
      [definition.path, secondPaths[definition.name] ?? []].flat().map((path) => ({ ...definition, path })),
    )
    .sort((one, other) => other.path.length - one.path.length)
  const recordOf = (url: string): RecordDefinition | null => records.find(({ path }) => url.startsWith(path)) ?? null
  return {
    schemas,
    lists,
    recordOf,
    say,
    summaryOf: (route) => summaryOf(texts, language, route, recordOf(route.url)) ?? wordsOf(route.url).join(' '),
  }
}

const query = (name: string, schema: Schema): Parameter => ({ name, in: 'query', required: false, schema })

/** By what the rows of a list may be narrowed. */
const narrowingParameters = (model: RecordModel): Parameter[] => [
  query('search', { type: 'string', maxLength: 50 }),
  ...offeredFilters(model).map((name) => query(name, { type: 'string' })),
  ...offeredRanges(model).flatMap((name) =>
    ['after', 'before'].map((end) => query(`${name}_${end}`, { type: 'string' })),
  ),
]

/** What a list, its export and its charts may be asked for (LIST-STD). */
function listParameters(model: RecordModel, url: string): Parameter[] {
  if (/\/chart\/(export_data\/)?$/.test(url)) {
    const charts = Object.keys(model.definition.list.charts ?? {})
    return [{ ...query('chart', { enum: charts }), required: true }, ...narrowingParameters(model)]
  }
  return [
    query('page', { type: 'integer', minimum: 1, default: 1 }),
    query('limit', { type: 'integer', minimum: 1, maximum: 100, default: 20 }),
    query('ids', { type: 'string', description: 'Up to 100 ids separated by commas' }),
    query('ordering', { enum: offeredOrders(model).flatMap((name) => [name, `-${name}`]) }),
    ...narrowingParameters(model),
  ]
}

function answersOf(route: RouteDefinition, record: RecordDefinition | null): Operation['responses'] {
  const answer = answerOf(route, record)
  if (answer === null) throw new Error(`no type says what ${route.method} ${route.url} answers`)
  const { data, row, isFile } = answer
  const good = [...(row === null ? [] : [listEnvelope(row)]), ...(data === null ? [] : [envelope(data)])]
  return {
    200: {
      description: 'ok',
      content: {
        [JSON_TYPE]: { schema: { anyOf: [...good, refusalRef] } },
        ...(isFile && { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }),
      },
    },
    ...responsesBelow({ hasId: route.params !== undefined, hasBody: route.method !== 'GET' }),
  }
}

/** A body that names the type of its form, as one of as many as there are types. */
function ofEachType(fields: Schema, forms: Schema | undefined): Schema {
  const { type, formData, ...more } = fields.properties ?? {}
  if (type === undefined || formData?.$ref !== `${REF}application`) return fields
  const bodies = (forms?.anyOf ?? []).map(
    (form): Schema => ({
      ...fields,
      properties: { type: { const: form.$ref?.slice(REF.length) }, formData: form, ...more },
    }),
  )
  return { oneOf: bodies }
}

function bodyOf(route: RouteDefinition, resolve: (ref: string) => Schema | undefined): Operation['requestBody'] {
  const fields = route.body === undefined ? undefined : schemaOf(route.body)
  if (route.upload) {
    const properties = { file: { type: 'string', format: 'binary' }, ...fields?.properties }
    const schema: Schema = { type: 'object', properties, required: ['file', ...(fields?.required ?? [])] }
    return { required: true, content: { 'multipart/form-data': { schema } } }
  }
  if (fields === undefined) return undefined
  const schema = ofEachType(withVersion(fields), resolve(`${REF}application`))
  const isOptional = route.body?.safeParse(undefined).success === true
  return { required: !isOptional, content: { [JSON_TYPE]: { schema, example: exampleOf(schema, resolve) } } }
}

function operationOf(route: RouteDefinition, definitions: Definitions): Operation {
  const resolve = (ref: string): Schema | undefined => definitions.schemas[ref.slice(REF.length)]
  const list = definitions.lists.get(`${route.method} ${route.url}`)
  const parameters: (Parameter | Reference)[] = [
    ...(route.params ? parametersOf('path', schemaOf(route.params)) : []),
    ...(list ? listParameters(list, route.url) : route.query ? parametersOf('query', schemaOf(route.query)) : []),
    ...(route.method === 'GET' || route.permission === 'public' ? [] : [idempotencyKeyRef]),
  ]
  const requestBody = bodyOf(route, resolve)
  return {
    operationId: operationIdOf(route),
    summary: definitions.summaryOf(route),
    tags: [tagOf(route.url)],
    'x-permission': route.permission,
    security: route.permission === 'public' ? [] : [{ token: [] }],
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody && { requestBody }),
    responses: answersOf(route, definitions.recordOf(route.url)),
  }
}

/** Describes these routes in the reader's language. */
export function openApiOf(services: Services, routes: readonly RouteDefinition[], language: Language): OpenApi {
  const definitions = definitionsOf(services, language)
  const paths: Record<string, Record<string, Operation>> = {}
  for (const route of routes) {
    const path = templateOf(route.url)
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route, definitions) }
  }
  const titles = new Map(
    [...recordsOf(services).models.values()].map(({ definition }) => [
      tagOf(definition.path),
      services.texts.find(language, `records.${definition.name}.title`),
    ]),
  )
  const tags = [...new Set(routes.map((route) => tagOf(route.url)))].sort().map((name) => {
    const description = titles.get(name)
    return { name, ...(description !== null && description !== undefined && { description }) }
  })
  return {
    openapi: '3.1.0',
    info: {
      title: services.settings.string('base.siteTitle'),
      version: manifest.version,
      description: definitions.say('description'),
    },
    servers: [{ url: services.mode.publicOrigin ?? '/' }],
    tags,
    paths,
    'x-websocket': liveDescription(definitions.say),
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      parameters: sharedParameters(definitions.say),
      responses: sharedResponses(definitions.say),
      schemas: definitions.schemas,
    },
  }
}
