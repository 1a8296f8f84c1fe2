/** SYS-24, SYS-139: what a role of one's own grants, and what its holders would decide by a wider one, is changed by two. */
import type { Access } from '#src/define/access.ts'
import type { Language } from '#src/define/messages.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import type { ConfirmingRole, ProposedAnswer } from '#src/define/workflows/proposals.ts'
import { propose } from '#src/server/proposals/proposals.ts'
import { holdersOf as peopleOfSeat } from '#src/server/proposals/seats.ts'
import { barredBy, holdersOfRole, rightsThatDecide, widenedBy } from './rightsOfOffice.ts'
import {
  checkGrants,
  type GrantedRole,
  grantsOfRole,
  isOwnRole,
  lockAnyRole,
  lockRole,
  setButtons,
  setGrants,
} from './roleGrants.ts'
import { checkScopes, reachOf, type ScopeRequest, setDataScope } from './roleScopes.ts'

/** The grants of a role as a person wants them. */
export interface GrantRequest {
  /** Null leaves them as they are. */
  readonly menus: readonly number[] | null
  readonly buttons: readonly number[]
  /** The role as the caller saw it. */
  readonly version: number
}

/** The same as it waits for its confirmation. */
export interface RoleContent extends GrantRequest {
  readonly id: number
  /** People who gain by it and may not confirm it. */
  readonly barred: readonly number[]
}

/** Data scopes of a role as they wait for their confirmation. */
export interface RoleScopeContent extends ScopeRequest {
  readonly id: number
  readonly barred: readonly number[]
}

type Outcome = { version: number } | ProposedAnswer

/** Grants and scopes of one role wait one after the other. */
const ofRole = ({ id, name, nameEn, version }: GrantedRole) => ({
  subject: `role:${id}`,
  basis: `v${version}`,
  name,
  nameEn,
})

async function proposeGrants(
  unit: UnitOfWork,
  access: Access,
  language: Language,
  role: GrantedRole,
  request: GrantRequest,
  { seats, barred }: { readonly seats: readonly ConfirmingRole[]; readonly barred: readonly number[] },
): Promise<ProposedAnswer> {
  await checkGrants(unit, language, role, request)
  const content: RoleContent = { id: role.id, ...request, barred }
  return propose(unit, access, { kind: 'role', content, seats, ...ofRole(role) })
}

/** Whether the grants add a right that decides. */
async function addsDecision(unit: UnitOfWork, role: GrantedRole, { buttons }: GrantRequest): Promise<boolean> {
  const held = new Set((await grantsOfRole(unit, role.id)).buttons.map(({ id }) => id))
  const added = buttons.filter((id) => !held.has(id))
  return (await rightsThatDecide(unit, added)).length > 0
}

/** What one's own role would grant: another holder confirms it (SYS-24), and where it lets them decide more, since that one gains by it too, a person of another administrator role (SYS-139). */
async function proposeOwnGrants(
  unit: UnitOfWork,
  access: Access,
  language: Language,
  role: GrantedRole,
  request: GrantRequest,
): Promise<ProposedAnswer> {
  if (!(await addsDecision(unit, role, request)))
    return proposeGrants(unit, access, language, role, request, { seats: ['securityAdmin'], barred: [] })
  const others = new Set(await peopleOfSeat(unit, 'securityAdmin'))
  const barred = (await holdersOfRole(unit, role.id)).filter((id) => !others.has(id))
  return proposeGrants(unit, access, language, role, request, { seats: ['securityAdmin', 'administrator'], barred })
}

/** The proposal made instead of these grants; null where the role has no holders or the added permissions decide nothing. */
async function holdGrants(
  unit: UnitOfWork,
  access: Access,
  language: Language,
  role: GrantedRole,
  request: GrantRequest,
): Promise<ProposedAnswer | null> {
  if (!(await addsDecision(unit, role, request)) || (await holdersOfRole(unit, role.id)).length === 0) return null
  const barred = await barredBy(unit, role.id)
  return proposeGrants(unit, access, language, role, request, { seats: ['administrator'], barred })
}

/** Grants at once where the added permissions decide nothing or the role has no holders; what one's own role would grant waits for another security administrator, and what lets the holders of any role decide more for the auditor. @throws as `setGrants`, `checkGrants` and `propose`. */
export async function requestGrants(
  unit: UnitOfWork,
  access: Access,
  language: Language,
  roleId: number,
  request: GrantRequest,
): Promise<Outcome> {
  const role = await lockAnyRole(unit, roleId, request.version)
  if (isOwnRole(access, role)) return proposeOwnGrants(unit, access, language, role, request)
  const held = await holdGrants(unit, access, language, role, request)
  return held ?? setGrants(unit, access, language, role, request)
}

/** SetButton; of one's own role it is refused. @throws as `requestGrants`, RuleError SYS-24 */
export async function requestButtons(
  unit: UnitOfWork,
  access: Access,
  language: Language,
  roleId: number,
  { buttons, version }: Omit<GrantRequest, 'menus'>,
): Promise<Outcome> {
  const role = await lockRole(unit, access, roleId, version)
  const held = await holdGrants(unit, access, language, role, { menus: null, buttons, version })
  return held ?? setButtons(unit, access, language, role, buttons)
}

/** SetDataScope; what lets holders decide over more rows waits (SYS-139), of one's own role it is refused. @throws as `setDataScope` and `propose`, RuleError SYS-24 */
export async function requestScopes(
  unit: UnitOfWork,
  access: Access,
  roleId: number,
  request: ScopeRequest,
): Promise<Outcome> {
  const role = await lockRole(unit, access, roleId, request.version)
  const widened = await widenedBy(unit, roleId, reachOf(request))
  if (widened.length === 0) return setDataScope(unit, access, role, request)
  await checkScopes(unit, role, request)
  const content: RoleScopeContent = { id: roleId, ...request, barred: await barredBy(unit, roleId) }
  return propose(unit, access, { kind: 'roleScope', content, seats: ['administrator'], ...ofRole(role) })
}
