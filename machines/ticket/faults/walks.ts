/**
 * Every way a ticket can go through a definition, the shortest first. Facts that somebody may write change while people work
 * on the ticket; those nobody may write stay as they were submitted. A walk splits the facts only where a condition asks.
 */
import type { Condition, Facts, StateDefinition } from '../definition.ts'
import { createSplitter, type Known, type Splitter } from '../splitter.ts'
import type { Workflow } from '../workflow.ts'

/** A moment of a walk: in a state in which somebody acts, at `start`, or at `end`. */
export interface Stop {
  readonly place: string
  /** What stays known of the facts from here on. */
  readonly known: Known
  /** How many states that count were entered so far, up to the cap. */
  readonly count: number
  readonly from: Stop | null
  /** States entered since the stop before, this one included. */
  readonly met: readonly string[]
  /** What was known of the facts on the way here. */
  readonly told: Known
}

/** What of the walks is wanted. */
export interface Walk {
  /** Only tickets of which this always holds. */
  readonly when?: Condition
  /** Entering such a state counts. */
  readonly counts?: (state: StateDefinition) => boolean
  /** Counted no further. */
  readonly cap?: number
  /** Only tickets whose facts nobody changes. */
  readonly isSteady?: boolean
}

/** The ground all walks of one definition share. */
export interface Ground {
  readonly workflow: Workflow
  readonly splitter: Splitter
  /** Axes whose facts nobody can change after the submit. */
  readonly fixed: ReadonlySet<number>
  /** Axes that conditions from a place onwards ask for. */
  readonly askedFrom: (place: string) => ReadonlySet<number>
}

/** More moments than this are not looked at; facts are then taken to change at any time, which finds no false fault. */
const MOST_STOPS = 20_000

/** All stops of the walks, in the order of their distance from the start; the last word on whether all were found is the splitter's. */
export function stopsOf(ground: Ground, walk: Walk = {}): readonly Stop[] {
  const all = new Set(ground.splitter.axes.keys())
  if (walk.isSteady === true) return spread(ground, walk, all) ?? []
  const exact = spread(ground, walk, ground.fixed)
  return exact ?? spread(ground, walk, new Set()) ?? []
}

function spread(ground: Ground, walk: Walk, fixed: ReadonlySet<number>): readonly Stop[] | null {
  const asked = walk.when ? ground.splitter.axesIn(walk.when) : []
  const start: Stop = { place: 'start', known: [], count: 0, from: null, met: [], told: [] }
  const seen = new Set<string>()
  const stops = [start]
  for (const stop of stops) {
    if (stop.place === 'end') continue
    for (const next of leave(ground, walk, stop)) {
      const useful = ground.askedFrom(next.place)
      const known = next.known.map((index, axis) =>
        fixed.has(axis) && (useful.has(axis) || asked.includes(axis)) ? index : undefined,
      )
      const key = `${next.place} ${next.count} ${known.join()} ${next.met.join()}`
      if (seen.has(key)) continue
      if (stops.length >= MOST_STOPS) return null
      seen.add(key)
      stops.push({ ...next, known })
    }
  }
  return stops
}

/** Where a ticket can be next after it leaves a stop. */
function leave({ workflow, splitter }: Ground, walk: Walk, stop: Stop): readonly Stop[] {
  const { counts = () => false, cap = 0 } = walk
  const found: Stop[] = []

  /** Goes on with either answer, once it is known. */
  const ask = (condition: Condition | undefined, known: Known, go: (holds: boolean, known: Known) => void): void => {
    const result = splitter.decide(condition, known)
    if (typeof result === 'boolean') go(result, known)
    else for (const next of splitter.answers(known, result.ask)) ask(condition, next, go)
  }
  const arrive = (place: string, met: readonly string[], known: Known): void => {
    const count = Math.min(cap, stop.count + met.filter((key) => key !== 'end' && counts(workflow.state(key))).length)
    found.push({ place, known, count, from: stop, met, told: known })
  }
  const go = (place: string, met: readonly string[], passed: readonly string[], known: Known): void => {
    const choose = (index: number, before: Known): void => {
      const way = workflow.ways(place)[index]
      if (way === undefined) return
      ask(way.when, before, (holds, after) => {
        if (holds) enter(way.to, met, passed, after)
        else choose(index + 1, after)
      })
    }
    choose(0, known)
  }
  const enter = (key: string, met: readonly string[], passed: readonly string[], known: Known): void => {
    if (key === 'end') {
      arrive(key, [...met, key], known)
      return
    }
    // Round without anybody acting: the circle is a fault of its own.
    if (passed.includes(key)) return
    const state = workflow.state(key)
    ask(state.enterWhen, known, (holds, after) => {
      if (!holds) go(key, met, [...passed, key], after)
      else if (state.kind === 'cc') go(key, [...met, key], [...passed, key], after)
      else arrive(key, [...met, key], after)
    })
  }
  ask(walk.when, stop.known, (holds, known) => {
    if (holds) go(stop.place, [], [], known)
  })
  return found
}

/** Where a ticket can be next after a place, whatever its facts. */
export function nextPlaces(ground: Ground, place: string): readonly string[] {
  const stop: Stop = { place, known: [], count: 0, from: null, met: [], told: [] }
  return [...new Set(leave(ground, {}, stop).flatMap(({ met }) => met))]
}

/** The facts under which a ticket comes to the stop; of those that change on the way, the last. */
export function factsAt(ground: Pick<Ground, 'splitter'>, stop: Stop): Facts {
  const before = stop.from ? factsAt(ground, stop.from) : {}
  return { ...before, ...ground.splitter.factsOf(stop.told) }
}

/** State keys from `start` to the stop, both included. */
export function pathTo(stop: Stop): readonly string[] {
  const met: string[] = []
  for (let at: Stop | null = stop; at; at = at.from) met.unshift(...at.met)
  return ['start', ...met]
}

/** The ground of a definition. `constants` are the thresholds, `mayChange` says which facts somebody can write after the submit. */
export function groundOf(
  workflow: Workflow,
  conditions: readonly Condition[],
  constants: Facts,
  domains: Parameters<typeof createSplitter>[2],
  mayChange: (fact: string) => boolean,
): Ground {
  const splitter = createSplitter(conditions, constants, domains)
  const fixed = new Set(
    splitter.axes.flatMap((axis, index) => (axis.fields.some((field) => mayChange(field)) ? [] : [index])),
  )
  const own = new Map<string, readonly number[]>()
  const axesAt = (place: string): readonly number[] => {
    const known = own.get(place)
    if (known) return known
    const asked = [
      ...workflow.ways(place).map((way) => way.when),
      ...(place === 'start' ? [] : [workflow.state(place).enterWhen]),
    ].flatMap((condition) => (condition ? splitter.axesIn(condition) : []))
    own.set(place, asked)
    return asked
  }
  const onward = new Map<string, ReadonlySet<number>>()
  const askedFrom = (place: string): ReadonlySet<number> => {
    const known = onward.get(place)
    if (known) return known
    const reached = new Set([place])
    for (const key of reached) for (const { to } of workflow.ways(key)) if (to !== 'end') reached.add(to)
    const axes = new Set(place === 'end' ? [] : [...reached].flatMap(axesAt))
    onward.set(place, axes)
    return axes
  }
  return { workflow, splitter, fixed, askedFrom }
}
