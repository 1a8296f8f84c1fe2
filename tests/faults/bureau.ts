/** A seeded bureau that outlives its servers. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from '#src/server/database/connect.ts'
import { seededBureau, startApp, type TestApp } from '#tests/harness/app.ts'
import { connectionsGone, createDatabase, type EngineKind } from '#tests/harness/engines.ts'
import { seededFolder } from '#tests/harness/seeded.ts'
import { runServer, type ServerProcess, serverName } from '#tests/harness/server.ts'

export interface LastingBureau {
  /** One server at a time. */
  start(): Promise<ServerProcess>
  /** Looks at the database while no server runs. PostgreSQL outlives the server: what it was doing for it has to end first, one way or the other. */
  inspect(look: (app: TestApp) => Promise<void>): Promise<void>
  /** After the last server has ended. */
  remove(): Promise<void>
}

/** On PostgreSQL a database of its own, else in a folder. */
export async function lastingBureau(engine: EngineKind): Promise<LastingBureau> {
  const dataDir = mkdtempSync(join(tmpdir(), 'lasting-'))
  const database =
    engine === 'postgres'
      ? await createDatabase('postgres', seededBureau, { applicationName: 'a test of faults' })
      : undefined
  if (database === undefined) cpSync(await seededFolder(), dataDir, { recursive: true })
  const databaseUrl = database?.url
  return {
    start: () => runServer({ dataDir, databaseUrl }),
    inspect: async (look) => {
      if (databaseUrl !== undefined) await connectionsGone(databaseUrl, serverName)
      const stored = await connect({ databaseUrl, dataDir: join(dataDir, 'database') })
      const app = await startApp({ engine, database: stored })
      await look(app).finally(() => app.close())
    },
    remove: async () => {
      await database?.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
