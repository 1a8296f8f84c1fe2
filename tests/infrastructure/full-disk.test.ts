/** A disk is full: the database's says 53100, this node's ENOSPC. Whoever writes is told, nothing of it stays, everybody goes on reading. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { devNull, tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Client, startApp, type TestApp } from '#tests/harness/app.ts'
import { engines } from '#tests/harness/engines.ts'
import { multipart, tinyPdf, uploadPdf } from '#tests/harness/files.ts'
import { otherForm } from '#tests/journeys/office.ts'

const MINUTE = 60_000
const full = '服务器磁盘空间不足，本次操作未保存，请联系系统管理员'

describe.each(engines)('a full disk on %s', (engine) => {
  let app: TestApp
  let pan: Client
  let dataDir: string
  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'full-'))
    app = await startApp({ engine, mode: { dataDir } })
    pan = await app.as('pan42')
    await sql`
      create function no_room() returns trigger language plpgsql as
        $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$`.execute(app.database.db)
  })
  afterAll(async () => {
    await app.close()
    rmSync(dataDir, { recursive: true, force: true })
  })

  /** Runs `work` while a table takes nothing more. */
  async function withoutRoom<T>(table: string, work: () => Promise<T>): Promise<T> {
    const { db } = app.database
    await sql`create trigger no_room before insert or update on ${sql.table(table)} execute function no_room()`.execute(
      db,
    )
    try {
      return await work()
    } finally {
      await sql`drop trigger no_room on ${sql.table(table)}`.execute(db)
    }
  }
  const countOf = async (table: string): Promise<number> =>
    (await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(app.database.db)).rows[0]!.n
  const contents = (): number =>
    readdirSync(join(dataDir, 'files'), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
      .length
  const submit = () => pan.post('/api/workflow/ticket/', { type: 'otherBusiness', formData: otherForm(), submit: true })

  it.each(['ticket', 'ticket_event', 'ticket_task', 'outbox'])(
    'of the database, met while table %s is written: a clear answer, and nothing of the action stays',
    async (table) => {
      const before = [await countOf('ticket'), await countOf('ticket_event'), await countOf('ticket_task')]
      const answer = await withoutRoom(table, submit)
      expect({ status: answer.status, code: answer.code, msg: answer.msg }).toEqual({
        status: 503,
        code: 5000,
        msg: full,
      })
      expect([await countOf('ticket'), await countOf('ticket_event'), await countOf('ticket_task')]).toEqual(before)
      expect((await submit()).code).toBe(2000)
    },
  )

  it('of the database leaves reading alone, also by somebody who has not been seen for a while', async () => {
    app.clock.advance(2 * MINUTE)
    const answer = await withoutRoom('session', () => pan.get('/api/workflow/ticket/?label=mine&limit=1'))
    expect([answer.status, answer.code]).toEqual([200, 2000])
  })

  it('of the database under an upload: no content without a row', async () => {
    const id = await uploadPdf(app, pan)
    expect(id).toBeGreaterThan(0)
    const [rows, files] = [await countOf('file'), contents()]
    const content = Buffer.concat([tinyPdf, Buffer.from('another')])
    const { payload, headers } = multipart('another.pdf', content)
    const answer = await withoutRoom('file', async () =>
      app.app.inject({
        method: 'POST',
        url: '/api/system/file/',
        payload,
        headers: { ...headers, authorization: `Bearer ${await pan.token()}` },
      }),
    )
    expect(answer.statusCode).toBe(503)
    expect(answer.json<object>()).toMatchObject({ code: 5000, msg: full })
    expect([await countOf('file'), contents()]).toEqual([rows, files])
  })

  it('of this node under an upload: nothing is kept, and the next call on the same connection is answered', async () => {
    const handle = await open(devNull)
    const noRoom = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
    const writing = vi.spyOn(Object.getPrototypeOf(handle) as typeof handle, 'writeFile').mockRejectedValueOnce(noRoom)
    await handle.close()
    await app.app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = app.app.server.address() as AddressInfo
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const authorization = `Bearer ${await pan.token()}`
    const ask = (method: string, path: string, headers: Record<string, string>, body?: Buffer) =>
      new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
        const call = request({ agent, port, method, path, headers: { ...headers, authorization } }, (answer) => {
          let text = ''
          answer.setEncoding('utf8')
          answer.on('data', (chunk: string) => {
            text += chunk
          })
          answer.on('end', () => resolve({ status: answer.statusCode, body: text }))
        })
        call.on('error', reject)
        call.end(body)
      })
    const [rows, files] = [await countOf('file'), contents()]
    const { payload, headers } = multipart('long.pdf', Buffer.concat([tinyPdf, Buffer.alloc(8_000_000)]))
    const refused = await ask('POST', '/api/system/file/', { ...headers, 'accept-language': 'en' }, payload)
    expect(writing).toHaveBeenCalled()
    expect(refused.status).toBe(503)
    expect(JSON.parse(refused.body)).toMatchObject({
      code: 5000,
      msg: 'The server disk is full; nothing was saved. Contact the system administrator.',
    })
    expect((await ask('GET', '/api/system/user/user_info/', {})).status).toBe(200)
    expect([await countOf('file'), contents()]).toEqual([rows, files])
    writing.mockRestore()
    agent.destroy()
  })
})
