import { type SqlBool, sql } from 'kysely'
import { escapeLike } from '#src/fields/sql.server.ts'
import { kindServer } from '../kind.server.ts'
import { PLATE_EXAMPLE } from './plate.messages.ts'
import { PLATE, plateOf } from './plate.ts'

/** Characters of a plate that a list may be asked for. */
const MAX_ASKED = 40

export const plateServer = kindServer('plate', {
  settings: {},
  schema: () => ({ type: 'string', pattern: PLATE.source, examples: [PLATE_EXAMPLE] }),
  unbounded: () => ({ kind: 'text', max: MAX_ASKED }),
  equals: ({ column, value }) => sql<SqlBool>`${column} like ${`%${escapeLike(plateOf(String(value())))}%`}`,
  like: (_field, column, pattern) => sql<SqlBool>`${column} like ${plateOf(pattern)}`,
})
