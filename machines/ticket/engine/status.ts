/** What a snapshot says of its ticket: status, place, and the buttons of a person. */
import type { StateValue } from 'xstate'
import type { TicketSnapshot } from './compile.ts'
import { calledInBy } from './help.ts'
import { isOfBlock } from './nodes/paths.ts'
import { takenPath } from './regions.ts'
import { peopleIn, visitsWith } from './visits.ts'
import type { PersonEventType, PersonId, TicketEvent, TicketStatus } from './vocabulary.ts'

/** The status of 20.2, a function of the machine state and nothing else (I4). */
export function statusOf(snapshot: TicketSnapshot): TicketStatus {
  if (typeof snapshot.value === 'string') return snapshot.value as Exclude<TicketStatus, 'running' | 'handling'>
  return snapshot.hasTag('handling') ? 'handling' : 'running'
}

/** The ticket stands in these states, each with its stage: `staffing` and `fallback` only inside a transaction, `waiting` without people to act (WF-14), else `open`. */
function placesOf(snapshot: TicketSnapshot): readonly (readonly [state: string, stage: string])[] {
  const value: StateValue = snapshot.value
  return typeof value === 'string' ? [] : Object.values(value).flatMap(placesWithin)
}

/** In branches several states; a branch that has arrived, or was not taken, is in none. */
function placesWithin(value: StateValue | undefined): readonly (readonly [state: string, stage: string])[] {
  if (typeof value !== 'object') return []
  return Object.entries(value).flatMap(([name, inner]) =>
    isOfBlock(name) ? placesWithin(inner) : [[name, String(inner)] as const],
  )
}

/** Keys of the workflow states the ticket is in; none while it is with the applicant or at its end. */
export function currentStates(snapshot: TicketSnapshot): readonly string[] {
  return placesOf(snapshot).map(([state]) => state)
}

/** Whether the state has no people of its own and the machine waits for those of its empty policy. */
export function isAskingRole(snapshot: TicketSnapshot, state: string): boolean {
  return placesOf(snapshot).some(([key, stage]) => key === state && (stage === 'fallback' || stage === 'waiting'))
}

/** What every probe needs; the answer depends on it only where a rule looks at it. */
export interface ProbeGiven {
  readonly at: string
  readonly facts: TicketEvent['facts']
  readonly dataHash: string
}

/** Long enough for every rule on comments. */
const COMMENT = 'probe probe'

/** One event of each kind as this person could best send it; `return` and `transfer` depend on whom and where. */
function probes(snapshot: TicketSnapshot, actor: PersonId, given: ProbeGiven, visit?: number): readonly TicketEvent[] {
  const by = { ...given, actor, comment: COMMENT, ...(visit !== undefined && { visit }) }
  const { context } = snapshot
  const outsider = 1 + Math.max(0, actor, context.applicant, ...context.visits.flatMap(peopleIn))
  const plain = [
    'submit',
    'approve',
    'reject',
    'withdraw',
    'retrieve',
    'claim',
    'release',
    'handle',
    'refuse',
    'void',
    'urge',
    'comment',
  ] as const
  return [
    ...plain.map((type) => ({ ...by, type })),
    { ...by, type: 'return', target: 'start' },
    { ...by, type: 'transfer', to: outsider },
    { ...by, type: 'delegate', to: outsider },
    { ...by, type: 'addSign', people: [outsider], where: 'before', method: 'all' },
    { ...by, type: 'removeSign', people: removable(snapshot, actor, visit) },
    { ...by, type: 'cc', people: [outsider] },
  ]
}

/**
 * The events this person may send now (I22), given a sound payload. `visit` names the one meant by a person who takes part
 * in several; without it, whatever is possible in any of them. The rights `ticket:Void`, view and comment are the server's
 * to check besides.
 */
export function allowedEvents(
  snapshot: TicketSnapshot,
  actor: PersonId,
  given: ProbeGiven,
  visit?: number,
): readonly PersonEventType[] {
  const found = meant(snapshot, actor, visit).flatMap((one) =>
    probes(snapshot, actor, given, one)
      .filter((event) => snapshot.can(event))
      .map((event) => event.type as PersonEventType),
  )
  return [...new Set(found)]
}

/** The visits a question is about: the one named, else all in which the person takes part when these are several. */
function meant({ context }: TicketSnapshot, actor: PersonId, visit?: number): readonly (number | undefined)[] {
  if (visit !== undefined) return [visit]
  const own = visitsWith(context, actor)
  return own.length > 1 ? own.map(({ id }) => id) : [undefined]
}

/** The people this person called in and may take back (25.5). */
export function removable({ context }: TicketSnapshot, actor: PersonId, visit?: number): readonly PersonId[] {
  return visitsWith(context, actor)
    .filter(({ id }) => visit === undefined || id === visit)
    .flatMap((one) => calledInBy(one, actor).map((slot) => slot.holder))
}

/** Where this person may return the ticket to (25.3): `start` and the keys of states, the nearest last; empty when not at all. */
export function returnTargets(snapshot: TicketSnapshot, actor: PersonId, visit?: number): readonly string[] {
  const places = new Set(['start', ...takenPath(snapshot.context).map(({ state }) => state)])
  const [one] = meant(snapshot, actor, visit)
  const by = { actor, comment: COMMENT, at: '', facts: {}, dataHash: '', ...(one !== undefined && { visit: one }) }
  return [...places].filter((target) => snapshot.can({ ...by, type: 'return', target }))
}
