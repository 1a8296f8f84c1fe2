import { sql } from 'kysely'
import { childrenIn } from '#machines/ticket/engine/children.ts'
import { liveVisits } from '#machines/ticket/engine/visits.ts'
import type { TicketContext, TicketStatus } from '#machines/ticket/engine/vocabulary.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import { bySystem } from '../commands/command.ts'
import type { DecisionContext } from '../commands/decisionContext.ts'
import type { dispatch } from '../commands/dispatch.ts'
import { openTicket } from '../commands/open.ts'
import { removeDraft } from '../forms/draftRows.ts'
import { isTerminal, lockTicket } from '../ticket.ts'
import type { Engine } from '../versions/engine.ts'

/** The function that decides in the tickets of the family, handed in by the one that settles it. */
type Dispatch = typeof dispatch

/** Filed tickets that have lost what they were filed for: all of an undone ticket, else those no visit waits for any more (25.4). */
function abandoned(before: TicketContext, after: TicketContext, status: TicketStatus): readonly number[] {
  if (status === 'voided' || after.revokedBy !== before.revokedBy) return childrenIn(after)
  const waiting = childrenIn(after, true)
  const ended = new Set(
    after.visits.flatMap(({ child }) => (child !== undefined && child.outcome !== null ? [child.ticket] : [])),
  )
  return childrenIn(before, true).filter((id) => !waiting.includes(id) && !ended.has(id))
}

async function abandon(engine: Engine, unit: UnitOfWork, id: number, decide: Dispatch): Promise<void> {
  const ticket = await lockTicket(unit.db, id)
  if (!ticket || ticket.status === 'rejected' || ticket.status === 'voided') return
  if (ticket.status === 'draft') return removeDraft(unit, ticket)
  await decide(engine, unit, id, { type: 'abandon' }, bySystem)
}

/** I19: reports the outcome once to the ticket that waits for it, if one still does. */
async function tellParent(
  engine: Engine,
  unit: UnitOfWork,
  id: number,
  parentId: number,
  outcome: TicketStatus,
  decide: Dispatch,
): Promise<void> {
  const parent = await lockTicket(unit.db, parentId)
  if (!parent || (outcome !== 'completed' && outcome !== 'rejected' && outcome !== 'voided')) return
  const { snapshot } = await openTicket(engine, unit, parent)
  const visit = liveVisits(snapshot.context).find(({ child }) => child?.ticket === id)
  if (visit)
    await decide(engine, unit, parentId, { type: 'child', visit: visit.id, ticket: id, said: outcome }, bySystem)
}

/** 25.4: granted, the other ticket is revoked and keeps its outcome; refused, its applicant may ask again. */
async function tellOriginal(
  engine: Engine,
  unit: UnitOfWork,
  id: number,
  originalId: number,
  status: TicketStatus,
  decide: Dispatch,
) {
  if (status === 'completed') {
    await decide(engine, unit, originalId, { type: 'revoked', by: id }, bySystem)
    return
  }
  await sql`update ticket set revocation_id = null, revision = revision + 1, updated_at = ${unit.clock.now()}
    where id = ${originalId}`.execute(unit.db)
  unit.changed('ticket', originalId)
}

/** After a decision: what it means for the tickets that belong to this one, in the same transaction. Older tickets are locked already, younger ones are taken in the order of their ids (WF-01). */
export async function settleFamily(
  { engine, unit, ticket, before, snapshot }: DecisionContext,
  isAbandoned: boolean,
  status: TicketStatus,
  decide: Dispatch,
): Promise<void> {
  for (const id of abandoned(before.context, snapshot.context, status).toSorted((left, right) => left - right))
    await abandon(engine, unit, id, decide)
  if (!isTerminal(status) || isTerminal(ticket.status)) return
  if (ticket.parentId !== null && !isAbandoned)
    await tellParent(engine, unit, ticket.id, ticket.parentId, status, decide)
  if (ticket.revokesId !== null) await tellOriginal(engine, unit, ticket.id, ticket.revokesId, status, decide)
}
