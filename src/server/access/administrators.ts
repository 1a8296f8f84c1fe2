import { administratorRoles } from '#src/server/organisation/roles.ts'
import type { Mode } from '#src/server/services.ts'

/** Whether somebody with these roles may work from this address: administrators only from the listed ones, where any are listed (`ADMIN_FROM`). */
export function mayWorkFrom({ adminFrom }: Mode, roles: readonly string[], ip: string): boolean {
  return adminFrom === null || adminFrom(ip) || !roles.some((role) => administratorRoles.includes(role))
}
