import { asksPeople, type Facts, groupsOf } from '#machines/ticket/definition/definition.ts'
import type { TicketSnapshot } from '#machines/ticket/engine/compile.ts'
import { violations, violationsAtRest, violationsOfStep } from '#machines/ticket/engine/invariants.ts'
import { stateBack } from '#machines/ticket/engine/returns.ts'
import { liveVisits, visitOf, visitsWith } from '#machines/ticket/engine/visits.ts'
import type { Candidate, PersonId, TicketEvent } from '#machines/ticket/engine/vocabulary.ts'
import { routeOf } from '#machines/ticket/explore/route.ts'
import type { Access } from '#src/define/access.ts'
import { notFound, RuleError, ValidationError } from '#src/define/problem.ts'
import type { Base } from '#src/define/server.ts'
import type { FormData } from '#src/fields/field.ts'
import { attachFiles } from '../forms/attachments.ts'
import { type FormInput, formContext } from '../forms/forms.ts'
import { decidedForm, loggedForm, submittedForm } from '../forms/submittedForm.ts'
import { settleFamily } from '../links/settle.ts'
import { hashOf } from '../log/canonical.ts'
import { TicketBroken, tendIncident } from '../log/incidents.ts'
import { checkCalled } from '../participants/eligiblePeople.ts'
import { barrier } from '../queries/buttons.ts'
import type { Reader } from '../queries/lines.ts'
import { isVisible } from '../queries/visibility.ts'
import { lockTicket, type Ticket } from '../ticket.ts'
import { tellDesigned } from '../versions/designedNotices.ts'
import type { Engine } from '../versions/engine.ts'
import { announceDecision } from './announce.ts'
import type { Command, CommandCaller, DecisionResult } from './command.ts'
import { decisionOf } from './decision.ts'
import { type DecisionContext, newDecisionContext, noParticipant } from './decisionContext.ts'
import { runChange } from './effects.ts'
import { readFacts } from './facts.ts'
import { type Opened, openDraft, openTicket } from './open.ts'
import { aboutOf, take } from './perform.ts'
import { refusalOf } from './refusal.ts'
import { type Decision, saveDecision } from './save.ts'
import { refuseNamed } from './separation.ts'

/** Who joins the task when an escalation is due (WF-12). */
async function escalatedTo(
  formInput: FormInput,
  ticket: Ticket,
  snapshot: TicketSnapshot,
  command: Command,
): Promise<readonly Candidate[]> {
  if (command.type !== 'timeout') return []
  const { version, base, engine } = formInput
  const key = liveVisits(snapshot.context).find(({ id }) => id === command.visit)?.state
  const state = version.definition.states.find((one) => one.key === key)
  const timer = state?.timers?.find((one) => one.key === command.rule)
  if (!state || timer === undefined || !asksPeople(timer)) return []
  const [found] = await engine.participants(
    base,
    aboutOf({ base, ticket, version, applicant: ticket.applicant, form: ticket.formData, snapshot }),
    [{ kind: state.kind, participant: timer.to }],
  )
  return found ?? []
}

function eventOf(
  ticket: Ticket,
  command: Command,
  actorId: PersonId | null,
  people: readonly Candidate[],
  given: { at: string; facts: Facts; dataHash: string },
): TicketEvent {
  if (command.type === 'timeout') return { ...given, ...command, people }
  if (!('comment' in command)) return { ...given, ...command }
  const { type, comment } = command
  const by = { ...given, actor: actorId ?? 0, comment, ...(command.visit !== undefined && { visit: command.visit }) }
  if (type === 'return')
    return { ...by, type, target: command.target, ...(command.resume && { resume: command.resume }) }
  if (type === 'transfer' || type === 'delegate') return { ...by, type, to: command.to }
  if (type === 'cc' || type === 'removeSign') return { ...by, type, people: command.people }
  if (type === 'addSign') return { ...by, type, people: command.people, where: command.where, method: command.method }
  if (type === 'comment' && command.people?.length) return { ...by, type, people: command.people }
  if (type === 'submit' && ticket.revokesId !== null) return { ...by, type, revokes: true }
  return { ...by, type }
}

/** WF-15: everybody the way ahead needs is looked up before anything is written; a blocking state without people refuses the submit. */
async function peopleAhead(decisionContext: DecisionContext): Promise<ReadonlyMap<string, readonly Candidate[]>> {
  const { definition } = decisionContext.version
  const route = routeOf(definition, decisionContext.facts)
  const back = stateBack(decisionContext.snapshot.context, decisionContext)
  const ahead = back === null ? route : route.slice(route.findIndex((step) => step.state === back))
  const entered = new Set(ahead.filter((step) => !step.isSkipped).map((step) => step.state))
  const asks = definition.states.filter((state) => {
    // Whom a later form field or decision will name is not known yet.
    const isOpen = groupsOf(state.participant).some(
      (group) => group.type === 'previous' || (group.type === 'formField' && decisionContext.form[group.field] == null),
    )
    return entered.has(state.key) && state.kind !== 'cc' && !isOpen
  })
  const found = await decisionContext.engine.participants(decisionContext.base, aboutOf(decisionContext), asks)
  const resolved = new Map(asks.map((state, index) => [state.key, found[index] ?? []]))
  const empty = asks.find((state) => state.emptyPolicy.type === 'block' && resolved.get(state.key)?.length === 0)
  if (empty) throw noParticipant(decisionContext, empty.key)
  return resolved
}

/** Actions on the whole ticket, or on all of its tasks. */
const onTicket: readonly TicketEvent['type'][] = ['withdraw', 'void', 'urge', 'comment', 'cc']

/** Somebody with places in several branches says which is meant: to guess would decide in the wrong one. */
function checkVisit(snapshot: TicketSnapshot, event: TicketEvent): void {
  if (!('actor' in event) || event.visit !== undefined || onTicket.includes(event.type)) return
  if (visitsWith(snapshot.context, event.actor).length > 1)
    throw new ValidationError({ visit: [{ key: 'check.required' }] })
}

/** Out of sight is 4004; what permission and pace forbid is refused before the machine is asked. */
async function admit(base: Base, access: Access, command: Command, ticket: Ticket, opened: Opened): Promise<void> {
  if (!(await isVisible(base.db, access, ticket.id, opened.snapshot.context))) throw notFound()
  if (!('comment' in command)) return
  const refused = barrier(base, access, command.type, ticket, opened, command.visit)
  if (refused) throw refused
}

/** WF-10: who is called in is within reach of the state; copies go to people who exist. */
async function checkPeople(
  reader: Reader,
  result: DecisionResult,
  access: Access | null,
  command: Command,
): Promise<void> {
  const { engine, base } = reader
  if (access) await checkCalled(reader, result, access, command)
  if (command.type !== 'cc') return
  const { able } = await engine.organisation(base.db, result.ticket.organisation)
  if (!command.people.every(able)) throw new ValidationError({ userIds: [{ key: 'check.notFound' }] })
}

/** @throws TicketBroken when what was decided breaks an invariant. */
export function assertSound(decisionContext: DecisionContext, before: TicketSnapshot): void {
  const broken = [
    ...violations(decisionContext.version.definition, decisionContext.snapshot),
    ...violationsAtRest(decisionContext.snapshot),
    ...violationsOfStep(before.context, decisionContext.snapshot.context),
  ]
  const faults = broken.map(({ rule, detail }) => `${rule}: ${detail}`)
  if (faults.length > 0) throw new TicketBroken(decisionContext.ticket.no, decisionContext.ticket.id, faults)
}

/** What a decision made of a ticket, and everything that has to be written for it. */
interface CompletedDecision {
  readonly decisionContext: DecisionContext
  readonly decision: Decision
  readonly before: TicketSnapshot
}

/**
 * Lets the machine decide and runs the effects, without the lock before and the writing after. `isNew` says that the
 * ticket was created in this very transaction. @throws as `dispatch` does.
 */
export async function decide(
  engine: Engine,
  base: Base,
  ticket: Ticket,
  command: Command,
  commandCaller: CommandCaller,
  isNew = false,
): Promise<CompletedDecision> {
  const ticketId = ticket.id
  if (ticket.isQuarantined) throw new RuleError('wf.quarantined', ticket.no)
  if (commandCaller.revision !== null && commandCaller.revision !== ticket.revision)
    throw new RuleError('wf.stateChanged')
  const actorId = commandCaller.access?.userId ?? null
  const isDraft = ticket.status === 'draft' && ticket.revokesId === null
  const { version, snapshot } = await (isDraft ? openDraft : openTicket)(engine, base, ticket)
  if (commandCaller.access) await admit(base, commandCaller.access, command, ticket, { version, snapshot })

  const at = base.clock.now().toISOString()
  const stored: FormInput = { engine, base, version, applicant: ticket.applicant, ticketId }
  const storedFacts = await readFacts(stored, ticket.formData, ticket.thresholds)
  const people = await escalatedTo(stored, ticket, snapshot, command)
  const asked = eventOf(ticket, command, actorId, people, { at, facts: storedFacts, dataHash: ticket.dataHash })
  checkVisit(snapshot, asked)
  // Whoever may not act is told so, not which fields are missing.
  if (!snapshot.can(asked))
    throw 'actor' in asked ? refusalOf(version.definition, snapshot, asked) : new RuleError('wf.stateChanged')
  await checkPeople(
    { engine, base, language: commandCaller.language },
    { ticket, version, snapshot },
    commandCaller.access,
    command,
  )

  const submitted =
    command.type === 'submit' && commandCaller.access
      ? await submittedForm(engine, base, commandCaller.access, ticket, version, command.formData ?? {})
      : null
  const formInput = submitted?.filling ?? stored
  const form = submitted?.values ?? (await decidedForm(formInput, commandCaller.access, ticket, snapshot, command))
  await refuseNamed(stored, ticket.formData, form, submitted !== null)
  const thresholds = submitted?.thresholds ?? ticket.thresholds
  const dataHash = form === ticket.formData ? ticket.dataHash : hashOf(form)
  const isChanged = dataHash !== ticket.dataHash
  const facts = submitted || isChanged ? await readFacts(formInput, form, thresholds) : storedFacts
  if (isChanged && commandCaller.access)
    await attachFiles(base, commandCaller.access, ticketId, version.fields, ticket.formData, form)
  const signature =
    command.type === 'approve' && commandCaller.access
      ? await engine.takeSignature(
          base,
          engine.vault,
          commandCaller.access,
          { ticket, version, snapshot },
          command.signature,
          command.visit,
        )
      : null
  const place = visitOf(snapshot.context, asked)
  const comment = 'comment' in command ? command.comment : ''
  if (place && actorId !== null && ticket.revokesId === null) {
    const event = { type: command.type, state: place.state, actorId, comment, form, ticketId }
    await engine.servers.get(version.type)?.checkDecision?.(event, formContext(formInput))
  }

  const summary =
    isChanged || ticket.summary === null
      ? await engine.summaryOf(engine, base.db, version, form, base.clock.today())
      : ticket.summary
  const opened = newDecisionContext(formInput, {
    summary,
    ticket,
    language: commandCaller.language,
    at,
    facts,
    dataHash,
    form,
    formBefore: isChanged ? ticket.formData : null,
    actorId,
    comment,
    signature,
    snapshot,
  })
  const decisionContext = submitted ? { ...opened, resolved: await peopleAhead(opened) } : opened
  const plain = eventOf(ticket, command, actorId, people, { at, facts, dataHash })
  const event = plain.type === 'approve' && signature !== null ? { ...plain, signature } : plain
  if (isChanged && !submitted)
    await runChange(decisionContext, { state: place?.state ?? null, visit: place?.id ?? null })
  if (!(await take(decisionContext, event, loggedForm(command, ticket.formData, form))))
    throw new RuleError('wf.stateChanged')
  if (submitted) for (const person of ccOf(form)) decisionContext.cc.add(person)

  await tellDesigned(decisionContext, snapshot)

  assertSound(decisionContext, snapshot)
  const decision = decisionOf(decisionContext, {
    before: snapshot.context,
    thresholds,
    origin: commandCaller.origin,
    isNew,
    isSubmit: submitted !== null,
  })
  return { decisionContext, decision, before: snapshot }
}

/**
 * One decision, in the caller's transaction, in the order of WF-01: lock, check that nothing has moved, let the machine
 * decide, run the effects, write. `isNew` says that the ticket was created in this very transaction.
 * @throws Refusal 4004, RuleError wf.* or of an effect (INV-01), ValidationError; then nothing of it may be committed.
 */
export async function dispatch(
  engine: Engine,
  base: Base,
  ticketId: number,
  command: Command,
  commandCaller: CommandCaller,
  isNew = false,
): Promise<DecisionResult> {
  const ticket = await lockTicket(base.db, ticketId)
  if (!ticket) throw notFound()
  const { decisionContext, decision, before } = await decide(engine, base, ticket, command, commandCaller, isNew)
  await saveDecision(base.db, decision)
  await tendIncident(base, ticketId, decisionContext.version, before, decisionContext.snapshot)
  announceDecision(decisionContext, before.context, decision.after)
  await settleFamily(decisionContext, before.context, command.type === 'abandon', decision.after.status, dispatch)
  return { ticket: decision.after, version: decisionContext.version, snapshot: decisionContext.snapshot }
}

const ccOf = (form: FormData): readonly number[] => {
  const people = form['ccUserIds']
  return Array.isArray(people) ? people.filter((person) => typeof person === 'number') : []
}
