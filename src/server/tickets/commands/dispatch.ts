import { violations, violationsAtRest, violationsOfStep } from '#machines/ticket/engine/invariants.ts'
import { notFound, RuleError } from '#src/define/problem.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import type { FormData } from '#src/fields/field.ts'
import { loggedForm } from '../forms/submittedForm.ts'
import { settleFamily } from '../links/settle.ts'
import { TicketBroken, tendIncident } from '../log/incidents.ts'
import { lockTicket, type Ticket } from '../ticket.ts'
import { tellDesigned } from '../versions/designedNotices.ts'
import type { Engine } from '../versions/engine.ts'
import type { Version } from '../versions/versions.ts'
import { checkCommand } from './admission.ts'
import { announceDecision } from './announce.ts'
import type { Command, CommandCaller, DecisionResult } from './command.ts'
import { decisionOf } from './decision.ts'
import { type DecisionContext, newDecisionContext } from './decisionContext.ts'
import { runChange } from './effects.ts'
import { formAfter } from './formAfter.ts'
import { completeEvent, openCommand } from './openCommand.ts'
import { peopleAhead } from './peopleAhead.ts'
import { take } from './perform.ts'
import { type Decision, saveDecision } from './save.ts'

/** What a decision made of a ticket, and everything that has to be written for it. */
export interface CompletedDecision {
  readonly decisionContext: DecisionContext
  readonly decision: Decision
}

/** @throws TicketBroken when what was decided breaks an invariant. */
function assertSound({ version, ticket, before, snapshot }: DecisionContext): void {
  const broken = [
    ...violations(version.definition, snapshot),
    ...violationsAtRest(snapshot),
    ...violationsOfStep(before.context, snapshot.context),
  ]
  const faults = broken.map(({ rule, detail }) => `${rule}: ${detail}`)
  if (faults.length > 0) throw new TicketBroken(ticket.no, ticket.id, faults)
}

/** Ends a decision after its last event: notices of the workflow, invariants, and the rows to write. `left` is the version that a move by hand leaves. */
export async function completeDecision(decisionContext: DecisionContext, left?: Version): Promise<CompletedDecision> {
  await tellDesigned(decisionContext)
  assertSound(decisionContext)
  return { decisionContext, decision: decisionOf(decisionContext, left) }
}

const ccOf = (form: FormData): readonly number[] => {
  const people = form['ccUserIds']
  return Array.isArray(people) ? people.filter((person) => typeof person === 'number') : []
}

/**
 * Lets the machine decide and runs the effects, without the lock before and the writing after. `isNew` says that the
 * ticket was created in this very transaction. @throws as `dispatch` does.
 */
export async function decide(
  engine: Engine,
  unit: UnitOfWork,
  ticket: Ticket,
  command: Command,
  commandCaller: CommandCaller,
  isNew = false,
): Promise<CompletedDecision> {
  const open = await openCommand(engine, unit, ticket, command, commandCaller, isNew)
  await checkCommand(open)
  const decisionContext = newDecisionContext(open, await formAfter(open))
  const { form, formBefore, isSubmit } = decisionContext
  if (isSubmit) decisionContext.resolved = await peopleAhead(decisionContext)
  else if (formBefore !== null)
    await runChange(decisionContext, { state: open.visit?.state ?? null, visit: open.visit?.id ?? null })
  const event = completeEvent(open, decisionContext)
  if (!(await take(decisionContext, event, loggedForm(command, ticket.formData, form))))
    throw new RuleError('wf.stateChanged')
  if (isSubmit) for (const person of ccOf(form)) decisionContext.cc.add(person)
  return completeDecision(decisionContext)
}

/** Writes a decision, and what it means for the incident, the open screens and the family of its ticket. */
export async function writeDecision(
  { decisionContext, decision }: CompletedDecision,
  isAbandoned: boolean,
): Promise<DecisionResult> {
  const { unit, version, before, snapshot } = decisionContext
  await saveDecision(unit.db, decision)
  await tendIncident(unit, decision.after.id, version, before, snapshot)
  announceDecision(decisionContext, decision.after)
  await settleFamily(decisionContext, isAbandoned, decision.after.status, dispatch)
  return { ticket: decision.after, version, snapshot }
}

/**
 * One decision, in the caller's transaction, in the order of WF-01: lock, check that nothing has moved, let the machine
 * decide, run the effects, write. `isNew` says that the ticket was created in this very transaction.
 * @throws Refusal 4004, RuleError wf.* or of an effect (INV-01), ValidationError; then nothing of it may be committed.
 */
export async function dispatch(
  engine: Engine,
  unit: UnitOfWork,
  ticketId: number,
  command: Command,
  commandCaller: CommandCaller,
  isNew = false,
): Promise<DecisionResult> {
  const ticket = await lockTicket(unit.db, ticketId)
  if (!ticket) throw notFound()
  const decision = await decide(engine, unit, ticket, command, commandCaller, isNew)
  return writeDecision(decision, command.type === 'abandon')
}
