import type { RawBuilder, SqlBool } from 'kysely'
import { sql } from 'kysely'
import type { Access } from '#src/define/access.ts'
import type { Permission } from '#src/define/names.ts'
import { departmentColumns, isScoped, type RecordScope } from '#src/define/record.ts'

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** The condition under which a row of table alias `alias` is reached by the permission (INV-11), to be put into `where`. A record without department and owner is reached by every holder. */
export function scopeFilter(
  access: Access,
  permission: Permission,
  scope: RecordScope,
  alias: string,
): RawBuilder<SqlBool> {
  const reach = access.scope(permission)
  if (!access.may(permission)) return sql<SqlBool>`false`
  if (reach === 'all' || !isScoped(scope)) return sql<SqlBool>`true`
  const departments = reach.departments.length === 0 ? [] : departmentColumns(scope)
  const alternatives = departments.map(
    (column) => sql<SqlBool>`${sql.ref(`${alias}.${snake(column)}`)} = any(${[...reach.departments]}::bigint[])`,
  )
  if (scope.sharedWith !== undefined && reach.departments.length > 0) {
    const column = sql.ref(`${alias}.${snake(scope.sharedWith)}`)
    alternatives.push(sql<SqlBool>`${column} && ${[...reach.departments]}::bigint[]`)
  }
  if (scope.owner !== undefined && reach.self) {
    alternatives.push(sql<SqlBool>`${sql.ref(`${alias}.${snake(scope.owner)}`)} = ${access.userId}`)
  }
  return alternatives.length === 0 ? sql<SqlBool>`false` : sql<SqlBool>`(${sql.join(alternatives, sql` or `)})`
}
