/** The server killed with -9 again and again under load: what was acknowledged is there, once; the log replays; the ledgers balance. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connect } from '#src/server/database/connect.ts'
import { seededBureau, startApp, type TestApp } from '#tests/harness/app.ts'
import { connectionsGone, createDatabase, type EngineKind, engines } from '#tests/harness/engines.ts'
import { runServer, type ServerProcess, seededFolder, serverName } from '#tests/harness/server.ts'
import { check } from './check.ts'
import { firstLine, type Load, startLoad } from './load.ts'

/** How often, twenty in all: a start on the embedded engine takes longer; more by `KILLS=200` on each. */
const killsOf = (engine: EngineKind): number =>
  Number(process.env.KILLS ?? (engines.length === 1 ? 20 : engine === 'postgres' ? 14 : 6))
const WORKERS = 6
/** Decisions of each life, different every time. */
const lifeOf = (round: number): number => 4 + ((round * 7) % 13)

describe.each(engines)('kill -9 under load on %s', (engine) => {
  const kills = killsOf(engine)
  let dataDir: string
  let databaseUrl: string | undefined
  let drop: () => Promise<void> = () => Promise.resolve()
  let server: ServerProcess

  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'killed-'))
    if (engine === 'postgres') {
      const database = await createDatabase('postgres', seededBureau, { applicationName: 'the kill test' })
      databaseUrl = database.url
      drop = () => database.close()
    } else cpSync(await seededFolder(), dataDir, { recursive: true })
    server = await runServer({ dataDir, databaseUrl })
  }, 300_000)
  afterAll(async () => {
    await server.kill()
    await drop()
    rmSync(dataDir, { recursive: true, force: true })
  })

  /** Looks at the database while no server runs. PostgreSQL outlives the server: what it was doing for it has to end first, one way or the other. */
  async function inspect(look: (app: TestApp) => Promise<void>): Promise<void> {
    if (databaseUrl !== undefined) await connectionsGone(databaseUrl, serverName)
    const app = await startApp({ engine, database: await connect({ databaseUrl, dataDir: join(dataDir, 'database') }) })
    await look(app).finally(() => app.close())
  }

  it(`after each of ${kills} kills every acknowledged decision is there, none twice, the replay equals the snapshot, the ledgers balance`, {
    timeout: 900_000,
  }, async () => {
    const load: Load = await startLoad(server.url, await firstLine(server.url), WORKERS)
    let seen = 0
    for (let round = 1; round <= kills; round += 1) {
      await load.progress(lifeOf(round))
      load.serverGone()
      await server.kill()
      await inspect(async (app) => {
        const acknowledged = [...load.acknowledged]
        const recent = [...new Set(acknowledged.slice(Math.max(0, seen - 30)).map(({ ticketId }) => ticketId))]
        await check(app, acknowledged, recent)
        seen = acknowledged.length
      })
      server = await runServer({ dataDir, databaseUrl })
      load.serverAt(server.url)
    }
    await load.end()
    await server.stop()
    await inspect((app) =>
      check(app, load.acknowledged, [...new Set(load.acknowledged.map(({ ticketId }) => ticketId))]),
    )
    expect(load.wrong, 'a repetition under the same key is answered as the first time').toEqual([])
    expect(load.acknowledged.length).toBeGreaterThan(kills * 5)
    expect(load.repeated()).toBeGreaterThan(kills)
    expect(new Set(load.acknowledged.map(({ mark }) => mark)).size).toBe(load.acknowledged.length)
  })
})
