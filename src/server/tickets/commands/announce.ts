import { type Task, taskChanges, tasksOf } from '#machines/ticket/engine/projection.ts'
import type { TicketNews } from '#src/define/server.ts'
import type { Ticket } from '../ticket.ts'
import { type DecisionContext, tell } from './decisionContext.ts'

const peopleOf = ({ holder, onBehalfOf }: Task): readonly number[] =>
  onBehalfOf === null ? [holder] : [holder, onBehalfOf]

/** People whose notices of the ticket are settled: they submitted, decided or lost a task, and have no open one. */
function settledBy(decisionContext: DecisionContext, closed: readonly Task[]): NonNullable<TicketNews['settled']> {
  const { actorId, entries, snapshot } = decisionContext
  const isSubmit = entries[0]?.event.type === 'submit'
  const open = new Set(
    tasksOf(snapshot.context)
      .filter(({ status }) => status === 'open')
      .flatMap(peopleOf),
  )
  const people = new Set(closed.flatMap((task) => [...peopleOf(task), ...(task.by === null ? [] : [task.by])]))
  if (isSubmit && actorId !== null) people.add(actorId)
  return [...people].filter((person) => !open.has(person)).map((person) => ({ person, isDecider: person === actorId }))
}

/** Notifies people with a new task or copy, and every open screen of the ticket (I18: stored in the deciding transaction, sent after it). */
export function announceDecision(decisionContext: DecisionContext, after: Ticket): void {
  const { opened, closed } = taskChanges(decisionContext.before.context, decisionContext.snapshot.context)
  const holders = opened.flatMap(peopleOf)
  tell(
    decisionContext,
    'TICKET',
    'notice.ticket.task',
    holders.filter((person) => person !== decisionContext.actorId),
  )
  tell(
    decisionContext,
    'TICKET',
    'notice.ticket.copy',
    [...decisionContext.cc].filter(
      (person) => person !== decisionContext.actorId && !decisionContext.noticeRecipients.has(person),
    ),
  )
  decisionContext.unit.changed('ticket', after.id, {
    no: after.no,
    status: after.status,
    revision: after.revision,
    register: after.round > 0 ? after.type : null,
    people: [...new Set([after.applicantId, ...tasksOf(decisionContext.snapshot.context).flatMap(peopleOf)])],
    settled: settledBy(decisionContext, closed),
  })
}
