/** SYS-24: what a role of one's own grants is changed by two. One holder proposes, another one confirms. */
import type { Access } from '#src/define/access.ts'
import type { Language } from '#src/define/messages.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import type { ProposedAnswer } from '#src/define/workflows/proposals.ts'
import { propose } from '#src/server/proposals/proposals.ts'
import { checkGrants, isOwnRole, lockAnyRole, setGrants } from './roleGrants.ts'

/** The grants of a role as somebody wants them. */
export interface GrantRequest {
  readonly menus: readonly number[]
  readonly buttons: readonly number[]
  /** The role as the caller saw it. */
  readonly version: number
}

/** The same as it waits for its confirmation. */
export interface RoleContent extends GrantRequest {
  readonly id: number
}

/** Grants at once for another's role; what one's own role would grant waits for another security administrator. @throws as `setGrants`, `checkGrants` and `propose`. */
export async function requestGrants(
  unit: UnitOfWork,
  access: Access,
  language: Language,
  roleId: number,
  request: GrantRequest,
): Promise<{ version: number } | ProposedAnswer> {
  const role = await lockAnyRole(unit, roleId, request.version)
  if (!isOwnRole(access, role)) return setGrants(unit, access, language, role, request)
  await checkGrants(unit, language, role, request)
  const content: RoleContent = { id: role.id, ...request }
  return propose(unit, access, {
    kind: 'role',
    subject: `role:${role.id}`,
    content,
    basis: `v${role.version}`,
    name: role.name,
    nameEn: role.nameEn,
    seats: ['securityAdmin'],
  })
}
