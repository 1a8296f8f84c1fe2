/** Walks a workflow through every moment a small cast can bring about, the shortest way first: for generated tests, coverage and proofs. */
import { APPLICANT, type Cast, castsFor, eventsFor } from './cast.ts'
import { compileWorkflow, type TicketMachine, type TicketSnapshot } from './compile.ts'
import type { Facts, WorkflowDefinition } from './definition.ts'
import { conditionsOf, type Domains, partition } from './partition.ts'
import { takenPath } from './regions.ts'
import { start, step } from './replay.ts'
import { currentStates, statusOf } from './status.ts'
import { liveVisits } from './visits.ts'
import type { TicketContext, TicketEvent, Visit } from './vocabulary.ts'

/** The shortest way to one transition. */
export interface ExploredPath {
  /** `<place>: <event> -> <place>`, places being state keys (several in branches) or statuses. */
  readonly transition: string
  readonly cast: Cast
  readonly facts: Facts
  /** All events from the draft, the last of which is the transition; answers to `resolveParticipants` included. */
  readonly events: readonly TicketEvent[]
}

/** What a walk through a workflow found. */
export interface Exploration {
  readonly paths: readonly ExploredPath[]
  /** State keys in which somebody had something to do. */
  readonly states: readonly string[]
  /** How many different moments were met. */
  readonly moments: number
  /** False when the budget ran out or the facts were too many to try. */
  readonly isComplete: boolean
}

interface Moment {
  readonly snapshot: TicketSnapshot
  readonly from: Moment | null
  readonly event: TicketEvent | null
}

/** Where the ticket stands, in one word. */
export const placeOf = (snapshot: TicketSnapshot): string => currentStates(snapshot).join(' + ') || statusOf(snapshot)

/** A deed in one word, with what tells it from others of its kind. */
export function nameOf(event: TicketEvent): string {
  if (event.type === 'return') return `return(${event.target}${event.resume ? `, ${event.resume}` : ''})`
  if (event.type === 'timeout') return `timeout(${event.rule})`
  if (event.type === 'child') return `child${event.said.charAt(0).toUpperCase()}${event.said.slice(1)}`
  return event.type === 'addSign' ? `addSign(${event.where})` : event.type
}

/**
 * What tells two moments apart: how the ticket came here in this round and what is open, not who decided what earlier.
 * Within one cast and one set of facts no rule looks at anything else, and so the walk ends by itself.
 */
export function abstractOf(context: TicketContext): unknown {
  const round = context.visits.filter((visit) => visit.round === context.round)
  const last = context.visits.at(-1)
  return {
    comesBack: last?.comeBack?.target === 'start' ? last.state : null,
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
  backTo: backTo && visits[backTo - 1]?.state,
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

function eventsTo(moment: Moment): readonly TicketEvent[] {
  const events: TicketEvent[] = []
  for (let at: Moment | null = moment; at?.event; at = at.from) events.unshift(at.event)
  return events
}

/** One breadth-first walk; `visit` is told of every transition met, shortest ways first. Returns how many moments it met. */
function* walk(
  machine: TicketMachine,
  eventsAt: (snapshot: TicketSnapshot) => readonly TicketEvent[],
  isSpent: (moments: number) => boolean,
  visit: (from: Moment, to: Moment) => void,
): Generator<void, { readonly moments: number; readonly isComplete: boolean }> {
  const seen = new Set<string>()
  const queue: Moment[] = [{ snapshot: start(machine, { applicant: APPLICANT }).snapshot, from: null, event: null }]
  for (const moment of queue) {
    yield
    if (isSpent(seen.size)) return { moments: seen.size, isComplete: false }
    for (const event of eventsAt(moment.snapshot)) {
      const result = step(machine, moment.snapshot, event)
      if (!result.ok) continue
      const next = { snapshot: result.snapshot, from: moment, event }
      visit(moment, next)
      const key = JSON.stringify([result.snapshot.value, abstractOf(result.snapshot.context)])
      if (seen.has(key)) continue
      seen.add(key)
      queue.push(next)
    }
  }
  return { moments: seen.size, isComplete: true }
}

/**
 * Explores a workflow over all its cells of facts and all {@link castsFor}. `constants` are the thresholds as at submit (D9);
 * `isSpent` ends the walk, by the number of moments met so far or by the caller's clock. It takes seconds, and breathes
 * between moments for whoever must answer others meanwhile.
 */
export function* exploring(
  definition: WorkflowDefinition,
  constants: Facts,
  isSpent: (moments: number) => boolean,
  domains: Domains = {},
): Generator<void, Exploration> {
  const machine = compileWorkflow(definition)
  const { cells, isComplete } = partition(conditionsOf(definition), constants, domains)
  const paths = new Map<string, ExploredPath>()
  const states = new Set<string>()
  let moments = 0
  let isWhole = isComplete
  for (const facts of cells) {
    for (const cast of castsFor(definition)) {
      const walked = yield* walk(
        machine,
        (snapshot) => eventsFor(definition, cast, facts, snapshot),
        (count) => isSpent(moments + count),
        (from, to) => {
          if (to.event === null) return
          for (const key of currentStates(to.snapshot)) states.add(key)
          const transition = `${placeOf(from.snapshot)}: ${nameOf(to.event)} -> ${placeOf(to.snapshot)}`
          const known = paths.get(transition)
          const events = known === undefined ? eventsTo(to) : null
          if (events !== null) paths.set(transition, { transition, cast, facts, events })
        },
      )
      moments += walked.moments
      isWhole &&= walked.isComplete
    }
  }
  return { paths: [...paths.values()], states: [...states], moments, isComplete: isWhole }
}

/** What a generator comes to when nobody waits meanwhile. */
export function atOnce<Result>(generator: Generator<void, Result>): Result {
  for (;;) {
    const { done, value } = generator.next()
    if (done === true) return value
  }
}

/** The same without a breath. */
export const explore = (...given: Parameters<typeof exploring>): Exploration => atOnce(exploring(...given))
