/** The server killed with -9 again and again under load: what was acknowledged is there, once; the log replays; the ledgers balance. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type EngineKind, engines } from '#tests/harness/engines.ts'
import type { ServerProcess } from '#tests/harness/server.ts'
import { type LastingBureau, lastingBureau } from './bureau.ts'
import { check } from './check.ts'
import { firstLine, type Load, startLoad } from './load.ts'

/** How often, twelve in all: a start on the embedded engine takes longer; more by `KILLS=200` on each. */
const killsOf = (engine: EngineKind): number =>
  Number(process.env.KILLS ?? (engines.length === 1 ? 12 : engine === 'postgres' ? 8 : 4))
const WORKERS = 6
/** Decisions of each life, different every time. */
const lifeOf = (round: number): number => 4 + ((round * 7) % 13)

describe.each(engines)('kill -9 under load on %s', (engine) => {
  const kills = killsOf(engine)
  let bureau: LastingBureau
  let server: ServerProcess

  beforeAll(async () => {
    bureau = await lastingBureau(engine)
    server = await bureau.start()
  })
  afterAll(async () => {
    await server.kill()
    await bureau.remove()
  })

  it(`after each of ${kills} kills every acknowledged decision is there, none twice, the replay equals the snapshot, the ledgers balance`, {
    timeout: 900_000,
  }, async () => {
    const load: Load = await startLoad(server.url, await firstLine(server.url), WORKERS)
    let seen = 0
    for (let round = 1; round <= kills; round += 1) {
      await load.progress(lifeOf(round))
      load.serverGone()
      await server.kill()
      await bureau.inspect(async (app) => {
        const acknowledged = [...load.acknowledged]
        const recent = [...new Set(acknowledged.slice(Math.max(0, seen - 30)).map(({ ticketId }) => ticketId))]
        await check(app, acknowledged, recent)
        seen = acknowledged.length
      })
      server = await bureau.start()
      load.serverAt(server.url)
    }
    await load.end()
    await server.stop()
    await bureau.inspect((app) =>
      check(app, load.acknowledged, [...new Set(load.acknowledged.map(({ ticketId }) => ticketId))]),
    )
    expect(load.wrong, 'a repetition under the same key is answered as the first time').toEqual([])
    expect(load.acknowledged.length).toBeGreaterThan(kills * 5)
    expect(load.repeated()).toBeGreaterThan(kills)
    expect(new Set(load.acknowledged.map(({ mark }) => mark)).size).toBe(load.acknowledged.length)
  })
})
