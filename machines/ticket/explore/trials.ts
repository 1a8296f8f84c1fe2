/** Paths of tickets that are run on the real engine: those that exploring found, and random ones. The people are abstract, the expected result is exact. */

import { evaluate } from '../definition/conditions.ts'
import type { Condition, Facts, WorkflowDefinition } from '../definition/definition.ts'
import { machineOf, type TicketMachine, type TicketSnapshot } from '../engine/compile.ts'
import { start, step } from '../engine/replay.ts'
import type { Candidate, TicketEvent } from '../engine/vocabulary.ts'
import { leadingEdges } from '../verify/edges.ts'
import { diagramOf } from './diagram.ts'
import { atOnce, exploring } from './explore.ts'
import { asRecorded, type Filler, formInputOf, type KnownFacts, placeWritten, writingOf } from './formInput.ts'
import { placeOf } from './positions.ts'
import { nameOf } from './retrace.ts'
import { APPLICANT, eventsFor, type TestPeople, testPeopleFor } from './testPeople.ts'

/** One action, who the machine then asks for, and where the ticket must stand after all of it. */
export interface TrialStep {
  readonly event: TicketEvent
  readonly name: string
  readonly staffed: readonly { readonly state: string; readonly people: readonly Candidate[] }[]
  readonly place: string
  /** Nobody is found there and nothing stands in for them: the real engine refuses the whole action (WF-15). */
  readonly isUnstaffed?: true
}

/** A whole life with one set of test people. */
export interface Trial {
  readonly testPeople: TestPeople
  /** What the first who filled in the form wanted; each event says what has become of it. */
  readonly facts: Facts
  readonly steps: readonly TrialStep[]
}

/** What trials have met of a definition. */
export interface Coverage {
  /** How many trials were in each state. */
  readonly states: Readonly<Record<string, number>>
  /** How many took each transition, by its place in the definition. */
  readonly transitions: readonly number[]
  /** Each condition with whether it was met and not met; `at` is its state, or the two ends of its transition. */
  readonly conditions: readonly { readonly at: string; readonly held: boolean; readonly failed: boolean }[]
}

export interface TrialPlan {
  readonly trials: readonly Trial[]
  /** False when there was more to find than the budget allowed. */
  readonly isComplete: boolean
}

/** Gives every visit its people, as the test people are. */
function staffed(
  definition: WorkflowDefinition,
  machine: TicketMachine,
  testPeople: TestPeople,
  form: Facts,
  from: TicketSnapshot,
) {
  const found: { state: string; people: readonly Candidate[] }[] = []
  let snapshot = from
  for (;;) {
    const [event, ...others] = eventsFor(definition, testPeople, form, snapshot)
    const isAnswer = event?.type === 'participants' || (event?.type === 'child' && event.said === 'filed')
    if (event === undefined || !isAnswer || others.length > 0) return { snapshot, found, isUnstaffed: false }
    const result = step(machine, snapshot, event)
    if (!result.ok) return { snapshot, found, isUnstaffed: true }
    snapshot = result.snapshot
    if (event.type !== 'participants') continue
    const state = snapshot.context.visits.find(({ id }) => id === event.visit)?.state ?? ''
    found.push({ state, people: event.people })
  }
}

/** The life that these actions make, without those the machine refuses; of what was left out nothing stands in the form. */
export function trialOf(
  definition: WorkflowDefinition,
  machine: TicketMachine,
  formInput: Filler,
  { testPeople, facts }: Omit<Trial, 'steps'>,
  actions: readonly TicketEvent[],
): Trial & { readonly snapshots: readonly TicketSnapshot[] } {
  let { snapshot } = start(machine, { applicant: APPLICANT })
  let form = formInput.blank(facts)
  const steps: TrialStep[] = []
  const snapshots: TicketSnapshot[] = []
  for (const action of actions) {
    if (action.type === 'participants' || (action.type === 'child' && action.said === 'filed')) continue
    const place = placeWritten(snapshot.context, action)
    const after =
      place === null ? formInput.unchangedForm(form, action.facts) : formInput.submittedForm(place, form, action.facts)
    const event = { ...action, facts: after }
    const result = step(machine, snapshot, event)
    if (!result.ok) continue
    form = after
    const settled = staffed(definition, machine, testPeople, form, result.snapshot)
    snapshot = settled.snapshot
    steps.push({
      event,
      name: nameOf(event),
      staffed: settled.found,
      place: placeOf(snapshot),
      ...(settled.isUnstaffed && { isUnstaffed: true }),
    })
    snapshots.push(snapshot)
  }
  return { testPeople, facts, steps, snapshots }
}

const wordOf = ({ testPeople, steps }: Trial): string =>
  JSON.stringify([
    testPeople,
    steps.map(({ event, name }) => [name, 'actor' in event ? event.actor : null, event.facts]),
  ])

/** Everybody somebody else: whom a state asks tells it from all others. */
const apart: TestPeople = { kind: 'apart', size: 1 }

/** The fewest of the explored lives that between them make every transition, and those on both sides of every constant: one that begins another is left out. */
export function* planning(
  definition: WorkflowDefinition,
  constants: Facts,
  isSpent: (moments: number) => boolean,
  known: KnownFacts = {},
): Generator<void, TrialPlan> {
  const machine = machineOf(definition)
  const formInput = formInputOf(definition, constants, known)
  const { paths, isComplete } = yield* exploring(definition, constants, isSpent, known)
  const edges = yield* leadingEdges(definition, machine, constants, apart, known)
  const trials: Trial[] = []
  for (const { events, ...under } of [...paths, ...edges.map((life) => ({ ...life, testPeople: apart }))]) {
    trials.push(trialOf(definition, machine, formInput, under, events))
    yield
  }
  const prefixes = new Set<string>()
  const chosen = trials
    .toSorted((a, b) => b.steps.length - a.steps.length)
    .filter((trial) => {
      if (trial.steps.length === 0 || prefixes.has(wordOf(trial))) return false
      for (const index of trial.steps.keys()) prefixes.add(wordOf({ ...trial, steps: trial.steps.slice(0, index + 1) }))
      return true
    })
  return { trials: chosen.map(({ testPeople, facts, steps }) => ({ testPeople, facts, steps })), isComplete }
}

/** The same without a breath. */
export const planTrials = (...given: Parameters<typeof planning>): TrialPlan => atOnce(planning(...given))

/** Numbers from 0 to 1 that a seed repeats (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Actions that carry a ticket on are tried this many times as often: else hardly one would get anywhere. */
const FORWARD = 5
const forward: ReadonlySet<string> = new Set(['submit', 'approve', 'handle'])

/** Of so many actions that write the form, one writer wants it otherwise than it was wanted so far. */
const CHANGES_MIND = 4

/** A life somebody might lead: at each moment one of the actions the machine allows, the form filled in as whoever acts may and wants. */
export function randomTrial(
  definition: WorkflowDefinition,
  constants: Facts,
  seed: number,
  length: number,
  known: KnownFacts = {},
): Trial {
  const machine = machineOf(definition)
  const formInput = formInputOf(definition, constants, known)
  const random = randomOf(seed)
  const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)]
  const under = {
    testPeople: pick(testPeopleFor(definition)) ?? { kind: 'apart', size: 1 },
    facts: pick(formInput.cells) ?? constants,
  } as const
  let { snapshot } = start(machine, { applicant: APPLICANT })
  let writing = writingOf(formInput, under.facts)
  let form = writing.blank
  const actions: TicketEvent[] = []
  while (actions.length < length) {
    const { submittedForm, unchangedForm } = writing
    const stored = form
    const open = eventsFor(definition, under.testPeople, unchangedForm(stored), snapshot, (place) =>
      submittedForm(place, stored),
    ).filter((event) => snapshot.can(event))
    const event = pick(open.flatMap((one) => Array.from({ length: forward.has(one.type) ? FORWARD : 1 }, () => one)))
    const result = event && step(machine, snapshot, event)
    if (event === undefined || result === undefined || !result.ok) break
    actions.push(event)
    form = event.facts
    snapshot = staffed(definition, machine, under.testPeople, form, result.snapshot).snapshot
    if (Object.keys(known).length > 0 && forward.has(event.type) && random() < 1 / CHANGES_MIND)
      writing = writingOf(formInput, pick(formInput.cells) ?? constants)
  }
  const { testPeople, facts, steps } = trialOf(definition, machine, formInput, under, actions)
  return { testPeople, facts, steps }
}

/** The shortest life that still fails: actions are left out, the longest runs of them first, as long as it does. */
export async function shrink(
  definition: WorkflowDefinition,
  trial: Trial,
  fails: (trial: Trial) => Promise<boolean>,
  formInput: Filler = asRecorded,
): Promise<Trial> {
  const machine = machineOf(definition)
  let shortest = trial
  for (let size = Math.ceil(trial.steps.length / 2); size >= 1; ) {
    let isShorter = false
    for (let from = 0; from + size <= shortest.steps.length && !isShorter; from += 1) {
      const remaining = shortest.steps.toSpliced(from, size).map(({ event }) => event)
      const { testPeople, facts, steps } = trialOf(definition, machine, formInput, shortest, remaining)
      if (steps.length < shortest.steps.length && (await fails({ testPeople, facts, steps }))) {
        shortest = { testPeople, facts, steps }
        isShorter = true
      }
    }
    if (!isShorter) size = size === 1 ? 0 : Math.floor(size / 2)
  }
  return shortest
}

/** Where a definition asks for a condition. */
function conditionsAt(
  definition: WorkflowDefinition,
): readonly { readonly at: string; readonly condition: Condition }[] {
  const { states, transitions } = definition
  return [
    ...states.flatMap(({ key, enterWhen }) => (enterWhen ? [{ at: key, condition: enterWhen }] : [])),
    ...transitions.flatMap(({ from, to, when }) => (when ? [{ at: `${from}-${to}`, condition: when }] : [])),
  ]
}

/** Where each visit stands: as long as none has moved, the transitions taken are the same. */
const standingOf = ({ context }: TicketSnapshot): string =>
  context.visits.map(({ outcome, branches = [] }) => [outcome, ...branches.map(({ arrivedAt }) => arrivedAt)]).join(' ')

/** What these trials have met, one after the other. */
export function* covering(definition: WorkflowDefinition, trials: readonly Trial[]): Generator<void, Coverage> {
  const machine = machineOf(definition)
  const states = new Map(definition.states.map(({ key }) => [key, 0]))
  const transitions = definition.transitions.map(() => 0)
  const forms = trials.flatMap(({ steps }) => steps.map(({ event }) => event.facts))
  for (const trial of trials) {
    yield
    const actions = trial.steps.map(({ event }) => event)
    const { snapshots } = trialOf(definition, machine, asRecorded, trial, actions)
    const moved = snapshots.filter((one, index) => {
      const before = snapshots[index - 1]
      return before === undefined || standingOf(before) !== standingOf(one)
    })
    const diagrams = moved.map(({ context }) => diagramOf(definition, context))
    const met = new Set(
      diagrams
        .flatMap(({ nodes }) => nodes.filter(({ status }) => status === 'done' || status === 'current'))
        .map(({ id }) => id),
    )
    for (const key of met) states.set(key, (states.get(key) ?? 0) + 1)
    for (const [index, taken] of transitions.entries())
      if (diagrams.some(({ edges }) => edges[index]?.isTaken === true)) transitions[index] = taken + 1
  }
  return {
    states: Object.fromEntries(definition.states.map(({ key }) => [key, states.get(key) ?? 0])),
    transitions,
    conditions: conditionsAt(definition).map(({ at, condition }) => ({
      at,
      held: forms.some((facts) => evaluate(condition, facts)),
      failed: forms.some((facts) => !evaluate(condition, facts)),
    })),
  }
}

/** The same without a breath. */
export const coverageOf = (...given: Parameters<typeof covering>): Coverage => atOnce(covering(...given))
