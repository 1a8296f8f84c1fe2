/** What is copied on the canvas: a state, or branches with everything in them. */
import { blocksOf } from '#machines/ticket/definition/blocks.ts'
import type {
  StateDefinition,
  Text,
  TransitionDefinition,
  WorkflowDefinition,
} from '#machines/ticket/definition/definition.ts'
import { freeKey, patchObject, stateOf } from './states.ts'

/** States from one entry to one exit, with the transitions between them. */
export interface Clip {
  readonly states: readonly StateDefinition[]
  readonly transitions: readonly TransitionDefinition[]
  readonly first: string
  readonly last: string
}

/** A copy of a state; of one that opens or joins branches, the whole of them. Null where there is nothing to copy. */
export function clipOf(definition: WorkflowDefinition, key: string): Clip | null {
  const state = stateOf(definition, key)
  if (state === undefined) return null
  const fork = state.branch === undefined ? state.joinOf : key
  const block = fork === undefined ? undefined : blocksOf(definition).of(fork)
  if (block === undefined || block.join === null) {
    const alone = patchObject(state, { branch: undefined, joinOf: undefined })
    return { states: [alone], transitions: [], first: key, last: key }
  }
  const inside = new Set([block.fork, ...block.branches.flatMap(({ states }) => [...states])])
  return {
    states: definition.states.filter(({ key: one }) => inside.has(one) || one === block.join),
    transitions: definition.transitions.filter(({ from }) => inside.has(from)),
    first: block.fork,
    last: block.join,
  }
}

/** The name of a copy: numbered like its key where the first still stands. */
function nameOf({ name }: StateDefinition, key: string, isCopy: boolean): Text {
  const number = /\d+$/.exec(key)?.[0]
  return number === undefined || !isCopy ? name : { zhHans: `${name.zhHans} ${number}`, en: `${name.en} ${number}` }
}

/** Puts a copy on the way at this place, each state under a key and a name of its own; `key` is that of the first. */
export function pasteClip(
  definition: WorkflowDefinition,
  at: number,
  { states, transitions, first, last }: Clip,
): { readonly definition: WorkflowDefinition; readonly key: string } {
  const transition = definition.transitions[at]
  if (transition === undefined) return { definition, key: 'start' }
  const keys = new Map<string, string>()
  let grown: WorkflowDefinition = definition
  for (const state of states) {
    const key = freeKey(grown, state.key)
    keys.set(state.key, key)
    grown = { ...grown, states: [...grown.states, { ...state, key }] }
  }
  const keyOf = (key: string): string => keys.get(key) ?? key
  const copies = states.map(
    ({ joinOf, ...state }): StateDefinition => ({
      ...state,
      key: keyOf(state.key),
      name: nameOf(state, keyOf(state.key), stateOf(definition, state.key) !== undefined),
      ...(joinOf !== undefined && { joinOf: keyOf(joinOf) }),
    }),
  )
  const place = definition.states.findIndex(({ key }) => key === transition.from) + 1
  return {
    key: keyOf(first),
    definition: {
      ...definition,
      states: definition.states.toSpliced(place, 0, ...copies),
      transitions: definition.transitions.toSpliced(
        at,
        1,
        { ...transition, to: keyOf(first) },
        ...transitions.map((one) => ({ ...one, from: keyOf(one.from), to: keyOf(one.to) })),
        { from: keyOf(last), to: transition.to },
      ),
    },
  }
}
