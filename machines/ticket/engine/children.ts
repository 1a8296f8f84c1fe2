/** Tickets filed for a ticket, and the ticket that asks to revoke one (25.4, I19). */
import { announce, type Changer, type EventOf, here, hook, type LocalChanger } from './changes.ts'
import { close, closeLive, liveVisits, withVisit } from './visits.ts'
import type { TicketContext, Visit } from './vocabulary.ts'

type Child = EventOf<'child'>

/** Asks the server to file the ticket of the state. */
export const file: LocalChanger = (workflow, context, _event, at) => {
  const { child } = workflow.state(at)
  const visit = here(context, at)
  return [context, child ? [{ type: 'fileChild', params: { visit: visit.id, state: at, child } }] : []]
}

/** It is filed; a state that does not wait for it is passed at once. */
export const childFiled: LocalChanger<Child> = (workflow, context, event, at) => {
  const visit: Visit = { ...here(context, at), child: { ticket: event.ticket, outcome: null } }
  return [withVisit(context, workflow.state(at).child?.wait ? visit : close(visit, 'passed', event)), []]
}

/** It has ended, and that is the outcome of the visit: approved passes, anything else rejects. */
export const childEnded: LocalChanger<Child> = (_workflow, context, event, at) => {
  const outcome = event.said === 'filed' ? null : event.said
  const visit: Visit = { ...here(context, at), child: { ticket: event.ticket, outcome } }
  return [withVisit(context, close(visit, outcome === 'completed' ? 'passed' : 'rejected', event)), []]
}

/** The ticket it was filed for is gone: it ends without anybody's decision, and what its approval did is undone. */
export const abandon: Changer = (_workflow, context, event) => {
  const [visit] = liveVisits(context)
  const name = visit?.kind === 'handle' ? 'onVoidApproved' : 'onWithdraw'
  return [closeLive(context, 'voided', event), [hook(name, visit), announce('voided')]]
}

/** What the approval did is undone; the outcome stays as it was (25.4). */
export const childRevoked = (
  _workflow: unknown,
  context: TicketContext,
  event: EventOf<'revoked'>,
): ReturnType<LocalChanger> => [{ ...context, revokedBy: event.by }, [hook('onVoidApproved'), announce('revoked')]]

/** Filed tickets by number, newest last; `waits` picks those whose end a live visit waits for. */
export const childrenIn = (context: TicketContext, waits = false): readonly number[] =>
  context.visits.flatMap(({ child, outcome }) =>
    child === undefined || (waits && (outcome !== null || child.outcome !== null)) ? [] : [child.ticket],
  )
