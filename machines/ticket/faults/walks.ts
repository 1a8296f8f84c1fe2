/**
 * Every way a ticket can go through a definition, the shortest first. Facts that somebody may write change while people work
 * on the ticket; those nobody may write stay as they were submitted. A walk splits the facts only where a condition asks.
 * Branches are walked one after another, in every order: whatever can come before something else then does so in one of them.
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
  /** Branches still to be walked, innermost last. */
  readonly pending: readonly Pending[]
}

/** An open block: the state that joins it, and where the branches begin that have not been walked yet. */
interface Pending {
  readonly join: string
  readonly left: readonly string[]
}

/** What of the walks is wanted. */
export interface Walk {
  /** Only tickets of which this always holds. */
  readonly when?: Condition
  /** Entering such a state counts, by so much. */
  readonly counts?: (state: StateDefinition) => boolean | number
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
  const start: Stop = { place: 'start', known: [], count: 0, from: null, met: [], told: [], pending: [] }
  const seen = new Set<string>()
  const stops = [start]
  for (const stop of stops) {
    if (stop.place === 'end') continue
    for (const next of leave(ground, walk, stop)) {
      const ahead = [next.place, ...next.pending.flatMap(({ left }) => left)]
      const useful = new Set(ahead.flatMap((place) => [...ground.askedFrom(place)]))
      const known = next.known.map((index, axis) =>
        fixed.has(axis) && (useful.has(axis) || asked.includes(axis)) ? index : undefined,
      )
      const key = `${next.place} ${next.count} ${known.join()} ${next.met.join()} ${next.pending.map(({ join, left }) => [join, ...left].join()).join(' ')}`
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
  /** How the ticket came to where it is since the stop: states entered, states seen, branches to come. */
  interface Way {
    readonly met: readonly string[]
    readonly passed: readonly string[]
    readonly pending: readonly Pending[]
  }
  const arrive = (place: string, { met, pending }: Way, known: Known): void => {
    const added = met.reduce((sum, key) => sum + (key === 'end' ? 0 : Number(counts(workflow.state(key)))), 0)
    const count = Math.min(cap, stop.count + added)
    found.push({ place, known, count, from: stop, met, told: known, pending })
  }
  const go = (place: string, way: Way, known: Known): void => {
    const ways = workflow.ways(place)
    const join = workflow.blocks.of(place)?.join
    if (join) {
      open(place, join, way, known)
      return
    }
    const choose = (index: number, before: Known): void => {
      const next = ways[index]
      if (next === undefined) return
      ask(next.when, before, (holds, after) => {
        if (holds) enter(next.to, way, after)
        else choose(index + 1, after)
      })
    }
    choose(0, known)
  }
  /** The branches of a state, as its ways ask for them. */
  const open = (fork: string, join: string, way: Way, known: Known): void => {
    const ways = workflow.ways(fork)
    const isAll = workflow.state(fork).branch === 'parallel'
    const pick = (index: number, taken: readonly string[], before: Known): void => {
      const next = ways[index]
      if (next === undefined) {
        const left = taken.filter((key) => key !== join)
        enter(join, { ...way, pending: [...way.pending, { join, left }] }, before)
      } else if (isAll) pick(index + 1, [...taken, next.to], before)
      else if (index === ways.length - 1) pick(index + 1, taken.length > 0 ? taken : [next.to], before)
      else ask(next.when, before, (holds, after) => pick(index + 1, holds ? [...taken, next.to] : taken, after))
    }
    pick(0, [], known)
  }
  const enter = (key: string, way: Way, known: Known): void => {
    const { met, passed, pending } = way
    if (key === 'end') {
      arrive(key, { ...way, met: [...met, key] }, known)
      return
    }
    const block = pending.at(-1)
    if (block?.join === key) {
      const outer = pending.slice(0, -1)
      for (const first of block.left) {
        const left = block.left.filter((other) => other !== first)
        enter(first, { ...way, pending: [...outer, { join: key, left }] }, known)
      }
      if (block.left.length === 0) enter(key, { ...way, pending: outer }, known)
      return
    }
    // Round without anybody acting: the circle is a fault of its own.
    if (passed.includes(key)) return
    const state = workflow.state(key)
    const beyond = { ...way, passed: [...passed, key] }
    ask(state.enterWhen, known, (holds, after) => {
      if (!holds) go(key, beyond, after)
      else if (state.kind === 'cc') go(key, { ...beyond, met: [...met, key] }, after)
      else arrive(key, { ...way, met: [...met, key] }, after)
    })
  }
  ask(walk.when, stop.known, (holds, known) => {
    if (holds) go(stop.place, { met: [], passed: [], pending: stop.pending }, known)
  })
  return found
}

/** Where a ticket can be next after a place, whatever its facts. */
export function nextPlaces(ground: Ground, place: string): readonly string[] {
  const stop: Stop = { place, known: [], count: 0, from: null, met: [], told: [], pending: [] }
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
