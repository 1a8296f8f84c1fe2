/**
 * What is known of the form a ticket carries, at a moment of a walk (25.10). The form is taken as people meet it: a field has a
 * value only where somebody could write one, it showed when they did, and it is never without one where it had to be filled in.
 * Every field is judged by the values beside which it was written: before one of those is written anew, it is looked at.
 */
import type { Condition, FieldPermission, StateDefinition } from '#machines/ticket/definition/definition.ts'
import type { KnownClasses, Splitter } from '../splitter.ts'
import type { KnownFact } from './fault.ts'

/** Nobody has written the field yet. */
const NOBODY = ''
/** Whether it has a value is not known. */
const ANYBODY = '*'
/** It has some value. */
const FILLED = '+'

export interface Store {
  /** The class of each axis, undefined where it was not asked for since somebody could write it. */
  readonly known: KnownClasses
  /** For each field with rules of its own, where it was written last: a place, or one of the marks above. */
  readonly by: readonly string[]
}

/** A field whose value follows rules. */
export interface RuledField {
  readonly name: string
  readonly axis: number
  readonly empty: Condition
  readonly fact: KnownFact
}

/** What the rules of a form are asked for along a walk. */
export interface Stores {
  /** Before the first submit. */
  readonly first: Store
  /** Of which nothing is known. */
  readonly unknown: Store
  /** Goes on with either answer, once it is known. */
  readonly ask: (condition: Condition | undefined, store: Store, go: (holds: boolean, store: Store) => void) => void
  /** Goes on with everything the axes can be, those that are known left as they are. */
  readonly look: (axes: readonly number[], store: Store, go: (store: Store) => void) => void
  /** Everything a place can leave behind: what its people write, and where they may leave the form alone, the form as it was. */
  readonly storesAfter: (
    place: string,
    store: Store,
    useful: ReadonlySet<number>,
    isSteady?: boolean,
  ) => readonly Store[]
  /** What is left behind where nobody acts. */
  readonly passed: (store: Store, useful: ReadonlySet<number>) => readonly Store[]
  /** The axes a place can change. */
  readonly changedAt: (place: string) => ReadonlySet<number>
  /** These axes and all that decide what they can be. */
  readonly closure: (axes: ReadonlySet<number>) => ReadonlySet<number>
  /** The store with only what is of use, and one word for it. */
  readonly pruned: (store: Store, useful: ReadonlySet<number>) => Store
  readonly emptyOf: (field: string) => Condition | undefined
}

const isWritable = (permission: FieldPermission | undefined | null): boolean =>
  permission === 'write' || permission === 'required'

/** The conditions that a field obeys. */
const guardsOf = ({ visibleWhen, requiredWhen }: KnownFact): readonly Condition[] =>
  [visibleWhen, requiredWhen].filter((condition) => condition !== undefined)

type KnownFacts = Readonly<Record<string, KnownFact>>

/** A field that always has a value, or may always be with or without one, has no rules to follow. */
function isRuled({ fact, name }: { fact: KnownFact; name: string }, states: readonly StateDefinition[]): boolean {
  if (fact.kind === null || fact.of !== undefined || fact.isComputed || fact.domain.isRequired === true) return false
  const isDemanded =
    fact.isRequired || fact.start === 'required' || states.some(({ fields }) => fields?.[name] === 'required')
  return guardsOf(fact).length > 0 || isDemanded || !isWritable(fact.start)
}

/** The names of the fields that follow rules among those looked at, and of those that decide about them; with all that people stand in. */
export function ruledFields(
  names: Iterable<string>,
  people: readonly string[],
  known: KnownFacts,
  states: readonly StateDefinition[],
  factsIn: (condition: Condition) => readonly string[],
): readonly string[] {
  const met = new Set([...names, ...people].map((name) => known[name]?.of ?? name))
  // A set that grows while it is walked is walked to its end.
  for (const name of met) {
    const fact = known[name]
    for (const guard of fact ? guardsOf(fact) : []) for (const one of factsIn(guard)) met.add(known[one]?.of ?? one)
  }
  return [...met].filter((name) => {
    const fact = known[name]
    if (fact === undefined) return false
    return isRuled({ fact, name }, states) || (people.includes(name) && !fact.isComputed && !fact.domain.isRequired)
  })
}

interface Given {
  readonly splitter: Splitter
  readonly fields: readonly RuledField[]
  readonly known: KnownFacts
  readonly states: readonly StateDefinition[]
  /** Whether who has approved before need not approve again. */
  readonly repeats: boolean
}

/** The rules of a form over the axes of a splitter. */
export function createStores({ splitter, fields, known, states, repeats }: Given): Stores {
  const onAxis = (axis: number) => fields.flatMap((field, index) => (field.axis === axis ? [{ ...field, index }] : []))
  const ruledOn = splitter.axes.map((_, axis) => onAxis(axis))
  const guardAxes = fields.map(({ fact }) => new Set(guardsOf(fact).flatMap(splitter.axesIn)))
  const factsOn = splitter.axes.map(({ fields: names }) => names.filter((name) => known[name]?.of === undefined))
  const permissionAt = (place: string, name: string): FieldPermission | null | undefined =>
    place === 'start' ? known[name]?.start : states.find(({ key }) => key === place)?.fields?.[name]
  const isWrittenAt = (place: string, name: string): boolean =>
    isWritable(permissionAt(place, name)) && !(place === 'start' && known[name]?.isComputed === true)
  const writesAny = (place: string): boolean =>
    place === 'start' ||
    Object.values(states.find(({ key }) => key === place)?.fields ?? {}).some((permission) => isWritable(permission))

  const changes = new Map<string, ReadonlySet<number>>()
  /** Facts nobody knows of, and those that what the type itself knows adds: any time may change them. */
  const isLoose = (name: string): boolean => {
    const fact = known[name]
    return fact === undefined || (fact.kind === null && fact.isComputed)
  }
  const loose = new Set(factsOn.flatMap((names, axis) => (names.some(isLoose) ? [axis] : [])))
  const changedAt: Stores['changedAt'] = (place) => {
    const found = changes.get(place)
    if (found) return found
    const isChanged = (name: string) =>
      isLoose(name) || isWrittenAt(place, name) || (known[name]?.isComputed === true && writesAny(place))
    const axes = new Set(factsOn.flatMap((names, axis) => (names.some(isChanged) ? [axis] : [])))
    changes.set(place, axes)
    return axes
  }

  const mustBeFilled = ({ name, fact }: RuledField, place: string): boolean =>
    fact.isRequired || permissionAt(place, name) === 'required'

  const ask: Stores['ask'] = (condition, store, go) => {
    const result = splitter.decide(condition, store.known)
    if (typeof result === 'boolean') go(result, store)
    else answer(result.ask, store, (next) => ask(condition, next, go))
  }
  const answer = (axis: number, store: Store, go: (store: Store) => void): void => {
    for (const classes of splitter.answers(store.known, axis))
      obey(ruledOn[axis] ?? [], 0, { ...store, known: classes }, go)
  }
  /** Goes on as far as the rules of the fields allow their values. */
  const obey = (
    ruled: readonly (RuledField & { readonly index: number })[],
    at: number,
    store: Store,
    go: (store: Store) => void,
  ): void => {
    const field = ruled[at]
    if (field === undefined) {
      go(store)
      return
    }
    const next = (after: Store): void => obey(ruled, at + 1, after, go)
    const by = store.by[field.index] ?? ANYBODY
    const isEmpty = splitter.decide(field.empty, store.known) === true
    if (by === ANYBODY || (by === NOBODY && isEmpty) || (by === FILLED && !isEmpty)) next(store)
    if (by === ANYBODY || by === NOBODY || by === FILLED) return
    ask(field.fact.visibleWhen, store, (isShown, seen) => {
      if (!isShown) {
        if (isEmpty) next(seen)
      } else if (!isEmpty) next(seen)
      else if (field.fact.requiredWhen === undefined) {
        if (!mustBeFilled(field, by)) next(seen)
      } else if (!mustBeFilled(field, by)) {
        ask(field.fact.requiredWhen, seen, (isRequired, after) => {
          if (!isRequired) next(after)
        })
      }
    })
  }

  const look: Stores['look'] = (axes, store, go) => {
    const axis = axes.find((one) => store.known[one] === undefined)
    if (axis === undefined) go(store)
    else answer(axis, store, (next) => look(axes, next, go))
  }

  const closures = new Map<ReadonlySet<number>, ReadonlySet<number>>()
  const closure: Stores['closure'] = (axes) => {
    if (fields.length === 0) return axes
    const found = closures.get(axes)
    if (found) return found
    const met = new Set(axes)
    for (const axis of met) {
      for (const { index } of ruledOn[axis] ?? []) for (const one of guardAxes[index] ?? []) met.add(one)
    }
    closures.set(axes, met)
    return met
  }

  /** Fields not looked at yet that were judged by values which are written anew. */
  const pendingOn = (changed: ReadonlySet<number>, store: Store, useful: ReadonlySet<number>): readonly number[] => {
    const isPending = (axis: number) =>
      store.known[axis] === undefined &&
      !(changed.has(axis) && factsOn[axis]?.length === 1) &&
      (ruledOn[axis] ?? []).some(({ index }) => {
        const by = store.by[index]
        const isJudged = by !== NOBODY && by !== ANYBODY && by !== FILLED
        return isJudged && [...(guardAxes[index] ?? [])].some((one) => changed.has(one))
      })
    return [...useful].filter(isPending)
  }

  const forget = (store: Store, axes: ReadonlySet<number>, place: string | null): Store => {
    const by = fields.map((field, index) => {
      const before = store.by[index] ?? ANYBODY
      if (!axes.has(field.axis)) return before
      if (place !== null && isWrittenAt(place, field.name)) return place
      if (store.known[field.axis] === undefined) return before
      return splitter.decide(field.empty, store.known) === true ? NOBODY : FILLED
    })
    return { known: store.known.map((value, axis) => (axes.has(axis) ? undefined : value)), by }
  }

  /** Whoever decides without writing anything is still held to what must be filled in and is not. */
  const leftAlone = (place: string, store: Store, useful: ReadonlySet<number>, go: (store: Store) => void): void => {
    const demanded = fields.filter(
      ({ name, fact, axis }) =>
        useful.has(axis) && isWrittenAt(place, name) && (fact.isRequired || fact.requiredWhen !== undefined),
    )
    const check = (at: number, now: Store): void => {
      const field = demanded[at]
      if (field === undefined) {
        go(now)
        return
      }
      ask(field.empty, now, (isEmpty, seen) => {
        if (!isEmpty) check(at + 1, seen)
        else
          ask(field.fact.visibleWhen, seen, (isShown, after) => {
            if (!isShown) check(at + 1, after)
            else if (!field.fact.isRequired)
              ask(field.fact.requiredWhen, after, (isRequired, last) => {
                if (!isRequired) check(at + 1, last)
              })
          })
      })
    }
    check(0, store)
  }

  const storesAfter: Stores['storesAfter'] = (place, store, useful, isSteady = false) => {
    const found: Store[] = []
    const changed = changedAt(place)
    const wanted = closure(useful)
    const isFirst = (axis: number) => (ruledOn[axis] ?? []).some(({ index }) => store.by[index] === NOBODY)
    // A ticket nobody changes is only filled in.
    const anew = isSteady ? new Set([...changed].filter((axis) => place === 'start' || isFirst(axis))) : changed
    look(pendingOn(anew, store, wanted), store, (seen) => found.push(forget(seen, anew, place)))
    const state = states.find(({ key }) => key === place)
    if (state === undefined || isSteady || !isMore(changed)) return found
    const rest = (now: Store) => found.push(forget(now, loose, null))
    if (mayPass(state, repeats)) found.push(...passed(store, useful))
    else if (!Object.values(state.fields ?? {}).includes('required'))
      leftAlone(place, store, wanted, (seen) => look(pendingOn(loose, seen, wanted), seen, rest))
    return found
  }
  const passed: Stores['passed'] = (store, useful) => {
    const found: Store[] = []
    look(pendingOn(loose, store, closure(useful)), store, (seen) => found.push(forget(seen, loose, null)))
    return found
  }
  /** Whether the place changes more than what changes anyhow. */
  const isMore = (changed: ReadonlySet<number>): boolean => [...changed].some((axis) => !loose.has(axis))

  const pruned: Stores['pruned'] = (store, useful) => {
    const axes = closure(useful)
    const classes = store.known.map((value, axis) => (axes.has(axis) ? value : undefined))
    const by = fields.map(({ axis }, index) =>
      axes.has(axis) && classes[axis] === undefined ? (store.by[index] ?? ANYBODY) : ANYBODY,
    )
    return { known: classes, by }
  }

  return {
    first: {
      known: splitter.axes.map(() => undefined),
      by: fields.map(({ fact: { start, hasInitial } }) =>
        start === 'read' ? (hasInitial ? FILLED : ANYBODY) : NOBODY,
      ),
    },
    unknown: { known: splitter.axes.map(() => undefined), by: fields.map(() => ANYBODY) },
    ask,
    look,
    storesAfter,
    passed,
    changedAt,
    closure,
    pruned,
    emptyOf: (name) => fields.find((field) => field.name === name)?.empty,
  }
}

/** Left without anybody deciding: for want of people, by time, because of the applicant alone, or of an approval before. */
export function mayPass(
  { kind, emptyPolicy, skipsApplicant, timers = [], fields = {} }: StateDefinition,
  repeats: boolean,
) {
  if (kind === 'cc' || kind === 'sub' || emptyPolicy.type === 'skip' || skipsApplicant === true) return true
  const isRepeated = repeats && kind === 'approve' && !Object.values(fields).includes('required')
  return isRepeated || timers.some(({ action }) => action === 'autoPass')
}
