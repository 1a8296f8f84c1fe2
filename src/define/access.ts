import type { Permission } from './names.ts'

/** Which rows a permission reaches (INV-11): everything, or the rows of some departments and, with `self`, one's own. Scopes of several roles are united. */
export type Scope = 'all' | { readonly departments: readonly number[]; readonly self: boolean }

/** The signed-in person as every service sees it. A permission is asked here and nowhere else: yes, no, or which rows. */
export interface Access {
  readonly userId: number
  readonly name: string
  readonly departmentId: number
  readonly sessionId: string
  /** Another person could sign in as this one (SYS-138): nothing is decided with this access. */
  readonly isHandedOver: boolean
  readonly roles: readonly string[]
  readonly permissions: ReadonlySet<string>
  may(permission: Permission): boolean
  /** The rows the permission reaches for this person; an empty scope when it is not held. */
  scope(permission: Permission): Scope
}
