import { type Task, taskChanges, tasksOf } from '#machines/ticket/projection.ts'
import type { TicketContext } from '#machines/ticket/vocabulary.ts'
import { type Deciding, tell } from './deciding.ts'
import type { Ticket } from './ticket.ts'

const peopleOf = ({ holder, onBehalfOf }: Task): readonly number[] =>
  onBehalfOf === null ? [holder] : [holder, onBehalfOf]

/** Tells whoever has something new to do or to read, and every open screen that the ticket moved (I18: stored in the deciding transaction, sent after it). */
export function announceDecision(deciding: Deciding, before: TicketContext, after: Ticket): void {
  const { opened } = taskChanges(before, deciding.snapshot.context)
  const holders = opened.flatMap(peopleOf)
  tell(
    deciding,
    'TICKET',
    'notice.ticket.task',
    holders.filter((person) => person !== deciding.actorId),
  )
  tell(
    deciding,
    'TICKET',
    'notice.ticket.copy',
    [...deciding.cc].filter((person) => person !== deciding.actorId && !deciding.told.has(person)),
  )
  deciding.base.changed('ticket', after.id, {
    no: after.no,
    status: after.status,
    revision: after.revision,
    register: after.round > 0 ? after.type : null,
    people: [...new Set([after.applicantId, ...tasksOf(deciding.snapshot.context).flatMap(peopleOf)])],
  })
}
