import type { TicketSnapshot } from '#machines/ticket/compile.ts'
import { asksPeople, type Facts, groupsOf, type Resume } from '#machines/ticket/definition.ts'
import { violations, violationsOfStep } from '#machines/ticket/invariants.ts'
import { stateBack } from '#machines/ticket/returns.ts'
import { routeOf } from '#machines/ticket/route.ts'
import { liveVisits, visitOf, visitsWith } from '#machines/ticket/visits.ts'
import type {
  Candidate,
  ChildOutcome,
  PersonEventType,
  PersonId,
  SignMethod,
  SignPlace,
  TicketEvent,
} from '#machines/ticket/vocabulary.ts'
import type { Access } from '#src/define/access.ts'
import type { Language } from '#src/define/messages.ts'
import { notFound, RuleError, ValidationError } from '#src/define/problem.ts'
import type { Base } from '#src/define/server.ts'
import type { FormData } from '#src/fields/field.ts'
import { announceDecision } from './announce.ts'
import { attachFiles } from './attachments.ts'
import { barrier } from './buttons.ts'
import { hashOf } from './canonical.ts'
import { checkCalled } from './circle.ts'
import { begun, type Deciding, noParticipant } from './deciding.ts'
import { decisionOf } from './decision.ts'
import { tellDesigned } from './designedNotices.ts'
import { runChange } from './effects.ts'
import type { Engine } from './engine.ts'
import { readFacts } from './facts.ts'
import { settleFamily } from './family/settle.ts'
import { type Filling, formContext } from './forms.ts'
import { TicketBroken } from './incidents.ts'
import type { Reader } from './lines.ts'
import type { Origin } from './log.ts'
import { type Opened, openDraft, openTicket } from './open.ts'
import { aboutOf, take } from './perform.ts'
import { refusalOf } from './refusal.ts'
import { type Decision, saveDecision } from './save.ts'
import { lockTicket, type Ticket } from './ticket.ts'
import { isVisible } from './visibility.ts'
import { decidedForm, loggedForm, submittedForm } from './written.ts'

/** What somebody, or a timer, wants of a ticket. `visit`: in which of several live ones. */
export type Wish = PersonWish | SystemWish

/** What a person wants of a ticket. */
export type PersonWish = { readonly visit?: number } & PersonDeed
type PersonDeed =
  | {
      readonly type: Exclude<PersonEventType, 'return' | 'transfer' | 'delegate' | 'addSign' | 'removeSign' | 'cc'>
      readonly comment: string
      /** Writable fields, for submit, approve and handle. */
      readonly formData?: FormData
      /** Proof of a signature, for approvals that need one. */
      readonly signature?: string
    }
  | { readonly type: 'return'; readonly comment: string; readonly target: string; readonly resume?: Resume }
  | { readonly type: 'transfer' | 'delegate'; readonly comment: string; readonly to: PersonId }
  | { readonly type: 'cc' | 'removeSign'; readonly comment: string; readonly people: readonly PersonId[] }
  | {
      readonly type: 'addSign'
      readonly comment: string
      readonly people: readonly PersonId[]
      readonly where: SignPlace
      readonly method: SignMethod
    }
type SystemWish =
  | { readonly type: 'timeout'; readonly visit: number; readonly rule: string }
  | { readonly type: 'open'; readonly visit: number }
  | {
      readonly type: 'reassign'
      readonly visit: number
      readonly people: readonly Candidate[]
      readonly leaver?: PersonId
    }
  | {
      readonly type: 'substitute'
      readonly visit: number
      readonly person: PersonId
      readonly substitute: PersonId | null
    }
  | { readonly type: 'child'; readonly visit: number; readonly ticket: number; readonly said: ChildOutcome }
  | { readonly type: 'abandon'; readonly visit?: never }
  | { readonly type: 'revoked'; readonly by: number; readonly visit?: never }

/** Who wants it, from where, and what they had seen. */
export interface Asker {
  /** null for timers, and where the organisation changed. */
  readonly access: Access | null
  readonly language: Language
  readonly origin: Origin
  /** Revision of the ticket on the asker's screen; a stale one is `wf.stateChanged` (WF-02). */
  readonly revision: number | null
}

/** Nobody in person: a timer, or a change of the organisation. */
export const bySystem: Asker = {
  access: null,
  language: 'zhHans',
  origin: { ip: null, requestId: null },
  revision: null,
}

/** The ticket after the decision, with what its buttons are computed from. */
export interface Decided extends Opened {
  readonly ticket: Ticket
}

/** Who joins the task when an escalation is due (WF-12). */
async function escalatedTo(
  filling: Filling,
  ticket: Ticket,
  snapshot: TicketSnapshot,
  wish: Wish,
): Promise<readonly Candidate[]> {
  if (wish.type !== 'timeout') return []
  const { version, base, engine } = filling
  const key = liveVisits(snapshot.context).find(({ id }) => id === wish.visit)?.state
  const state = version.definition.states.find((one) => one.key === key)
  const timer = state?.timers?.find((one) => one.key === wish.rule)
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
  wish: Wish,
  actorId: PersonId | null,
  people: readonly Candidate[],
  given: { at: string; facts: Facts; dataHash: string },
): TicketEvent {
  if (wish.type === 'timeout') return { ...given, ...wish, people }
  if (!('comment' in wish)) return { ...given, ...wish }
  const { type, comment } = wish
  const by = { ...given, actor: actorId ?? 0, comment, ...(wish.visit !== undefined && { visit: wish.visit }) }
  if (type === 'return') return { ...by, type, target: wish.target, ...(wish.resume && { resume: wish.resume }) }
  if (type === 'transfer' || type === 'delegate') return { ...by, type, to: wish.to }
  if (type === 'cc' || type === 'removeSign') return { ...by, type, people: wish.people }
  if (type === 'addSign') return { ...by, type, people: wish.people, where: wish.where, method: wish.method }
  if (type === 'submit' && ticket.revokesId !== null) return { ...by, type, revokes: true }
  return { ...by, type }
}

/** WF-15: everybody the way ahead needs is looked up before anything is written; a blocking state without people refuses the submit. */
async function peopleAhead(deciding: Deciding): Promise<ReadonlyMap<string, readonly Candidate[]>> {
  const { definition } = deciding.version
  const route = routeOf(definition, deciding.facts)
  const back = stateBack(deciding.snapshot.context, deciding)
  const ahead = back === null ? route : route.slice(route.findIndex((step) => step.state === back))
  const entered = new Set(ahead.filter((step) => !step.isSkipped).map((step) => step.state))
  const asks = definition.states.filter((state) => {
    // Whom a later form field or decision will name is not known yet.
    const isOpen = groupsOf(state.participant).some(
      (group) => group.type === 'previous' || (group.type === 'formField' && deciding.form[group.field] == null),
    )
    return entered.has(state.key) && state.kind !== 'cc' && !isOpen
  })
  const found = await deciding.engine.participants(deciding.base, aboutOf(deciding), asks)
  const resolved = new Map(asks.map((state, index) => [state.key, found[index] ?? []]))
  const empty = asks.find((state) => state.emptyPolicy.type === 'block' && resolved.get(state.key)?.length === 0)
  if (empty) throw noParticipant(deciding, empty.key)
  return resolved
}

/** Deeds on the whole ticket, or on all of its tasks. */
const onTicket: readonly TicketEvent['type'][] = ['withdraw', 'void', 'urge', 'comment', 'cc']

/** Somebody with places in several branches says which is meant: to guess would decide in the wrong one. */
function checkVisit(snapshot: TicketSnapshot, event: TicketEvent): void {
  if (!('actor' in event) || event.visit !== undefined || onTicket.includes(event.type)) return
  if (visitsWith(snapshot.context, event.actor).length > 1)
    throw new ValidationError({ visit: [{ key: 'check.required' }] })
}

/** Out of sight is 4004; what permission and pace forbid is refused before the machine is asked. */
async function admit(base: Base, access: Access, wish: Wish, ticket: Ticket, snapshot: TicketSnapshot): Promise<void> {
  if (!(await isVisible(base.db, access, ticket.id, snapshot.context))) throw notFound()
  if (!('comment' in wish)) return
  const refused = barrier(base, access, wish.type, ticket, snapshot.context)
  if (refused) throw refused
}

/** WF-10: who is called in is within reach of the state; copies go to people who exist. */
async function checkPeople(reader: Reader, decided: Decided, access: Access | null, wish: Wish): Promise<void> {
  const { engine, base } = reader
  if (access) await checkCalled(reader, decided, access, wish)
  if (wish.type !== 'cc') return
  const { able } = await engine.organisation(base.db, decided.ticket.organisation)
  if (!wish.people.every(able)) throw new ValidationError({ userIds: [{ key: 'check.notFound' }] })
}

/** @throws TicketBroken when what was decided breaks an invariant. */
export function assertSound(deciding: Deciding, before: TicketSnapshot): void {
  const broken = [
    ...violations(deciding.version.definition, deciding.snapshot),
    ...violationsOfStep(before.context, deciding.snapshot.context),
  ]
  const faults = broken.map(({ rule, detail }) => `${rule}: ${detail}`)
  if (faults.length > 0) throw new TicketBroken(deciding.ticket.no, deciding.ticket.id, faults)
}

/** What a decision made of a ticket, and everything that has to be written for it. */
interface Outcome {
  readonly deciding: Deciding
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
  wish: Wish,
  asker: Asker,
  isNew = false,
): Promise<Outcome> {
  const ticketId = ticket.id
  if (ticket.isQuarantined) throw new RuleError('wf.quarantined', ticket.no)
  if (asker.revision !== null && asker.revision !== ticket.revision) throw new RuleError('wf.stateChanged')
  const actorId = asker.access?.userId ?? null
  const isDraft = ticket.status === 'draft' && ticket.revokesId === null
  const { version, snapshot } = await (isDraft ? openDraft : openTicket)(engine, base, ticket)
  if (asker.access) await admit(base, asker.access, wish, ticket, snapshot)

  const at = base.clock.now().toISOString()
  const stored: Filling = { engine, base, version, applicant: ticket.applicant, ticketId }
  const storedFacts = await readFacts(stored, ticket.formData, ticket.thresholds)
  const people = await escalatedTo(stored, ticket, snapshot, wish)
  const asked = eventOf(ticket, wish, actorId, people, { at, facts: storedFacts, dataHash: ticket.dataHash })
  checkVisit(snapshot, asked)
  // Whoever may not act is told so, not which fields are missing.
  if (!snapshot.can(asked))
    throw 'actor' in asked ? refusalOf(version.definition, snapshot, asked) : new RuleError('wf.stateChanged')
  await checkPeople({ engine, base, language: asker.language }, { ticket, version, snapshot }, asker.access, wish)

  const submitted =
    wish.type === 'submit' && asker.access
      ? await submittedForm(engine, base, asker.access, ticket, version, wish.formData ?? {})
      : null
  const filling = submitted?.filling ?? stored
  const form = submitted?.values ?? (await decidedForm(filling, asker.access, ticket, snapshot, wish))
  const thresholds = submitted?.thresholds ?? ticket.thresholds
  const dataHash = form === ticket.formData ? ticket.dataHash : hashOf(form)
  const isChanged = dataHash !== ticket.dataHash
  const facts = submitted || isChanged ? await readFacts(filling, form, thresholds) : storedFacts
  if (isChanged && asker.access) await attachFiles(base, asker.access, ticketId, version.fields, ticket.formData, form)
  const signature =
    wish.type === 'approve' && asker.access
      ? await engine.takeSignature(
          base,
          engine.vault,
          asker.access,
          { ticket, version, snapshot },
          wish.signature,
          wish.visit,
        )
      : null
  const place = visitOf(snapshot.context, asked)
  const comment = 'comment' in wish ? wish.comment : ''
  if (place && actorId !== null && ticket.revokesId === null) {
    const event = { type: wish.type, state: place.state, actorId, comment, form, ticketId }
    await engine.servers.get(version.type)?.checkDecision?.(event, formContext(filling))
  }

  const opened = begun(filling, {
    ticket,
    language: asker.language,
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
  const deciding = submitted ? { ...opened, resolved: await peopleAhead(opened) } : opened
  const plain = eventOf(ticket, wish, actorId, people, { at, facts, dataHash })
  const event = plain.type === 'approve' && signature !== null ? { ...plain, signature } : plain
  if (isChanged && !submitted) await runChange(deciding, { state: place?.state ?? null, visit: place?.id ?? null })
  if (!(await take(deciding, event, loggedForm(wish, ticket.formData, form)))) throw new RuleError('wf.stateChanged')
  if (submitted) for (const person of ccOf(form)) deciding.cc.add(person)

  await tellDesigned(deciding, snapshot)

  assertSound(deciding, snapshot)
  const decision = decisionOf(deciding, {
    before: snapshot.context,
    thresholds,
    origin: asker.origin,
    isNew,
    isSubmit: submitted !== null,
  })
  return { deciding, decision, before: snapshot }
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
  wish: Wish,
  asker: Asker,
  isNew = false,
): Promise<Decided> {
  const ticket = await lockTicket(base.db, ticketId)
  if (!ticket) throw notFound()
  const { deciding, decision, before } = await decide(engine, base, ticket, wish, asker, isNew)
  await saveDecision(base.db, decision)
  announceDecision(deciding, before.context, decision.after)
  await settleFamily(deciding, before.context, wish.type === 'abandon', decision.after.status)
  return { ticket: decision.after, version: deciding.version, snapshot: deciding.snapshot }
}

const ccOf = (form: FormData): readonly number[] => {
  const people = form['ccUserIds']
  return Array.isArray(people) ? people.filter((person) => typeof person === 'number') : []
}
