/** The ways a path of states runs along: states passed by without being entered stand between two of its names. */
import type { WorkflowDefinition } from '#machines/ticket/definition.ts'
import { waysFrom } from './ways.ts'

/** The fewest ways from one place to another, by their places; nothing where none leads there. */
function between(definition: WorkflowDefinition, from: string, to: string): readonly number[] {
  const trails = new Map<string, readonly number[]>([[from, []]])
  const queue = [from]
  for (const here of queue) {
    for (const { index, way } of waysFrom(definition, here)) {
      const trail = [...(trails.get(here) ?? []), index]
      if (way.to === to) return trail
      if (trails.has(way.to)) continue
      trails.set(way.to, trail)
      queue.push(way.to)
    }
  }
  return []
}

/** Places of all ways a path runs along. */
export function waysAlong(definition: WorkflowDefinition, path: readonly string[]): ReadonlySet<number> {
  return new Set(path.slice(1).flatMap((to, index) => between(definition, path[index] ?? to, to)))
}
