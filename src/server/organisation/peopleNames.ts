import { sql } from 'kysely'
import { type BilingualName, nameIn } from '#src/define/bilingual.ts'
import type { Language } from '#src/define/messages.ts'
import type { Executor } from '#src/define/server.ts'

/** Names of people, asked for once and held until somebody is called otherwise: whoever was named lately costs no query. A leaver keeps the name. */
export interface PeopleNames {
  /** Forgets them all. */
  load(): Promise<void>
  /** By id, as the reader of that language calls them; in one query for those that are not held. */
  of(db: Executor, language: Language, ids: Iterable<number>): Promise<ReadonlyMap<number, string>>
}

export function createPeopleNames(): PeopleNames {
  let held = new Map<number, BilingualName>()
  return {
    load: async () => {
      held = new Map()
    },
    async of(db, language, ids) {
      // What was read before a change does not outlive it: it goes where it was asked for.
      const into = held
      const wanted = [...new Set(ids)]
      const missing = wanted.filter((id) => !into.has(id))
      if (missing.length > 0) {
        const { rows } = await sql<BilingualName & { id: number }>`
          select id, name, name_en from app_user where id = any(${missing}::bigint[])`.execute(db)
        for (const { id, name, nameEn } of rows) into.set(id, { name, nameEn })
      }
      return new Map(
        wanted.map((id) => {
          const named = into.get(id)
          return [id, named === undefined ? '' : nameIn(language, named)]
        }),
      )
    },
  }
}
