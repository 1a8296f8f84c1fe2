/**
 * Every path a ticket can take through a definition, the shortest first. What a person may write changes where it may be written;
 * everything else stays as it was submitted, and the form's own rules hold at each place. A walk splits the facts only where
 * a condition asks. Branches are walked one after another, in every order: whatever can come before something else then does
 * so in one of them.
 */
import { type Condition, type Facts, groupsOf, type StateDefinition } from '#machines/ticket/definition/definition.ts'
import type { Workflow } from '#machines/ticket/definition/workflow.ts'
import type { KnownClasses, Splitter } from '../splitter.ts'
import type { Store, Stores } from './store.ts'

/** A moment of a walk: in a state in which somebody acts, at `start`, or at `end`. */
export interface Stop {
  readonly place: string
  /** What is known of the form on arriving. */
  readonly store: Store
  /** How many states that count were entered so far, up to the cap. */
  readonly count: number
  readonly from: Stop | null
  /** States entered since the stop before, this one included. */
  readonly met: readonly string[]
  /** What was known of the facts on the way here. */
  readonly knownFacts: KnownClasses
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
  /** Only tickets whose facts nobody changes once they are there. */
  readonly isSteady?: boolean
  /** Tickets also come back: to the applicant, or to any state a return may name. */
  readonly comesBack?: 'start' | 'anywhere'
}

/** The ground all walks of one definition share. */
export interface ProofContext {
  readonly workflow: Workflow
  readonly splitter: Splitter
  readonly stores: Stores
  /** What the form must be like for a state to find nobody; undefined where others are asked as well. */
  readonly nobodyAt: (place: string) => Condition | undefined
  /** Axes that conditions from a place onwards ask for. */
  readonly askedFrom: (place: string) => ReadonlySet<number>
  /** Whether some walk had more moments than are looked at: what was not found may still be there. */
  readonly limits: { isExceeded: boolean }
}

/** More moments than this are not looked at. */
const MAX_STOPS = 20_000

/** All stops of the walks, in the order of their distance from the start; null when there are too many to look at. */
export function stopsIn(proof: ProofContext, walk: Walk = {}): readonly Stop[] | null {
  const axes = walk.when ? proof.splitter.axesIn(walk.when) : []
  const { first } = proof.stores
  const start: Stop = {
    place: 'start',
    store: first,
    count: 0,
    from: null,
    met: [],
    knownFacts: first.known,
    pending: [],
  }
  const seen = new Set<string>()
  const stops = [start]
  for (const stop of stops) {
    if (stop.place === 'end') continue
    for (const next of onward(proof, walk, stop)) {
      const store = proof.stores.pruned(next.store, usefulAt(proof, walk, axes, next))
      const key = `${next.place} ${next.count} ${store.known.join()} ${store.by.join()} ${next.met.join()} ${next.pending.map(({ join, left }) => [join, ...left].join()).join(' ')}`
      if (seen.has(key)) continue
      if (stops.length >= MAX_STOPS) {
        proof.limits.isExceeded = true
        return null
      }
      seen.add(key)
      stops.push({ ...next, store })
    }
  }
  return stops
}

/** Where a ticket can be next after a stop. Nobody comes to a state that would find nobody and refuses that (WF-15). */
function onward(proof: ProofContext, walk: Walk, stop: Stop): readonly Stop[] {
  const nobody = proof.nobodyAt(stop.place)
  if (nobody === undefined) return [...leave(proof, walk, stop), ...comeBack(proof, walk, stop)]
  const { type } = proof.workflow.state(stop.place).emptyPolicy
  const found: Stop[] = []
  proof.stores.ask(nobody, stop.store, (isEmpty, store) => {
    const at = { ...stop, store }
    if (!isEmpty) found.push(...leave(proof, walk, at), ...comeBack(proof, walk, at))
    else if (type === 'skip') found.push(...leave(proof, walk, at, { isPassed: true }))
    else if (type !== 'block') found.push(...leave(proof, walk, at), ...comeBack(proof, walk, at))
  })
  return found.map((next) => ({ ...next, from: stop }))
}

/** The axes that are asked for from a stop onwards. */
function usefulAt(
  { askedFrom }: ProofContext,
  { comesBack }: Walk,
  axes: readonly number[],
  { place, pending }: Stop,
): ReadonlySet<number> {
  // Whoever comes back may be asked everything once more.
  if (comesBack !== undefined) return askedFrom('start')
  if (axes.length === 0 && pending.length === 0) return askedFrom(place)
  const ahead = [place, ...pending.flatMap(({ left }) => left)]
  return new Set([...axes, ...ahead.flatMap((one) => [...askedFrom(one)])])
}

/** The same, none where there are too many. */
export const stopsOf = (proof: ProofContext, walk: Walk = {}): readonly Stop[] => stopsIn(proof, walk) ?? []

/** Where a return, a rejection or a withdrawal leads from a stop; what was written stays in the form. */
function comeBack({ workflow }: ProofContext, { comesBack }: Walk, stop: Stop): readonly Stop[] {
  if (comesBack === undefined || stop.place === 'start') return []
  const { withdraw } = workflow.definition
  const { kind, allowReturn, onReject, timers = [] } = workflow.state(stop.place)
  const isClosed = timers.some(({ action }) => action === 'close')
  const back = { store: stop.store, from: stop, knownFacts: stop.store.known }
  const toStart = withdraw === 'whileRunning' || allowReturn !== undefined || onReject === 'start' || isClosed
  const again: readonly Stop[] = toStart ? [{ ...back, place: 'start', met: [], count: 0, pending: [] }] : []
  if (comesBack === 'start' || stop.pending.length > 0) return again
  const named = typeof onReject === 'object' ? [onReject.state] : []
  const targets = allowReturn === 'any' && kind !== 'cc' ? workflow.returnable(stop.place).map(({ key }) => key) : named
  return [
    ...again,
    ...targets.flatMap((place) => {
      const before = earlier(stop, place)
      return before ? [{ ...back, place, met: [place], count: before.count, pending: before.pending }] : []
    }),
  ]
}

/** The last stop at a place on the route to this one, in the same round. */
function earlier(stop: Stop, place: string): Stop | null {
  for (let at = stop.from; at !== null && at.place !== 'start'; at = at.from) if (at.place === place) return at
  return null
}

/** Where a ticket can be next after it leaves a stop. */
function leave(
  proof: ProofContext,
  walk: Walk,
  stop: Stop,
  { watch = () => {}, isPassed = false }: { readonly watch?: Watch; readonly isPassed?: boolean } = {},
): readonly Stop[] {
  const { workflow, stores } = proof
  const { counts = () => false, cap = 0 } = walk
  const found: Stop[] = []
  const { ask } = stores
  /** How the ticket came to where it is since the stop: states entered, states seen, branches to come. */
  interface Progress {
    readonly met: readonly string[]
    readonly passed: readonly string[]
    readonly pending: readonly Pending[]
  }
  const arrive = (place: string, { met, pending }: Progress, store: Store): void => {
    const added = met.reduce((sum, key) => sum + (key === 'end' ? 0 : Number(counts(workflow.state(key)))), 0)
    const count = Math.min(cap, stop.count + added)
    found.push({ place, store, count, from: stop, met, knownFacts: store.known, pending })
  }
  const go = (place: string, progress: Progress, store: Store): void => {
    watch(place, store)
    const transitions = workflow.transitionsFrom(place)
    const join = workflow.blocks.of(place)?.join
    if (join) {
      open(place, join, progress, store)
      return
    }
    const choose = (index: number, before: Store): void => {
      const next = transitions[index]
      if (next === undefined) return
      ask(next.when, before, (holds, after) => {
        if (holds) enter(next.to, progress, after)
        else choose(index + 1, after)
      })
    }
    choose(0, store)
  }
  /** The branches of a state, as its transitions ask for them. */
  const open = (fork: string, join: string, progress: Progress, store: Store): void => {
    const transitions = workflow.transitionsFrom(fork)
    const isAll = workflow.state(fork).branch === 'parallel'
    const pick = (index: number, taken: readonly string[], before: Store): void => {
      const next = transitions[index]
      if (next === undefined) {
        const left = taken.filter((key) => key !== join)
        enter(join, { ...progress, pending: [...progress.pending, { join, left }] }, before)
      } else if (isAll) pick(index + 1, [...taken, next.to], before)
      else if (index === transitions.length - 1) pick(index + 1, taken.length > 0 ? taken : [next.to], before)
      else ask(next.when, before, (holds, after) => pick(index + 1, holds ? [...taken, next.to] : taken, after))
    }
    pick(0, [], store)
  }
  const enter = (key: string, progress: Progress, store: Store): void => {
    const { met, passed, pending } = progress
    if (key === 'end') {
      arrive(key, { ...progress, met: [...met, key] }, store)
      return
    }
    const block = pending.at(-1)
    if (block?.join === key) {
      const outer = pending.slice(0, -1)
      for (const first of block.left) {
        const left = block.left.filter((other) => other !== first)
        enter(first, { ...progress, pending: [...outer, { join: key, left }] }, store)
      }
      if (block.left.length === 0) enter(key, { ...progress, pending: outer }, store)
      return
    }
    // Round without anybody acting: the cycle is a fault of its own.
    if (passed.includes(key)) return
    const state = workflow.state(key)
    const beyond = { ...progress, passed: [...passed, key] }
    ask(state.enterWhen, store, (holds, after) => {
      if (!holds) go(key, beyond, after)
      else if (state.kind === 'cc') go(key, { ...beyond, met: [...met, key] }, after)
      else arrive(key, { ...progress, met: [...met, key] }, after)
    })
  }
  const progress: Progress = { met: [], passed: [], pending: stop.pending }
  const axes = walk.when ? proof.splitter.axesIn(walk.when) : []
  const useful = usefulAt(proof, walk, axes, stop)
  const left = isPassed
    ? stores.passed(stop.store, useful)
    : stores.storesAfter(stop.place, stop.store, useful, walk.isSteady)
  for (const store of left) {
    ask(doneWhenOf(workflow, stop.place), store, (isDone, done) => {
      if (!isDone) return
      ask(walk.when, done, (holds, after) => {
        if (holds) go(stop.place, progress, after)
      })
    })
  }
  return found
}

/** What must hold before a state is left; work that is passed over for want of people is not done. */
function doneWhenOf(workflow: Workflow, place: string): Condition | undefined {
  if (place === 'start') return undefined
  const { doneWhen, emptyPolicy } = workflow.state(place)
  return emptyPolicy.type === 'skip' ? undefined : doneWhen
}

/** Told of every place that is left on the way. */
type Watch = (place: string, store: Store) => void

/** Where a ticket can be next after a place, whatever its facts. */
export function nextPlaces(proof: ProofContext, place: string): readonly string[] {
  const { unknown } = proof.stores
  const stop: Stop = { place, store: unknown, count: 0, from: null, met: [], knownFacts: unknown.known, pending: [] }
  return [...new Set(leave(proof, {}, stop).flatMap(({ met }) => met))]
}

/** The facts under which a ticket comes to the stop; of those that change on the way, the last. */
export function factsAt(proof: Pick<ProofContext, 'splitter'>, stop: Stop): Facts {
  const before = stop.from ? factsAt(proof, stop.from) : {}
  return { ...before, ...proof.splitter.factsOf(stop.knownFacts) }
}

/** State keys from `start` to the stop, both included. */
export function pathTo(stop: Stop): readonly string[] {
  const met: string[] = []
  for (let at: Stop | null = stop; at; at = at.from) met.unshift(...at.met)
  return ['start', ...met]
}

/** What can be known of the form where a place is left, over all walks; null where there are too many. */
export function leavings(proof: ProofContext): ReadonlyMap<string, readonly Store[]> | null {
  const stops = stopsIn(proof)
  if (stops === null) return null
  const found = new Map<string, Map<string, Store>>()
  const watch: Watch = (place, store) => {
    const pruned = proof.stores.pruned(store, proof.askedFrom(place))
    const stores = found.get(place) ?? new Map<string, Store>()
    stores.set(`${pruned.known.join()} ${pruned.by.join()}`, pruned)
    found.set(place, stores)
  }
  for (const stop of stops) if (stop.place !== 'end') leave(proof, {}, stop, { watch })
  return new Map([...found].map(([place, stores]) => [place, [...stores.values()]]))
}

/** What the fields of its people must be for a state to find nobody (25.7 rule 2). */
function nobodyIn({ kind, participant, mode }: StateDefinition, stores: Stores): Condition | undefined {
  if (kind !== 'approve' && kind !== 'handle') return undefined
  const groups = groupsOf(participant)
  const empties = groups.flatMap((group) => (group.type === 'formField' ? [stores.emptyOf(group.field) ?? NEVER] : []))
  // A group of which nobody can act would approve by being empty: each must have somebody.
  if (mode === 'perGroup') return empties.length > 0 ? { any: empties } : undefined
  return empties.length === groups.length && empties.length > 0 ? { all: empties } : undefined
}
const NEVER: Condition = { any: [] }

/** The ground of a definition. */
export function proofContextOf(workflow: Workflow, splitter: Splitter, stores: Stores): ProofContext {
  const nobody = new Map(workflow.definition.states.map((state) => [state.key, nobodyIn(state, stores)]))
  const own = new Map<string, readonly number[]>()
  const axesAt = (place: string): readonly number[] => {
    const known = own.get(place)
    if (known) return known
    const state = place === 'start' ? undefined : workflow.state(place)
    const axes = [
      ...workflow.transitionsFrom(place).map(({ when }) => when),
      state?.enterWhen,
      state?.doneWhen,
    ].flatMap((condition) => (condition ? splitter.axesIn(condition) : []))
    const empty = nobody.get(place)
    own.set(place, [...axes, ...(empty ? splitter.axesIn(empty) : [])])
    return own.get(place) ?? []
  }
  const onward = new Map<string, ReadonlySet<number>>()
  const askedFrom = (place: string): ReadonlySet<number> => {
    const known = onward.get(place)
    if (known) return known
    const reached = new Set([place])
    for (const key of reached) for (const { to } of workflow.transitionsFrom(key)) if (to !== 'end') reached.add(to)
    const axes = new Set(place === 'end' ? [] : [...reached].flatMap(axesAt))
    onward.set(place, axes)
    return axes
  }
  return {
    workflow,
    splitter,
    stores,
    nobodyAt: (place) => nobody.get(place),
    askedFrom,
    limits: { isExceeded: false },
  }
}
