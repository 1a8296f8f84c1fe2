/** What became of a ticket since a dialog about it was opened; pure. A dialog stays with the ticket and version it was opened for. */
import type { SeenTicket } from '#src/client/tickets/actor/seen.ts'
import type { TimelineRow } from '#src/define/tickets/history.ts'
import type { TicketButton } from '#src/define/tickets/line.ts'

/** What a dialog was opened for; rows of lists name no visit. */
export type BoundTo = Pick<SeenTicket, 'id' | 'version'> & { readonly visit?: SeenTicket['visit'] }
type Newest = Pick<SeenTicket, 'id' | 'version' | 'visit' | 'actions'>

/**
 * `same`: as it was opened. `changed`: the action is still possible, but on other grounds. `gone`: the action is over.
 * `hidden`: it may no longer be seen.
 */
export type Standing = 'same' | 'changed' | 'gone' | 'hidden'

/** `newest` is undefined where the ticket is not to be had any more. */
export function standingOf(opened: BoundTo, newest: Newest | undefined, action: TicketButton): Standing {
  if (newest === undefined) return 'hidden'
  if (newest.id !== opened.id) throw new Error(`ticket ${newest.id} is not the ticket ${opened.id} of the dialog`)
  if (newest.version === opened.version) return 'same'
  // A comment or a copy is open to readers; a decision belongs to the visit it was opened in.
  return newest.actions.includes(action) && newest.visit === (opened.visit ?? newest.visit) ? 'changed' : 'gone'
}

/** Events that take a task from a person, or the ticket from everyone. */
export const closingEvents = [
  'withdraw',
  'retrieve',
  'approve',
  'reject',
  'return',
  'transfer',
  'delegate',
  'addSign',
  'removeSign',
  'claim',
  'handle',
  'refuse',
  'void',
  'revoked',
  'abandon',
  'timeout',
  'reassign',
  'substitute',
  'move',
  'submit',
] as const
/** Events that change what a decision is made on. */
const changingEvents = [...closingEvents, 'release', 'comment', 'urge', 'cc', 'save', 'straightBack'] as const

/** An event with words of its own in the past tense. */
export type NamedEvent = (typeof changingEvents)[number]

/** What happened last that explains the standing; null where the log does not say. */
export function causeOf(
  timeline: readonly TimelineRow[],
  standing: Exclude<Standing, 'same'>,
): (TimelineRow & { readonly action: NamedEvent }) | null {
  const names: readonly string[] = standing === 'changed' ? changingEvents : closingEvents
  const isNamed = (row: TimelineRow): row is TimelineRow & { readonly action: NamedEvent } => names.includes(row.action)
  return timeline.findLast(isNamed) ?? null
}
