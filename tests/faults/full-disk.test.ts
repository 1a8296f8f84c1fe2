/** The disk of the embedded database and of the uploads runs full under load, where this machine lets a test mount a small one: everybody is answered, and with room again it goes on by itself. */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connect } from '#src/server/database/connect.ts'
import { startApp } from '#tests/harness/app.ts'
import { multipart, tinyPdf } from '#tests/harness/files.ts'
import { seededFolder } from '#tests/harness/seeded.ts'
import { runServer, type ServerProcess, signIn } from '#tests/harness/server.ts'
import { otherForm } from '#tests/journeys/office.ts'
import { check } from './check.ts'
import { firstLine, startLoad } from './load.ts'

const MEGABYTES = 300
const WORKERS = 4
const ROUNDS = 6
/** Milliseconds in which everybody is answered, also while nothing can be written. */
const TIMEOUT_MS = 15_000

const folder = mkdtempSync(join(tmpdir(), 'full-'))

function mayMount(): boolean {
  try {
    if (process.platform !== 'linux') throw new Error('only there a test can mount')
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${MEGABYTES}m`, 'tmpfs', folder], { stdio: 'pipe' })
    return true
  } catch {
    // Nobody but root may, and in a container not even root.
    rmSync(folder, { recursive: true })
    return false
  }
}

describe.runIf(mayMount())('a disk that runs full', () => {
  let server: ServerProcess
  beforeAll(async () => {
    cpSync(await seededFolder(), folder, { recursive: true })
    server = await runServer({ dataDir: folder })
  })
  afterAll(async () => {
    await server.kill()
    execFileSync('umount', ['-l', folder])
    rmSync(folder, { recursive: true, force: true })
  })

  async function answered(token: string, path: string, send: RequestInit): Promise<string> {
    const headers = { authorization: `Bearer ${token}`, ...send.headers }
    const answer = await fetch(server.url + path, { ...send, headers, signal: AbortSignal.timeout(TIMEOUT_MS) })
    const { code, msg } = (await answer.json()) as { code: number; msg: string }
    return `${answer.status} ${code} ${msg}`
  }

  it('answers everybody in bounded time, keeps what it acknowledged and nothing half, and goes on without a new start', async () => {
    const { token } = await signIn(server.url, 'pan42')
    const load = await startLoad(server.url, await firstLine(server.url), WORKERS)
    await load.progress(10)
    const ballast = join(folder, 'ballast')
    const { bavail, bsize } = statfsSync(folder)
    writeFileSync(ballast, Buffer.alloc(bavail * bsize - 512 * 1024))

    const form = { type: 'otherBusiness', formData: otherForm(), submit: true }
    const said: string[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const { payload, headers } = multipart('invoice.pdf', Buffer.concat([tinyPdf, Buffer.alloc(3_000_000, round)]))
      said.push(
        await answered(token, '/api/system/file/', { method: 'POST', headers, body: new Uint8Array(payload) }),
        await answered(token, '/api/workflow/ticket/', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(form),
        }),
        await answered(token, '/api/workflow/ticket/?label=submitted&limit=1', {}),
      )
    }
    expect(said).toContain('503 5000 服务器磁盘空间不足，本次操作未保存，请联系系统管理员')
    const known = [
      '200 2000 成功',
      '503 5000 服务器磁盘空间不足，本次操作未保存，请联系系统管理员',
      '503 5000 数据库暂时不可用，请稍后再试',
    ]
    expect(said.filter((one) => !known.includes(one))).toEqual([])

    rmSync(ballast)
    await load.progress(10)
    await load.end()
    expect(load.wrong).toEqual([])
    await server.stop()
    const app = await startApp({ engine: 'embedded', database: await connect({ dataDir: join(folder, 'database') }) })
    const { rows } = await sql<{ hash: string }>`select distinct hash from file`.execute(app.database.db)
    const hashes = new Set(rows.map(({ hash }) => hash))
    const contents = readdirSync(join(folder, 'files'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => name)
    expect(
      contents.filter((name) => !hashes.has(name)),
      'contents without a row',
    ).toEqual([])
    await check(app, load.acknowledged, [...new Set(load.acknowledged.map(({ ticketId }) => ticketId))]).finally(() =>
      app.close(),
    )
  })
})
