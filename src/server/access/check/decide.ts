/** The decision on an address for a person, made by the functions that decide when the person comes. */
import type { Access } from '#src/define/access.ts'
import { applicationPermission, type Permission } from '#src/define/names.ts'
import { Refusal } from '#src/define/problem.ts'
import type { RouteDefinition, UnitOfWork } from '#src/define/server.ts'
import { ticketActions } from '#src/define/services.ts'
import type { Services } from '#src/server/app/services.ts'
import { findRow } from '#src/server/records/read.ts'
import { recordsOf } from '#src/server/records/records.ts'
import { mayStart } from '#src/server/tickets/versions/designed.ts'
import { barOf, linkHosts, type MenuBar, menuRows, openMenu } from '../menu.ts'
import { type Caller, type Verdict, verdictOn } from '../verdict.ts'
import { withOpening } from '../whiteList.ts'
import { lineAt, type Target } from './target.ts'

type Allowed = Extract<Verdict, { isAllowed: true }>['by']
/** Beside what a call is answered: the line of the menu is out of use, the type names who files it, the row is out of reach. */
type Refused = Extract<Verdict, { isAllowed: false }>['by'] | MenuBar | 'off' | 'start' | 'row'
type Outcome =
  | { readonly isAllowed: true; readonly because: Allowed }
  | { readonly isAllowed: false; readonly because: Refused }

export type Decision = Outcome & {
  /** Permissions of which one is asked for; none where the address asks for none. */
  readonly permissions: readonly Permission[]
}

const allowed = (because: Allowed): Outcome => ({ isAllowed: true, because })
const refused = (because: Refused): Outcome => ({ isAllowed: false, because })

const TICKETS = '/api/workflow/ticket/:id/'

/** Whether the row that the path names is in reach; true where it names none. */
async function reachesRow(
  services: Services,
  unit: UnitOfWork,
  access: Access,
  { route, params }: Extract<Target, { kind: 'call' }>,
): Promise<boolean> {
  const id = Number(params.id)
  if (!Number.isSafeInteger(id)) return true
  if (route.url.startsWith(TICKETS)) return unit.service(ticketActions).sees(id, access)
  const models = recordsOf(services).models
  const model = [...models.values()].find(({ definition }) => route.url.startsWith(`${definition.path}:id/`))
  const [permission] = permissionsOf(route)
  if (model === undefined || permission === undefined) return true
  try {
    await findRow(model, { access, language: 'zhHans', unit }, permission, id)
    return true
  } catch (error) {
    if (error instanceof Refusal && error.code === 4004) return false
    throw error
  }
}

const permissionsOf = ({ permission }: RouteDefinition): readonly Permission[] =>
  permission === 'signedIn' || permission === 'public' ? [] : [permission]

async function decideCall(
  services: Services,
  unit: UnitOfWork,
  caller: Caller,
  target: Extract<Target, { kind: 'call' }>,
): Promise<Decision> {
  const { route } = target
  const verdict = verdictOn(services, route, caller, null)
  const access =
    verdict.by === 'whiteList' ? withOpening(caller.access, route.permission, verdict.opening) : caller.access
  const permissions = permissionsOf(route)
  if (!verdict.isAllowed) return { ...refused(verdict.by), permissions }
  return { ...((await reachesRow(services, unit, access, target)) ? allowed(verdict.by) : refused('row')), permissions }
}

async function decidePage(services: Services, unit: UnitOfWork, { access }: Caller, path: string): Promise<Decision> {
  const may = (one: Access, type: string): boolean => mayStart(services.designed, services.directory.below, one, type)
  const row = lineAt(await menuRows(unit, access, true), path)
  if (row === undefined) return { ...refused('off'), permissions: [] }
  const isOpen = (await openMenu(unit, access, may)).some(({ id }) => id === row.id)
  const bar = barOf(row, access, linkHosts(unit.settings), may)
  const outcome = isOpen ? allowed(row.permissions.length === 0 ? 'signIn' : 'permission') : refused(bar ?? 'off')
  return { ...outcome, permissions: row.permissions as readonly Permission[] }
}

function decideStart({ designed, directory }: Services, { access }: Caller, type: string): Decision {
  const permission = applicationPermission(type, 'Create')
  if (mayStart(designed, directory.below, access, type)) return { ...allowed('permission'), permissions: [permission] }
  return { ...refused(access.may(permission) ? 'start' : 'permission'), permissions: [permission] }
}

/** What the person is answered at this address now. A password that has to be changed first closes everything but that. */
export async function decide(services: Services, unit: UnitOfWork, caller: Caller, target: Target): Promise<Decision> {
  if (target.kind === 'call') return decideCall(services, unit, caller, target)
  const decision =
    target.kind === 'page'
      ? await decidePage(services, unit, caller, target.path)
      : decideStart(services, caller, target.type)
  return caller.mustChangePassword ? { ...refused('mustChangePassword'), permissions: decision.permissions } : decision
}
