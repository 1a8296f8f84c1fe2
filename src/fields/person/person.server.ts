import { type SqlBool, sql } from 'kysely'
import { nameOf } from '#src/fields/shapes.server.ts'
import { byId, kindServer } from '../kind.server.ts'

export const personServer = kindServer('person', {
  settings: { role: nameOf(32).exactOptional() },
  ...byId,
  like: (_field, column, pattern) =>
    sql<SqlBool>`exists (select 1 from app_user u where u.id = ${column} and (u.name ilike ${pattern} or u.name_pinyin ilike ${pattern}))`,
  order: (column) => sql`(select u.name_pinyin from app_user u where u.id = ${column})`,
})
