/** Hostile and random input to every endpoint: a clear refusal, never a fault, and nothing changed by what was refused. */
import fc from 'fast-check'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { formFieldsOf } from '#src/define/application.ts'
import type { RouteDefinition } from '#src/define/server.ts'
import type { Fields } from '#src/fields/field.ts'
import { routesOf } from '#src/server/app/app.ts'
import { type Client, startApp, type TestApp } from '#tests/harness/app.ts'
import { oneEngine } from '#tests/harness/engines.ts'
import { multipart, tinyPdf } from '#tests/harness/files.ts'
import { runs } from '#tests/harness/runs.ts'
import { faultOf, isAccepted } from './answers.ts'
import { brokenBodies, hostileForm, hostileIds, hostileOf, hostileQuery } from './hostile.ts'
import { openOffice, TODAY } from './office.ts'
import { nameOf } from './roles.ts'
import { allowEverything, counting, countWrites } from './writes.ts'

/** Inputs per endpoint; more by `FUZZ_RUNS=200`. */
const RUNS = Number(process.env.FUZZ_RUNS ?? runs(2))
const SEED = 20260311

interface Attack {
  readonly id: string
  readonly query: string
  readonly body: unknown
}

describe.each(oneEngine)('malformed input on %s', (engine) => {
  let app: TestApp
  let person: Client
  let routes: readonly RouteDefinition[]
  let ids: readonly string[]
  let stateOf: () => Promise<number>

  beforeAll(async () => {
    app = await startApp({ engine })
    const office = openOffice(app)
    routes = routesOf(app.services)
    const ren = await office.as('ren56')
    const draft = await ren.post<{ id: number }>('/api/workflow/ticket/', {
      type: 'leaveApproval',
      formData: {},
      submit: false,
    })
    const running = await office.leave('ren56', '2026-03-24', '2026-03-24')
    const claim = await office.claim('ren56', await office.lineOf('D12', '30207'), '20.00')
    ids = [String(draft.data.id), String(running.data.id), String(claim.data.id), '1', '2', '40']
    await allowEverything(app, ren.userId)
    person = ren
    stateOf = await countWrites(app)
  })
  afterAll(() => app.close())

  const fieldsFor = (route: RouteDefinition): Fields | null => {
    const record = app.services.modules
      .flatMap((module) => module.records)
      .find((one) => route.url === one.path || route.url.startsWith(`${one.path}:id/`))
    if (!record || route.method === 'GET' || route.url.endsWith('/move/')) return null
    const action = /:id\/(\w+)\/$/.exec(route.url)?.[1]
    return (action === undefined ? record.fields : (record.actions?.[action]?.fields ?? {})) as Fields
  }
  const applications = () => app.services.modules.flatMap((module) => module.applications)

  function bodyFor(route: RouteDefinition): fc.Arbitrary<unknown> {
    const fields = fieldsFor(route)
    if (fields) return hostileForm(fields, { version: 1 })
    if (!route.body) return fc.constant({})
    const plain = hostileOf(route.body)
    const takesForm =
      route.url.startsWith('/api/workflow/ticket/') &&
      route.body.safeParse({ type: 'x', formData: {}, version: 1 }).success !==
        route.body.safeParse({ type: 'x', formData: 1, version: 1 }).success
    if (!takesForm && !/ticket\/(:id\/(submit|approve|handle)\/|:id\/|preview\/|check\/|)$/.test(route.url))
      return plain
    const forms = applications().map((application) =>
      hostileForm(formFieldsOf(application), {}).map((formData) => ({ type: application.key, formData })),
    )
    const isNew = !route.url.includes(':id/')
    return fc.oneof(
      plain,
      fc
        .tuple(fc.oneof(...forms), fc.boolean())
        .map(([{ type, formData }, submit]) =>
          isNew
            ? { type, formData, ...(route.url === '/api/workflow/ticket/' && { submit }) }
            : { formData, version: 1 },
        ),
    )
  }

  const attacksOn = (route: RouteDefinition): fc.Arbitrary<Attack> => {
    const record = app.services.modules
      .flatMap((module) => module.records)
      .find((one) => route.url.startsWith(one.path))
    return fc.record({
      id: fc.oneof(
        { weight: 4, arbitrary: fc.constantFrom(...ids) },
        { weight: 1, arbitrary: fc.constantFrom(...hostileIds) },
      ),
      query:
        route.method === 'GET'
          ? hostileQuery(
              route.query,
              record
                ? [
                    ...record.list.columns,
                    ...record.list.columns.flatMap((name) => [`${name}_after`, `${name}_before`]),
                    'ids',
                    'search',
                    'ordering',
                  ]
                : [],
            )
          : fc.constant(''),
      body: bodyFor(route),
    })
  }

  async function send(route: RouteDefinition, { id, query, body }: Attack): Promise<LightMyRequestResponse> {
    const path = route.url.replace(':id', id).replace(':key', id)
    const token = await person.token()
    return app.app.inject({
      method: route.method,
      url: query === '' ? path : `${path}?${query}`,
      headers: {
        authorization: `Bearer ${token}`,
        ...(route.method !== 'GET' && { 'content-type': 'application/json' }),
      },
      ...(route.method !== 'GET' && { payload: JSON.stringify(body) ?? '' }),
    })
  }

  /** Attacks one endpoint; the shortest attack that does harm, if any. */
  async function attack(route: RouteDefinition): Promise<string | null> {
    const isWatched = route.method !== 'GET' && !counting.includes(nameOf(route))
    let state = isWatched ? await stateOf() : 0
    const details = await fc.check(
      fc.asyncProperty(attacksOn(route), async (one) => {
        const raw = await send(route, one)
        const fault = faultOf(raw)
        if (fault !== null) throw new Error(fault)
        if (!isWatched) return
        const after = await stateOf()
        const before = state
        state = after
        if (!isAccepted(raw) && after !== before)
          throw new Error(`refused, and yet it changed something: ${raw.payload.slice(0, 200)}`)
      }),
      { numRuns: RUNS, seed: SEED },
    )
    if (!details.failed) return null
    const [worst] = details.counterexample ?? []
    return `${nameOf(route)} ${JSON.stringify(worst).slice(0, 500)}: ${details.errorInstance instanceof Error ? details.errorInstance.message : String(details.errorInstance)}`
  }

  const SIGN_OUT = 'POST /api/logout/'
  it.each([
    ['reading', true],
    ['writing', false],
  ])(
    'hostile %s is refused with a code, tells nothing of the inside, and changes nothing',
    { timeout: 600_000 },
    async (_name, isReading) => {
      const failures: string[] = []
      for (const route of routes) {
        if ((route.method === 'GET') !== isReading || nameOf(route) === SIGN_OUT || route.upload) continue
        const failure = await attack(route)
        if (failure !== null) failures.push(failure)
      }
      expect(failures.join('\n\n')).toBe('')
    },
  )

  /** Of no row: an empty body may be a change of nothing where there is one. */
  const NO_ROW = '2000000000'
  it('bodies that are no JSON object are refused by every endpoint that takes one', async () => {
    const failures: string[] = []
    const token = await person.token()
    const before = await stateOf()
    for (const route of routes) {
      if (route.method === 'GET' || !route.body || nameOf(route) === SIGN_OUT) continue
      for (const payload of brokenBodies) {
        const raw = await app.app.inject({
          method: route.method,
          url: route.url.replace(':id', NO_ROW).replace(':key', 'otherBusiness'),
          payload,
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        })
        const fault = faultOf(raw)
        if (fault !== null) failures.push(`${nameOf(route)} ${payload.slice(0, 60)}: ${fault}`)
      }
    }
    expect(failures).toEqual([])
    expect(await stateOf()).toBe(before)
  })

  it('foreign content types, methods, paths and headers get a code', async () => {
    const token = await person.token()
    const authorization = `Bearer ${token}`
    const wrong: readonly InjectOptions[] = [
      {
        method: 'POST',
        url: '/api/workflow/ticket/',
        payload: '<a/>',
        headers: { authorization, 'content-type': 'application/xml' },
      },
      {
        method: 'POST',
        url: '/api/workflow/ticket/',
        payload: 'type=a',
        headers: { authorization, 'content-type': 'application/x-www-form-urlencoded' },
      },
      {
        method: 'POST',
        url: '/api/workflow/ticket/',
        payload: '{}',
        headers: { authorization, 'content-type': 'nonsense' },
      },
      {
        method: 'POST',
        url: '/api/workflow/ticket/',
        payload: `{"a":"${'x'.repeat(1_200_000)}"}`,
        headers: { authorization, 'content-type': 'application/json' },
      },
      { method: 'PATCH', url: '/api/workflow/ticket/1/', headers: { authorization } },
      { method: 'GET', url: '/api/nothing/here/', headers: { authorization } },
      { method: 'GET', url: '/api/%zz/', headers: { authorization } },
      { method: 'GET', url: '/api/workflow/ticket/%ff/', headers: { authorization } },
      { method: 'GET', url: '/api/system/user/user_info/', headers: { authorization: 'Bearer' } },
      { method: 'GET', url: '/api/system/user/user_info/', headers: { authorization: `Bearer ${'a'.repeat(5000)}` } },
      {
        method: 'GET',
        url: '/api/system/user/user_info/',
        headers: { authorization: `Bearer ${token?.slice(0, -3)}abc` },
      },
      {
        method: 'GET',
        url: '/api/system/user/user_info/',
        headers: { authorization, 'accept-language': `${'x'.repeat(2000)};q=zz,,,` },
      },
      {
        method: 'POST',
        url: '/api/workflow/ticket/',
        payload: {},
        headers: { authorization, 'x-idempotency-key': '../../x' },
      },
    ]
    for (const request of wrong) {
      const raw = await app.app.inject(request)
      expect([request, faultOf(raw)]).toEqual([request, null])
    }
  })

  describe('uploads', () => {
    const uploads = () => routes.filter((route) => route.upload)
    const post = async (route: RouteDefinition, payload: Buffer | string, headers: Record<string, string>) =>
      app.app.inject({
        method: 'POST',
        url: route.url,
        payload,
        headers: { authorization: `Bearer ${await person.token()}`, ...headers },
      })

    const filePart = (disposition: string, content: string): string =>
      `--b\r\nContent-Disposition: form-data; ${disposition}\r\nContent-Type: application/octet-stream\r\n\r\n${content}\r\n--b--\r\n`

    it('random bytes, missing parts, broken and foreign multipart bodies are refused and keep nothing', {
      timeout: 120_000,
    }, async () => {
      const before = await stateOf()
      const type = { 'content-type': 'multipart/form-data; boundary=b' }
      const bodies: readonly (readonly [string | Buffer, Record<string, string>])[] = [
        ['', type],
        ['--b\r\n', type],
        ['--b--\r\n', type],
        [tinyPdf, type],
        ['x', { 'content-type': 'multipart/form-data' }],
        ['{}', { 'content-type': 'application/json' }],
        ['', {}],
        ['', { 'content-type': 'application/json' }],
        // A field where the file belongs, a file without a name, without content, twice, and beside fields nobody knows.
        ['--b\r\nContent-Disposition: form-data; name="file"\r\n\r\nx\r\n--b--\r\n', type],
        [filePart('name="file"', ''), type],
        [filePart('name="file"; filename=""', 'x'), type],
        [filePart('name="file"; filename="a.xlsx"', ''), type],
        [filePart('name="file"; filename="a.json"', ''), type],
        [filePart('name="file"; filename="a.json"', 'null'), type],
        [filePart('name="file"; filename="a.json"', '[null]'), type],
        [filePart('name="file"; filename="a.json"', '[]'), type],
        [filePart('name="file"; filename="a.csv"', ''), type],
        [filePart('filename="a.xlsx"', 'x'), type],
        ['--b\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.4', type],
        [`--b\r\nContent-Disposition: form-data; name="${'n'.repeat(5000)}"\r\n\r\nx\r\n--b--\r\n`, type],
        [`--b\r\nContent-Disposition: form-data; name="__proto__"\r\n\r\nx\r\n--b--\r\n`, type],
      ]
      for (const route of uploads()) {
        for (const [body, headers] of bodies) {
          const raw = await post(route, body, headers)
          expect([nameOf(route), faultOf(raw)]).toEqual([nameOf(route), null])
          expect(isAccepted(raw)).toBe(false)
        }
        await fc.assert(
          fc.asyncProperty(
            fc.uint8Array({ maxLength: 400 }),
            fc.constantFrom('a.pdf', 'a.xlsx', '..\\..\\a.exe', '\u202ea.pdf', `${'n'.repeat(600)}.pdf`, ''),
            async (bytes, name) => {
              const { payload, headers } = multipart(name, Buffer.from(bytes))
              const raw = await post(route, payload, headers)
              expect(faultOf(raw)).toBeNull()
              expect(isAccepted(raw)).toBe(false)
            },
          ),
          { numRuns: RUNS, seed: SEED },
        )
      }
      expect(await stateOf()).toBe(before)
    })

    it('4013 for an executable that calls itself a PDF, and nothing is stored (S11.6)', async () => {
      const before = await stateOf()
      for (const content of [
        Buffer.from('MZ\x90\0\x03'),
        Buffer.from('\x7fELF\x02\x01\x01'),
        Buffer.from('#!/bin/sh\nrm -rf /\n'),
        Buffer.from('<html><script>alert(1)</script></html>'),
        Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      ]) {
        const { payload, headers } = multipart('invoice.pdf', content)
        const raw = await post(
          routes.find((route) => route.url === '/api/system/file/' && route.upload)!,
          payload,
          headers,
        )
        expect(raw.json<{ code: number }>().code).toBe(4013)
      }
      expect(await stateOf()).toBe(before)
    })
  })

  it('after all of it the house stands: the tables are there, and people can work', async () => {
    const office = openOffice(app)
    const filed = await office.leave('ge43', '2026-03-30', '2026-03-30')
    expect(filed.code).toBe(2000)
    expect((await office.through(filed.data.id, ['zhang39', 'approve'])).status).toBe('handling')
    expect({}.constructor).toBe(Object)
    expect(Object.keys(Object.prototype)).toEqual([])
    expect(TODAY).toBe(app.clock.today())
  })
})
