import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { FileAnswer, ListAnswer } from '#src/define/answer.ts'
import { operation } from '#src/define/operations/operations.ts'
import {
  badFile,
  notFound,
  permissionDenied,
  RuleError,
  rateLimited,
  ValidationError,
  versionConflict,
} from '#src/define/problem.ts'
import type { RouteDefinition } from '#src/define/server.ts'
import { factoryRoute } from '#src/define/server.ts'
import { modules } from '#src/modules.ts'
import { moduleServers } from '#src/server/app/moduleServers.ts'
import type { Client, TestApp } from '#tests/harness/app.ts'
import { startApp } from '#tests/harness/app.ts'
import { oneEngine } from '#tests/harness/engines.ts'

const errors: Readonly<Record<string, () => Error>> = {
  rule: () => new RuleError('login.locked', 7),
  form: () => new ValidationError({ 'lines.2.amount': [{ key: 'check.required' }] }),
  denied: permissionDenied,
  notFound,
  version: versionConflict,
  versionRule: () => new RuleError('version.conflict'),
  file: () => badFile('file.tooLarge', 20),
  often: rateLimited,
  fault: () => new Error('secret detail of /etc/passwd: select * from app_user'),
}

const probes: readonly RouteDefinition[] = [
  factoryRoute({
    method: 'GET',
    url: '/api/probe/error/:name/',
    permission: 'signedIn',
    params: z.strictObject({ name: z.string() }),
    handle: async ({ params }) => {
      throw errors[params.name]?.()
    },
  }),
  factoryRoute({
    method: 'GET',
    url: '/api/probe/list/',
    permission: 'signedIn',
    query: z.strictObject({ page: z.coerce.number() }),
    handle: async ({ query }) => new ListAnswer(['row'], { page: query.page, limit: 20, total: 45 }),
  }),
  factoryRoute({
    method: 'GET',
    url: '/api/probe/file/',
    permission: 'signedIn',
    handle: async () =>
      new FileAnswer({ name: '请假"单.pdf', mime: 'application/pdf', content: Readable.from(['%PDF']) }),
  }),
  factoryRoute({
    method: 'GET',
    url: '/api/probe/announce/',
    permission: 'signedIn',
    handle: async ({ unit }) => unit.changed('ticket', 1),
  }),
  factoryRoute({
    method: 'POST',
    url: '/api/probe/nothing/',
    operation: operation('browser.connect'),
    permission: 'probe:Create',
    handle: async () => undefined,
  }),
  factoryRoute({
    method: 'POST',
    url: '/api/probe/form/',
    operation: operation('browser.connect'),
    permission: 'signedIn',
    body: z.strictObject({
      name: z.string().min(2).max(4),
      age: z.number().int().min(1),
      kind: z.enum(['a', 'b']),
      lines: z.array(z.strictObject({ n: z.number() })),
    }),
    handle: async ({ body }) => body,
  }),
]

declare module '#src/define/names.ts' {
  interface PermissionNames {
    testProbe: `probe:${'Search' | 'Create' | 'Export'}`
  }
}

describe.each(oneEngine)('an answer on %s', (engine) => {
  let app: TestApp
  let pan: Client
  beforeAll(async () => {
    app = await startApp({ engine, moduleServers: new Map([...moduleServers(modules), ['probe', { routes: probes }]]) })
    pan = await app.as('pan42')
  })
  afterAll(() => app.close())
  const failing = (name: string, language: 'zh-Hans' | 'en' = 'zh-Hans') =>
    pan.get(`/api/probe/error/${name}/`, { language })
  const bodyOf = async (name: string, language: 'zh-Hans' | 'en' = 'zh-Hans') => {
    const answer = await failing(name, language)
    return [answer.status, JSON.parse(answer.raw.body)]
  }

  it("says a broken rule as 4001 with its key and values, in the reader's language", async () => {
    expect(await bodyOf('rule')).toEqual([
      200,
      { code: 4001, msg: '账号已锁定，请7分钟后再试', errKey: 'login.locked', params: [7] },
    ])
    expect(await bodyOf('rule', 'en')).toEqual([
      200,
      { code: 4001, msg: 'Account locked. Try again in 7 minutes.', errKey: 'login.locked', params: [7] },
    ])
  })

  it('says a bad form as 4000 with texts by field', async () => {
    expect(await bodyOf('form')).toEqual([
      200,
      { code: 4000, msg: '提交的内容有误，请检查标出的项目', errors: { 'lines.2.amount': ['此项必填'] } },
    ])
    expect(await bodyOf('form', 'en')).toEqual([
      200,
      {
        code: 4000,
        msg: 'Some entries are invalid. Check the marked fields.',
        errors: { 'lines.2.amount': ['This field is required'] },
      },
    ])
  })

  it('gives every refusal its code, with HTTP 200', async () => {
    const seen = await Promise.all(
      ['denied', 'notFound', 'version', 'versionRule', 'file', 'often'].map((name) => failing(name)),
    )
    expect(seen.map(({ status, code }) => [status, code])).toEqual([
      [200, 4003],
      [200, 4004],
      [200, 4009],
      [200, 4009],
      [200, 4013],
      [200, 4029],
    ])
    expect(seen.map(({ msg }) => msg)).toEqual([
      '没有操作权限，请联系管理员',
      '数据不存在或无权查看',
      '数据已被他人修改，请刷新后重试',
      '数据已被他人修改，请刷新后重试',
      '文件不能超过20MB',
      '操作过于频繁，请稍后再试',
    ])
  })

  it('never tells a fault: 5000, nothing of its inside, and the request id', async () => {
    const answer = await failing('fault')
    expect([answer.status, JSON.parse(answer.raw.body)]).toEqual([
      500,
      { code: 5000, msg: '服务器内部错误，请稍后再试', errKey: 'answer.failed' },
    ])
    expect(answer.raw.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('of a list is flat, with its place in the whole', async () => {
    const list = async (page: number) =>
      JSON.parse((await pan.get('/api/probe/list/', { query: { page: String(page) } })).raw.body)
    expect(await list(1)).toEqual({
      code: 2000,
      msg: '成功',
      page: 1,
      limit: 20,
      total: 45,
      is_next: true,
      is_previous: false,
      data: ['row'],
    })
    expect(await list(3)).toMatchObject({ is_next: false, is_previous: true })
  })

  it('of a file is a download under its own name that cannot run as a page', async () => {
    const { raw } = await pan.get('/api/probe/file/')
    expect(raw.body).toBe('%PDF')
    expect(raw.headers['content-disposition']).toBe(
      `attachment; filename="____.pdf"; filename*=UTF-8''${encodeURIComponent('请假"单.pdf')}`,
    )
    expect(raw.headers['content-security-policy']).toContain('sandbox')
    expect(raw.headers['x-content-type-options']).toBe('nosniff')
  })

  it('to a path with or without its slash, or with two, is the same, also for writes', async () => {
    for (const url of ['/api/init/settings/', '/api/init/settings', '/api//init/settings/'])
      expect((await app.guest.get(url)).code).toBe(2000)
    expect((await app.guest.post('/api/login', { username: 'pan42', password: 'x' })).errKey).toBe('login.failed')
  })

  it('to a form names each field, in both languages', async () => {
    const sent = { name: 'x', age: 0, kind: 'c', lines: [{ n: 1 }, { n: 'two' }], more: true }
    expect((await pan.post('/api/probe/form/', sent)).errors).toEqual({
      name: ['至少填写2个字'],
      age: ['不能小于1'],
      kind: ['请从列表中选择'],
      'lines.1.n': ['内容不正确'],
      more: ['没有这一项，不能提交'],
    })
    expect((await pan.post('/api/probe/form/', sent, { language: 'en' })).errors).toMatchObject({
      name: ['Enter at least 2 characters'],
      more: ['This field does not exist'],
    })
    expect((await pan.post('/api/probe/form/', {})).errors).toEqual({
      name: ['此项必填'],
      age: ['此项必填'],
      kind: ['此项必填'],
      lines: ['此项必填'],
    })
  })

  it('to an unknown filter is a refusal', async () => {
    expect(await app.guest.get('/api/init/settings/', { query: { colour: 'red' } })).toMatchObject({
      status: 200,
      code: 4000,
      errors: { colour: ['没有这一项，不能提交'] },
    })
  })

  it('to content that cannot be read is 4000, to too much of it 413', async () => {
    const raw = (payload: string, type = 'application/json') =>
      app.app.inject({ method: 'POST', url: '/api/login/', payload, headers: { 'content-type': type } })
    expect((await raw('{"username":')).json()).toMatchObject({ code: 4000, msg: '提交的内容格式不正确' })
    expect((await raw('{"__proto__":{"a":1}}')).json()).toMatchObject({ code: 4000 })
    expect((await raw('username=a', 'application/x-www-form-urlencoded')).json()).toMatchObject({ code: 4000 })
    const large = await raw(JSON.stringify({ username: 'x'.repeat(1_100_000) }))
    expect([large.statusCode, large.json()]).toEqual([
      413,
      { code: 4000, msg: '提交的内容过大', errKey: 'answer.tooLarge' },
    ])
  })

  it('to an unknown path is 404 in the envelope, with a text of its own', async () => {
    const answer = await app.guest.get('/api/no/such/thing/', { language: 'en' })
    expect([answer.status, JSON.parse(answer.raw.body)]).toEqual([
      404,
      { code: 4004, msg: 'No such address. Check the path.', errKey: 'answer.noPath' },
    ])
  })

  it('needs a token, and the permission the route names', async () => {
    expect(await app.guest.get('/api/probe/list/', { query: { page: '1' } })).toMatchObject({
      status: 200,
      code: 401,
      msg: '请先登录',
    })
    expect(await pan.post('/api/probe/nothing/')).toMatchObject({ status: 200, code: 4003 })
    await sql`insert into permission (value) values ('probe:Create')`.execute(app.database.db)
    await sql`insert into role_permission (role_id, permission_id) select r.id, p.id from role r, permission p where r.key = 'staff' and p.value = 'probe:Create'`.execute(
      app.database.db,
    )
    expect(JSON.parse((await pan.post('/api/probe/nothing/')).raw.body)).toEqual({
      code: 2000,
      msg: '成功',
      data: null,
    })
  })

  it('announces changes only out of a transaction', async () => {
    expect((await pan.get('/api/probe/announce/')).code).toBe(5000)
  })

  it('carries a strict policy and is kept in no cache', async () => {
    const { headers } = (await app.guest.get('/api/init/settings/')).raw
    expect(headers['content-security-policy']).toContain(
      "default-src 'self';script-src 'self';style-src 'self' 'unsafe-inline'",
    )
    expect(headers['cache-control']).toBe('no-store')
    expect(headers['content-type']).toBe('application/json; charset=utf-8')
    expect(headers['x-frame-options']).toBe('DENY')
  })

  it('speaks Chinese to everybody who does not ask for English', async () => {
    const say = async (header: string) =>
      (await app.guest.get<unknown>('/api/probe/list/', { headers: { 'accept-language': header } })).msg
    expect(await say('en-GB,en;q=0.9,zh;q=0.8')).toBe('Please sign in first')
    expect(await say('fr, zh-CN;q=0.5, en;q=0.2')).toBe('请先登录')
    expect(await say('fr')).toBe('请先登录')
  })
})

describe('the limit per address', () => {
  it('answers 429 in the envelope beyond it, and never for the health check', async () => {
    const app = await startApp({ rateLimit: 3 })
    for (let n = 0; n < 3; n++) expect((await app.guest.get('/api/init/settings/')).status).toBe(200)
    const refused = await app.guest.get('/api/init/settings/')
    expect([refused.status, refused.code, refused.msg]).toEqual([429, 4029, '操作过于频繁，请稍后再试'])
    expect((await app.guest.get('/healthz')).raw.statusCode).toBe(200)
    await app.close()
  })
})
