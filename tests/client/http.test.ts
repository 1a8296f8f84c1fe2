import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openEnvelope } from '#src/client/platform/http/envelope.ts'
import { ApiError } from '#src/client/platform/http/error.ts'
import { call } from '#src/client/platform/http/transport.ts'
import './first-texts.ts'

interface Answer {
  readonly status?: number
  readonly body?: unknown
  /** Never answer, or stop in the middle of the body. */
  readonly silent?: boolean | 'halfway'
}
let server: Server
let base = ''
let answers: Answer[] = []
let seen: IncomingMessage[] = []

beforeAll(async () => {
  server = createServer((request, response) => {
    seen.push(request)
    const answer = answers.shift() ?? { body: { code: 2000, data: 'ok' } }
    if (answer.silent === 'halfway') {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.write('{"code":2000,')
    }
    if (answer.silent) return
    response.writeHead(answer.status ?? 200, { 'content-type': 'application/json' })
    response.end(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  answers = []
  seen = []
})

const refusal = async (run: Promise<unknown>): Promise<ApiError> => {
  const error: unknown = await run.catch((it: unknown) => it)
  if (!(error instanceof ApiError)) throw new Error(`expected an ApiError, got ${String(error)}`)
  return error
}

describe('answers (specification §8)', () => {
  it('2000 is success, and so is a body that carries credentials', () => {
    expect(openEnvelope({ code: 2000, msg: 'ok', data: [1] })).toMatchObject({ data: [1] })
    expect(openEnvelope({ access: 'a', refresh: 'r' }).data).toMatchObject({ access: 'a', refresh: 'r' })
  })
  it('a body without a code, or of the documentation page, has its own text', () => {
    expect(() => openEnvelope({ data: 1 })).toThrow('接口返回数据格式异常')
    expect(() => openEnvelope('<html>')).toThrow('接口返回数据格式异常')
    expect(() => openEnvelope({ swagger: '2.0' })).toThrow('Swagger接口页面')
  })
  it('any other code carries everything the server said', async () => {
    answers = [{ body: { code: 4000, msg: '有误', errors: { amount: ['太大', '不对'], reason: '太短' } } }]
    expect(await refusal(call('post', `${base}/x/`))).toMatchObject({
      code: 4000,
      message: '有误',
      errors: { amount: ['太大', '不对'], reason: ['太短'] },
    })
    answers = [{ body: { code: 4001, errKey: 'budget.insufficient', msg: '不足', params: ['1.00', 2, { no: 1 }] } }]
    expect(await refusal(call('post', `${base}/x/`))).toMatchObject({
      code: 4001,
      errKey: 'budget.insufficient',
      params: ['1.00', 2],
      isUnreachable: false,
    })
  })
  it('what is below the application keeps its envelope, else its status', async () => {
    answers = [{ status: 429, body: { code: 4029, msg: '过于频繁', errKey: 'rate.limited' } }]
    expect(await refusal(call('get', `${base}/x/`))).toMatchObject({ code: 4029, errKey: 'rate.limited' })
    answers = [{ status: 413, body: 'x' }]
    expect(await refusal(call('post', `${base}/x/`))).toMatchObject({
      code: 413,
      message: 'Payload Too Large',
      isUnreachable: true,
    })
    answers = [{ status: 404, body: 'x' }]
    expect(await refusal(call('get', `${base}/x/`))).toMatchObject({ message: 'Not Found' })
  })
  it('without anything in it is a path that was not found', async () => {
    for (const status of [404, 500]) {
      answers = [{ status, body: '' }]
      expect(await refusal(call('get', `${base}/x/`))).toMatchObject({ code: status, message: '接口路径找不到' })
    }
  })
})

describe('calls (specification §7, §9)', () => {
  it('carry the token, the language and, when they write, an idempotency key', async () => {
    await call('get', `${base}/x/`, { access: 'abc', query: { open: true } })
    expect(seen[0]?.headers).toMatchObject({ authorization: 'Bearer abc', 'accept-language': 'zh-Hans' })
    expect([seen[0]?.url, seen[0]?.headers['x-idempotency-key']]).toEqual(['/x/?open=1', undefined])
    await call('post', `${base}/x/`, { body: {} })
    expect(seen[1]?.headers['x-idempotency-key']).toMatch(/^[0-9a-f-]{36}$/)
    expect(seen[1]?.headers.authorization).toBeUndefined()
  })
  it('are tried once more, with the same idempotency key', async () => {
    answers = [{ status: 503, body: 'x' }, { body: { code: 2000, data: 1 } }]
    expect((await call('post', `${base}/x/`, { body: {}, key: 'one-form' })).data).toBe(1)
    expect(seen.map((request) => request.headers['x-idempotency-key'])).toEqual(['one-form', 'one-form'])
  })
  it('are not tried a third time', async () => {
    answers = [
      { status: 503, body: 'x' },
      { status: 503, body: 'x' },
    ]
    expect(await refusal(call('get', `${base}/x/`))).toMatchObject({ code: 503, isUnreachable: true })
    expect(seen).toHaveLength(2)
  })
  it('that nobody answers say 网络超时', async () => {
    answers = [{ silent: true }, { silent: true }]
    expect(await refusal(call('get', `${base}/x/`, { timeout: 80 }))).toMatchObject({
      message: '网络超时',
      errKey: 'network.timeout',
      isUnreachable: true,
    })
  })
  it('whose body stops in the middle are as late as those nobody answers, and are tried once more', async () => {
    answers = [{ silent: 'halfway' }, { body: { code: 2000, data: 1 } }]
    expect((await call('get', `${base}/x/`, { timeout: 80 })).data).toBe(1)
    answers = [{ silent: 'halfway' }, { silent: 'halfway' }]
    expect(await refusal(call('get', `${base}/x/`, { timeout: 80 }))).toMatchObject({
      message: '网络超时',
      errKey: 'network.timeout',
    })
    expect(seen).toHaveLength(4)
  })
  it('to nowhere say 网络连接错误', async () => {
    expect(await refusal(call('get', 'http://127.0.0.1:9/x/'))).toMatchObject({
      message: '网络连接错误',
      errKey: 'network.error',
    })
  })
  it('that were given up are no failures to be told', async () => {
    const control = new AbortController()
    answers = [{ silent: true }]
    const running = call('get', `${base}/x/`, { signal: control.signal })
    control.abort()
    await expect(running).rejects.not.toBeInstanceOf(ApiError)
  })
})
