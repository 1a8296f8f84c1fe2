/** Walks a workflow through every moment a few test people can bring about, the shortest path first: for generated tests, coverage and proofs. */

import type { Facts, WorkflowDefinition } from '../definition/definition.ts'
import { machineOf } from '../engine/compile.ts'
import type { TicketContext, TicketEvent } from '../engine/vocabulary.ts'
import { mayPass } from '../verify/faults/store.ts'
import {
  cellsByBlank,
  type FormInput,
  formInputOf,
  type KnownFacts,
  placeWritten,
  type Writing,
  writingOf,
} from './formInput.ts'
import { type Action, createPositions, type Position, type Positions } from './positions.ts'
import { createRetrace, type Moment, nameOf, wantedIn } from './retrace.ts'
import { eventsFor, type TestPeople, testPeopleFor } from './testPeople.ts'

/** The shortest path to one transition. */
export interface ExploredPath {
  /** `<place>: <event> -> <place>`, places being state keys (several in branches) or statuses. */
  readonly transition: string
  readonly testPeople: TestPeople
  /** What those who fill in the form want; each event says what has become of it. */
  readonly facts: Facts
  /** All events from the draft, the last of which is the transition; answers to `resolveParticipants` included. */
  readonly events: readonly TicketEvent[]
}

/** What a walk through a workflow found. */
export interface Exploration {
  readonly paths: readonly ExploredPath[]
  /** State keys in which people acted. */
  readonly states: readonly string[]
  /** State keys in which a ticket came to a stand: nobody is found there, or whatever is written leaves the work undone. */
  readonly stuck: readonly string[]
  /** How many different moments were met. */
  readonly moments: number
  /** False when the budget ran out or the facts were too many to try. */
  readonly isComplete: boolean
}

/** Who walks: over which machine, and who fills in what. */
interface Walker {
  readonly definition: WorkflowDefinition
  readonly positions: Positions
  readonly attemptsAt: AttemptsAt
  readonly testPeople: TestPeople
  readonly formInput: FormInput
  readonly writing: Writing
}

/** Different people in every state, one for each group. */
const isPlainest = ({ kind, size }: TestPeople): boolean => kind === 'apart' && size === 1

/** An event that could be tried, with the place at which its person writes the form. */
interface Attempt {
  readonly action: Action
  readonly name: string
  readonly place: string | null
  /** Where it is known to lead. */
  readonly met: Set<Position>
}

const attemptOf = (context: TicketContext, { facts: _, ...action }: TicketEvent): Attempt => {
  const event = { ...action, facts: {} } as TicketEvent
  return { action, name: nameOf(event), place: placeWritten(context, event), met: new Set() }
}

type AttemptsAt = (at: Position, form: Facts, testPeople: TestPeople) => readonly Attempt[]

/** What people and clocks could do at a position; only where people are looked for it depends on the test people and the form. */
function createAttempts(definition: WorkflowDefinition): AttemptsAt {
  const known = new Map<Position, readonly Attempt[]>()
  const answers = new Map<Position, Map<string, readonly Attempt[]>>()
  return (at, form, testPeople) => {
    const found = known.get(at)
    if (found) return found
    const { context } = at.snapshot
    const attempts = eventsFor(definition, testPeople, form, at.snapshot).map((event) => attemptOf(context, event))
    if (attempts.some(({ action }) => action.type === 'participants')) {
      const here = answers.get(at) ?? new Map<string, readonly Attempt[]>()
      answers.set(at, here)
      const word = JSON.stringify(attempts)
      const answer = here.get(word) ?? attempts
      here.set(word, answer)
      return answer
    }
    known.set(at, attempts)
    return attempts
  }
}

/** Work that stays undone whatever this person writes, and that nothing else ends. */
function isEndless(walker: Walker, { position, form }: Moment, { action, place }: Attempt): boolean {
  const { definition, positions, formInput } = walker
  const state = definition.states.find(({ key }) => key === place)
  if (place === null || state === undefined || mayPass(state, definition.repeat !== 'off')) return false
  return formInput.cells.every((cell) => {
    const after = positions.after(position, action, formInput.submittedForm(place, form, cell))
    return after === null || after === position
  })
}

/** The state in which a ticket stands still with what these events led to; null where it goes on. */
function stuckAt(walker: Walker, moment: Moment, attempt: Attempt, led: readonly (Position | null)[]): string | null {
  const { context } = moment.position.snapshot
  const { action, place } = attempt
  if (action.type === 'participants')
    return led.includes(null) ? (context.visits.find(({ id }) => id === action.visit)?.state ?? null) : null
  if (action.type !== 'handle' || !led.includes(moment.position)) return null
  return isEndless(walker, moment, attempt) ? place : null
}

/** One breadth-first walk; `visit` is called with every transition met, shortest paths first. Returns how many moments it met. */
function* walk(
  walker: Walker,
  isSpent: (moments: number) => boolean,
  visit: (from: Moment, to: Moment, attempt: Attempt) => void,
  stop: (state: string) => void,
): Generator<void, { readonly moments: number; readonly isComplete: boolean }> {
  const { positions, attemptsAt, testPeople, writing } = walker
  const seen = new Map<Position, Set<string>>()
  let moments = 0
  const queue: Moment[] = [{ position: positions.first, form: writing.blank, from: null, event: null }]
  for (const moment of queue) {
    yield
    if (isSpent(moments)) return { moments, isComplete: false }
    const { position, form } = moment
    for (const attempt of attemptsAt(position, form, testPeople)) {
      const { action, place } = attempt
      if (positions.isRefused(action)) continue
      // A later decider may fill in other values than the applicant.
      const forms =
        place === null
          ? [writing.unchangedForm(form)]
          : [writing.submittedForm(place, form), ...writing.others(place, form)]
      const led = forms.map((submitted) => positions.after(position, action, submitted))
      const stuck = stuckAt(walker, moment, attempt, led)
      if (stuck !== null) stop(stuck)
      for (const [at, submitted] of forms.entries()) {
        const after = led[at] ?? null
        if (after === null) continue
        const next = { position: after, form: submitted, from: moment, event: action }
        if (!attempt.met.has(after)) visit(moment, next, attempt)
        const words = seen.get(after) ?? new Set()
        seen.set(after, words)
        const word = writing.wordOf(submitted)
        if (words.has(word)) continue
        words.add(word)
        moments += 1
        queue.push(next)
      }
    }
  }
  return { moments, isComplete: true }
}

/**
 * Explores a workflow over everything its form can be and all {@link testPeopleFor}. `constants` are the thresholds as at submit
 * (D9); `isSpent` ends the walk, by the number of moments met so far or by the caller's clock. It takes seconds, and breathes
 * between moments for callers that must serve other requests meanwhile.
 */
export function* exploring(
  definition: WorkflowDefinition,
  constants: Facts,
  isSpent: (moments: number) => boolean,
  known: KnownFacts = {},
): Generator<void, Exploration> {
  const machine = machineOf(definition)
  const formInput = formInputOf(definition, constants, known)
  const paths = new Map<string, ExploredPath>()
  const states = new Set<string>()
  const stuck = new Set<string>()
  let moments = 0
  let isWhole = formInput.isComplete
  const lost = new Set<string>()
  const walkers = new Map<string, Pick<Walker, 'positions' | 'attemptsAt'>>()
  for (const testPeople of testPeopleFor(definition)) {
    // What shows and is filled in matters to some people as to any other.
    const wanted = isPlainest(testPeople) ? formInput.cells : formInput.plainCells
    // Where nobody is found at first, those who stand in are the same people.
    const kind = testPeople.kind === 'nobody' ? 'apart1' : `${testPeople.kind}${testPeople.size}`
    const shared = walkers.get(kind) ?? { positions: createPositions(machine), attemptsAt: createAttempts(definition) }
    walkers.set(kind, shared)
    for (const cells of cellsByBlank(formInput, wanted)) {
      const writing = writingOf(formInput, cells[0], wanted)
      const retrace = createRetrace(definition, machine, shared.positions, testPeople)
      const walked = yield* walk(
        { ...shared, definition, testPeople, formInput, writing },
        (count) => isSpent(moments + count),
        (from, to, { name, met }) => {
          const transition = `${from.position.place}: ${name} -> ${to.position.place}`
          if (paths.has(transition)) {
            met.add(to.position)
            return
          }
          const events = retrace(to)
          if (events === null) {
            lost.add(transition)
            return
          }
          for (const key of to.position.states) states.add(key)
          paths.set(transition, { transition, testPeople, facts: wantedIn(formInput, cells, events), events })
        },
        (state) => stuck.add(state),
      )
      moments += walked.moments
      isWhole &&= walked.isComplete
    }
  }
  // Positions that are no more alike than this are not answered for.
  isWhole &&= [...lost].every((transition) => paths.has(transition))
  return { paths: [...paths.values()], states: [...states], stuck: [...stuck], moments, isComplete: isWhole }
}

/** Runs a generator to its end without yielding to others. */
export function atOnce<Result>(generator: Generator<void, Result>): Result {
  for (;;) {
    const { done, value } = generator.next()
    if (done === true) return value
  }
}

/** The same without a breath. */
export const explore = (...given: Parameters<typeof exploring>): Exploration => atOnce(exploring(...given))
