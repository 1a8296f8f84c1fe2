/** Blocks of a definition: a branching state, its branches, and the state that joins them. Blocks may lie within branches. */
import type { WorkflowDefinition } from './definition.ts'

/** One branch: the states that can be met from its transition without passing the join. */
export interface BlockBranch {
  /** Its number among the transitions of the branching state, from 1. */
  readonly number: number
  readonly first: string
  readonly states: ReadonlySet<string>
}

/** What a branching state opens. */
export interface Block {
  readonly fork: string
  /** The state that joins the branches; null where the definition has none, which publishing refuses. */
  readonly join: string | null
  readonly branches: readonly BlockBranch[]
}

/** A branch by the state that opens it. */
export interface Home {
  readonly fork: string
  readonly number: number
}

/** The blocks of a definition and where each state lies in them. */
export interface Blocks {
  readonly all: readonly Block[]
  readonly of: (fork: string) => Block | undefined
  /** The branches a state lies in, outermost first; none for most states. */
  readonly home: (key: string) => readonly Home[]
  /** The join that ends the innermost branch a state lies in. */
  readonly joinAfter: (key: string) => string | null
}

function statesFrom(definition: WorkflowDefinition, first: string, join: string | null): ReadonlySet<string> {
  const met = new Set<string>()
  const queue = [first]
  for (const key of queue) {
    if (key === join || key === 'end' || met.has(key)) continue
    met.add(key)
    queue.push(...definition.transitions.filter(({ from }) => from === key).map(({ to }) => to))
  }
  return met
}

function blockOf(definition: WorkflowDefinition, fork: string): Block {
  const join = definition.states.find(({ joinOf }) => joinOf === fork)?.key ?? null
  const branches = definition.transitions
    .filter(({ from }) => from === fork)
    .map(({ to }, index) => ({ number: index + 1, first: to, states: statesFrom(definition, to, join) }))
  return { fork, join, branches }
}

/** Finds the blocks. Of a definition with faults in its branches (25.10) the answer is of use only for naming them. */
export function blocksOf(definition: WorkflowDefinition): Blocks {
  const all = definition.states
    .filter(({ branch }) => branch !== undefined)
    .map(({ key }) => blockOf(definition, key))
    // An outer branch holds the whole of an inner block, and so has more states.
    .toSorted((left, right) => sizeOf(right) - sizeOf(left))
  const home = (key: string) =>
    all.flatMap(({ fork, branches }): readonly Home[] => {
      const branch = branches.find(({ states }) => states.has(key))
      return branch === undefined ? [] : [{ fork, number: branch.number }]
    })
  const of = (fork: string) => all.find((block) => block.fork === fork)
  return {
    all,
    of,
    home,
    joinAfter: (key) => {
      const inner = home(key).at(-1)
      return inner === undefined ? null : (of(inner.fork)?.join ?? null)
    },
  }
}

const sizeOf = ({ branches }: Block): number => branches.reduce((sum, { states }) => sum + states.size, 0)

/** Whether everything that happens in one place happens also in the other, which lies in the same branch or further in. */
export const encloses = (outer: readonly Home[], inner: readonly Home[]): boolean =>
  outer.every(({ fork, number }, depth) => inner[depth]?.fork === fork && inner[depth].number === number)
