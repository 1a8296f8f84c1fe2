import { type SqlBool, sql } from 'kysely'
import { byId, kindServer } from '../kind.server.ts'

export const departmentServer = kindServer('department', {
  settings: {},
  ...byId,
  // Who asks for a department means those below it too.
  equals: ({ column, values, below }) =>
    sql<SqlBool>`${column} = any(${values().flatMap((id) => below(Number(id)))}::bigint[])`,
  like: (_field, column, pattern) =>
    sql<SqlBool>`exists (select 1 from department d where d.id = ${column} and d.name ilike ${pattern})`,
  // As they stand in their tree.
  order: (column) => sql`(select d.sort from department d where d.id = ${column})`,
})
