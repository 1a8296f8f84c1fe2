/** PostgreSQL killed with -9 under load, as a whole and by one of its processes, with two nodes on it: they stay, say that they cannot now, and go on by themselves. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { connect } from '#src/server/database/connect.ts'
import { seededBureau, startApp } from '#tests/harness/app.ts'
import { type Cluster, findBinaries, startCluster } from '#tests/harness/cluster.ts'
import { createDatabase } from '#tests/harness/engines.ts'
import { runServer, type ServerProcess, serverName, signIn } from '#tests/harness/server.ts'
import { check } from './check.ts'
import { firstLine, startLoad } from './load.ts'

const KILLS = 3
const WORKERS = 4
const DECISIONS = 8
/** Milliseconds in which a call is answered while the database is away. */
const FAST_MS = 5_000

const binaries = findBinaries()

describe.runIf(binaries !== undefined)('kill -9 of PostgreSQL under load', () => {
  let cluster: Cluster
  let server: ServerProcess
  let other: ServerProcess
  let dataDir: string

  beforeAll(async () => {
    cluster = await startCluster(binaries ?? '', true)
    const bureau = await createDatabase('postgres', seededBureau)
    const copy = `"$0/pg_dump" "$1" | "$0/psql" --quiet --set ON_ERROR_STOP=1 "$2"`
    execFileSync('sh', ['-c', copy, binaries ?? '', bureau.url ?? '', cluster.url], { stdio: 'pipe' })
    await bureau.close()
    dataDir = mkdtempSync(join(tmpdir(), 'database-killed-'))
    server = await runServer({ dataDir, databaseUrl: cluster.url })
    other = await runServer({ dataDir, databaseUrl: cluster.url })
  })
  afterAll(async () => {
    await Promise.all([server.kill(), other.kill()])
    await cluster.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })

  /** What somebody is told in the gap, and after how many milliseconds. */
  async function timedCall(token: string, method: 'GET' | 'POST', path: string) {
    const from = performance.now()
    const answer = await fetch(server.url + path, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(method === 'POST' && { body: '{}' }),
    })
    const { code, msg } = (await answer.json()) as { code: number; msg: string }
    return { status: answer.status, code, msg, isSoon: performance.now() - from < FAST_MS }
  }

  it('says within 2 s that it is not ready while PostgreSQL is stopped, and is ready again when it goes on', async () => {
    const resume = cluster.pause()
    try {
      const from = performance.now()
      const answers = await Promise.all([1, 2, 3].map(() => fetch(`${server.url}/readiness`)))
      expect(performance.now() - from).toBeLessThan(2_000)
      expect(answers.map(({ status }) => status)).toEqual([503, 503, 503])
      expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
    } finally {
      resume()
    }
    await vi.waitFor(async () => expect((await fetch(`${server.url}/readiness`)).status).toBe(200), 10_000)
  })

  it('loses no acknowledged decision, does none twice, and needs no new start', async () => {
    const { token } = await signIn(server.url, 'zhang39')
    const load = await startLoad(server.url, await firstLine(server.url), WORKERS)
    const away = { status: 503, code: 5000, msg: '数据库暂时不可用，请稍后再试', isSoon: true }
    for (let kill = 1; kill <= KILLS; kill += 1) {
      await load.progress(DECISIONS)
      await cluster.kill()
      expect(await timedCall(token, 'GET', '/api/workflow/ticket/?label=pendingApproval')).toEqual(away)
      expect(await timedCall(token, 'POST', '/api/workflow/ticket/1/approve/')).toEqual(away)
      for (const node of [server, other]) expect((await fetch(`${node.url}/readiness`)).status).toBe(503)
      await cluster.again()
    }
    for (let kill = 1; kill <= KILLS; kill += 1) {
      await load.progress(DECISIONS)
      // PostgreSQL takes it for a crash and ends every connection of both nodes.
      expect(cluster.killBackend(serverName)).toBe(true)
      await load.progress(DECISIONS)
      load.serverGone()
      load.serverAt((kill % 2 === 0 ? server : other).url)
    }
    load.serverGone()
    load.serverAt(server.url)
    await load.progress(DECISIONS)
    for (const node of [server, other]) expect((await fetch(`${node.url}/readiness`)).status).toBe(200)
    await load.end()
    await Promise.all([server.stop(), other.stop()])
    const app = await startApp({ engine: 'postgres', database: await connect({ databaseUrl: cluster.url }) })
    await check(app, load.acknowledged, [...new Set(load.acknowledged.map(({ ticketId }) => ticketId))]).finally(() =>
      app.close(),
    )
    expect(load.wrong, 'a repetition under the same key is answered as the first time').toEqual([])
    expect(load.repeated()).toBeGreaterThan(KILLS)
  })
})
