import { sql } from 'kysely'
import type { Executor } from '#src/define/server.ts'

/** Names of people, asked for once and held until somebody is called otherwise: whoever was named lately costs no query. A leaver keeps the name. */
export interface PeopleNames {
  /** Forgets them all. */
  load(): Promise<void>
  /** By id; in one query for those that are not held. */
  of(db: Executor, ids: Iterable<number>): Promise<ReadonlyMap<number, string>>
}

export function createPeopleNames(): PeopleNames {
  let held = new Map<number, string>()
  return {
    load: async () => {
      held = new Map()
    },
    async of(db, ids) {
      // What was read before a change does not outlive it: it goes where it was asked for.
      const into = held
      const wanted = [...new Set(ids)]
      const missing = wanted.filter((id) => !into.has(id))
      if (missing.length > 0) {
        const { rows } = await sql<{ id: number; name: string }>`
          select id, name from app_user where id = any(${missing}::bigint[])`.execute(db)
        for (const { id, name } of rows) into.set(id, name)
      }
      return new Map(wanted.map((id) => [id, into.get(id) ?? '']))
    },
  }
}
