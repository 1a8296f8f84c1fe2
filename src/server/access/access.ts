import type { Access, Scope } from '#src/define/access.ts'
import type { Directory } from './directory.ts'

/** The person behind an Access. */
export interface Person {
  readonly userId: number
  readonly name: string
  readonly departmentId: number
  readonly sessionId: string
  readonly isHandedOver?: boolean
}

const nothing: Scope = { departments: [], self: false }

/** What the person may do now, by the directory as it stands. */
export function accessOf(person: Person, directory: Directory): Access {
  const grants = directory.grantsOf(person.userId, person.departmentId)
  return {
    ...person,
    isHandedOver: person.isHandedOver === true,
    roles: grants.roles,
    permissions: new Set(grants.scopes.keys()),
    may: (permission) => grants.scopes.has(permission),
    scope: (permission) => grants.scopes.get(permission) ?? nothing,
  }
}

/** Who calls a public route without a token. */
export const anonymous: Access = {
  userId: 0,
  name: '',
  departmentId: 0,
  sessionId: '',
  isHandedOver: false,
  roles: [],
  permissions: new Set(),
  may: () => false,
  scope: () => nothing,
}
