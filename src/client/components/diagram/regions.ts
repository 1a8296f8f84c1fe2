/** Which parts of a definition are laid out by themselves: each branch is a lane of its own. */
import { type Block, type Blocks, blocksOf, type Home } from '#machines/ticket/definition/blocks.ts'
import type { TransitionDefinition, WorkflowDefinition } from '#machines/ticket/definition/definition.ts'

/** A way with its place in the definition. */
export interface DrawnWay extends TransitionDefinition {
  readonly index: number
}

/** The states directly in a lane, or outside of all of them, with the ways between them. */
export interface Region {
  readonly keys: readonly string[]
  /** Branches that begin here. */
  readonly blocks: readonly Block[]
  /** Ways that lie here; those that open branches do not. */
  readonly ways: readonly DrawnWay[]
}

/** A definition cut into regions. */
export interface Plan {
  readonly ways: readonly DrawnWay[]
  readonly isFork: (key: string) => boolean
  readonly regionOf: (home: Home | null) => Region
}

/** Branches with faults are drawn as ways like any other, so that they can be seen and mended. */
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
    return own?.fork === home?.fork && own?.way === home?.way
  }
  const known = new Set(['start', 'end', ...definition.states.map(({ key }) => key)])
  const ways = definition.transitions.flatMap((way, index): readonly DrawnWay[] =>
    known.has(way.from) && known.has(way.to) ? [{ ...way, index }] : [],
  )
  return {
    ways,
    isFork: (key) => whole.has(key),
    regionOf: (home) => {
      const keys = definition.states.map(({ key }) => key).filter(isHere(home))
      const here = new Set([...keys, ...(home === null ? ['start'] : [])])
      return {
        keys,
        blocks: keys.flatMap((key) => whole.get(key) ?? []),
        ways: ways.filter(({ from }) => here.has(from) && !whole.has(from)),
      }
    },
  }
}
