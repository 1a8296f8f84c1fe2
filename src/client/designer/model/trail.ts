/** The transitions a path of states runs along: states passed by without being entered stand between two of its names. */
import { blocksOf } from '#machines/ticket/definition/blocks.ts'
import type { WorkflowDefinition } from '#machines/ticket/definition/definition.ts'
import { stateOf } from './states.ts'
import { transitionsFrom } from './transitions.ts'

/** The fewest transitions from one place to another, by their places; nothing where none leads there. */
function between(definition: WorkflowDefinition, from: string, to: string): readonly number[] {
  const trails = new Map<string, readonly number[]>([[from, []]])
  const queue = [from]
  for (const here of queue) {
    for (const { index, transition } of transitionsFrom(definition, here)) {
      const trail = [...(trails.get(here) ?? []), index]
      if (transition.to === to) return trail
      if (trails.has(transition.to)) continue
      trails.set(transition.to, trail)
      queue.push(transition.to)
    }
  }
  return []
}

/** The transitions that lead to the next place of a path from what was met before it: in branches that need not be the place named just before. */
function into(definition: WorkflowDefinition, met: readonly string[], to: string): readonly number[] {
  for (const from of met.toReversed()) {
    const trail = from === to ? [] : between(definition, from, to)
    if (trail.length > 0) return trail
  }
  return []
}

/** The transitions by which the branches met so far come to their join. */
function joining(definition: WorkflowDefinition, met: readonly string[], join: string): readonly number[] {
  const fork = stateOf(definition, join)?.joinOf
  const block = fork === undefined ? undefined : blocksOf(definition).of(fork)
  return (block?.branches ?? []).flatMap(({ states }) => {
    const last = met.findLast((key) => states.has(key))
    return last === undefined ? [] : between(definition, last, join)
  })
}

/** Places of all transitions a path runs along. */
export function transitionsAlong(definition: WorkflowDefinition, path: readonly string[]): ReadonlySet<number> {
  return new Set(
    path.slice(1).flatMap((to, index) => {
      const met = path.slice(0, index + 1)
      return [...into(definition, met, to), ...joining(definition, met, to)]
    }),
  )
}
