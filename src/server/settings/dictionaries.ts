import { sql } from 'kysely'
import type { DictionaryEntry } from '#src/define/answers/settings.ts'
import type { Language } from '#src/define/messages.ts'
import type { DictionaryName } from '#src/define/names.ts'
import type { Executor } from '#src/define/server.ts'

/** What anybody may read before signing in: the words of the forms that are open to everybody. */
const publicKeys: ReadonlySet<string> = new Set<DictionaryName>(['yesNo', 'gender'])

/** All dictionaries, held in memory until their revision changes. */
export interface Dictionaries {
  load(db: Executor): Promise<void>
  all(): ReadonlyMap<string, readonly DictionaryEntry[]>
  /** Those that are read without signing in. */
  open(): ReadonlyMap<string, readonly DictionaryEntry[]>
  /** The label of a code; the code itself when it is not in the dictionary. */
  label(language: Language, dictionary: string, value: string): string
}

export function createDictionaries(): Dictionaries {
  let all: ReadonlyMap<string, readonly DictionaryEntry[]> = new Map()
  return {
    async load(db) {
      const { rows } = await sql<DictionaryEntry & { dictionaryKey: string | null; key: string }>`
        select d.key, coalesce(e.type, d.type)::int as type, e.value, e.label, e.label_en, e.color, e.sort, e.status, e.is_default, e.dictionary_key
        from dictionary d left join dictionary_entry e on e.dictionary_key = d.key and e.deleted_at is null
        where d.deleted_at is null order by d.sort, d.key, e.sort, e.id`.execute(db)
      const groups = new Map<string, DictionaryEntry[]>()
      for (const { key, dictionaryKey, ...entry } of rows) {
        groups.set(key, [...(groups.get(key) ?? []), ...(dictionaryKey === null ? [] : [entry])])
      }
      all = groups
    },
    all: () => all,
    open: () => new Map([...all].filter(([key]) => publicKeys.has(key))),
    label(language, dictionary, value) {
      const entry = all.get(dictionary)?.find((candidate) => candidate.value === value)
      return (language === 'en' ? entry?.labelEn : entry?.label) ?? value
    },
  }
}
