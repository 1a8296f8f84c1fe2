/** Actions on branches: a state whose transitions open them, the states within, and the state that joins them. */
import { type Block, blocksOf } from '#machines/ticket/definition/blocks.ts'
import {
  type Branching,
  type Condition,
  isGateway,
  type StateDefinition,
  type StateKind,
  type TransitionDefinition,
  type WorkflowDefinition,
} from '#machines/ticket/definition/definition.ts'
import { firstName } from './firstNames.ts'
import { freeKey, newState, patchState, removeState, stateOf } from './states.ts'
import { disconnect, transitionsFrom } from './transitions.ts'

/** What can be put on a transition: a state of a kind, or branches. */
export type Insertable = StateKind | Branching

export const isBranching = (what: Insertable): what is Branching => what === 'parallel' || what === 'inclusive'

/** The branches of a state; undefined for one that opens none. */
export const blockAt = (definition: WorkflowDefinition, fork: string): Block | undefined =>
  blocksOf(definition).of(fork)

/** Whether what is put on this transition comes to lie in a branch. */
export function liesInBranch(definition: WorkflowDefinition, at: number): boolean {
  const from = definition.transitions[at]?.from
  if (from === undefined) return false
  const { of, home } = blocksOf(definition)
  return of(from) !== undefined || home(from).length > 0
}

function gateway(key: string, name: 'split' | 'join', more: Partial<StateDefinition>): StateDefinition {
  const withoutPeople = { participant: { type: 'several', of: [] }, emptyPolicy: { type: 'skip' } } as const
  return { key, name: firstName(name), kind: 'cc', mode: 'any', ...withoutPeople, ...more }
}

/** A transition that opens a branch: of conditional ones the last never asks anything. */
const opening = (from: string, to: string, when: Condition | undefined): TransitionDefinition =>
  when === undefined ? { from, to } : { from, to, when }

/** Puts two branches with an approval each on the way at this place. `when` is what the first of conditional ones asks. */
export function insertBranches(
  definition: WorkflowDefinition,
  at: number,
  branch: Branching,
  when: Condition | undefined,
): { readonly definition: WorkflowDefinition; readonly key: string } {
  const transition = definition.transitions[at]
  if (transition === undefined) return { definition, key: 'start' }
  const place = definition.states.findIndex(({ key }) => key === transition.from) + 1
  let states = definition.states
  const put = (make: (grown: WorkflowDefinition) => StateDefinition, offset: number): string => {
    const state = make({ ...definition, states })
    states = states.toSpliced(place + offset, 0, state)
    return state.key
  }
  const split = put((grown) => gateway(freeKey(grown, 'split'), 'split', { branch }), 0)
  const first = put((grown) => newState(grown, 'approve'), 1)
  const second = put((grown) => newState(grown, 'approve'), 2)
  const join = put((grown) => gateway(freeKey(grown, 'join'), 'join', { joinOf: split }), 3)
  const transitions = definition.transitions.toSpliced(
    at,
    1,
    { ...transition, to: split },
    opening(split, first, branch === 'inclusive' ? when : undefined),
    { from: split, to: second },
    { from: first, to: join },
    { from: second, to: join },
    { from: join, to: transition.to },
  )
  return { definition: { ...definition, states, transitions }, key: split }
}

/** One more branch with an approval in it, tried before the last one. */
export function addBranch(
  definition: WorkflowDefinition,
  fork: string,
  when: Condition | undefined,
): { readonly definition: WorkflowDefinition; readonly key: string } {
  const join = blockAt(definition, fork)?.join
  const last = transitionsFrom(definition, fork).at(-1)
  if (join == null || last === undefined) return { definition, key: fork }
  const made = newState(definition, 'approve')
  const isAsked = stateOf(definition, fork)?.branch === 'inclusive'
  const place = definition.states.findIndex(({ key }) => key === join)
  const transitions = [opening(fork, made.key, isAsked ? when : undefined), { from: made.key, to: join }]
  // Of branches that all open the new one is the last; of conditional ones the last stays last.
  const at = isAsked ? last.index : last.index + 1
  return {
    key: made.key,
    definition: {
      ...definition,
      states: definition.states.toSpliced(place, 0, made),
      transitions: definition.transitions.toSpliced(at, 0, ...transitions),
    },
  }
}

/** Takes a branch with its states away; a single one that is left is no branch any more. */
export function removeBranch(definition: WorkflowDefinition, fork: string, number: number): WorkflowDefinition {
  const gone = blockAt(definition, fork)?.branches.find((branch) => branch.number === number)
  const index = transitionsFrom(definition, fork)[number - 1]?.index
  if (gone === undefined || index === undefined) return definition
  const transitions = definition.transitions.filter((one, at) => at !== index && !gone.states.has(one.from))
  const last = transitions.findLastIndex(({ from }) => from === fork)
  const left = {
    ...definition,
    states: definition.states.filter(({ key }) => !gone.states.has(key)),
    transitions: transitions.map((one, at): TransitionDefinition => {
      const { when: _, ...always } = one
      return at === last ? always : one
    }),
  }
  return transitionsFrom(left, fork).length < 2 ? dissolve(left, fork) : left
}

/** Puts the states of all branches one after another; a place where nobody acts goes with them. */
export function dissolve(definition: WorkflowDefinition, fork: string): WorkflowDefinition {
  const block = blockAt(definition, fork)
  if (block === undefined) return definition
  const { join } = block
  const filled = block.branches.filter(({ states }) => states.size > 0)
  const [first] = transitionsFrom(definition, fork)
  const transitions = definition.transitions.flatMap((transition, index): readonly TransitionDefinition[] => {
    if (transition.from === fork)
      return index === first?.index ? [{ from: fork, to: filled[0]?.first ?? join ?? 'end' }] : []
    const at = filled.findIndex(({ states }) => states.has(transition.from))
    const next = filled[at + 1]?.first
    return at >= 0 && transition.to === join && next !== undefined ? [{ ...transition, to: next }] : [transition]
  })
  const idle = definition.states.filter((state) => [fork, join].includes(state.key) && isGateway(state))
  const flat = patchState({ ...definition, transitions }, fork, { branch: undefined })
  const joined = join === null ? flat : patchState(flat, join, { joinOf: undefined })
  return idle.reduce((grown, { key }) => removeState(grown, key), joined)
}

/** Makes all branches open, or those whose condition holds; `when` is what each but the last asks at first. */
export function setBranching(
  definition: WorkflowDefinition,
  fork: string,
  branch: Branching,
  when: Condition | undefined,
): WorkflowDefinition {
  const last = transitionsFrom(definition, fork).at(-1)?.index
  return {
    ...patchState(definition, fork, { branch }),
    transitions: definition.transitions.map((transition, index): TransitionDefinition => {
      if (transition.from !== fork) return transition
      const { when: before, ...always } = transition
      const condition = before ?? when
      return branch === 'parallel' || index === last || condition === undefined
        ? always
        : { ...always, when: condition }
    }),
  }
}

/** Takes a state away; of one that opens or joins branches the branches are put one after another first. */
export function takeAway(definition: WorkflowDefinition, key: string): WorkflowDefinition {
  const state = stateOf(definition, key)
  const fork = state?.branch === undefined ? state?.joinOf : key
  return removeState(fork === undefined ? definition : dissolve(definition, fork), key)
}

/** Without a transition; of one that opens a branch the branch goes with it. */
export function withoutTransition(definition: WorkflowDefinition, index: number): WorkflowDefinition {
  const from = definition.transitions[index]?.from
  if (stateOf(definition, from ?? null)?.branch === undefined || from === undefined)
    return disconnect(definition, index)
  return removeBranch(
    definition,
    from,
    transitionsFrom(definition, from).findIndex((transition) => transition.index === index) + 1,
  )
}
