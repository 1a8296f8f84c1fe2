import { sql } from 'kysely'
import { childrenIn } from '#machines/ticket/children.ts'
import { liveVisits } from '#machines/ticket/visits.ts'
import type { TicketContext, TicketStatus } from '#machines/ticket/vocabulary.ts'
import type { Base } from '#src/define/server.ts'
import type { Deciding } from '../deciding.ts'
import { bySystem, dispatch } from '../dispatch.ts'
import { removeDraft } from '../drafts.ts'
import type { Engine } from '../engine.ts'
import { openTicket } from '../open.ts'
import { isTerminal, lockTicket } from '../ticket.ts'

/** Filed tickets that have lost what they were filed for: all of an undone ticket, else those no visit waits for any more (25.4). */
function abandoned(before: TicketContext, after: TicketContext, status: TicketStatus): readonly number[] {
  if (status === 'voided' || after.revokedBy !== before.revokedBy) return childrenIn(after)
  const waiting = childrenIn(after, true)
  const ended = new Set(
    after.visits.flatMap(({ child }) => (child !== undefined && child.outcome !== null ? [child.ticket] : [])),
  )
  return childrenIn(before, true).filter((id) => !waiting.includes(id) && !ended.has(id))
}

async function abandon(engine: Engine, base: Base, id: number): Promise<void> {
  const ticket = await lockTicket(base.db, id)
  if (!ticket || ticket.status === 'rejected' || ticket.status === 'voided') return
  if (ticket.status === 'draft') return removeDraft(base, ticket)
  await dispatch(engine, base, id, { type: 'abandon' }, bySystem)
}

/** I19: the outcome reaches the ticket that waits for it, once; where none does any more it reaches nobody. */
async function tellParent(engine: Engine, base: Base, id: number, parentId: number, said: TicketStatus): Promise<void> {
  const parent = await lockTicket(base.db, parentId)
  if (!parent || (said !== 'completed' && said !== 'rejected' && said !== 'voided')) return
  const { snapshot } = await openTicket(engine, base, parent)
  const visit = liveVisits(snapshot.context).find(({ child }) => child?.ticket === id)
  if (visit) await dispatch(engine, base, parentId, { type: 'child', visit: visit.id, ticket: id, said }, bySystem)
}

/** 25.4: granted, the other ticket is revoked and keeps its outcome; refused, its applicant may ask again. */
async function tellOriginal(engine: Engine, base: Base, id: number, originalId: number, status: TicketStatus) {
  if (status === 'completed') {
    await dispatch(engine, base, originalId, { type: 'revoked', by: id }, bySystem)
    return
  }
  await sql`update ticket set revocation_id = null, revision = revision + 1, updated_at = ${base.clock.now()}
    where id = ${originalId}`.execute(base.db)
  base.changed('ticket', originalId)
}

/** After a decision: what it means for the tickets that belong to this one, in the same transaction. Older tickets are locked already, younger ones are taken in the order of their ids (WF-01). */
export async function settleFamily(
  { engine, base, ticket, snapshot }: Deciding,
  before: TicketContext,
  isAbandoned: boolean,
  status: TicketStatus,
): Promise<void> {
  for (const id of abandoned(before, snapshot.context, status).toSorted((left, right) => left - right))
    await abandon(engine, base, id)
  if (!isTerminal(status) || isTerminal(ticket.status)) return
  if (ticket.parentId !== null && !isAbandoned) await tellParent(engine, base, ticket.id, ticket.parentId, status)
  if (ticket.revokesId !== null) await tellOriginal(engine, base, ticket.id, ticket.revokesId, status)
}
