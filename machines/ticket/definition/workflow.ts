/** A definition with its states and transitions looked up by key. */
import { type Blocks, blocksOf, encloses } from './blocks.ts'
import type { StateDefinition, TransitionDefinition, WorkflowDefinition } from './definition.ts'

/** A definition with its states and transitions indexed by key. */
export interface Workflow {
  readonly definition: WorkflowDefinition
  /** @throws Error when the definition has no such state: a caller's mistake, never a user's. */
  readonly state: (key: string) => StateDefinition
  /** The transitions out of a state in the order they are tried; `start` is one too. */
  readonly transitionsFrom: (from: string) => readonly TransitionDefinition[]
  /** States from which this one can be reached, in definition order. */
  readonly before: (key: string) => readonly StateDefinition[]
  /** States a return from this one may name (25.3): approving, before it, and in no branch that it is not in itself. */
  readonly returnable: (key: string) => readonly StateDefinition[]
  readonly blocks: Blocks
}

/** Indexes a definition; cheap, and the result may be kept as long as the definition. */
export function indexWorkflow(definition: WorkflowDefinition): Workflow {
  const states = new Map(definition.states.map((state) => [state.key, state]))
  const transitions = new Map<string, TransitionDefinition[]>()
  const comesFrom = new Map<string, string[]>()
  for (const transition of definition.transitions) {
    transitions.set(transition.from, [...(transitions.get(transition.from) ?? []), transition])
    comesFrom.set(transition.to, [...(comesFrom.get(transition.to) ?? []), transition.from])
  }
  const before = (key: string) => {
    const seen = new Set<string>()
    const queue = [...(comesFrom.get(key) ?? [])]
    for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
      if (seen.has(next)) continue
      seen.add(next)
      queue.push(...(comesFrom.get(next) ?? []))
    }
    return definition.states.filter((state) => seen.has(state.key) && state.key !== key)
  }
  const blocks = blocksOf(definition)
  return {
    definition,
    before,
    blocks,
    returnable: (key) =>
      before(key).filter(
        (earlier) => earlier.kind === 'approve' && encloses(blocks.home(earlier.key), blocks.home(key)),
      ),
    transitionsFrom: (from) => transitions.get(from) ?? [],
    state: (key) => {
      const state = states.get(key)
      if (!state) throw new Error(`workflow ${definition.key} has no state ${key}`)
      return state
    },
  }
}
