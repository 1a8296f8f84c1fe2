/** What the holders of a role gain when it is changed (SYS-139). */
import { token } from '../services.ts'

/** How far a role reaches: a value of dictionary dataScope, with its departments where it names some. */
export interface RoleReach {
  readonly dataScope: number
  readonly scopeDeptIds: readonly number[]
}

/** Whether a change of a role lets people decide what they do not decide now. */
export interface RoleRights {
  /** True when people hold the role and would decide over more rows by it, or when it comes back into use. */
  widens(roleId: number, after: RoleReach & { readonly isInUse: boolean }): Promise<boolean>
  /** People who may not confirm it: those who gain by it. */
  barred(roleId: number): Promise<readonly number[]>
}
export const roleRights = token<RoleRights>('roleRights')
