/** The document of the API is the API: made from its schemas, complete, and valid OpenAPI 3.1. */
import { Validator } from '@seriousme/openapi-schema-validator'
import Ajv from 'ajv/dist/2020.js'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parametersOf } from '#src/client/pages/apiDocs/operations.ts'
import type { OpenApi, Operation, Reference } from '#src/define/api/openapi.ts'
import type { RouteDefinition } from '#src/define/server.ts'
import { routesOf } from '#src/server/app/app.ts'
import { templateOf } from '#src/server/documentation/openapi.ts'
import { closeCode } from '#src/server/live/line.ts'
import { type Client, startApp, type TestApp } from '#tests/harness/app.ts'

const callOf = (route: RouteDefinition): string => `${route.method.toLowerCase()} ${templateOf(route.url)}`

/** Values of which only the thing they belong to knows the type: a setting, for example. */
const valuesOfAnyType: readonly string[] = [
  'get /api/init/settings/.application/json.schema.anyOf.0.properties.data.additionalProperties',
  'ConfigEntry.properties.value',
  'ConfigItem.properties.value',
]

/** Changes without a version of their body: of what one person alone has, of several rows with a version each, or of a whole. */
const replacedAsAWhole: readonly string[] = [
  'put /api/system/user/change_password/',
  'put /api/system/role/{id}/users/',
  'put /api/personal/push/',
  'put /api/personal/phrases/{id}/',
  'put /api/system/config/',
  'put /api/system/work_calendar/',
  'put /api/system/backup/schedule/',
  'put /api/workflow/workflow/{id}/draft/',
  'put /api/assets/favourite/{id}/',
  'put /api/supplies/favourite/{id}/',
  'put /api/clothing/own/sizes/',
  'put /api/clothing/survey/{id}/own/',
]

describe('the OpenAPI document', () => {
  let app: TestApp
  let pan: Client
  let routes: readonly RouteDefinition[]
  let document: OpenApi
  const operations = new Map<string, Operation>()

  beforeAll(async () => {
    app = await startApp()
    pan = await app.as('pan42')
    routes = routesOf(app.services)
    const { raw } = await pan.get('/api/openapi/', { language: 'en' })
    document = JSON.parse(raw.body) as OpenApi
    for (const [path, methods] of Object.entries(document.paths))
      for (const [method, operation] of Object.entries(methods)) operations.set(`${method} ${path}`, operation)
  })
  afterAll(() => app.close())

  it('has every route as an operation, and every operation is a route the server has registered', () => {
    expect([...operations.keys()].sort()).toEqual(routes.map(callOf).sort())
    for (const { method, url } of routes)
      expect([url, app.app.hasRoute({ method, url: url.replace(/\/$/, '') })]).toEqual([url, true])
  })

  it('says of each which permission it needs, as the route has it', () => {
    for (const route of routes) {
      const operation = operations.get(callOf(route))
      expect([route.url, operation?.['x-permission'], operation?.security.length]).toEqual([
        route.url,
        route.permission,
        route.permission === 'public' ? 0 : 1,
      ])
    }
  })

  it('is valid: names are unique, every parameter of a path is told, every reference leads somewhere, every schema is one', () => {
    expect(document.openapi).toBe('3.1.0')
    const ids = [...operations.values()].map((operation) => operation.operationId)
    expect(new Set(ids).size).toBe(ids.length)
    for (const [call, operation] of operations) {
      const { tags, responses } = operation
      const parameters = parametersOf(document, operation)
      const inPath = [...call.matchAll(/\{(\w+)\}/g)].map((match) => match[1])
      expect([call, parameters.filter((one) => one.in === 'path').map((one) => one.name)]).toEqual([call, inPath])
      expect(tags.every((tag) => document.tags.some(({ name }) => name === tag))).toBe(true)
      expect([call, Object.keys(responses)]).toEqual([call, expect.arrayContaining(['200', '429', '500', '503'])])
    }
    const names = new Set(Object.keys(document.components.schemas))
    const text = JSON.stringify(document)
    const { schemas, parameters: shared, responses: below } = document.components
    const places = new Map<string, object>(Object.entries({ schemas, parameters: shared, responses: below }))
    const broken = [...text.matchAll(/"\$ref":"#\/components\/(\w+)\/([^"]+)"/g)].filter(
      ([, place = '', name = '']) => !Object.hasOwn(places.get(place) ?? {}, name),
    )
    expect(broken.map(([whole]) => whole)).toEqual([])
    expect(text).not.toContain('x-form')
    for (const name of names) expect(name).toMatch(/^[\w.-]+$/)
    const ajv = new Ajv({ strict: false, validateFormats: false })
    for (const [name, schema] of Object.entries(document.components.schemas))
      expect([name, ajv.validateSchema(schema as object)]).toEqual([name, true])
    for (const [call, operation] of operations) {
      const { requestBody } = operation
      for (const { schema } of parametersOf(document, operation))
        expect([call, ajv.validateSchema(schema as object)]).toEqual([call, true])
      for (const { schema } of Object.values(requestBody?.content ?? {}))
        expect([call, ajv.validateSchema(schema as object)]).toEqual([call, true])
    }
  })

  it('is valid OpenAPI 3.1 to a validator that knows nothing of the product', async () => {
    const { valid, errors } = await new Validator().validate(
      structuredClone(document) as unknown as Record<string, unknown>,
    )
    expect([valid, errors]).toEqual([true, undefined])
  })

  it('says what each call answers: nothing is left open but values whose type a setting decides', () => {
    const open: string[] = []
    const isOpen = (schema: object): boolean =>
      Object.keys(schema).every((key) => key === 'title' || key === 'description')
    const look = (place: string, schema: unknown): void => {
      if (typeof schema !== 'object' || schema === null) return
      for (const [key, inner] of Object.entries(schema)) {
        const isSchema = /\.(properties|anyOf|oneOf)$/.test(place) || ['items', 'additionalProperties'].includes(key)
        if (isSchema && typeof inner === 'object' && isOpen(inner)) open.push(`${place}.${key}`)
        look(`${place}.${key}`, inner)
      }
    }
    for (const [call, { responses }] of operations) look(call, responses[200]?.content)
    for (const [name, schema] of Object.entries(document.components.schemas)) look(name, schema)
    expect(open.filter((place) => !valuesOfAnyType.includes(place))).toEqual([])
    expect(valuesOfAnyType.filter((place) => !open.includes(place))).toEqual([])
  })

  it('says of each call what it does, in a sentence of each language', async () => {
    const chinese = JSON.parse((await pan.get('/api/openapi/')).raw.body) as OpenApi
    const silent = [...operations].filter(
      ([, { summary }]) => !/^[A-Z].*[ ].*/.test(summary) || /[\u4e00-\u9fff]/.test(summary.replace(/“.*?”/g, '')),
    )
    expect(silent.map(([call, { summary }]) => [call, summary])).toEqual([])
    for (const [path, methods] of Object.entries(chinese.paths))
      for (const { summary } of Object.values(methods))
        expect([path, summary]).toEqual([path, expect.stringMatching(/[\u4e00-\u9fff]/)])
  })

  it('asks for the version of the row in every body that changes one', () => {
    const without = [...operations].filter(([call, { requestBody }]) => {
      const schema = requestBody?.content['application/json']?.schema
      const resolved =
        schema?.$ref === undefined ? schema : document.components.schemas[schema.$ref.split('/').at(-1) ?? '']
      return call.startsWith('put ') && resolved?.required?.includes('version') !== true
    })
    expect(without.map(([call]) => call)).toEqual(replacedAsAWhole)
  })

  it('takes for an export what the list takes', () => {
    const names = (call: string) => parametersOf(document, operations.get(call)!).map(({ name }) => name)
    expect(names('get /api/leave/record/export_data/')).toEqual(names('get /api/leave/record/'))
  })

  it('offers a body for each type of application', () => {
    const { schema } = operations.get('post /api/workflow/ticket/')!.requestBody!.content['application/json']!
    const types = app.services.modules.flatMap(({ applications }) => applications.map(({ key }) => key))
    expect(schema.oneOf?.map(({ properties }) => properties?.type?.const)).toEqual(types)
  })

  it('gives examples that its own schemas accept', () => {
    const ajv = new Ajv({ strict: false, validateFormats: false })
    ajv.addSchema({ $id: 'api', components: document.components })
    const refused: unknown[] = []
    for (const [call, { requestBody }] of operations)
      for (const { schema, example } of Object.values(requestBody?.content ?? {})) {
        if (example === undefined) continue
        const local = JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"api#/components')) as object
        const check = ajv.compile(local)
        if (!check(example)) refused.push([call, example, check.errors?.[0]])
      }
    expect(refused).toEqual([])
  })

  it('describes forms and rows by their fields, named in the reader’s language', async () => {
    const { 'leaveQuota.row': row, leaveApproval: form } = document.components.schemas
    expect(row?.properties?.year?.title).toBe('Year')
    expect(form?.required).toContain('destination')
    const chinese = JSON.parse((await pan.get('/api/openapi/')).raw.body) as OpenApi
    expect(chinese.components.schemas['leaveQuota.row']?.properties?.year?.title).toBe('年度')
  })

  it('answers what it says: a list of a record fits its schema', async () => {
    const ajv = new Ajv({ strict: false, validateFormats: false })
    ajv.addSchema({ $id: 'api', components: document.components })
    for (const [reader, url] of [
      ['wei11', '/api/leave/quota/'],
      ['fang54', '/api/system/dept/'],
      ['qin17', '/api/finance/payment/'],
    ] as const) {
      const { schema } = operations.get(`get ${url}`)!.responses[200]!.content['application/json']!
      const check = ajv.compile(
        JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"api#/components')) as object,
      )
      const { raw } = await (await app.as(reader)).get(url)
      expect([url, check(raw.json()), check.errors]).toEqual([url, true, null])
    }
  })

  it('describes refusals, the key of a repetition and the version of a row once, and calls refer to them', () => {
    const { parameters, responses, schemas } = document.components
    expect(Object.keys(parameters)).toEqual(['Idempotency-Key'])
    expect(parameters['Idempotency-Key']?.description).toContain('Within 24 hours')
    expect(Object.keys(responses)).toEqual(['404', '413', '429', '500', '503'].map((status) => `status.${status}`))
    expect(schemas.refusal?.anyOf?.length).toBe(9)
    expect(schemas['refusal.4009']?.properties?.code?.const).toBe(4009)
    const key: Reference = { $ref: '#/components/parameters/Idempotency-Key' }
    for (const [call, { parameters: own = [], responses: answers, requestBody, ...operation }] of operations) {
      const isWrite = !call.startsWith('get ') && operation['x-permission'] !== 'public'
      expect([call, own.some((one) => '$ref' in one && one.$ref === key.$ref)]).toEqual([call, isWrite])
      for (const [status, answer] of Object.entries(answers))
        if (status !== '200')
          expect([call, answer]).toEqual([call, { $ref: `#/components/responses/status.${status}` }])
      const body = requestBody?.content['application/json']?.schema
      const schema = body?.$ref === undefined ? body : schemas[body.$ref.split('/').at(-1) ?? '']
      const version = schema?.properties?.version
      if (version !== undefined && version.type !== 'string')
        expect([call, version]).toEqual([call, { $ref: '#/components/schemas/version' }])
    }
  })

  it('types the rows of every record by its fields: nowhere is a row any row', () => {
    expect(Object.keys(document.components.schemas)).not.toContain('RecordRow')
    const { schema } = operations.get('get /api/system/user/')!.responses[200].content['application/json']!
    expect(schema.anyOf?.[0]?.properties?.data?.items).toEqual({ $ref: '#/components/schemas/user.row' })
  })

  it('describes the live connection: frames by their types, the heartbeat by its schema, every close code', () => {
    const { 'x-websocket': live, components } = document
    expect(live.path).toBe('/ws/{token}/')
    expect(live.send.schema).toMatchObject({ properties: { token: { type: 'string' } }, required: ['token'] })
    expect(live.receive.schema).toEqual({ $ref: '#/components/schemas/LiveFrame' })
    const frames = (components.schemas.LiveFrame?.anyOf ?? []).map(({ $ref = '' }) => $ref.split('/').at(-1))
    expect(frames.toSorted()).toEqual(['NoticeFrame', 'RecordFrame', 'SignalFrame', 'TicketFrame'])
    expect(Object.keys(live.closeCodes).map(Number).toSorted()).toEqual(Object.values(closeCode).toSorted())
  })

  it('is for signed-in people of a bureau that shows it', async () => {
    expect((await app.guest.get('/api/openapi/')).code).toBe(401)
    await sql`update config_item set value = 'false' where key = 'base.apiDocs'`.execute(app.database.db)
    expect((await pan.get('/api/openapi/')).code).toBe(4004)
  })
})
