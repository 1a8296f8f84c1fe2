/** Workflows at random, sound ones and faulty ones, and tickets that live through them at random. */

import type {
  Ballot,
  Condition,
  Facts,
  Participant,
  StateDefinition,
  TimerRule,
  TransitionDefinition,
  WorkflowDefinition,
} from '#machines/ticket/definition/definition.ts'
import { compileWorkflow, type TicketMachine, type TicketSnapshot } from '#machines/ticket/engine/compile.ts'
import { start, step } from '#machines/ticket/engine/replay.ts'
import { statusOf } from '#machines/ticket/engine/status.ts'
import type { TicketEvent } from '#machines/ticket/engine/vocabulary.ts'
import { APPLICANT, eventsFor, type TestPeople, testPeopleFor } from '#machines/ticket/explore/testPeople.ts'
import { text } from './text.ts'

/** A source of chance that gives the same for the same seed. */
export interface Chance {
  /** A whole number below `count`. */
  readonly below: (count: number) => number
  readonly isLucky: (percent: number) => boolean
  readonly of: <T>(list: readonly T[]) => T
}

export function chance(seed: number): Chance {
  let state = (seed + 1) * 0x9e3779b9
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (count: number) => Math.floor(next() * count)
  return {
    below,
    isLucky: (percent) => below(100) < percent,
    of: <T>(list: readonly T[]) => list[below(list.length)] as T,
  }
}

const conditions: readonly Condition[] = [
  { field: 'amount', op: 'gt', value: 5 },
  { field: 'amount', op: 'lte', value: 5 },
  { field: 'amount', op: 'gt', value: { fact: 'config.wf.t1' } },
  { field: 'days', op: 'gte', value: 3 },
  { field: 'days', op: 'lt', value: 4 },
  { field: 'people', op: 'lt', value: { fact: 'days' } },
  { field: 'colour', op: 'in', value: ['red', 'green'] },
  { field: 'colour', op: 'eq', value: 'blue' },
  { field: 'isUrgent', op: 'eq', value: true },
  { field: 'day', op: 'gt', value: '2026-06-30' },
  { field: 'helperId', op: 'notEmpty' },
]

function conditionOf(luck: Chance, depth = 2): Condition {
  if (depth === 0 || luck.isLucky(60)) return luck.of(conditions)
  const parts = [conditionOf(luck, depth - 1), conditionOf(luck, depth - 1)]
  return luck.isLucky(50) ? { all: parts } : { any: parts }
}

const groups = [
  { type: 'deptLeader' },
  { type: 'divisionLeader' },
  { type: 'role', role: 'financeOfficer' },
  { type: 'dept', dept: 'D04' },
  { type: 'previous' },
] as const

function ballotOf(luck: Chance): Ballot & { readonly participant: Participant } {
  const people = luck.of(groups)
  switch (luck.below(7)) {
    case 0:
      return { mode: 'all', participant: people }
    case 1:
      return { mode: 'sequential', participant: people }
    case 2:
      return { mode: 'ratio', ratio: 1 + luck.below(100), participant: { type: 'role', role: 'panel' } }
    case 3:
      return { mode: 'count', count: 1 + luck.below(2), participant: { type: 'role', role: 'panel' } }
    case 4:
      return {
        mode: 'perGroup',
        participant: { type: 'several', of: [{ type: 'deptLeader' }, { type: 'role', role: 'x' }] },
      }
    default:
      return { mode: luck.of(['any', 'anyApproval'] as const), participant: people }
  }
}

function timersOf(luck: Chance, kind: StateDefinition['kind']): readonly TimerRule[] {
  const remind = { key: 'half', afterHours: 12, action: 'remind' } as const
  if (kind === 'cc' || luck.isLucky(40)) return []
  switch (luck.below(5)) {
    case 0:
      return [remind, { key: 'full', afterHours: 24, action: 'escalate', to: { type: 'role', role: 'chief' } }]
    case 1:
      return [remind, { key: 'silence', afterHours: 48, action: 'autoPass' }]
    case 2:
      return kind === 'approve' ? [remind, { key: 'never', afterHours: 48, action: 'autoReject' }] : [remind]
    case 3:
      return kind === 'approve' ? [remind, { key: 'shut', afterHours: 48, action: 'close' }] : [remind]
    default:
      return [remind]
  }
}

/** Work that waits for a person to be named; sometimes nobody may name one. */
const unfinished = (luck: Chance): Partial<StateDefinition> => ({
  doneWhen: { field: 'helperId', op: 'notEmpty' },
  timers: [],
  ...(luck.isLucky(90) && { fields: { helperId: 'write' } }),
})

function stateOf(luck: Chance, key: string, kind: StateDefinition['kind'], isFirst: boolean): StateDefinition {
  const ballot = ballotOf(luck)
  const policy = luck.below(3)
  const stopgap = luck.below(4)
  const rights =
    kind === 'cc'
      ? {}
      : {
          allowTransfer: luck.isLucky(50),
          ...(luck.isLucky(70) && { allowReturn: isFirst || luck.isLucky(40) ? ('start' as const) : ('any' as const) }),
          ...(kind === 'approve' && {
            allowAddSign: luck.isLucky(40),
            signersAdvise: luck.isLucky(30),
            allowReject: luck.isLucky(70),
          }),
          ...(ballot.mode === 'any' && { claim: luck.isLucky(30) }),
          timers: timersOf(luck, kind),
          ...(luck.isLucky(30) && { fields: { note: luck.of(['write', 'required'] as const) } }),
        }
  const isPrevious = ballot.participant.type === 'previous'
  return {
    key,
    name: text(key, key),
    kind,
    ...ballot,
    emptyPolicy:
      policy === 0 && !isPrevious
        ? { type: 'block' }
        : policy === 1
          ? { type: 'skip' }
          : stopgap === 0 && kind === 'approve'
            ? { type: 'reject' }
            : stopgap === 1
              ? { type: 'toUser', userId: 8 }
              : { type: 'toRole', role: 'standby' },
    ...(kind === 'approve' && luck.isLucky(15) && { skipsApplicant: true }),
    ...(luck.isLucky(35) && { enterWhen: conditionOf(luck) }),
    ...rights,
    ...(kind === 'handle' && luck.isLucky(20) && unfinished(luck)),
  }
}

/** Breaks a definition in one of the ways a designer does. */
function broken(luck: Chance, definition: WorkflowDefinition): WorkflowDefinition {
  const { states, transitions } = definition
  const transition = luck.of(transitions)
  const state = luck.of(states)
  const other = luck.of(states).key
  const withState = (changed: Partial<StateDefinition>) => ({
    ...definition,
    states: states.map((one) => (one === state ? { ...one, ...changed } : one)),
  })
  switch (luck.below(9)) {
    case 0:
      return { ...definition, transitions: transitions.filter((one) => one !== transition) }
    case 1:
      return { ...definition, transitions: [...transitions, { from: state.key, to: other }] }
    case 2:
      return { ...definition, transitions: [{ from: state.key, to: other, when: conditionOf(luck) }, ...transitions] }
    case 3:
      return {
        ...definition,
        transitions: transitions.map((one) => (one === transition ? { ...one, when: conditionOf(luck) } : one)),
      }
    case 4:
      return withState({ mode: 'count', count: 0 })
    case 5:
      return withState({ claim: true, mode: 'all' })
    case 6:
      return withState({ enterWhen: { field: 'unheardOf', op: 'empty' } })
    case 7:
      return withState({ timers: [{ key: 'silence', afterHours: 0, action: 'autoPass' }] })
    default:
      return { ...definition, group: 'finance' }
  }
}

/** A workflow of up to eight states; every third is broken on purpose. */
export function randomWorkflow(luck: Chance): WorkflowDefinition {
  const count = 1 + luck.below(7)
  const work = luck.below(count + 1)
  const kinds = Array.from({ length: count }, (_, index) =>
    luck.isLucky(12) ? ('cc' as const) : index < work ? ('approve' as const) : ('handle' as const),
  )
  const states = kinds.map((kind, index) =>
    stateOf(luck, `s${index + 1}`, kind, kind === 'handle' || !kinds.slice(0, index).includes('approve')),
  )
  const keys = ['start', ...states.map(({ key }) => key), 'end']
  const transitions = keys.slice(1).flatMap((to, index): TransitionDefinition[] => {
    const from = keys[index] ?? 'start'
    const beyond = keys.slice(index + 2)
    const jump = beyond.length > 0 && luck.isLucky(25) ? [{ from, to: luck.of(beyond), when: conditionOf(luck) }] : []
    return [...jump, { from, to }]
  })
  const definition: WorkflowDefinition = {
    key: 'random',
    group: luck.of(['receive', 'receive', 'receive', 'maintenance', 'officialCar', 'finance'] as const),
    withdraw: luck.of(['whileRunning', 'untouched', 'never'] as const),
    allowSelf: luck.isLucky(10),
    repeat: luck.of(['off', 'preceding', 'earlierInRound'] as const),
    states,
    transitions,
  }
  return luck.isLucky(33) ? broken(luck, definition) : definition
}

/** Form data at random. */
export const randomFacts = (luck: Chance): Facts => ({
  amount: luck.of([0, 5, 6, 5000, 5001]),
  days: luck.below(6),
  people: luck.below(6),
  colour: luck.of(['red', 'green', 'blue']),
  isUrgent: luck.isLucky(50),
  day: luck.of(['2026-06-30', '2026-07-01']),
  helperId: luck.of([null, 7]),
  'config.wf.t1': 5000,
})

const forward: readonly TicketEvent['type'][] = ['submit', 'participants', 'approve', 'handle', 'open', 'child']
const AT = '2000-01-01T00:00:00.000Z'
const ends: readonly string[] = ['completed', 'rejected', 'voided']
/** From here on everybody only goes forward. */
const FULL_STEPS = 25
const MAX_STEPS = 400

/** One event of those that might happen now; null when none is taken. */
function chanceEvent(
  luck: Chance,
  definition: WorkflowDefinition,
  machine: TicketMachine,
  testPeople: TestPeople,
  snapshot: TicketSnapshot,
  isPatient: boolean,
): TicketSnapshot | null {
  const facts = randomFacts(luck)
  const submit = { at: AT, facts, dataHash: 'same', actor: APPLICANT, comment: '', type: 'submit' } as const
  const tried = [submit, ...eventsFor(definition, testPeople, facts, snapshot)]
  const wanted = isPatient ? tried : tried.filter(({ type }) => forward.includes(type))
  const first = luck.below(Math.max(1, wanted.length))
  for (const event of [...wanted.slice(first), ...wanted.slice(0, first)]) {
    const result = step(machine, snapshot, event)
    if (result.ok) return result.snapshot
  }
  return null
}

/** Some moment of a life: as many events as chance has it. */
export function randomMoment(luck: Chance, definition: WorkflowDefinition, most: number): TicketSnapshot {
  const machine = compileWorkflow(definition)
  const testPeople: TestPeople = luck.of(testPeopleFor(definition))
  let { snapshot } = start(machine, { applicant: APPLICANT })
  for (let count = luck.below(most); count > 0; count--)
    snapshot = chanceEvent(luck, definition, machine, testPeople, snapshot, luck.isLucky(30)) ?? snapshot
  return snapshot
}

/** One life of a ticket: at first anything may happen, later everybody goes forward. */
export function randomLife(
  luck: Chance,
  definition: WorkflowDefinition,
  from?: TicketSnapshot,
): { readonly last: TicketSnapshot; readonly hasEnded: boolean } {
  const machine = compileWorkflow(definition)
  const testPeople: TestPeople = luck.of(testPeopleFor(definition))
  let snapshot = from ?? start(machine, { applicant: APPLICANT }).snapshot
  for (let count = 0; count < MAX_STEPS; count++) {
    if (ends.includes(statusOf(snapshot))) return { last: snapshot, hasEnded: true }
    snapshot = chanceEvent(luck, definition, machine, testPeople, snapshot, count < FULL_STEPS) ?? snapshot
  }
  return { last: snapshot, hasEnded: false }
}
