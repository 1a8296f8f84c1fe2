import { taskChanges } from '#machines/ticket/projection.ts'
import type { TicketContext } from '#machines/ticket/vocabulary.ts'
import { type Deciding, tell } from './deciding.ts'

/** Tells whoever has something new to do or to read, and every open screen that the ticket moved (I18: stored in the deciding transaction, sent after it). */
export function announceDecision(deciding: Deciding, before: TicketContext): void {
  const { opened } = taskChanges(before, deciding.snapshot.context)
  const holders = opened.flatMap((task) => (task.onBehalfOf === null ? [task.holder] : [task.holder, task.onBehalfOf]))
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
  deciding.base.changed('ticket', deciding.ticket.id)
}
