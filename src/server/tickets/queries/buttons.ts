import { allowedEvents } from '#machines/ticket/engine/status.ts'
import { liveVisits } from '#machines/ticket/engine/visits.ts'
import type { PersonEventType, TicketContext } from '#machines/ticket/engine/vocabulary.ts'
import type { Access } from '#src/define/access.ts'
import { applicationPermission, type Permission } from '#src/define/names.ts'
import { permissionDenied, type Refusal, RuleError } from '#src/define/problem.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import type { OpenedTicket } from '../commands/open.ts'
import { isBusiness, isBusinessOfOthers, separationRefusal } from '../commands/separation.ts'
import { isConvertible } from '../links/convertible.ts'
import { isRevocable } from '../links/revocable.ts'
import { isToSubmit, type Ticket } from '../ticket.ts'
import type { Reader } from './lines.ts'

/** Buttons of a person: events of the machine, what applicants do with a ticket that is with them or has ended, and handlers with one of the wrong type. */
export type Button = PersonEventType | 'edit' | 'delete' | 'revoke' | 'convert'

const needed = {
  void: 'ticket:Void',
  transfer: 'ticket:Transfer',
  delegate: 'ticket:Delegate',
  addSign: 'ticket:AddSign',
} as const

/** Every permission that decisions ask for. */
export const decisionPermissions: readonly Permission[] = Object.values(needed)

/** Permissions an action needs besides the place in the chain (§0.6). */
function permissionsOf(type: PersonEventType, ticket: Ticket): readonly Permission[] {
  // Voiding is for the office that keeps the register of the type.
  if (type === 'void') return [needed.void, applicationPermission(ticket.type, 'Register')]
  if (type === 'transfer' || type === 'delegate' || type === 'addSign') return [needed[type]]
  // A ticket filed for another goes on, whoever has the permission to begin its type.
  return type === 'submit' && ticket.parentId === null ? [applicationPermission(ticket.type, 'Create')] : []
}

/** WF-16: one reminder per task and interval, counted from the last one in a live visit. */
function isUrgedTooSoon(unit: UnitOfWork, ticket: Ticket, context: TicketContext): boolean {
  const { urgedAt } = ticket
  if (!urgedAt || !liveVisits(context).some((visit) => urgedAt >= new Date(visit.openedAt))) return false
  return unit.clock.now().getTime() - urgedAt.getTime() < unit.settings.number('wf.urgeMinutes') * 60_000
}

/** What the server asks besides the machine; null when it has nothing against it. The one place for buttons and decisions alike (I22). */
export function barrier(
  unit: UnitOfWork,
  access: Access,
  type: PersonEventType,
  ticket: Ticket,
  opened: OpenedTicket,
  visit?: number,
): Refusal | RuleError | null {
  const { context } = opened.snapshot
  if (!permissionsOf(type, ticket).every((permission) => access.may(permission))) return permissionDenied()
  if (access.isHandedOver && isBusiness(type)) return new RuleError('password.handedOver')
  if (isBusinessOfOthers(access, type, opened, visit)) return separationRefusal(access)
  if (type === 'urge' && isUrgedTooSoon(unit, ticket, context))
    return new RuleError('rule.WF-16', unit.settings.number('wf.urgeMinutes'))
  if (type === 'void' && ticket.parentId !== null) return new RuleError('wf.filedFor')
  return null
}

/** What a person may do with a ticket now. */
export interface Buttons {
  /** Exactly what the server would accept at this revision (TKT-01). */
  readonly allowed: readonly Button[]
  /** What the statechart alone would let this person do, and the server refuses: a permission is missing, it is too soon, it is another's business. */
  readonly withheld: readonly PersonEventType[]
}

/** What this person may do with the ticket now. */
export function buttonsFor(
  { engine, unit }: Pick<Reader, 'engine' | 'unit'>,
  access: Access,
  ticket: Ticket,
  opened: OpenedTicket,
  visit?: number,
): Buttons {
  const { version, snapshot } = opened
  const given = { at: unit.clock.now().toISOString(), facts: {}, dataHash: ticket.dataHash }
  const possible = allowedEvents(snapshot, access.userId, given, visit)
  if (ticket.isQuarantined) return { allowed: [], withheld: possible }
  const events = possible.filter((type) => barrier(unit, access, type, ticket, opened, visit) === null)
  const isOwn = ticket.applicantId === access.userId && isToSubmit(ticket.status)
  const allowed = [
    ...events,
    ...(isOwn && ticket.revokesId === null ? (['edit'] as const) : []),
    ...(isOwn && ticket.status === 'draft' && ticket.parentId === null ? (['delete'] as const) : []),
    ...(isRevocable(unit, access, ticket, version) ? (['revoke'] as const) : []),
    ...(events.includes('handle') && isConvertible(engine, access, ticket) ? (['convert'] as const) : []),
  ]
  return { allowed, withheld: possible.filter((type) => !events.includes(type)) }
}
