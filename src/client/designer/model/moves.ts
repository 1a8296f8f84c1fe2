/** Carrying things elsewhere on the canvas: a state, branches with everything in them, or one branch past its neighbours. */
import { blocksOf, type Home } from '#machines/ticket/definition/blocks.ts'
import type { TransitionDefinition, WorkflowDefinition } from '#machines/ticket/definition/definition.ts'
import { blockAt } from './branches.ts'
import { moveState, shiftState, stateOf } from './states.ts'
import { tidy, transitionsFrom } from './transitions.ts'

/** The state that opens the branches this one opens or joins; undefined for every other state. */
function forkOf(definition: WorkflowDefinition, key: string): string | undefined {
  const state = stateOf(definition, key)
  return state?.branch === undefined ? state?.joinOf : key
}

/** Puts branches with all that stands in them on another transition; one within them, or beside them, changes nothing. */
function moveBlock(definition: WorkflowDefinition, fork: string, at: number): WorkflowDefinition {
  const block = blockAt(definition, fork)
  const target = definition.transitions[at]
  const join = block?.join
  if (block === undefined || join == null || target === undefined) return definition
  const inside = new Set([fork, join, ...block.branches.flatMap(({ states }) => [...states])])
  const last = transitionsFrom(definition, join).at(-1)
  if (last === undefined || inside.has(target.from) || target.to === fork) return definition
  const transitions = definition.transitions.flatMap((transition, index): readonly TransitionDefinition[] => {
    if (transition === target)
      return [
        { ...transition, to: fork },
        { from: join, to: transition.to },
      ]
    if (index === last.index) return []
    return transition.to === fork && !inside.has(transition.from)
      ? [{ ...transition, to: last.transition.to }]
      : [transition]
  })
  const others = definition.states.filter(({ key }) => !inside.has(key))
  const place = others.findIndex(({ key }) => key === target.from) + 1
  const states = others.toSpliced(place, 0, ...definition.states.filter(({ key }) => inside.has(key)))
  return tidy({ ...definition, states, transitions })
}

/** Puts a state, or the branches it opens or joins, on another transition. */
export function moveTo(definition: WorkflowDefinition, key: string, at: number): WorkflowDefinition {
  const fork = forkOf(definition, key)
  return fork === undefined ? moveState(definition, key, at) : moveBlock(definition, fork, at)
}

/** One place earlier or later: a state past a state, branches as a whole. */
export function shift(definition: WorkflowDefinition, key: string, step: -1 | 1): WorkflowDefinition {
  const fork = forkOf(definition, key)
  if (fork === undefined) return shiftState(definition, key, step)
  const exit = blockAt(definition, fork)?.join
  if (exit == null) return definition
  if (step === 1) {
    const next = transitionsFrom(definition, exit).at(-1)?.transition.to
    const beyond = next === undefined ? undefined : transitionsFrom(definition, forkEnd(definition, next)).at(-1)
    return beyond === undefined ? definition : moveBlock(definition, fork, beyond.index)
  }
  const before = definition.transitions.find(({ to }) => to === fork)?.from
  const start = before === undefined ? undefined : (stateOf(definition, before)?.joinOf ?? before)
  const into = definition.transitions.findIndex(({ to }) => to === start)
  return into < 0 ? definition : moveBlock(definition, fork, into)
}

/** Where the route goes on behind a state: behind the join of the branches it opens. */
const forkEnd = (definition: WorkflowDefinition, key: string): string => blockAt(definition, key)?.join ?? key

/** The innermost branch a state lies in. */
export const branchOf = (definition: WorkflowDefinition, key: string): Home | undefined =>
  blocksOf(definition).home(key).at(-1)

/** Puts a branch where another one of the same block stands. Of conditional branches the last takes what is left over and stays last. */
export function moveBranch(definition: WorkflowDefinition, { fork, number }: Home, to: number): WorkflowDefinition {
  const transitions = transitionsFrom(definition, fork)
  const isAsked = stateOf(definition, fork)?.branch === 'inclusive'
  const most = isAsked ? transitions.length - 1 : transitions.length
  if (number === to || number > most || to > most || number < 1 || to < 1) return definition
  const given = transitions.map((one) => one.transition)
  const moved = given[number - 1]
  if (moved === undefined) return definition
  const order = given.toSpliced(number - 1, 1).toSpliced(to - 1, 0, moved)
  const places = new Map(transitions.map(({ index }, at) => [index, order[at]]))
  return { ...definition, transitions: definition.transitions.map((one, index) => places.get(index) ?? one) }
}
