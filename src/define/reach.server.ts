/** Parts of statements that many modules need: which rows a reader may see, and what people and departments are called there. */
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Access } from './access.ts'
import type { Language } from './messages.ts'
import type { Permission } from './names.ts'
import { departmentColumns } from './record.ts'

/** Columns that say whose a row is: `r.dept_id`, `r.user_id`. */
interface Whose {
  readonly department: string | readonly string[]
  /** A column of several departments that share in the row. */
  readonly sharedWith?: string
  readonly owner?: string
}

/** Rows that a permission reaches (INV-11): those of its departments and, where they have an owner, the reader's own. */
export function reachedBy(
  access: Access,
  permission: Permission,
  { department, sharedWith, owner }: Whose,
): RawBuilder<SqlBool> {
  const scope = access.scope(permission)
  if (scope === 'all') return sql<SqlBool>`true`
  const alternatives = departmentColumns({ department }).map(
    (column) => sql<SqlBool>`${sql.ref(column)} = any(${[...scope.departments]}::bigint[])`,
  )
  if (sharedWith !== undefined)
    alternatives.push(sql<SqlBool>`${sql.ref(sharedWith)} && ${[...scope.departments]}::bigint[]`)
  if (owner !== undefined && scope.self) alternatives.push(sql<SqlBool>`${sql.ref(owner)} = ${access.userId}`)
  return sql<SqlBool>`(${sql.join(alternatives, sql` or `)})`
}

/** The name of a person or department of this alias in the reader's language; the Chinese one where there is no other. */
export const namedIn = (language: Language, alias: string): RawBuilder<string> =>
  language === 'en'
    ? sql<string>`coalesce(nullif(${sql.ref(`${alias}.name_en`)}, ''), ${sql.ref(`${alias}.name`)})`
    : sql<string>`${sql.ref(`${alias}.name`)}`
