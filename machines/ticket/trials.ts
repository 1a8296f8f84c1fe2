/** Lives of tickets that are tried against the real engine: those that exploring found, and random ones. Who acts is abstract, what must come of it is exact. */
import { APPLICANT, type Cast, castsFor, eventsFor } from './cast.ts'
import { compileWorkflow, type TicketMachine, type TicketSnapshot } from './compile.ts'
import { evaluate } from './conditions.ts'
import type { Condition, Facts, WorkflowDefinition } from './definition.ts'
import { diagramOf } from './diagram.ts'
import { leadingEdges } from './edges.ts'
import { atOnce, exploring, nameOf, placeOf } from './explore.ts'
import { conditionsOf, type Domains, partition } from './partition.ts'
import { start, step } from './replay.ts'
import type { Candidate, TicketEvent } from './vocabulary.ts'

/** One deed, who the machine then asks for, and where the ticket must stand after all of it. */
export interface TrialStep {
  readonly event: TicketEvent
  readonly name: string
  readonly staffed: readonly { readonly state: string; readonly people: readonly Candidate[] }[]
  readonly place: string
}

/** A whole life under one cast and one set of facts. */
export interface Trial {
  readonly cast: Cast
  readonly facts: Facts
  readonly steps: readonly TrialStep[]
}

/** What trials have met of a definition. */
export interface Coverage {
  /** How many trials were in each state. */
  readonly states: Readonly<Record<string, number>>
  /** How many took each way, by its place in the definition. */
  readonly ways: readonly number[]
  /** Each condition with whether it was met and not met; `at` is its state, or the two ends of its way. */
  readonly conditions: readonly { readonly at: string; readonly held: boolean; readonly failed: boolean }[]
}

export interface TrialPlan {
  readonly trials: readonly Trial[]
  /** False when there was more to find than the budget allowed. */
  readonly isComplete: boolean
}

/** Gives every visit its people, as the cast has them. */
function staffed(
  definition: WorkflowDefinition,
  machine: TicketMachine,
  trial: Omit<Trial, 'steps'>,
  from: TicketSnapshot,
) {
  const found: { state: string; people: readonly Candidate[] }[] = []
  let snapshot = from
  for (;;) {
    const [event, ...others] = eventsFor(definition, trial.cast, trial.facts, snapshot)
    const isAnswer = event?.type === 'participants' || (event?.type === 'child' && event.said === 'filed')
    if (event === undefined || !isAnswer || others.length > 0) return { snapshot, found }
    const result = step(machine, snapshot, event)
    if (!result.ok) return { snapshot, found }
    snapshot = result.snapshot
    if (event.type !== 'participants') continue
    const state = snapshot.context.visits.find(({ id }) => id === event.visit)?.state ?? ''
    found.push({ state, people: event.people })
  }
}

/** The life that these deeds make, without those the machine refuses. */
export function trialOf(
  definition: WorkflowDefinition,
  machine: TicketMachine,
  { cast, facts }: Omit<Trial, 'steps'>,
  deeds: readonly TicketEvent[],
): Trial & { readonly snapshots: readonly TicketSnapshot[] } {
  let { snapshot } = start(machine, { applicant: APPLICANT })
  const steps: TrialStep[] = []
  const snapshots: TicketSnapshot[] = []
  for (const event of deeds) {
    if (event.type === 'participants' || (event.type === 'child' && event.said === 'filed')) continue
    const result = step(machine, snapshot, event)
    if (!result.ok) continue
    const settled = staffed(definition, machine, { cast, facts }, result.snapshot)
    snapshot = settled.snapshot
    steps.push({ event, name: nameOf(event), staffed: settled.found, place: placeOf(snapshot) })
    snapshots.push(snapshot)
  }
  return { cast, facts, steps, snapshots }
}

const wordOf = ({ cast, facts, steps }: Trial): string =>
  JSON.stringify([cast, facts, steps.map(({ event, name }) => [name, 'actor' in event ? event.actor : null])])

/** Everybody somebody else: whom a state asks tells it from all others. */
const apart: Cast = { kind: 'apart', size: 1 }

/** The fewest of the explored lives that between them make every transition, and those on both sides of every constant: one that begins another is left out. */
export function* planning(
  definition: WorkflowDefinition,
  constants: Facts,
  isSpent: (moments: number) => boolean,
  domains: Domains = {},
): Generator<void, TrialPlan> {
  const machine = compileWorkflow(definition)
  const { paths, isComplete } = yield* exploring(definition, constants, isSpent, domains)
  const edges = yield* leadingEdges(definition, machine, constants, apart, domains)
  const trials: Trial[] = []
  for (const { events, ...under } of [...paths, ...edges.map((life) => ({ ...life, cast: apart }))]) {
    trials.push(trialOf(definition, machine, under, events))
    yield
  }
  const begun = new Set<string>()
  const chosen = trials
    .toSorted((a, b) => b.steps.length - a.steps.length)
    .filter((trial) => {
      if (trial.steps.length === 0 || begun.has(wordOf(trial))) return false
      for (const index of trial.steps.keys()) begun.add(wordOf({ ...trial, steps: trial.steps.slice(0, index + 1) }))
      return true
    })
  return { trials: chosen.map(({ cast, facts, steps }) => ({ cast, facts, steps })), isComplete }
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

/** Deeds that carry a ticket on are tried this many times as often: else hardly one would get anywhere. */
const FORWARD = 5
const forward: ReadonlySet<string> = new Set(['submit', 'approve', 'handle'])

/** A life somebody might lead: at each moment one of the deeds the machine allows. */
export function randomTrial(
  definition: WorkflowDefinition,
  constants: Facts,
  seed: number,
  length: number,
  domains: Domains = {},
): Trial {
  const machine = compileWorkflow(definition)
  const random = randomOf(seed)
  const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)]
  const { cells } = partition(conditionsOf(definition), constants, domains)
  const under = {
    cast: pick(castsFor(definition)) ?? { kind: 'apart', size: 1 },
    facts: pick(cells) ?? constants,
  } as const
  let { snapshot } = start(machine, { applicant: APPLICANT })
  const deeds: TicketEvent[] = []
  while (deeds.length < length) {
    const open = eventsFor(definition, under.cast, under.facts, snapshot).filter((event) => snapshot.can(event))
    const event = pick(open.flatMap((one) => Array.from({ length: forward.has(one.type) ? FORWARD : 1 }, () => one)))
    const result = event && step(machine, snapshot, event)
    if (event === undefined || result === undefined || !result.ok) break
    deeds.push(event)
    snapshot = staffed(definition, machine, under, result.snapshot).snapshot
  }
  const { cast, facts, steps } = trialOf(definition, machine, under, deeds)
  return { cast, facts, steps }
}

/** The shortest life that still fails: deeds are left out, the longest runs of them first, as long as it does. */
export async function shrink(
  definition: WorkflowDefinition,
  trial: Trial,
  fails: (trial: Trial) => Promise<boolean>,
): Promise<Trial> {
  const machine = compileWorkflow(definition)
  let shortest = trial
  for (let size = Math.ceil(trial.steps.length / 2); size >= 1; ) {
    let isShorter = false
    for (let from = 0; from + size <= shortest.steps.length && !isShorter; from += 1) {
      const kept = shortest.steps.toSpliced(from, size).map(({ event }) => event)
      const { cast, facts, steps } = trialOf(definition, machine, shortest, kept)
      if (steps.length < shortest.steps.length && (await fails({ cast, facts, steps }))) {
        shortest = { cast, facts, steps }
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

/** Where each visit stands: as long as none has moved, the ways taken are the same. */
const standingOf = ({ context }: TicketSnapshot): string =>
  context.visits.map(({ outcome, branches = [] }) => [outcome, ...branches.map(({ arrivedAt }) => arrivedAt)]).join(' ')

/** What these trials have met, one after the other. */
export function* covering(definition: WorkflowDefinition, trials: readonly Trial[]): Generator<void, Coverage> {
  const machine = compileWorkflow(definition)
  const states = new Map(definition.states.map(({ key }) => [key, 0]))
  const ways = definition.transitions.map(() => 0)
  for (const trial of trials) {
    yield
    const deeds = trial.steps.map(({ event }) => event)
    const { snapshots } = trialOf(definition, machine, trial, deeds)
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
    for (const [index, taken] of ways.entries())
      if (diagrams.some(({ edges }) => edges[index]?.isTaken === true)) ways[index] = taken + 1
  }
  return {
    states: Object.fromEntries(definition.states.map(({ key }) => [key, states.get(key) ?? 0])),
    ways,
    conditions: conditionsAt(definition).map(({ at, condition }) => ({
      at,
      held: trials.some(({ facts }) => evaluate(condition, facts)),
      failed: trials.some(({ facts }) => !evaluate(condition, facts)),
    })),
  }
}

/** The same without a breath. */
export const coverageOf = (...given: Parameters<typeof covering>): Coverage => atOnce(covering(...given))
