import type { WorkflowDefinition } from '#machines/ticket/definition/definition.ts'
import type { TicketSnapshot } from '#machines/ticket/engine/compile.ts'
import { MIN_REASON_LENGTH, MIN_VOID_REASON_LENGTH } from '#machines/ticket/engine/limits.ts'
import { peopleOf } from '#machines/ticket/engine/projection.ts'
import { allowsResume, isReturnedOut, resumeOf } from '#machines/ticket/engine/returns.ts'
import { statusOf } from '#machines/ticket/engine/status.ts'
import { visibleLength } from '#machines/ticket/engine/visibleText.ts'
import { isHeldBy, visitFor } from '#machines/ticket/engine/visits.ts'
import type { TicketEvent, TicketEventType } from '#machines/ticket/engine/vocabulary.ts'
import { RuleError } from '#src/define/problem.ts'
import { isToSubmit } from '../ticket.ts'
import { cannotCall } from './calledPeople.ts'

const reasonLength: Partial<Readonly<Record<TicketEventType, number>>> = {
  reject: MIN_REASON_LENGTH,
  return: MIN_REASON_LENGTH,
  refuse: MIN_REASON_LENGTH,
}

/** A comment shorter than it must be, in the words of its limit (WF-09, 20.7). */
const commentTooShort = (limit: number): RuleError => new RuleError('wf.commentRequired', limit).at('comment')

/** Actions of the holder of an open task. */
const byHolder: ReadonlySet<string> = new Set([
  'approve',
  'reject',
  'return',
  'transfer',
  'delegate',
  'addSign',
  'removeSign',
  'claim',
  'release',
  'handle',
  'refuse',
])

function returnRefusal(
  definition: WorkflowDefinition,
  { context }: TicketSnapshot,
  event: Extract<TicketEvent, { type: 'return' }>,
): RuleError {
  if (isReturnedOut(definition, context)) return new RuleError('wf.returnLimit', definition.mostReturns ?? 0)
  return new RuleError(allowsResume(definition, resumeOf(definition, event)) ? 'rule.WF-08' : 'wf.resumeNotAllowed')
}

function holderRefusal(
  definition: WorkflowDefinition,
  snapshot: TicketSnapshot,
  event: Extract<TicketEvent, { actor: number }>,
): RuleError {
  const { context } = snapshot
  const visit = visitFor(context, event.actor, event.visit)
  const places = visit?.slots.filter((slot) => isHeldBy(slot, event.actor)) ?? []
  const isTurn = places.some((slot) => slot.status === 'open' || slot.status === 'waiting')
  const shortest = reasonLength[event.type] ?? 0
  if (isTurn && visibleLength(event.comment) < shortest) return commentTooShort(shortest)
  if (isTurn && (event.type === 'transfer' || event.type === 'delegate' || event.type === 'addSign')) {
    const people = event.type === 'addSign' ? event.people : [event.to]
    if (!people.includes(context.applicant)) return cannotCall(event.type)
    return new RuleError('wf.selfApproval').at(event.type === 'addSign' ? 'userIds' : 'userId')
  }
  if (isTurn && event.type === 'return') return returnRefusal(definition, snapshot, event)
  // A person who had a place here was overtaken by another decision; anyone else is no candidate.
  const hadPlace =
    isTurn || places.length > 0 || (event.actor !== context.applicant && peopleOf(context).includes(event.actor))
  return new RuleError(hadPlace ? 'wf.stateChanged' : 'wf.notCandidate')
}

/** Why the machine did not take the event, in the words of §0.7. */
export function refusalOf(
  definition: WorkflowDefinition,
  snapshot: TicketSnapshot,
  event: Extract<TicketEvent, { actor: number }>,
): RuleError {
  const status = statusOf(snapshot)
  const isApplicant = event.actor === snapshot.context.applicant
  if (byHolder.has(event.type)) return holderRefusal(definition, snapshot, event)
  switch (event.type) {
    case 'withdraw':
      if (!isApplicant) return new RuleError('wf.notCandidate')
      return new RuleError(status === 'running' || status === 'handling' ? 'wf.withdrawNotAllowed' : 'wf.stateChanged')
    case 'retrieve': {
      const hasDecided = snapshot.context.visits.some((visit) => visit.slots.some((slot) => slot.by === event.actor))
      return new RuleError(hasDecided ? 'wf.retrieveNotAllowed' : 'wf.notCandidate')
    }
    case 'submit':
      return new RuleError(isApplicant || !isToSubmit(status) ? 'wf.stateChanged' : 'wf.notCandidate')
    case 'urge':
      return new RuleError(isApplicant ? 'wf.stateChanged' : 'wf.notCandidate')
    case 'void':
      return visibleLength(event.comment) < MIN_VOID_REASON_LENGTH && (status === 'completed' || status === 'handling')
        ? commentTooShort(MIN_VOID_REASON_LENGTH)
        : new RuleError('wf.stateChanged')
    default:
      return new RuleError('wf.stateChanged')
  }
}
