import type { Access } from '#src/define/access.ts'
import type { Permission } from '#src/define/names.ts'
import { permissionDenied } from '#src/define/problem.ts'
import { reachedBy } from '#src/define/reach.server.ts'

/** Payments (alias `payment`) that a permission reaches (INV-11). */
export const paymentsInReach = (access: Access, permission: Permission) =>
  reachedBy(access, permission, { department: 'payment.dept_id' })

/** FIN-91: money is paid by the role of the cashier, whoever else was given the permission. */
export function assertCashier(access: Access): void {
  if (!access.roles.includes('cashier')) throw permissionDenied()
}
