/** Every state can be entered, from every state the end can be reached, and no transitions form a cycle (WFD-01). */
import { type ExaminedDefinition, type Fault, fault } from './fault.ts'
import { nextPlaces, type ProofContext, pathTo, stopsOf, type Walk } from './walks.ts'

/** Which states tickets can get to, and what is wrong with the transitions. */
export interface Reach {
  /** The shortest path from `start` to each state that can be entered, both included. */
  readonly pathTo: ReadonlyMap<string, readonly string[]>
  readonly faults: readonly Fault[]
}

/** The first cycle that a walk from each state comes upon; WFD-01 allows none but by return. */
function cycles({ definition, workflow }: ExaminedDefinition): readonly Fault[] {
  const inCycle = (key: string) => {
    const seen = new Set<string>()
    const queue = workflow.transitionsFrom(key).map((transition) => transition.to)
    for (const next of queue) {
      if (next === key) return true
      if (seen.has(next)) continue
      seen.add(next)
      queue.push(...workflow.transitionsFrom(next).map((transition) => transition.to))
    }
    return false
  }
  const keys = definition.states.map((state) => state.key).filter(inCycle)
  const [first] = keys
  return first === undefined ? [] : [fault('WFD-01', 'cycle', first, { states: keys.join(', ') })]
}

/** States from which the end can be reached. */
function live({ definition, proof }: ExaminedDefinition): ReadonlySet<string> {
  const before = new Map<string, string[]>()
  for (const { key } of definition.states) {
    for (const next of nextPlaces(proof, key)) before.set(next, [...(before.get(next) ?? []), key])
  }
  const found = new Set(['end'])
  for (const place of found) for (const key of before.get(place) ?? []) found.add(key)
  return found
}

/** The shortest path to each state that walks like this come to. */
function pathsOf(proof: ProofContext, walk: Walk): Map<string, readonly string[]> {
  const paths = new Map<string, readonly string[]>([['start', ['start']]])
  for (const stop of stopsOf(proof, walk)) {
    if (stop.met.every((key) => paths.has(key))) continue
    const whole = pathTo(stop)
    for (const [index, key] of stop.met.entries()) {
      if (!paths.has(key)) paths.set(key, whole.slice(0, whole.length - stop.met.length + index + 1))
    }
  }
  return paths
}

/** Walks every path of a definition. */
export function reach(examined: ExaminedDefinition): Reach {
  const { definition, proof } = examined
  const keys = definition.states.map((state) => state.key)
  let paths = pathsOf(proof, {})
  // What nobody comes to at first may be come to by a ticket that was sent back with its form filled in further.
  if (keys.some((key) => !paths.has(key))) paths = new Map([...pathsOf(proof, { comesBack: 'anywhere' }), ...paths])
  const ending = live(examined)
  const isComplete = proof.splitter.isComplete() && !proof.limits.isExceeded
  const dead = keys.filter((key) => !ending.has(key))
  // Untried facts could reach more: without all of them nothing is called unreachable.
  const proved = isComplete ? keys : []
  return {
    pathTo: paths,
    faults: [
      ...proved.filter((key) => !paths.has(key)).map((key) => fault('WFD-01', 'unreachable', key)),
      ...(isComplete ? dead : []).map((key) => fault('WFD-01', 'deadEnd', key)),
      // A cycle without an end is said already.
      ...(dead.length > 0 ? [] : cycles(examined)),
    ],
  }
}
