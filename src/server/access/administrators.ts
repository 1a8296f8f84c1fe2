/** What the three administrators may do, whatever their roles say (SYS-01, SYS-131), and from where. */
import { isAdministratorRole } from '#machines/ticket/definition/separation.ts'
import { isAdminOnly } from '#src/catalogue/permissions.ts'
import type { Scope } from '#src/define/access.ts'
import type { Permission, Resource } from '#src/define/names.ts'
import type { RouteDefinition } from '#src/define/server.ts'
import type { Mode } from '#src/server/app/services.ts'

/** Whether somebody with these roles may work from this address: administrators only from the listed ones, where any are listed (`ADMIN_FROM`). */
export function mayWorkFrom({ adminFrom }: Mode, roles: readonly string[], ip: string): boolean {
  return adminFrom === null || adminFrom(ip) || !roles.some(isAdministratorRole)
}

/** Settings of the system: no business decision and no business record is among them. A proposal is confirmed by whoever holds its seat, and no administrator holds that of a group (SYS-137). */
const ADMINISTRATION: ReadonlySet<string> = new Set<Resource>([
  'accessCheck',
  'appVersion',
  'area',
  'backup',
  'config',
  'dataTableDemo',
  'dept',
  'dictionary',
  'file',
  'frontendLog',
  'home',
  'job',
  'loginLog',
  'machineAccount',
  'menu',
  'menuButton',
  'message',
  'operationLog',
  'proposal',
  'role',
  'session',
  'ticketIncident',
  'user',
  'webHook',
  'whiteList',
  'workflow',
  'workflowPolicy',
  'workflowState',
])

const READING = /:(Search|Retrieve|Register|Export|Quota|Compliance|Away)$/

/** What people do with their own orders, bookings, trips and supervision items. */
const ownRowActions: ReadonlySet<string> = new Set<Permission>([
  'mealOrder:Create',
  'mealOrder:Cancel',
  'assetBooking:Create',
  'travel:Update',
  'travel:Return',
  'supervision:Reply',
  'supervision:Extend',
])
/** What everybody does for themselves; an administrator reaches their own rows by it and nobody else's. */
const OWN_AFFAIRS: ReadonlySet<string> = new Set<string>([
  ...ownRowActions,
  ...(['ticket:Approve', 'ticket:Transfer'] satisfies readonly Permission[]),
])

/** SYS-138: calls that an account handed over to its owner anew is refused. What everybody may call checks by itself. */
export const isBusinessCall = ({ method, permission }: Pick<RouteDefinition, 'method' | 'permission'>): boolean =>
  method !== 'GET' && permission.includes(':') && !ownRowActions.has(permission)

/** Entry of business records: what a program may write. */
const ENTRY = /:(Create|Update|Import)$/

/** Whether a call that writes is an entry of records: some calls that act stand under a permission to read. */
export const isEntry = (permission: string): boolean => ENTRY.test(permission)

/**
 * What a machine account may do at all, whatever its role grants: read business, and enter business records. Decisions,
 * applications and administration are people's. `isRegistered` says whether there is such a permission.
 */
export function isForMachines(permission: string, isRegistered: (permission: string) => boolean): boolean {
  const [resource = ''] = permission.split(':')
  if (isAdminOnly(permission)) return false
  if (READING.test(permission)) return true
  return ENTRY.test(permission) && !ADMINISTRATION.has(resource) && !isRegistered(`${resource}:Register`)
}

const CREATE = ':Create'
const OWN_ROWS: Scope = { departments: [], self: true }

/**
 * The scopes that are left to somebody who holds an administrator role: settings, reading, own applications and own
 * affairs. `isRegistered` says whether there is such a permission. Nothing a security administrator grants to the role of everybody adds a business write (SYS-131).
 */
export function administratorScopes(
  scopes: ReadonlyMap<string, Scope>,
  isRegistered: (permission: string) => boolean,
): ReadonlyMap<string, Scope> {
  // An application has a register; what else can be created is a business record.
  const isApplication = (permission: string): boolean =>
    permission.endsWith(CREATE) && isRegistered(`${permission.slice(0, -CREATE.length)}:Register`)
  return new Map(
    [...scopes].flatMap(([permission, scope]): [string, Scope][] => {
      const [resource = ''] = permission.split(':')
      if (ADMINISTRATION.has(resource) || READING.test(permission)) return [[permission, scope]]
      return OWN_AFFAIRS.has(permission) || isApplication(permission) ? [[permission, OWN_ROWS]] : []
    }),
  )
}
