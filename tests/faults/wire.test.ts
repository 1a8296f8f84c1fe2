/** The way to PostgreSQL fails: answers to commits are lost, and one node of two is cut off from it. */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connect } from '#src/server/database/connect.ts'
import { seededBureau, startApp } from '#tests/harness/app.ts'
import { createDatabase, engines, type TestDatabase } from '#tests/harness/engines.ts'
import { runServer, type ServerProcess, signIn } from '#tests/harness/server.ts'
import type { WireTicket } from '#tests/harness/tickets.ts'
import { otherForm } from '#tests/journeys/office.ts'
import { check } from './check.ts'
import { type Acknowledged, firstLine, startLoad } from './load.ts'
import { layWire, type Wire } from './wire.ts'

const WORKERS = 4
/** Commits whose answer is lost. */
const LOST = 12
/** Decisions without a key of which nobody heard whether they were done, and how many are tried at most for them. */
const UNCERTAIN = 3
const ROUNDS = 40
/** Milliseconds after which a server no longer waits for a database that says nothing. */
const TIMEOUT_MS = 45_000

interface Reply<T> {
  readonly code: number
  readonly data: T
}

// The embedded database is in the server itself.
describe.runIf(engines.includes('postgres'))('the way to PostgreSQL', () => {
  let database: TestDatabase
  let dataDir: string
  let wire: Wire
  /** Over the wire, and beside it. */
  let nodes: readonly [ServerProcess, ServerProcess]

  beforeAll(async () => {
    database = await createDatabase('postgres', seededBureau)
    wire = await layWire(database.url ?? '')
    dataDir = mkdtempSync(join(tmpdir(), 'wire-'))
    nodes = [
      await runServer({ dataDir, databaseUrl: wire.url }),
      await runServer({ dataDir, databaseUrl: database.url }),
    ]
  })
  afterAll(async () => {
    await Promise.all(nodes.map((node) => node.kill()))
    await wire.close()
    await database.close()
    rmSync(dataDir, { recursive: true, force: true })
  })

  async function inspect(acknowledged: readonly Acknowledged[]): Promise<void> {
    const app = await startApp({ engine: 'postgres', database: await connect({ databaseUrl: database.url }) })
    await check(app, acknowledged, [...new Set(acknowledged.map(({ ticketId }) => ticketId))]).finally(() =>
      app.close(),
    )
  }

  const asked = async <T>({ url }: ServerProcess, token: string, path: string, body?: object, key?: string) => {
    const answer = await fetch(url + path, {
      method: body ? 'POST' : 'GET',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        ...(key !== undefined && { 'x-idempotency-key': key }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status: answer.status, ...((await answer.json()) as Reply<T>) }
  }
  const file = async (node: ServerProcess, token: string) => {
    const formData = otherForm()
    const answer = await asked<WireTicket>(node, token, '/api/workflow/ticket/', {
      type: 'otherBusiness',
      formData,
      submit: true,
    })
    expect(answer.code).toBe(2000)
    return answer.data
  }

  it('a commit that was done and whose answer was lost: the repetition under its key is answered as the first time, one without a key hears that it moved', async () => {
    const [ge, zhang] = [await signIn(nodes[0].url, 'ge43'), await signIn(nodes[0].url, 'zhang39')]
    let uncertain = 0
    // Now and then the answer that is lost is another's: a notice that was sent, a duty that was done.
    for (let round = 0; round < ROUNDS && uncertain < UNCERTAIN; round += 1) {
      const { id, version } = await file(nodes[0], ge.token)
      const key = round % 2 === 0 ? randomUUID() : undefined
      const approve = () =>
        asked<WireTicket>(nodes[0], zhang.token, `/api/workflow/ticket/${id}/approve/`, { version }, key)
      const lost = wire.loseCommit()
      const answer = await approve()
      await lost
      const done = { code: 2000, data: { id, version: version + 1 } }
      // Under a key the server itself finds what was answered, unless that way is gone as well.
      expect([200, 503]).toContain(answer.status)
      if (answer.status === 200) expect(answer).toMatchObject(done)
      const again = await approve()
      // Another's commit took the connection of this one along: nothing was done before, and is now.
      const isUndone = answer.status === 503 && again.code === 2000
      if (answer.status === 503 && key === undefined && !isUndone) uncertain += 1
      expect(again).toMatchObject(key === undefined && !isUndone ? { code: 4001, errKey: 'wf.stateChanged' } : done)
    }
    expect(uncertain).toBe(UNCERTAIN)
  })

  it('answers to commits are lost again and again under load: what was acknowledged is there, once', async () => {
    const load = await startLoad(nodes[0].url, await firstLine(nodes[0].url), WORKERS)
    for (let lost = 0; lost < LOST; lost += 1) {
      await wire.loseCommit()
      await load.progress(2)
    }
    await load.end()
    expect(load.wrong).toEqual([])
    await inspect(load.acknowledged)
  })

  it('a node cut off from the database says so in bounded time, the other goes on, and once the way is back it misses nothing', async () => {
    const load = await startLoad(nodes[0].url, await firstLine(nodes[0].url), WORKERS)
    await load.progress(8)
    const [ge, zhang] = [await signIn(nodes[1].url, 'ge43'), await signIn(nodes[1].url, 'zhang39')]
    const before = await file(nodes[1], ge.token)

    wire.hold()
    const from = performance.now()
    // Who is at the node that is cut off is told, not left waiting.
    const answer = asked(nodes[0], zhang.token, '/api/workflow/ticket/?label=pendingApproval')
    const decided = await asked<WireTicket>(nodes[1], zhang.token, `/api/workflow/ticket/${before.id}/approve/`, {})
    expect(decided.code).toBe(2000)
    expect(await answer).toMatchObject({ status: 503, code: 5000 })
    expect(performance.now() - from).toBeLessThan(TIMEOUT_MS)
    expect((await fetch(`${nodes[0].url}/readiness`)).status).toBe(503)

    wire.release()
    await load.progress(8)
    await load.end()
    expect(load.wrong).toEqual([])
    const seen = await asked<WireTicket>(nodes[0], ge.token, `/api/workflow/ticket/${before.id}/`)
    expect(seen.data.version).toBe(decided.data.version)
    await inspect(load.acknowledged)
  })
})
