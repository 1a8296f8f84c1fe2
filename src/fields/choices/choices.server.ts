import { type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import { code, count, line } from '#src/fields/shapes.server.ts'
import { kindServer } from '../kind.server.ts'

export const choicesServer = kindServer('choices', {
  settings: {
    dictionary: code(64),
    only: z.array(line(64)).max(200).exactOptional(),
    max: count(1, 100),
  },
  schema({ only, dictionary, max }, { codes }) {
    const known = (only ?? codes(dictionary)).filter((each) => each !== '')
    return { type: 'array', items: known.length > 0 ? { enum: known } : { type: 'string' }, maxItems: max }
  },
  unbounded: ({ dictionary }) => ({ kind: 'choice', dictionary }),
  equals: ({ column, values }) => sql<SqlBool>`${column} && ${values().map(String)}::text[]`,
})
