/** Answers of the server about a ticket of a small workflow with branches. */
import { allowedEvents, statusOf } from '#machines/ticket/engine/status.ts'
import { ownVisit } from '#machines/ticket/engine/visits.ts'
import type { TicketStateValue } from '#machines/ticket/engine/vocabulary.ts'
import type { TicketDetail } from '#src/define/tickets/detail.ts'
import { parallel } from '#tests/models/workflows/branching.ts'
import type { Story } from '#tests/models/workflows/story.ts'

export const definition = parallel()

/** What the server answers about the ticket to a person. */
export function answerTo(me: number, { snapshot }: Story, changes: Partial<TicketDetail> = {}): TicketDetail {
  const visit = ownVisit(snapshot.context, me)?.id
  const answer = {
    no: 'QT-1',
    version: 3,
    status: statusOf(snapshot),
    visit: visit ?? null,
    allowedActions: allowedEvents(snapshot, me, { at: '2026-03-02T01:00:00Z', facts: {}, dataHash: 'x' }, visit),
    withheld: [],
    stateValue: snapshot.value as TicketStateValue,
    context: snapshot.context,
    workflow: { id: 1, versionNo: 1, definition },
    ...changes,
  }
  // As it arrives: as JSON, without the fields that nothing of this looks at.
  return JSON.parse(JSON.stringify(answer)) as TicketDetail
}
