import { sql } from 'kysely'
import type { Executor } from '#src/define/server.ts'
import type { Database } from './database/database.ts'
import { listen } from './database/notify.ts'
import { sharedRun } from './database/shared-run.ts'

/** Values of table `revision` by name. Every signed-in request brings the newest ones along with its session. */
export type Revisions = Readonly<Record<string, number>>

interface Loadable {
  load(db: Executor): Promise<void>
}

/** What a node keeps in memory of slowly changing tables, and how it notices that another node changed them (SYS-14, SYS-73). */
export interface Caches {
  /** Loads everything that is older than the revisions in the database. Refused inside a transaction (OutsideTransactionError). */
  load(): Promise<void>
  /** Loads what is older than `revisions`; nothing to do is the rule. Refused inside a transaction where there is something to load. */
  renew(revisions: Revisions): Promise<void>
  /** The same for as long as nothing that is held has changed: what is computed from it may be kept with it. */
  state(): string
  /** From now on also loads when any node changes something, for work that no request starts. The answer ends that. */
  follow(): Promise<() => Promise<void>>
}

export function createCaches(database: Database, parts: Readonly<Record<string, Loadable>>): Caches {
  const held = new Map<string, number>()
  const renewing = Object.entries(parts).map(([name, part]) => {
    // The newest revision that was seen in the database: what is read from then on is at least as new.
    let wanted = 0
    const run = sharedRun(async () => {
      const revision = wanted
      await part.load(database.db)
      held.set(name, revision)
    })
    return async (revisions: Revisions): Promise<void> => {
      const revision = revisions[name] ?? 0
      while ((held.get(name) ?? 0) < revision) {
        wanted = Math.max(wanted, revision)
        await run()
      }
    }
  })
  const renew = async (revisions: Revisions): Promise<void> => {
    for (const renewPart of renewing) await renewPart(revisions)
  }
  const load = async (): Promise<void> => {
    const { rows } = await sql<{ name: string; value: number }>`select name, value from revision`.execute(database.db)
    await renew(Object.fromEntries(rows.map((row) => [row.name, row.value])))
  }
  const reload = (): void => void load().catch(database.onError)
  const state = (): string => JSON.stringify([...held])
  return { renew, load, state, follow: () => listen(database, 'revision', reload, reload) }
}
