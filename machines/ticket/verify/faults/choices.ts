/** The conditions of one state leave no gap, do not overlap, and look at known fields only (WFD-03, WFD-08). */
import { depthOf, fieldsOf, isReference, type Leaf, leavesOf } from '#machines/ticket/definition/conditions.ts'
import { type Condition, type Facts, groupsOf } from '#machines/ticket/definition/definition.ts'
import { conditionsIn } from '../partition.ts'
import type { Constraint } from '../splitter.ts'
import { type ExaminedDefinition, type Fault, fault, shownFacts } from './fault.ts'
import type { Store } from './store.ts'
import { leavings, type ProofContext } from './walks.ts'

/** 20.1. */
const MAX_NESTING = 3

/** Texts among what a number is compared with: they would be ordered by their letters. */
function textsBeside(examined: ExaminedDefinition, { field, value }: Leaf): readonly string[] {
  if (examined.known?.[field]?.domain.type !== 'number' || value === undefined || isReference(value)) return []
  return (typeof value === 'object' && value !== null ? value : [value]).filter((one) => typeof one === 'string')
}

function conditionFaults(examined: ExaminedDefinition, state: string, condition: Condition): readonly Fault[] {
  const unknown = fieldsOf(condition).filter(
    (name) => !examined.fields.includes(name) && !(name in examined.thresholds),
  )
  return [
    ...unknown.map((field) => fault('WFD-08', 'fieldUnknown', state, { field })),
    ...leavesOf(condition).flatMap((leaf) =>
      textsBeside(examined, leaf).map((value) => fault('20.1', 'valueKind', state, { field: leaf.field, value })),
    ),
    ...(depthOf(condition) > MAX_NESTING ? [fault('20.1', 'conditionTooDeep', state, { deepest: MAX_NESTING })] : []),
  ]
}

/** What each state and transition looks at, its participants and its day included. */
function fieldFaults(examined: ExaminedDefinition): readonly Fault[] {
  const { states, transitions } = examined.definition
  const named = states.flatMap(({ key, participant, opensAtField }) =>
    [...groupsOf(participant).map((group) => (group.type === 'formField' ? group.field : undefined)), opensAtField]
      .filter((field) => field !== undefined && !examined.fields.includes(field))
      .map((field) => fault('WFD-08', 'fieldUnknown', key, { field: field ?? '' })),
  )
  const conditions = [
    ...states.flatMap((state) => conditionsIn(state).map((condition) => ({ key: state.key, condition }))),
    ...transitions.map(({ from, when }) => ({ key: from, condition: when })),
  ]
  return [
    ...named,
    ...conditions.flatMap(({ key, condition }) => (condition ? conditionFaults(examined, key, condition) : [])),
  ]
}

/** Facts of one of the forms a place is left with, under which all wishes come true. */
function foundIn(
  { splitter, stores }: ProofContext,
  forms: readonly Store[],
  constraints: readonly Constraint[],
): Facts | null {
  const search = (at: number, store: Store): Facts | null => {
    const constraint = constraints[at]
    if (constraint === undefined) return splitter.factsOf(store.known)
    let found: Facts | null = null
    stores.ask(constraint.condition, store, (holds, next) => {
      if (found === null && holds === constraint.holds) found = search(at + 1, next)
    })
    return found
  }
  for (const form of forms) {
    const found = search(0, form)
    if (found) return found
  }
  return null
}

/** The choice at one state: somewhere to go whatever the facts, and never to two places at once; of branches, whether each can open. */
function transitionFaults(
  { workflow, proof, thresholds }: ExaminedDefinition,
  from: string,
  storesAt: (place: string) => readonly Store[] | undefined,
): readonly Fault[] {
  const branching = workflow.blocks.of(from) && workflow.state(from).branch
  if (branching === 'parallel') return []
  const { solve } = proof.splitter
  const transitions = workflow.transitionsFrom(from)
  const conditions = transitions.flatMap(({ when }) => (when ? [when] : []))
  const names = [...new Set(conditions.flatMap(fieldsOf))].filter((name) => !(name in thresholds))
  const refused = transitions.map(({ when }) => ({ condition: when, holds: false }))
  /** Facts under which these come true here; only what the form and the path here leave possible, as far as that is known. */
  const possible = (constraints: readonly Constraint[]): Facts | null => {
    const found = solve(constraints)
    const stores = found && storesAt(from)
    return stores ? foundIn(proof, stores, constraints) : found
  }
  const gap = transitions.some(({ when }) => when === undefined) ? null : possible(refused)
  // Branches are not rivals: each opens whose condition holds.
  const rivals = branching === 'inclusive' ? [] : transitions
  const overlaps = rivals.flatMap((transition, index) => {
    const facts = transitions
      .slice(index + 1)
      .filter((other) => other.to !== transition.to && other.when && transition.when)
      .map((other) => ({
        to: other.to,
        facts: possible([
          { condition: transition.when, holds: true },
          { condition: other.when, holds: true },
        ]),
      }))
      .find((rival) => rival.facts !== null)
    return facts?.facts
      ? [
          fault('WFD-03', 'overlap', from, {
            to: transition.to,
            other: facts.to,
            facts: shownFacts(facts.facts, names),
          }),
        ]
      : []
  })
  const before = (index: number) =>
    branching === 'inclusive' && index < transitions.length - 1 ? [] : refused.slice(0, index)
  const dead = transitions.filter(
    ({ when }, index) => solve([...before(index), { condition: when, holds: true }]) === null,
  )
  return [
    ...(transitions.at(-1)?.when && !gap ? [fault('WFD-03', 'lastConditional', from)] : []),
    ...(gap ? [fault('WFD-03', 'gap', from, { facts: shownFacts(gap, names) })] : []),
    ...overlaps,
    ...(proof.splitter.isComplete() ? dead : []).map((transition) =>
      fault('25.10', 'transitionDead', from, { to: transition.to }),
    ),
  ]
}

/** Every fault in what the states and transitions of a definition look at, and in how they choose. */
export function choiceFaults(examined: ExaminedDefinition): readonly Fault[] {
  const places = ['start', ...examined.definition.states.map((state) => state.key)]
  let stores: ReturnType<typeof leavings> | undefined
  const storesAt = (place: string) => {
    stores ??= leavings(examined.proof)
    return stores?.get(place)
  }
  return [...fieldFaults(examined), ...places.flatMap((place) => transitionFaults(examined, place, storesAt))]
}
