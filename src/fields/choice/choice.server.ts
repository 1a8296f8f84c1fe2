import { type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import { code, line } from '#src/fields/shapes.server.ts'
import { kindServer } from '../kind.server.ts'

export const choiceServer = kindServer('choice', {
  settings: {
    dictionary: code(64),
    only: z.array(line(64)).max(200).exactOptional(),
    initial: line(64).exactOptional(),
  },
  schema({ only, dictionary }, { codes }) {
    const known = (only ?? codes(dictionary)).filter((code) => code !== '')
    return known.length > 0 ? { enum: known } : { type: 'string' }
  },
  unbounded: ({ dictionary }) => ({ kind: 'choice', dictionary }),
  equals: ({ column, values }) => sql<SqlBool>`${column} = any(${values().map(String)}::text[])`,
  like: ({ dictionary }, column, pattern) =>
    sql<SqlBool>`exists (select 1 from dictionary_entry e where e.dictionary_key = ${dictionary}
      and e.value = ${column} and e.deleted_at is null and (e.label ilike ${pattern} or e.label_en ilike ${pattern} or e.value ilike ${pattern}))`,
})
