/** Test cases on both sides of every constant a condition compares with, where that comparison alone decides: they tell a `gt` from a `gte`. */

import { evaluate, type Leaf, leavesOf } from '../definition/conditions.ts'
import type { Condition, Facts, WorkflowDefinition } from '../definition/definition.ts'
import type { TicketMachine } from '../engine/compile.ts'
import { start, step } from '../engine/replay.ts'
import { statusOf } from '../engine/status.ts'
import type { TicketContext, TicketEvent } from '../engine/vocabulary.ts'
import { atOnce } from '../explore/explore.ts'
import { type FormInput, formInputOf, type KnownFacts, writingOf } from '../explore/formInput.ts'
import { APPLICANT, eventsFor, type TestPeople } from '../explore/testPeople.ts'
import { type Axis, aliasesIn, axesOf, conditionsIn, conditionsOf } from './partition.ts'

/** A life that goes on as fast as it can. */
export interface StraightLife {
  readonly facts: Facts
  readonly events: readonly TicketEvent[]
  /** As it ends. */
  readonly context: TicketContext
}

/** Sets of the other facts looked through for each value; the first that comes to the condition is taken. */
const MAX_ALTERNATIVES = 64
/** Combinations of one condition's facts looked through for those that leave the decision to one comparison. */
const MAX_COMBINATIONS = 2000
const MAX_EVENTS = 200

const forward: ReadonlySet<string> = new Set(['submit', 'participants', 'approve', 'handle', 'open', 'child'])

/** What happens when everybody says yes. */
export function straightOn(
  definition: WorkflowDefinition,
  machine: TicketMachine,
  testPeople: TestPeople,
  facts: Facts,
  formInput: FormInput = formInputOf(definition, {}),
): StraightLife {
  let { snapshot } = start(machine, { applicant: APPLICANT })
  const writing = writingOf(formInput, facts)
  let form = writing.blank
  const events: TicketEvent[] = []
  while (events.length < MAX_EVENTS && statusOf(snapshot) !== 'completed') {
    const stored = form
    const offered = eventsFor(definition, testPeople, writing.unchangedForm(stored), snapshot, (at) =>
      writing.submittedForm(at, stored),
    )
    const event = offered.find(
      (one) => forward.has(one.type) && (one.type !== 'child' || one.said !== 'rejected') && snapshot.can(one),
    )
    const result = event && step(machine, snapshot, event)
    if (!event || !result?.ok) break
    // Work that is not done stays: it is told once.
    const isIdle = result.snapshot.context === snapshot.context
    snapshot = result.snapshot
    form = event.facts
    events.push(event)
    if (isIdle) break
  }
  return { facts, events, context: snapshot.context }
}

/** Where a condition is asked: in a state, or when it is left. */
interface ConditionPlace {
  readonly at: string
  readonly condition: Condition
}

const conditionPlaces = ({ states, transitions }: WorkflowDefinition): readonly ConditionPlace[] => [
  ...states.flatMap((state) => conditionsIn(state).map((condition) => ({ at: state.key, condition }))),
  ...transitions.flatMap(({ from, when }) => (when === undefined ? [] : [{ at: from, condition: when }])),
]

/** The tree with one of its comparisons already decided. */
function decided(condition: Condition, leaf: Leaf, holds: boolean): Condition {
  if (condition === leaf) return holds ? { all: [] } : { any: [] }
  if ('all' in condition) return { all: condition.all.map((part) => decided(part, leaf, holds)) }
  if ('any' in condition) return { any: condition.any.map((part) => decided(part, leaf, holds)) }
  return condition
}

function* combinations(axes: readonly Axis[]): Generator<Facts> {
  const total = axes.reduce((product, { classes }) => product * classes.length, 1)
  for (let index = 0; index < Math.min(total, MAX_COMBINATIONS); index++) {
    let rest = index
    let facts: Facts = {}
    for (const { classes } of axes) {
      facts = { ...facts, ...classes[rest % classes.length] }
      rest = Math.floor(rest / classes.length)
    }
    yield facts
  }
}

/** The facts under which this comparison, of this value, is what the condition comes down to; those of other conditions as they can be. */
function* alternatives(
  condition: Condition,
  leaf: Leaf,
  value: Facts,
  own: readonly Axis[],
  constants: Facts,
  cells: readonly Facts[],
): Generator<Facts> {
  const [held, failed] = [decided(condition, leaf, true), decided(condition, leaf, false)]
  for (const others of combinations(own)) {
    const combination = { ...others, ...value }
    const known = { ...constants, ...combination }
    if (evaluate(held, known) === evaluate(failed, known)) continue
    for (const cell of cells) yield { ...cell, ...combination }
  }
}

const wordOf = (facts: Facts): string => JSON.stringify(Object.entries(facts).toSorted(([a], [b]) => (a < b ? -1 : 1)))

/** One test case for each value beside a constant, where a path reaches the comparison; equal cases are given once. */
export function* leadingEdges(
  definition: WorkflowDefinition,
  machine: TicketMachine,
  constants: Facts,
  testPeople: TestPeople,
  known: KnownFacts = {},
): Generator<void, readonly StraightLife[]> {
  const formInput = formInputOf(definition, constants, known)
  const { cells } = formInput
  const domains = Object.fromEntries(Object.entries(known).map(([name, { domain }]) => [name, domain]))
  const axes = axesOf(conditionsOf(definition), constants, domains, aliasesIn(known))
  const led = new Map<string, StraightLife>()
  const lives = new Set<StraightLife>()
  for (const { at, condition } of conditionPlaces(definition)) {
    const leaves = leavesOf(condition)
    for (const leaf of leaves) {
      const own = axes.find(({ fields }) => fields.includes(leaf.field))
      const others = axes.filter((axis) => axis !== own && leaves.some(({ field }) => axis.fields.includes(field)))
      for (const value of own?.samples ?? []) {
        let tried = 0
        for (const facts of alternatives(condition, leaf, value, others, constants, cells)) {
          if (tried++ === MAX_ALTERNATIVES) break
          const word = wordOf(facts)
          const life = led.get(word) ?? straightOn(definition, machine, testPeople, facts, formInput)
          led.set(word, life)
          yield
          if (at !== 'start' && !life.context.visits.some(({ state }) => state === at)) continue
          lives.add(life)
          break
        }
      }
    }
  }
  return [...lives]
}

/** The same without a breath. */
export const boundaryTrials = (...given: Parameters<typeof leadingEdges>): readonly StraightLife[] =>
  atOnce(leadingEdges(...given))
