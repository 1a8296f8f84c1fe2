/** Which parts of a definition are laid out by themselves: each branch is a lane of its own. */
import { type Block, type Blocks, blocksOf, type Home } from '#machines/ticket/definition/blocks.ts'
import type { TransitionDefinition, WorkflowDefinition } from '#machines/ticket/definition/definition.ts'

/** A transition with its place in the definition. */
export interface DrawnTransition extends TransitionDefinition {
  readonly index: number
}

/** The states directly in a lane, or outside of all of them, with the transitions between them. */
export interface Region {
  readonly keys: readonly string[]
  /** Branches that begin here. */
  readonly blocks: readonly Block[]
  /** Transitions that lie here; those that open branches do not. */
  readonly transitions: readonly DrawnTransition[]
}

/** A definition cut into regions. */
export interface Plan {
  readonly transitions: readonly DrawnTransition[]
  readonly isFork: (key: string) => boolean
  readonly regionOf: (home: Home | null) => Region
}

/** Branches with faults are drawn as transitions like any other, so that they can be seen and mended. */
function isWhole({ fork, join, branches }: Block, { home }: Blocks): boolean {
  if (join === null || branches.length === 0 || home(join).length !== home(fork).length) return false
  const inside = branches.flatMap(({ states }) => [...states])
  return (
    !inside.includes(fork) && new Set(inside).size === inside.length && branches.every(({ first }) => first !== 'end')
  )
}

/** Cuts a definition into its regions. */
export function planOf(definition: WorkflowDefinition): Plan {
  const blocks = blocksOf(definition)
  const whole = new Map(blocks.all.filter((block) => isWhole(block, blocks)).map((block) => [block.fork, block]))
  const homeOf = (key: string): Home | null => blocks.home(key).findLast(({ fork }) => whole.has(fork)) ?? null
  const isHere = (home: Home | null) => (key: string) => {
    const own = homeOf(key)
    return own?.fork === home?.fork && own?.number === home?.number
  }
  const known = new Set(['start', 'end', ...definition.states.map(({ key }) => key)])
  const transitions = definition.transitions.flatMap((transition, index): readonly DrawnTransition[] =>
    known.has(transition.from) && known.has(transition.to) ? [{ ...transition, index }] : [],
  )
  return {
    transitions,
    isFork: (key) => whole.has(key),
    regionOf: (home) => {
      const keys = definition.states.map(({ key }) => key).filter(isHere(home))
      const here = new Set([...keys, ...(home === null ? ['start'] : [])])
      return {
        keys,
        blocks: keys.flatMap((key) => whole.get(key) ?? []),
        transitions: transitions.filter(({ from }) => here.has(from) && !whole.has(from)),
      }
    },
  }
}
