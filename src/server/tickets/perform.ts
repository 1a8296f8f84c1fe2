import type { TicketSnapshot } from '#machines/ticket/compile.ts'
import type { StateDefinition } from '#machines/ticket/definition.ts'
import { endsOf, precedingVisits, takenPath } from '#machines/ticket/regions.ts'
import { step } from '#machines/ticket/replay.ts'
import { peopleAgain } from '#machines/ticket/returns.ts'
import { isHeldBy, isUndone, liveVisits, visitOf } from '#machines/ticket/visits.ts'
import type { Candidate, TicketAction, TicketEvent, Visit } from '#machines/ticket/vocabulary.ts'
import type { FormData } from '#src/fields/field.ts'
import { type ActionOf, type Deciding, noParticipant, tell } from './deciding.ts'
import { runHook } from './effects.ts'
import { amountOf } from './facts.ts'
import type { LogEntry } from './log.ts'
import type { About, Ask } from './participants.ts'
import { isSignedByRank } from './signature.ts'
import type { Ticket } from './ticket.ts'

/** What participants depend on, as the decision stands now; for a visit in branches, as seen from there. */
export function aboutOf(
  deciding: Pick<Deciding, 'base' | 'version' | 'applicant' | 'form' | 'snapshot'> & { readonly ticket: Ticket | null },
  visit?: Visit,
): About {
  const { base, ticket, version, applicant, form, snapshot } = deciding
  const before = visit
    ? precedingVisits(snapshot.context, visit)
    : endsOf(takenPath(snapshot.context).filter(({ outcome }) => outcome === 'passed'))
  return {
    type: version.type,
    applicantId: applicant.id,
    deptId: applicant.deptId,
    allowSelf: version.definition.allowSelf,
    formData: form,
    amount: amountOf(version, form),
    previous: before.flatMap(({ slots }) => slots.flatMap((slot) => slot.by ?? [])),
    at: base.clock.now().getTime(),
    organisation: ticket?.organisation ?? null,
  }
}

const visitIn = ({ snapshot }: Deciding, id: number): Visit | undefined =>
  liveVisits(snapshot.context).find((visit) => visit.id === id)

/** What a state says of applicants among its own people; whom its empty policy names instead is found as anywhere (25.7 rule 3). */
export const skipOf = (state: StateDefinition | undefined): Pick<Ask, 'skipsApplicant'> =>
  state?.skipsApplicant === true ? { skipsApplicant: true } : {}

type Performers = {
  readonly [Type in TicketAction['type']]: (deciding: Deciding, params: ActionOf<Type>) => Promise<void>
}

const performers: Performers = {
  async resolveParticipants(deciding, { visit, state, participant }) {
    const definition = deciding.version.definition.states.find((one) => one.key === state)
    const isOwn = definition?.participant === participant
    const known = isOwn ? deciding.resolved.get(state) : undefined
    const ask = { kind: definition?.kind ?? 'approve', participant, ...(isOwn && skipOf(definition)) } as const
    const [people] = known
      ? [known]
      : await deciding.engine.participants(deciding.base, aboutOf(deciding, visitIn(deciding, visit)), [ask])
    const { context } = deciding.snapshot
    const opened = context.visits[visit - 1]
    const asked = opened ? peopleAgain(context, opened, people ?? []) : []
    await staffVisit(deciding, visit, state, asked)
  },
  async fileChild(deciding, { visit, child }) {
    const { at, facts, dataHash } = deciding
    const ticket = await deciding.engine.fileChild(deciding, child)
    await take(deciding, { type: 'child', visit, ticket, said: 'filed', at, facts, dataHash })
  },
  hook: (deciding, params) => runHook(deciding, params),
  async share(deciding, { participant, people }) {
    const [found] = participant
      ? await deciding.engine.participants(deciding.base, aboutOf(deciding), [{ kind: 'cc', participant }])
      : []
    for (const person of [...people, ...(found ?? []).map((candidate) => candidate.person)]) deciding.cc.add(person)
  },
  async remind(deciding, { visit, reason }) {
    const slots = visitIn(deciding, visit)?.slots.filter((slot) => slot.status === 'open') ?? []
    const to = slots.flatMap((slot) => (slot.onBehalfOf === null ? [slot.holder] : [slot.holder, slot.onBehalfOf]))
    tell(deciding, 'REMIND', reason === 'urge' ? 'notice.ticket.urged' : 'notice.ticket.overdue', to)
  },
  async lapse(deciding, { people }) {
    const { id } = deciding.applicant
    tell(deciding, 'TICKET', 'notice.ticket.lapsed', [id])
    const others = people.filter((person) => person !== id)
    tell(deciding, 'TICKET', 'notice.ticket.taken', others)
  },
  async announce(deciding, { what }) {
    tell(deciding, 'TICKET', `notice.ticket.${what}`, [deciding.applicant.id])
  },
}

/** Carries out one action of the machine. */
export function perform(deciding: Deciding, action: TicketAction): Promise<void> {
  // Each performer takes the params of its own type; the compiler cannot pair a union with its record.
  const run = performers[action.type] as (deciding: Deciding, params: unknown) => Promise<void>
  return run(deciding, action.params)
}

/** More events than this in one decision is a loop, not a workflow. */
const MOST_EVENTS = 200

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
export async function take(deciding: Deciding, event: TicketEvent, form: FormData | null = null): Promise<boolean> {
  const result = step(deciding.version.machine, deciding.snapshot, event)
  if (!result.ok) return false
  if (deciding.entries.length >= MOST_EVENTS) throw new Error(`ticket ${deciding.ticket.no} does not come to rest`)
  deciding.entries.push(entryOf(deciding.snapshot, event, form))
  deciding.snapshot = result.snapshot
  for (const action of result.actions) await perform(deciding, action)
  return true
}

/** The answer to `resolveParticipants`; nobody where the policy blocks is refused (WF-15). */
export async function staffVisit(
  deciding: Deciding,
  visit: number,
  state: string,
  people: readonly Candidate[],
): Promise<void> {
  const { at, facts, dataHash, version, applicant } = deciding
  const definition = version.definition.states.find((one) => one.key === state)
  const mustSign = definition !== undefined && isSignedByRank(definition, applicant)
  const found = { type: 'participants', visit, people, at, facts, dataHash, ...(mustSign && { mustSign }) } as const
  if (await take(deciding, found)) return
  throw noParticipant(deciding, state)
}
