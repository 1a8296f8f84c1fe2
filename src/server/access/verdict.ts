/** Whether a call of a person is let in, and by what or why not: asked at every call, and by the check of access that explains it. */
import type { Access } from '#src/define/access.ts'
import type { RouteDefinition } from '#src/define/server.ts'
import type { Services } from '#src/server/app/services.ts'
import { isBusinessCall, mayWorkFrom } from './administrators.ts'
import type { Opening } from './whiteList.ts'

/** A person as calls are decided for them. */
export interface Caller {
  readonly access: Access
  readonly mustChangePassword: boolean
}

export type Verdict =
  | { readonly isAllowed: true; readonly by: 'everybody' | 'signIn' | 'permission' }
  | { readonly isAllowed: true; readonly by: 'whiteList'; readonly opening: Opening }
  | { readonly isAllowed: false; readonly by: 'address' | 'mustChangePassword' | 'handedOver' | 'permission' }

/** Decides on a call, in the order in which the answer is given. `ip` is null where no call is made, as in the access check. */
export function verdictOn(
  { mode, whiteList }: Pick<Services, 'mode' | 'whiteList'>,
  route: RouteDefinition,
  { access, mustChangePassword }: Caller,
  ip: string | null,
): Verdict {
  if (ip !== null && !mayWorkFrom(mode, access.roles, ip)) return { isAllowed: false, by: 'address' }
  if (mustChangePassword && route.beforePasswordChange !== true) return { isAllowed: false, by: 'mustChangePassword' }
  if (access.isHandedOver && isBusinessCall(route)) return { isAllowed: false, by: 'handedOver' }
  if (route.permission === 'public') return { isAllowed: true, by: 'everybody' }
  if (route.permission === 'signedIn') return { isAllowed: true, by: 'signIn' }
  if (access.may(route.permission)) return { isAllowed: true, by: 'permission' }
  const opening = whiteList.openingFor(route, false)
  return opening === null ? { isAllowed: false, by: 'permission' } : { isAllowed: true, by: 'whiteList', opening }
}
