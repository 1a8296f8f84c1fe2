/**
 * Every state can be entered, from every state the end can be reached, and no way leads in a circle (WFD-01). While a person
 * works on a ticket its facts may change to anything, so a walk keeps its facts only through states that nobody acts in.
 */
import type { Facts } from '../definition.ts'
import { conditionsOf, partition } from '../partition.ts'
import { isEntered, nextState } from '../route.ts'
import { type Examined, type Fault, fault } from './fault.ts'

/** Which states tickets can get to, and what is wrong with the ways. */
export interface Reach {
  /** The shortest way from `start` to each state that can be entered, both included. */
  readonly pathTo: ReadonlyMap<string, readonly string[]>
  readonly faults: readonly Fault[]
}

/** The states met after leaving one, up to the first in which somebody acts; `end` may be the last. */
function run({ workflow }: Examined, from: string, facts: Facts): readonly string[] {
  const met: string[] = []
  const seen = new Set<string>()
  let key = nextState(workflow, from, facts)
  while (key !== null && !seen.has(key)) {
    seen.add(key)
    if (key === 'end') return [...met, key]
    const state = workflow.state(key)
    if (isEntered(state, facts)) met.push(key)
    if (isEntered(state, facts) && state.kind !== 'cc') return met
    key = nextState(workflow, key, facts)
  }
  return met
}

/** The shortest ways from a place, by the number of states entered. */
function pathsFrom(examined: Examined, place: string, cells: readonly Facts[]): ReadonlyMap<string, readonly string[]> {
  const paths = new Map<string, readonly string[]>([[place, [place]]])
  const queue = [place]
  for (const from of queue) {
    for (const facts of cells) {
      const path = [...(paths.get(from) ?? [])]
      for (const key of run(examined, from, facts)) {
        path.push(key)
        if (paths.has(key)) continue
        paths.set(key, [...path])
        queue.push(key)
      }
    }
  }
  return paths
}

/** The first circle of ways that a walk from each state comes upon; WFD-01 allows none but by return. */
function cycles({ definition, workflow }: Examined): readonly Fault[] {
  const inCycle = (key: string) => {
    const seen = new Set<string>()
    const queue = workflow.ways(key).map((way) => way.to)
    for (const next of queue) {
      if (next === key) return true
      if (seen.has(next)) continue
      seen.add(next)
      queue.push(...workflow.ways(next).map((way) => way.to))
    }
    return false
  }
  const keys = definition.states.map((state) => state.key).filter(inCycle)
  const [first] = keys
  return first === undefined ? [] : [fault('WFD-01', 'cycle', first, { states: keys.join(', ') })]
}

/** Walks every way of a definition in every cell of facts. */
export function reach(examined: Examined): Reach {
  const { cells, isComplete } = partition(conditionsOf(examined.definition), examined.thresholds)
  const pathTo = pathsFrom(examined, 'start', cells)
  const keys = examined.definition.states.map((state) => state.key)
  // Untried facts could reach more: without all of them nothing is called unreachable.
  const proved = isComplete ? keys : []
  return {
    pathTo,
    faults: [
      ...(isComplete ? [] : [fault('25.10', 'tooManyFacts', null)]),
      ...proved.filter((key) => !pathTo.has(key)).map((key) => fault('WFD-01', 'unreachable', key)),
      ...proved
        .filter((key) => !pathsFrom(examined, key, cells).has('end'))
        .map((key) => fault('WFD-01', 'deadEnd', key)),
      ...cycles(examined),
    ],
  }
}
