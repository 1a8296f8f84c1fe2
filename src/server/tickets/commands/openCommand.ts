import { asksPeople } from '#machines/ticket/definition/definition.ts'
import { liveVisits, visitOf } from '#machines/ticket/engine/visits.ts'
import type { Candidate, TicketEvent, Visit } from '#machines/ticket/engine/vocabulary.ts'
import type { Access } from '#src/define/access.ts'
import { RuleError } from '#src/define/problem.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import type { Ticket } from '../ticket.ts'
import type { Engine } from '../versions/engine.ts'
import type { Command, CommandCaller } from './command.ts'
import type { DecisionInput } from './decisionContext.ts'
import type { FormAfter } from './formAfter.ts'
import { openDraft, openTicket } from './open.ts'
import { aboutOf } from './perform.ts'

/** A command with the ticket it is for: built once, and read by every step of the decision until the form is known. */
export interface OpenCommand extends DecisionInput {
  readonly command: Command
  /** null for timers, and where the organisation changed. */
  readonly access: Access | null
  /** The event for the machine. Guards of events do not depend on facts and on the hash of the form, so these follow with the form. */
  readonly event: TicketEvent
  /** The live visit that the event is about; none where it is about the whole ticket, or several are possible. */
  readonly visit: Visit | undefined
}

/** Who joins the task when an escalation is due (WF-12). */
async function escalatedTo(
  { engine, unit, version, ticket, applicant, snapshot }: DecisionInput,
  command: Command,
): Promise<readonly Candidate[]> {
  if (command.type !== 'timeout') return []
  const key = liveVisits(snapshot.context).find(({ id }) => id === command.visit)?.state
  const state = version.definition.states.find((one) => one.key === key)
  const timer = state?.timers?.find((one) => one.key === command.rule)
  if (!state || timer === undefined || !asksPeople(timer)) return []
  const about = aboutOf({ unit, ticket, version, applicant, form: ticket.formData, snapshot })
  const [people] = await engine.participants(unit, about, [{ kind: state.kind, participant: timer.to }])
  return people ?? []
}

function eventOf({ ticket, actorId, at }: DecisionInput, command: Command, people: readonly Candidate[]): TicketEvent {
  const before = { at, facts: {}, dataHash: ticket.dataHash }
  if (command.type === 'timeout') return { ...before, ...command, people }
  if (!('comment' in command)) return { ...before, ...command }
  const { type, comment } = command
  const by = { ...before, actor: actorId ?? 0, comment, ...(command.visit !== undefined && { visit: command.visit }) }
  if (type === 'return')
    return { ...by, type, target: command.target, ...(command.resume && { resume: command.resume }) }
  if (type === 'transfer' || type === 'delegate') return { ...by, type, to: command.to }
  if (type === 'cc' || type === 'removeSign') return { ...by, type, people: command.people }
  if (type === 'addSign') return { ...by, type, people: command.people, where: command.where, method: command.method }
  if (type === 'comment' && command.people?.length) return { ...by, type, people: command.people }
  if (type === 'submit' && ticket.revokesId !== null) return { ...by, type, revokes: true }
  return { ...by, type }
}

const snapshotFor = (engine: Engine, unit: UnitOfWork, ticket: Ticket) =>
  (ticket.status === 'draft' && ticket.revokesId === null ? openDraft : openTicket)(engine, unit, ticket)

/**
 * The command with the ticket as its lock found it. `isNew` says that the ticket was created in this very transaction.
 * @throws RuleError wf.quarantined, and wf.stateChanged where the caller has seen an older revision (WF-02).
 */
export async function openCommand(
  engine: Engine,
  unit: UnitOfWork,
  ticket: Ticket,
  command: Command,
  { access, language, origin, revision }: CommandCaller,
  isNew: boolean,
): Promise<OpenCommand> {
  if (ticket.isQuarantined) throw new RuleError('wf.quarantined', ticket.no)
  if (revision !== null && revision !== ticket.revision) throw new RuleError('wf.stateChanged')
  const { version, snapshot } = await snapshotFor(engine, unit, ticket)
  const input: DecisionInput = {
    engine,
    unit,
    version,
    applicant: ticket.applicant,
    ticketId: ticket.id,
    ticket,
    snapshot,
    language,
    origin,
    isNew,
    at: unit.clock.now().toISOString(),
    actorId: access?.userId ?? null,
    comment: 'comment' in command ? command.comment : '',
  }
  const event = eventOf(input, command, await escalatedTo(input, command))
  return { ...input, command, access, event, visit: visitOf(snapshot.context, event) }
}

/** The event as the log keeps it: with the facts and the hash of the form that is decided upon, and the signature. */
export function completeEvent(
  { event }: OpenCommand,
  { facts, dataHash, signature }: Pick<FormAfter, 'facts' | 'dataHash' | 'signature'>,
): TicketEvent {
  const isSigned = event.type === 'approve' && signature !== null
  return isSigned ? { ...event, facts, dataHash, signature } : { ...event, facts, dataHash }
}
