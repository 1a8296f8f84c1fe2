/** Paths of the shipped workflows with the bureau's own people, so that each of them can be walked on the pure machine and on the server alike. */

import type { Facts, WorkflowDefinition } from '#machines/ticket/definition/definition.ts'
import type { TicketSnapshot } from '#machines/ticket/engine/compile.ts'
import { tasksOf } from '#machines/ticket/engine/projection.ts'
import { peopleAgain } from '#machines/ticket/engine/returns.ts'
import { currentStates, removable, returnTargets } from '#machines/ticket/engine/status.ts'
import { liveVisits, peopleIn } from '#machines/ticket/engine/visits.ts'
import type { Candidate, PersonEventType, PersonId, TicketEvent } from '#machines/ticket/engine/vocabulary.ts'
import { abstractOf } from '#machines/ticket/explore/positions.ts'
import { isFresh, retrievals } from '#machines/ticket/explore/testPeople.ts'

/** One application of one person, and who the bureau finds for it. */
export interface Scenario {
  readonly name: string
  readonly type: string
  readonly definition: WorkflowDefinition
  readonly applicant: PersonId
  readonly facts: Facts
  /** Facts that a handling may bring, each tried. */
  readonly handled: readonly Facts[]
  /** People by state. */
  readonly peopleByState: Readonly<Record<string, readonly PersonId[]>>
  /** States whose people stand for one group of the participant each, in their order. */
  readonly eachForOneGroup?: readonly string[]
  /** Who joins when a state is escalated. */
  readonly escalated: Readonly<Record<string, PersonId>>
  /** Straight returns and retrievals are tried too; one short chart and one with conditions show what they do. */
  readonly goesBack?: boolean
  /** Takes what is transferred. */
  readonly standIn: PersonId
  /** Holds `ticket:Void`. */
  readonly voider: PersonId
}

const candidate = (person: PersonId): Candidate => ({ person, onBehalfOf: null, rule: null })
const peopleOf = ({ peopleByState, eachForOneGroup = [] }: Scenario, place: string): readonly Candidate[] =>
  (peopleByState[place] ?? []).map((person, group) => ({
    ...candidate(person),
    ...(eachForOneGroup.includes(place) && { sources: [group] }),
  }))
const COMMENT = 'a sound reason, in full'

export const personal = [
  'submit',
  'approve',
  'reject',
  'withdraw',
  'retrieve',
  'claim',
  'release',
  'handle',
  'refuse',
] as const satisfies readonly PersonEventType[]

/** One target shows what it is to come straight back: the earliest state, the applicant where there is none. */
const straightTarget = (snapshot: TicketSnapshot, actor: PersonId): string => {
  const [start = 'start', first = start] = returnTargets(snapshot, actor)
  return first
}

/** What the machine is asked about a moment by this person. */
export function actionsOf(scenario: Scenario, snapshot: TicketSnapshot, actor: PersonId): readonly TicketEvent[] {
  const by = { at: '2026-03-11T02:00:00.000Z', facts: scenario.facts, dataHash: 'same', actor, comment: COMMENT }
  const [visit] = liveVisits(snapshot.context)
  const isFirstHand = visit?.slots.every((slot) => slot.transfers === 0) === true
  const calledIn = removable(snapshot, actor)
  return [
    ...personal.flatMap((type): TicketEvent[] =>
      type === 'handle'
        ? scenario.handled.map((facts) => ({ ...by, type, facts: { ...scenario.facts, ...facts } }))
        : [{ ...by, type }],
    ),
    ...['start', ...returnTargets(snapshot, actor)]
      .filter((target, index, all) => all.indexOf(target) === index)
      .flatMap((target): TicketEvent[] => [
        { ...by, type: 'return', target },
        ...(scenario.goesBack && visit && isFresh(snapshot.context, visit) && target === straightTarget(snapshot, actor)
          ? [{ ...by, type: 'return' as const, target, resume: 'straightBack' as const }]
          : []),
      ]),
    ...(isFirstHand ? [{ ...by, type: 'transfer' as const, to: scenario.standIn }] : []),
    ...(visit && isFresh(snapshot.context, visit)
      ? [
          { ...by, type: 'delegate' as const, to: scenario.standIn },
          {
            ...by,
            type: 'addSign' as const,
            people: [scenario.standIn],
            where: 'after' as const,
            method: 'all' as const,
          },
        ]
      : []),
    { ...by, type: 'removeSign', people: calledIn.length > 0 ? calledIn : [scenario.standIn] },
    ...(actor === scenario.voider ? [{ ...by, type: 'void' as const }] : []),
  ]
}

function ticks({ definition, facts, escalated }: Scenario, snapshot: TicketSnapshot): readonly TicketEvent[] {
  const given = { at: '2026-03-11T02:00:00.000Z', facts, dataHash: 'same' }
  const [visit] = liveVisits(snapshot.context)
  const state = definition.states.find(({ key }) => key === visit?.state)
  if (!visit || !state) return []
  const [next] = (state.timers ?? [])
    .filter((timer) => !visit.fired.includes(timer.key))
    .sort((a, b) => a.afterHours - b.afterHours)
  const joins = next?.action === 'escalate' ? [candidate(escalated[state.key]!)] : []
  return [
    ...(next ? [{ ...given, type: 'timeout' as const, visit: visit.id, rule: next.key, people: joins }] : []),
    ...(state.opensAtField === undefined ? [] : [{ ...given, type: 'open' as const, visit: visit.id }]),
  ]
}

/** Every event worth trying here; the machine refuses what does not fit. */
export function eventsOf(scenario: Scenario, snapshot: TicketSnapshot): readonly TicketEvent[] {
  const { context } = snapshot
  const [visit] = liveVisits(context)
  const [place] = currentStates(snapshot)
  if (visit && place !== undefined && visit.slots.length === 0) {
    return [
      {
        at: '2026-03-11T02:00:00.000Z',
        facts: scenario.facts,
        dataHash: 'same',
        type: 'participants',
        visit: visit.id,
        people: peopleAgain(context, visit, peopleOf(scenario, place)),
      },
    ]
  }
  const people = new Set([scenario.applicant, scenario.voider, ...(visit ? peopleIn(visit) : [])])
  const events = [...people].flatMap((person) => actionsOf(scenario, snapshot, person))
  // That the ticket goes on with the people called in is enough; what else may happen is tried without them.
  if (visit?.slots.some((slot) => slot.addedBy !== undefined))
    return events.filter(({ type }) => type === 'approve' || type === 'removeSign')
  return [
    ...events.filter((event) => event.type !== 'submit' || context.round < 2),
    ...ticks(scenario, snapshot),
    ...(scenario.goesBack
      ? retrievals(context, { at: '2026-03-11T02:00:00.000Z', facts: scenario.facts, dataHash: 'same' })
      : []),
  ]
}

export const tell = abstractOf

/** Whether the ticket stands still here, all questions answered. */
export const isSettled = (snapshot: TicketSnapshot): boolean => liveVisits(snapshot.context)[0]?.slots.length !== 0

/** Places and holders in the order in which the tests compare them. */
export const placesOf = (snapshot: TicketSnapshot): readonly string[] =>
  tasksOf(snapshot.context)
    .map((task) => [task.visit, task.state, task.holder, task.relation, task.status, task.outcome ?? '-'].join(' '))
    .sort()
