import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Access } from '#src/define/access.ts'
import type { Permission } from '#src/define/names.ts'
import { denied } from '#src/define/problem.ts'

/** Payments (alias `payment`) that a permission reaches (INV-11). */
export function reached(access: Access, permission: Permission): RawBuilder<SqlBool> {
  const scope = access.scope(permission)
  return scope === 'all' ? sql<SqlBool>`true` : sql<SqlBool>`payment.dept_id = any(${[...scope.departments]}::bigint[])`
}

/** FIN-91: money is paid by the role of the cashier, whoever else was given the permission. */
export function assertCashier(access: Access): void {
  if (!access.roles.includes('cashier')) throw denied()
}
