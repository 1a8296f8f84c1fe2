import type { StateDefinition } from '#machines/ticket/definition/definition.ts'
import type { TicketSnapshot } from '#machines/ticket/engine/compile.ts'
import { endsOf, precedingVisits, takenPath } from '#machines/ticket/engine/regions.ts'
import { step } from '#machines/ticket/engine/replay.ts'
import { peopleAgain } from '#machines/ticket/engine/returns.ts'
import { isHeldBy, isUndone, liveVisits, visitOf } from '#machines/ticket/engine/visits.ts'
import type { Candidate, TicketAction, TicketEvent, Visit } from '#machines/ticket/engine/vocabulary.ts'
import type { FormData } from '#src/fields/field.ts'
import type { LogEntry } from '../log/log.ts'
import type { About, Ask } from '../participants/participants.ts'
import { concernedBy } from '../participants/people.ts'
import type { Ticket } from '../ticket.ts'
import { type ActionOf, type DecisionContext, noParticipant, tell } from './decisionContext.ts'
import { runHook } from './effects.ts'
import { amountOf } from './facts.ts'
import { isSignedByRank } from './signature.ts'

/** What participants depend on, as the decision stands now; for a visit in branches, as seen from there. */
export function aboutOf(
  decisionContext: Pick<DecisionContext, 'unit' | 'version' | 'applicant' | 'form' | 'snapshot'> & {
    readonly ticket: Ticket | null
  },
  visit?: Visit,
): About {
  const { unit, ticket, version, applicant, form, snapshot } = decisionContext
  const before = visit
    ? precedingVisits(snapshot.context, visit)
    : endsOf(takenPath(snapshot.context).filter(({ outcome }) => outcome === 'passed'))
  return {
    type: version.type,
    applicantId: applicant.id,
    ...(applicant.concerned && { concernedId: applicant.concerned.id }),
    deptId: concernedBy(applicant).deptId,
    allowSelf: version.definition.allowSelf,
    formData: form,
    amount: amountOf(version, form),
    previous: before.flatMap(({ slots }) => slots.flatMap((slot) => slot.by ?? [])),
    at: unit.clock.now().getTime(),
    organisation: ticket?.organisation ?? null,
  }
}

const visitIn = ({ snapshot }: DecisionContext, id: number): Visit | undefined =>
  liveVisits(snapshot.context).find((visit) => visit.id === id)

/** Whether a state passes over the applicant among its own people; it does not hold for the people of its empty policy (25.7 rule 3). */
export const skipOf = (state: StateDefinition | undefined): Pick<Ask, 'skipsApplicant'> =>
  state?.skipsApplicant === true ? { skipsApplicant: true } : {}

type Performers = {
  readonly [Type in TicketAction['type']]: (decisionContext: DecisionContext, params: ActionOf<Type>) => Promise<void>
}

const performers: Performers = {
  async resolveParticipants(decisionContext, { visit, state, participant }) {
    const definition = decisionContext.version.definition.states.find((one) => one.key === state)
    const isOwn = definition?.participant === participant
    const known = isOwn ? decisionContext.resolved.get(state) : undefined
    const ask = { kind: definition?.kind ?? 'approve', participant, ...(isOwn && skipOf(definition)) } as const
    const [people] = known
      ? [known]
      : await decisionContext.engine.participants(
          decisionContext.unit,
          aboutOf(decisionContext, visitIn(decisionContext, visit)),
          [ask],
        )
    const { context } = decisionContext.snapshot
    const opened = context.visits[visit - 1]
    const again = opened ? peopleAgain(context, opened, people ?? []) : []
    await staffVisit(decisionContext, visit, state, again)
  },
  async fileChild(decisionContext, { visit, child }) {
    const { at, facts, dataHash } = decisionContext
    const ticket = await decisionContext.engine.fileChild(decisionContext, child)
    await take(decisionContext, { type: 'child', visit, ticket, said: 'filed', at, facts, dataHash })
  },
  hook: (decisionContext, params) => runHook(decisionContext, params),
  async share(decisionContext, { participant, people }) {
    const [candidates] = participant
      ? await decisionContext.engine.participants(decisionContext.unit, aboutOf(decisionContext), [
          { kind: 'cc', participant },
        ])
      : []
    for (const person of [...people, ...(candidates ?? []).map((candidate) => candidate.person)])
      decisionContext.cc.add(person)
  },
  async remind(decisionContext, { visit, reason }) {
    const slots = visitIn(decisionContext, visit)?.slots.filter((slot) => slot.status === 'open') ?? []
    const to = slots.flatMap((slot) => (slot.onBehalfOf === null ? [slot.holder] : [slot.holder, slot.onBehalfOf]))
    tell(decisionContext, 'REMIND', reason === 'urge' ? 'notice.ticket.urged' : 'notice.ticket.overdue', to)
  },
  async lapse(decisionContext, { people }) {
    const { id } = decisionContext.applicant
    tell(decisionContext, 'TICKET', 'notice.ticket.lapsed', [id])
    const others = people.filter((person) => person !== id)
    tell(decisionContext, 'TICKET', 'notice.ticket.taken', others)
  },
  async announce(decisionContext, { what }) {
    tell(decisionContext, 'TICKET', `notice.ticket.${what}`, [decisionContext.applicant.id])
  },
}

/** Carries out one action of the machine. */
export function perform(decisionContext: DecisionContext, action: TicketAction): Promise<void> {
  // Each performer takes the params of its own type; the compiler cannot pair a union with its record.
  const run = performers[action.type] as (decisionContext: DecisionContext, params: unknown) => Promise<void>
  return run(decisionContext, action.params)
}

/** More events than this in one decision is a loop, not a workflow. */
const MAX_EVENTS = 200

export function entryOf(snapshot: TicketSnapshot, event: TicketEvent, form: FormData | null): LogEntry {
  const visit = visitOf(snapshot.context, event)
  const slot = 'actor' in event ? visit?.slots.find((one) => isUndone(one) && isHeldBy(one, event.actor)) : undefined
  const isForOther = slot !== undefined && 'actor' in event && event.actor === slot.holder
  return {
    event,
    onBehalfOf: isForOther ? slot.onBehalfOf : null,
    state: visit?.state ?? null,
    visit: visit?.id ?? null,
    slot: slot?.id ?? null,
    form,
  }
}

/** Takes one event and carries out what follows from it, until nothing is left. Returns false when the machine refuses it. */
export async function take(
  decisionContext: DecisionContext,
  event: TicketEvent,
  form: FormData | null = null,
): Promise<boolean> {
  const result = step(decisionContext.version.machine, decisionContext.snapshot, event)
  if (!result.ok) return false
  if (decisionContext.entries.length >= MAX_EVENTS)
    throw new Error(`ticket ${decisionContext.ticket.no} does not come to rest`)
  decisionContext.entries.push(entryOf(decisionContext.snapshot, event, form))
  decisionContext.snapshot = result.snapshot
  for (const action of result.actions) await perform(decisionContext, action)
  return true
}

/** Answers `resolveParticipants` with these people. @throws RuleError wf.noParticipant for none where the policy is `block` (WF-15). */
export async function staffVisit(
  decisionContext: DecisionContext,
  visit: number,
  state: string,
  people: readonly Candidate[],
): Promise<void> {
  const { at, facts, dataHash, version, applicant } = decisionContext
  const definition = version.definition.states.find((one) => one.key === state)
  const mustSign = definition !== undefined && isSignedByRank(definition, concernedBy(applicant))
  const event = { type: 'participants', visit, people, at, facts, dataHash, ...(mustSign && { mustSign }) } as const
  if (await take(decisionContext, event)) return
  throw noParticipant(decisionContext, state)
}
