/** Web hooks: events of tickets, signed, to allowed addresses alone, tried again until an end, logged, sent again. */
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DEMO_PASSWORD } from '#src/demo/bureau.server.ts'
import { DISABLE_AFTER_DAYS, deliverWebHooks, WAIT_MINUTES } from '#src/server/webHooks/deliver.ts'
import { failureOf } from '#src/server/webHooks/failure.ts'
import { signatureOf } from '#src/server/webHooks/send.ts'
import { isPublic, problemOf, TargetRefusedError, targetOf } from '#src/server/webHooks/target.ts'
import { type Client, startApp, type TestApp } from '#tests/harness/app.ts'

const HOOKS = '/api/system/web_hook/'
const DELIVERIES = '/api/system/web_hook_delivery/'
const MINUTE = 60_000

interface Received {
  readonly headers: IncomingMessage['headers']
  readonly body: string
}
interface Delivery {
  readonly id: number
  readonly event: string
  readonly ticketNo: string
  readonly state: string
  readonly attempts: number
  readonly lastStatus: number | null
  readonly lastError: string | null
}

describe('web hooks', () => {
  let app: TestApp
  let receiver: Server
  let security: Client
  let pan: Client
  let received: Received[] = []
  let answerWith = 200
  const hosts: string[] = []
  let origin = ''
  let hook: { id: number; secret: string }

  beforeAll(async () => {
    receiver = createServer((request, response) => {
      let body = ''
      request.on('data', (part) => {
        body += String(part)
      })
      request.on('end', () => {
        received.push({ headers: request.headers, body })
        response.writeHead(answerWith, answerWith === 302 ? { location: 'http://127.0.0.1/inside' } : {}).end()
      })
    })
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
    origin = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
    hosts.push(new URL(origin).host)
    app = await startApp({ mode: { webHookHosts: hosts } })
  })
  beforeEach(async () => {
    security = await app.as('yu55')
    pan = await app.as('pan42')
    received = []
    answerWith = 200
    hook = await makeHook()
  })
  afterEach(async () => {
    await sql`delete from web_hook_delivery`.execute(app.database.db)
    await sql`delete from web_hook`.execute(app.database.db)
  })
  afterAll(async () => {
    await app.close()
    await new Promise((resolve) => receiver.close(resolve))
  })

  let count = 0
  async function makeHook(more: object = {}): Promise<{ id: number; secret: string }> {
    const made = await security.post<{ id: number; version: number }>(HOOKS, {
      ...{ name: `档案系统${++count}`, url: `${origin}/in`, events: ['submit', 'withdraw'], state: true },
      ...{ password: DEMO_PASSWORD, ...more },
    })
    expect(made.code).toBe(2000)
    const { id, version } = made.data
    const secret = await security.post<{ secret: string }>(`${HOOKS}${id}/secret/`, { version })
    expect(secret).toMatchObject({ code: 2000, data: { secret: expect.stringMatching(/^whs_/) } })
    return { id, secret: secret.data.secret }
  }
  const file = async () => {
    const formData = { reason: '机密设备故障', bizType: 'IT', content: '三楼会议室投影仪无法开机，请派人检查。' }
    const answer = await pan.post<{ id: number; no: string; version: number }>('/api/workflow/ticket/', {
      ...{ type: 'otherBusiness', submit: true, formData },
    })
    expect(answer).toMatchObject({ code: 2000 })
    return answer.data
  }
  const deliver = () => deliverWebHooks(app.services)
  const log = async (): Promise<readonly Delivery[]> =>
    (await security.get<readonly Delivery[]>(DELIVERIES, { query: { ordering: 'at' } })).data

  it('tells an event of a chosen kind once it is committed, signed, with nothing of the form', async () => {
    const ticket = await file()
    expect(await deliver()).toBe(1)
    const [{ headers, body }] = received as [Received]
    expect(JSON.parse(body)).toEqual({
      id: expect.any(Number),
      event: 'submit',
      ticketId: ticket.id,
      no: ticket.no,
      type: 'otherBusiness',
      status: 'running',
      at: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
    })
    expect(body).not.toContain('机密')
    const timestamp = String(headers['x-jingbao-timestamp'])
    expect(headers['x-jingbao-signature']).toBe(signatureOf(hook.secret, timestamp, body))
    expect(headers['x-jingbao-event']).toBe('submit')
    expect(await log()).toMatchObject([{ event: 'submit', ticketNo: ticket.no, state: 'delivered', lastStatus: 200 }])
    await pan.post(`/api/workflow/ticket/${ticket.id}/comment/`, { version: ticket.version, comment: '补充说明一下' })
    expect(await deliver()).toBe(0)
    const { rows } = await sql<{ secret: string }>`select secret from web_hook`.execute(app.database.db)
    expect(rows[0]?.secret).not.toContain(hook.secret)
  })

  it('says nothing of what was rolled back', async () => {
    expect((await pan.post('/api/workflow/ticket/', { type: 'otherBusiness', submit: true, formData: {} })).code).toBe(
      4000,
    )
    expect(await deliver()).toBe(0)
  })

  it('tries again at growing intervals, comes to an end, and is sent again by hand', async () => {
    answerWith = 500
    await file()
    await deliver()
    expect(await deliver()).toBe(0)
    expect(await log()).toMatchObject([{ state: 'waiting', attempts: 1, lastStatus: 500, lastError: 'answer' }])
    await sql`update web_hook set failing_since = null`.execute(app.database.db)
    for (const minutes of WAIT_MINUTES) {
      app.clock.advance(minutes * MINUTE)
      await sql`update web_hook set failing_since = null`.execute(app.database.db)
      expect(await deliver()).toBe(1)
    }
    const [failed] = await log()
    security = await app.as('yu55')
    expect((await log())[0]).toMatchObject({ state: 'failed', attempts: WAIT_MINUTES.length + 1 })
    expect(failed === undefined || failed.state === 'failed').toBe(true)
    answerWith = 204
    const [{ id }] = (await log()) as [Delivery]
    expect((await security.post(`${DELIVERIES}${id}/resend/`, {})).code).toBe(2000)
    expect(await deliver()).toBe(1)
    expect((await log())[0]).toMatchObject({ state: 'delivered', attempts: 1, lastStatus: 204 })
  })

  it('is switched off after days of failures, with a notice', async () => {
    answerWith = 500
    await file()
    await deliver()
    app.clock.advance(DISABLE_AFTER_DAYS * 24 * 60 * MINUTE)
    await deliver()
    security = await app.as('yu55')
    const { data } = await security.get<readonly { standing: string; version: number }[]>(HOOKS)
    expect(data).toMatchObject([{ standing: 'disabled', state: false }])
    expect(app.announced.messages.map(({ title }) => title.key)).toContain('webHook.disabledNotice')
    pan = await app.as('pan42')
    await file()
    expect(await deliver()).toBe(0)
    const on = { state: true, version: data[0]?.version, password: DEMO_PASSWORD }
    expect((await security.put(`${HOOKS}${hook.id}/`, on)).code).toBe(2000)
    expect((await security.get<readonly { standing: string }[]>(HOOKS)).data[0]?.standing).toBe('active')
  })

  it('follows no redirect', async () => {
    answerWith = 302
    await file()
    await deliver()
    expect(received).toHaveLength(1)
    expect(await log()).toMatchObject([{ state: 'waiting', lastStatus: 302, lastError: 'answer' }])
  })

  it.each([
    'http://example.com/in',
    'https://user:secret@example.com/in',
    'ftp://example.com/in',
    'file:///etc/passwd',
    'example',
  ])('refuses the address %s when it is written', async (url) => {
    expect(problemOf({}, url)).toBe('webHook.url')
    const answer = await security.post(HOOKS, {
      ...{ name: 'x档案', url, events: ['submit'], state: true, password: DEMO_PASSWORD },
    })
    expect(answer.code).toBe(4000)
  })

  it.each([
    'https://127.0.0.1/in',
    'https://2130706433/in',
    'https://0x7f.1/in',
    'https://localhost/in',
    'https://10.1.2.3/in',
    'https://172.16.0.1/in',
    'https://192.168.1.1/in',
    'https://169.254.169.254/latest/meta-data/',
    'https://100.64.0.1/in',
    'https://[::1]/in',
    'https://[::ffff:127.0.0.1]/in',
    'https://[::ffff:a00:1]/in',
    'https://[64:ff9b::7f00:1]/in',
    'https://[fd00::1]/in',
    'https://[fe80::1]/in',
  ])('connects to nothing inside: %s', async (url) => {
    await expect(targetOf({}, url)).rejects.toThrow('the host is not public')
  })

  it('connects to public addresses, and inside only to what the operator lists', async () => {
    expect(['8.8.8.8', '2606:4700::1111'].map(isPublic)).toEqual([true, true])
    expect((await targetOf({}, 'https://8.8.8.8/in')).address).toBe('8.8.8.8')
    expect((await targetOf({ webHookHosts: ['127.0.0.1:9000'] }, 'http://127.0.0.1:9000/in')).address).toBe('127.0.0.1')
    await expect(targetOf({ webHookHosts: ['127.0.0.1:9000'] }, 'https://127.0.0.1:9001/in')).rejects.toThrow()
    const before = await file()
    expect(before.id).toBeGreaterThan(0)
    await sql`update web_hook set url = 'https://10.0.0.1/in'`.execute(app.database.db)
    await deliver()
    expect(await log()).toMatchObject([{ state: 'waiting', lastStatus: null, lastError: 'host' }])
  })

  it.each([
    [
      new TargetRefusedError('the host is not public'),
      'host',
      '不允许推送到该地址',
      'Deliveries to this address are not allowed',
    ],
    [{ code: 'ENOTFOUND' }, 'unknownHost', '域名无法解析', 'The host name cannot be resolved'],
    [{ code: 'ECONNREFUSED' }, 'refused', '接收方拒绝连接', 'The receiver refused the connection'],
    [{ code: 'ETIMEDOUT' }, 'timeout', '连接超时', 'Connection timed out'],
    [
      { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' },
      'certificate',
      '接收方证书无效',
      'The certificate of the receiver is invalid',
    ],
    [
      { code: 'ERR_TLS_CERT_ALTNAME_INVALID' },
      'certificate',
      '接收方证书无效',
      'The certificate of the receiver is invalid',
    ],
    [{ code: 'ECONNRESET' }, 'other', '连接失败', 'Connection failed'],
  ])('names the reason of a failed delivery in the language of the reader: %o', (error, key, zhHans, en) => {
    expect(failureOf(error instanceof Error ? error : Object.assign(new Error('x'), error))).toBe(key)
    const labelIn = (language: 'zhHans' | 'en') =>
      app.services.texts.value(language, { dictionary: 'webHookFailure', value: key })
    expect([labelIn('zhHans'), labelIn('en')]).toEqual([zhHans, en])
  })

  it('is kept by security administrators and read by the auditor alone', async () => {
    const [system, auditor] = [await app.as('fang54'), await app.as('bao59')]
    expect([(await system.get(HOOKS)).code, (await auditor.get(HOOKS)).code, (await pan.get(DELIVERIES)).code]).toEqual(
      [4003, 2000, 4003],
    )
    expect((await auditor.post(`${HOOKS}${hook.id}/secret/`, { version: 2 })).code).toBe(4003)
  })
})
