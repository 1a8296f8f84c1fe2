import { mkdtempSync, rmSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ChartAnswer } from '#src/define/records/charts.ts'
import { accessOf } from '#src/server/access/access.ts'
import { linkFiles } from '#src/server/files/links.ts'
import { scanPending } from '#src/server/files/quarantine.ts'
import { isZipBomb } from '#src/server/files/sniff.ts'
import { write } from '#src/server/work.ts'
import { type Client, startApp, type TestApp } from '#tests/harness/app.ts'
import { multipart, pngOf, tinyPdf, upload, uploadPdf } from '#tests/harness/files.ts'

const DAY = 86_400_000
const MEGABYTE = 1024 * 1024
/** A scanner that finds what holds the word, speaking the protocol of clamd. */
function startScanner(): Promise<{ port: number; close: () => void }> {
  const server = createServer((socket) => {
    let waiting = Buffer.alloc(0)
    let isFound = false
    let isOpen = false
    socket.on('data', (part) => {
      waiting = Buffer.concat([waiting, part])
      if (!isOpen && waiting.length >= 10) {
        isOpen = waiting.subarray(0, 10).toString() === 'zINSTREAM\0'
        waiting = waiting.subarray(10)
      }
      while (isOpen && waiting.length >= 4 && waiting.length >= 4 + waiting.readUInt32BE(0)) {
        const length = waiting.readUInt32BE(0)
        if (length === 0) {
          socket.end(isFound ? 'stream: Test.Worm FOUND\0' : 'stream: OK\0')
          return
        }
        isFound ||= waiting.subarray(4, 4 + length).includes('worm')
        waiting = waiting.subarray(4 + length)
      }
    })
  })
  return new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () =>
      resolve({ port: (server.address() as AddressInfo).port, close: () => void server.close() }),
    ),
  )
}

describe('the page of all files', () => {
  let app: TestApp
  let dataDir: string
  let fang: Client
  let pan: Client
  let scanner: { port: number; close: () => void }
  const address = { host: '127.0.0.1', port: 0 }
  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'files-'))
    scanner = await startScanner()
    address.port = scanner.port
    app = await startApp({ mode: { dataDir, scanner: address } })
    fang = await app.as('fang54')
    pan = await app.as('pan42')
  })
  afterAll(async () => {
    scanner.close()
    await app.close()
    rmSync(dataDir, { recursive: true, force: true })
  })
  const row = async (id: number): Promise<Record<string, unknown>> =>
    (await fang.get<Record<string, unknown>>(`/api/system/file_list/${id}/`)).data
  const link = (person: Client, record: string, recordId: number, id: number) =>
    write(app.services, (unit) =>
      linkFiles(
        unit,
        accessOf({ userId: person.userId, name: '', departmentId: 1, sessionId: '' }, app.services.directory),
        record,
        recordId,
        [id],
      ),
    )

  it('60.8 lists what each file is and belongs to, and sums the space by business and month', async () => {
    const id = await uploadPdf(app, pan)
    expect(await row(id)).toMatchObject({
      name: 'invoice.pdf',
      mime: 'application/pdf',
      kilobytes: 1,
      uploaderIdLabel: '潘示乙',
      biz: 'orphan',
      refCount: 0,
      checkState: 'passed',
      month: '2026-03',
    })
    const orphans = await fang.get('/api/system/file_list/', { query: { biz: 'orphan', sizeBand: 'small' } })
    const { data } = await fang.get<ChartAnswer>('/api/system/file_list/chart/', { query: { chart: 'biz' } })
    expect(data.bars.find((bar) => bar.key === 'orphan')?.count).toBe(orphans.total)
    const months = await fang.get<ChartAnswer>('/api/system/file_list/chart/', { query: { chart: 'month' } })
    expect(months.data.bars.map((bar) => bar.key)).toEqual(months.data.bars.map((bar) => bar.key).toSorted())
    expect((await pan.get('/api/system/file_list/')).code).toBe(4003)
  })

  it('SYS-81 a file that something refers to is not deleted, one that nothing does is', async () => {
    const id = await uploadPdf(app, pan)
    await link(pan, 'trial', 1, id)
    const refused = await fang.delete(`/api/system/file/${id}/`)
    expect(refused).toMatchObject({ code: 4001, errKey: 'rule.SYS-81', params: ['invoice.pdf', 1] })
    const other = await uploadPdf(app, pan)
    expect((await pan.delete(`/api/system/file/${other}/`)).code).toBe(4003)
    expect((await fang.delete(`/api/system/file/${other}/`)).code).toBe(2000)
    expect((await fang.get(`/api/system/file_list/${other}/`)).code).toBe(4004)
    // SYS-82: the content stays, for another file has it.
    expect(
      (await pan.get(`/api/system/file/${await uploadPdf(app, pan)}/download/`)).raw.rawPayload.equals(tinyPdf),
    ).toBe(true)
  })

  it('SYS-83 the permission on files opens no file of others; each download is logged with who took it', async () => {
    const id = await uploadPdf(app, pan)
    expect((await fang.get(`/api/system/file/${id}/download/`)).code).toBe(4004)
    const taken = await pan.get(`/api/system/file/${id}/download/`)
    await expect
      .poll(async () => {
        const { rows } = await sql<{ userId: number; method: string; path: string }>`
          select user_id, method, path from operation_log where request_id = ${String(taken.raw.headers['x-request-id'])}`.execute(
          app.database.db,
        )
        return rows
      })
      .toEqual([{ userId: pan.userId, method: 'GET', path: `/api/system/file/${id}/download/` }])
  })

  it('SYS-84 quarantines what the scanner finds: refused, never attached or handed out, told to the guardians', async () => {
    const before = app.announced.messages.length
    const bad = Buffer.concat([tinyPdf, Buffer.from('worm')])
    const answer = await upload(app, pan, 'bad.pdf', bad)
    expect(answer.code).toBe(4013)
    const { data } = await fang.get<{ id: number }[]>('/api/system/file_list/', {
      query: { checkState: 'quarantined' },
    })
    expect(data).toMatchObject([{ name: 'bad.pdf', checkNote: 'Test.Worm' }])
    const id = data[0]!.id
    expect((await pan.get(`/api/system/file/${id}/download/`)).code).toBe(4013)
    await expect(link(pan, 'trial', 2, id)).rejects.toThrow('validation')
    expect(app.announced.messages.slice(before)).toMatchObject([{ title: { key: 'notice.fileQuarantined' } }])
    // The same content is known, also while the scanner is away.
    address.port = 1
    expect((await upload(app, pan, 'again.pdf', bad)).code).toBe(4013)
  })

  it('SYS-84 holds back what could not be looked at, until the clock has asked again', async () => {
    const answer = await upload(app, pan, 'later.pdf', Buffer.concat([tinyPdf, Buffer.from('later')]))
    expect(answer.code).toBe(2000)
    expect((await pan.get(`/api/system/file/${answer.data.id}/download/`)).code).toBe(4013)
    address.port = scanner.port
    await scanPending(app.services, new AbortController().signal)
    expect((await row(answer.data.id)).checkState).toBe('passed')
    const later = await pan.get(`/api/system/file/${answer.data.id}/download/`)
    expect(later.raw.rawPayload.toString()).toContain('later')
  })

  it('60.8 the button removes orphans of more than seven days and says how many', async () => {
    const id = await uploadPdf(app, pan)
    app.clock.advance(8 * DAY)
    const young = await upload(app, pan, 'young.pdf', Buffer.concat([tinyPdf, Buffer.from('young')]))
    expect((await pan.post('/api/system/file/cleanup/')).code).toBe(4003)
    const { data } = await fang.post<{ removed: number }>('/api/system/file/cleanup/')
    expect(data.removed).toBeGreaterThan(0)
    expect((await fang.get(`/api/system/file_list/${id}/`)).code).toBe(4004)
    expect((await row(young.data.id)).name).toBe('young.pdf')
  })

  it('FILE-STD limits files by what they are for', async () => {
    const token = await pan.token()
    const send = async (use: string, name: string, content: Buffer): Promise<number> => {
      const { payload, headers } = multipart(name, content)
      const raw = await app.app.inject({
        method: 'POST',
        url: `/api/system/file/?use=${use}`,
        payload,
        headers: { ...headers, authorization: `Bearer ${token}` },
      })
      return raw.json<{ code: number }>().code
    }
    expect(await send('signature', 'a.png', pngOf(300, 100))).toBe(2000)
    expect(await send('signature', 'a.pdf', tinyPdf)).toBe(4013)
    expect(await send('signature', 'a.png', Buffer.concat([pngOf(300, 100), Buffer.alloc(MEGABYTE)]))).toBe(4013)
    expect(await send('avatar', 'a.png', Buffer.concat([pngOf(300, 100), Buffer.alloc(MEGABYTE)]))).toBe(2000)
    expect(await send('anything', 'a.png', pngOf(300, 100))).toBe(4000)
  })

  it('refuses pictures and archives that unpack to a wall', async () => {
    expect((await upload(app, pan, 'wall.png', pngOf(60_000, 60_000))).code).toBe(4013)
    expect((await upload(app, pan, 'photo.png', pngOf(8000, 6000))).code).toBe(2000)
    expect(isZipBomb([{ packed: 1000, unpacked: 600 * MEGABYTE }], 2000)).toBe(true)
    // The same bytes named several times.
    expect(
      isZipBomb(
        [
          { packed: 1000, unpacked: 1000 },
          { packed: 1000, unpacked: 1000 },
        ],
        1500,
      ),
    ).toBe(true)
    expect(isZipBomb([{ packed: 1000, unpacked: 5000 }], 1500)).toBe(false)
  })

  it('FILE-STD an upload of 20 MB does not stand in memory', async () => {
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as () => void
    const url = new URL(await app.app.listen({ port: 0, host: '127.0.0.1' }))
    const boundary = 'b0undary'
    const head = Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="big.pdf"\r\n\r\n`)
    const tail = Buffer.from(`\r\n--${boundary}--\r\n`)
    const size = 20 * MEGABYTE - 1
    const chunk = Buffer.alloc(64 * 1024, 65)
    const token = await pan.token()
    const used = (): number => {
      const { heapUsed, external, arrayBuffers } = process.memoryUsage()
      return heapUsed + Math.max(external, arrayBuffers)
    }
    collect()
    const before = used()
    let most = 0
    const answer = await new Promise<string>((resolve, reject) => {
      const call = httpRequest(
        {
          host: url.hostname,
          port: url.port,
          path: '/api/system/file/',
          method: 'POST',
          headers: {
            authorization: `Bearer ${token}`,
            'content-type': `multipart/form-data; boundary=${boundary}`,
            'content-length': head.length + size + tail.length,
          },
        },
        (response) => {
          let body = ''
          response.on('data', (part) => {
            body += part
          })
          response.on('end', () => resolve(body))
        },
      )
      call.on('error', reject)
      call.write(head)
      call.write(tinyPdf)
      let left = size - tinyPdf.length
      let count = 0
      const more = (): void => {
        while (left > 0) {
          const part = chunk.subarray(0, Math.min(chunk.length, left))
          left -= part.length
          count += 1
          if (count % 32 === 0) {
            collect()
            most = Math.max(most, used() - before)
          }
          if (!call.write(part)) {
            call.once('drain', more)
            return
          }
        }
        call.end(tail)
      }
      more()
    })
    expect(JSON.parse(answer)).toMatchObject({ code: 2000, data: { size } })
    expect(most).toBeLessThan(8 * MEGABYTE)
  })
})
