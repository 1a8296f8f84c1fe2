/** Where tickets can stand, whatever their form is like: each step is made once for all forms that it cannot tell apart. */

import type { Facts, FactValue } from '../definition/definition.ts'
import type { TicketMachine, TicketSnapshot } from '../engine/compile.ts'
import { takenPath } from '../engine/regions.ts'
import { start, step } from '../engine/replay.ts'
import { currentStates, statusOf } from '../engine/status.ts'
import { liveVisits } from '../engine/visits.ts'
import type { TicketContext, TicketEvent, Visit } from '../engine/vocabulary.ts'
import { APPLICANT } from './testPeople.ts'

/** Where the ticket stands, in one word. */
export const placeOf = (snapshot: TicketSnapshot): string => currentStates(snapshot).join(' + ') || statusOf(snapshot)

/**
 * What tells two positions apart: how the ticket came here in this round and what is open, not who decided what earlier.
 * Within one set of test people no rule looks at anything else, and so the walk ends by itself.
 */
export function abstractOf(context: TicketContext): unknown {
  const round = context.visits.filter((visit) => visit.round === context.round)
  const last = context.visits.at(-1)
  return {
    // Whoever comes back straight is judged by the form as it was.
    comesBack: last?.comeBack?.target === 'start' ? [last.state, last.comeBack.facts] : null,
    isTouched: round.some((visit) => visit.slots.some((slot) => slot.by !== null)),
    path: takenPath(context)
      .filter(({ outcome }) => outcome !== null)
      .map(({ state, outcome, rule }) => [state, outcome, rule])
      // Of branches it matters that they came here, not which was faster.
      .toSorted(),
    live: liveVisits(context)
      .map((visit) => [visit.state, abstractVisit(context, visit)] as const)
      .toSorted(([left], [right]) => (left < right ? -1 : 1)),
  }
}

const abstractVisit = (
  { visits }: TicketContext,
  { viaReturn, backTo, resumes, claimedBy, fired, slots, child }: Visit,
): unknown => ({
  viaReturn,
  backTo: backTo && [visits[backTo - 1]?.state, visits[backTo - 1]?.comeBack?.facts],
  resumes: resumes !== undefined,
  claimedBy,
  fired,
  ...(child && { child: child.outcome }),
  slots: slots.map(({ holder, status, outcome, relation, help, held }) => [
    holder,
    status,
    outcome,
    relation,
    help?.where ?? null,
    held !== undefined,
  ]),
})

/** All tickets that no rule can tell apart but by their forms. */
export interface Position {
  /** The first of them met. */
  readonly snapshot: TicketSnapshot
  readonly word: string
  readonly place: string
  /** State keys in which people act. */
  readonly states: readonly string[]
}

/** An event without its form. */
export type Action = Omit<TicketEvent, 'facts'>

/** What a step looked at. */
interface Reads {
  /** Each fact with whether there was one of that name at all. */
  readonly facts: Map<string, { readonly value: FactValue | undefined; readonly isThere: boolean }>
  /** How many facts there were, once it looked at all of them; null while it did not. */
  count: number | null
}

interface Outcome {
  readonly reads: Reads
  readonly position: Position | null
}

/** Facts that note what is asked of them. */
function observed(facts: Facts): { readonly facts: Facts; readonly reads: Reads } {
  const reads: Reads = { facts: new Map(), count: null }
  const note = (name: string | symbol): void => {
    if (typeof name === 'string') reads.facts.set(name, { value: facts[name], isThere: name in facts })
  }
  const proxy = new Proxy(facts, {
    get(target, name) {
      note(name)
      return Reflect.get(target, name)
    },
    has(target, name) {
      note(name)
      return Reflect.has(target, name)
    },
    ownKeys(target) {
      const names = Object.keys(target)
      for (const name of names) note(name)
      reads.count = names.length
      return Reflect.ownKeys(target)
    },
  })
  return { facts: proxy, reads }
}

function agrees(reads: Reads, facts: Facts): boolean {
  if (reads.count !== null && Object.keys(facts).length !== reads.count) return false
  for (const [name, { value, isThere }] of reads.facts)
    if (facts[name] !== value || (value === undefined && name in facts !== isThere)) return false
  return true
}

export interface Positions {
  /** A new draft. */
  readonly first: Position
  /** After this event with a form like this; null where the machine refuses it. An action is the same object each time, and of this position only. */
  readonly after: (from: Position, action: Action, facts: Facts) => Position | null
  /** Whether the machine is known to refuse the action, and looked at no form for it. */
  readonly isRefused: (action: Action) => boolean
  readonly of: (snapshot: TicketSnapshot) => Position
}

/** The positions of one machine among people of one kind. */
export function createPositions(machine: TicketMachine): Positions {
  const known = new Map<string, Position>()
  const of = (snapshot: TicketSnapshot): Position => {
    const word = JSON.stringify([snapshot.value, abstractOf(snapshot.context)])
    const found = known.get(word) ?? { snapshot, word, place: placeOf(snapshot), states: currentStates(snapshot) }
    known.set(word, found)
    return found
  }
  const taken = new WeakMap<Action, Outcome[]>()
  const refused = new WeakSet<Action>()
  return {
    first: of(start(machine, { applicant: APPLICANT }).snapshot),
    of,
    isRefused: (action) => refused.has(action),
    after(from, action, facts) {
      const outcomes = taken.get(action) ?? []
      for (const { reads, position } of outcomes) if (agrees(reads, facts)) return position
      const seen = observed(facts)
      const result = step(machine, from.snapshot, { ...action, facts: seen.facts } as TicketEvent)
      const position = result.ok ? of(result.snapshot) : null
      taken.set(action, [...outcomes, { reads: seen.reads, position }])
      if (position === null && seen.reads.facts.size === 0 && seen.reads.count === null) refused.add(action)
      return position
    },
  }
}
