/** Random lives of tickets: whatever people, clocks and form data do, the invariants hold and the log replays. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Facts, WorkflowDefinition } from '#machines/ticket/definition/definition.ts'
import { compileWorkflow } from '#machines/ticket/engine/compile.ts'
import { violations, violationsOfStep } from '#machines/ticket/engine/invariants.ts'
import { liveTimers } from '#machines/ticket/engine/projection.ts'
import { takenPath } from '#machines/ticket/engine/regions.ts'
import { type JsonValue, persist, replay, restore } from '#machines/ticket/engine/replay.ts'
import { allowedEvents, removable, returnTargets } from '#machines/ticket/engine/status.ts'
import { liveVisits, visitsWith } from '#machines/ticket/engine/visits.ts'
import type { Candidate, PersonEventType, TicketEvent } from '#machines/ticket/engine/vocabulary.ts'
import { personEvents } from '#tests/harness/personEvents.ts'
import { inclusive, nested } from './workflows/branching.ts'
import { finance } from './workflows/finance.ts'
import { leave } from './workflows/leave.ts'
import { other } from './workflows/other.ts'
import { row, state } from './workflows/small.ts'
import { APPLICANT, by, draft, type Given, given, type Held, type PeopleOf, send } from './workflows/story.ts'

const everybody = [1, 2, 3, 4, 5, 6, 7, 8]

/** An action somebody tries; most tries are refused, and that is the point. */
interface Attempt {
  readonly type: PersonEventType | 'timeout' | 'open' | 'reassign' | 'substitute'
  readonly actor: number
  readonly to: number
  readonly pick: number
  readonly facts: Facts
  readonly hash: string
}

const attempt: fc.Arbitrary<Attempt> = fc.record({
  type: fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom<Attempt['type']>('submit', 'approve', 'handle') },
    {
      weight: 8,
      arbitrary: fc.constantFrom<Attempt['type']>(
        ...personEvents,
        'timeout',
        'open',
        'reassign',
        'reassign',
        'substitute',
      ),
    },
  ),
  actor: fc.constantFrom(...everybody),
  to: fc.constantFrom(...everybody, 20, 21),
  pick: fc.nat(9),
  facts: fc.record({
    amount: fc.constantFrom(1, 5000, 5001, 60_000),
    days: fc.constantFrom(1, 5, 9),
    payState: fc.constantFrom('paid', 'failed'),
    noteOnly: fc.boolean(),
    'applicant.isDeptLeader': fc.boolean(),
    'config.wf.t1': fc.constant(5000),
    'config.wf.t2': fc.constant(50_000),
  }),
  hash: fc.constantFrom('a', 'b'),
})

const found: fc.Arbitrary<Candidate> = fc.record({
  person: fc.constantFrom(...everybody),
  onBehalfOf: fc.option(fc.constantFrom(...everybody), { freq: 5 }),
  rule: fc.constantFrom(null, 'self'),
})
/** One to five people, now and then nobody, for up to twenty questions. */
const answers = fc.array(
  fc.oneof(
    { weight: 9, arbitrary: fc.array(found, { minLength: 1, maxLength: 5 }) },
    { weight: 1, arbitrary: fc.constant([]) },
  ),
  { minLength: 3, maxLength: 20 },
)

/** Now and then nobody; every third time because somebody has left, every second time the holder stays. */
function reassignmentOf(constraint: Attempt, visit: number, holder: number | undefined, now: Given): TicketEvent {
  const found =
    constraint.pick === 0
      ? []
      : constraint.pick % 2 === 0
        ? [constraint.to, holder ?? constraint.actor]
        : [constraint.to]
  const people = found.map((person) => ({
    person,
    onBehalfOf: person === constraint.actor ? null : constraint.pick > 7 ? constraint.actor : null,
    rule: null,
  }))
  const isLeaving = constraint.pick % 3 === 0 && holder !== undefined
  return { ...now, type: 'reassign', visit, people, ...(isLeaving && { leaver: holder }) }
}

/** Whoever may act is asked twice as often as anybody: else hardly a ticket would get anywhere. */
function eventOf(held: Held, constraint: Attempt, now: Given): TicketEvent | null {
  const { context } = held.snapshot
  const live = liveVisits(context)
  const meant = live.length > 1 ? live[constraint.to % live.length] : context.visits.at(-1)
  const slots = meant?.slots.filter((slot) => slot.status === 'open' || slot.status === 'waiting') ?? []
  const holder = slots[constraint.pick % (slots.length + 1)]?.holder
  const visit = meant?.id ?? 0
  if (constraint.type === 'open') return { ...now, type: 'open', visit }
  if (constraint.type === 'timeout') {
    const rule = ['half', 'full', 'late'][constraint.pick % 3] ?? 'half'
    return { ...now, type: 'timeout', visit, rule, people: [{ person: constraint.to, onBehalfOf: null, rule: null }] }
  }
  if (constraint.type === 'reassign') return reassignmentOf(constraint, visit, holder, now)
  if (constraint.type === 'substitute') {
    const back = meant?.slots.findLast((slot) => slot.onBehalfOf !== null)?.onBehalfOf
    const isOver = constraint.pick % 2 === 0 && back != null
    return {
      ...now,
      type: 'substitute',
      visit,
      person: isOver ? back : (holder ?? constraint.actor),
      substitute: isOver ? null : constraint.to,
    }
  }
  const actor =
    constraint.pick < 8
      ? constraint.type === 'submit' || constraint.type === 'withdraw'
        ? APPLICANT
        : (holder ?? constraint.actor)
      : constraint.actor
  // In branches the visit is named as often as not; where it must be, the machine refuses without.
  const named = live.length > 1 && constraint.pick % 2 === 0 ? visit : undefined
  const targets = returnTargets(held.snapshot, actor, named)
  const event = by(actor, constraint.type, now, {
    to: constraint.to,
    people: [constraint.to],
    target: targets[constraint.pick % (targets.length || 1)] ?? 'start',
    ...(constraint.pick % 2 === 0 && { resume: 'straightBack' }),
    where: (['before', 'after', 'parallel'] as const)[constraint.pick % 3] ?? 'before',
    method: (['all', 'any', 'sequential'] as const)[constraint.pick % 3] ?? 'all',
  })
  return named === undefined || !('actor' in event) ? event : { ...event, visit: named }
}

/** Finds the next of the given groups with each question; the applicant where a state names the applicant. */
function peopleOfGroups(groups: readonly (readonly Candidate[])[]): PeopleOf {
  let asked = 0
  return (_state, who) => (who.type === 'applicant' ? [APPLICANT] : (groups[asked++ % groups.length] ?? []))
}

/** Branches under other modes than the first response. */
const forked = { ...inclusive(), key: 'inclusive', repeat: 'preceding' as const }
const within = { ...nested({ mode: 'all', allowAddSign: true }), key: 'nested', repeat: 'earlierInRound' as const }

/** Every step closes the ticket when its time is up, and everything else is allowed there (25.8). */
const shut = {
  allowAddSign: true,
  timers: [
    { key: 'half', afterHours: 4, action: 'remind', pause: true },
    { key: 'late', afterHours: 8, action: 'close' },
  ],
} as const
const closing: WorkflowDefinition = {
  ...row(
    [
      state('first', { ...shut, claim: true }),
      state('second', { ...shut, mode: 'all', onReject: { state: 'first' } }),
      state('third', { ...shut, mode: 'sequential', skipsApplicant: true }),
      state('fourth', { ...shut, mode: 'count', count: 2, onReject: 'start' }),
      state('work', { kind: 'handle', allowReturn: 'start' }),
    ],
    { resume: 'either', repeat: 'preceding' },
  ),
  key: 'closing',
}
const shutBranches = { ...nested({ ...shut, mode: 'anyApproval' }), key: 'closingBranches' }

type Machine = ReturnType<typeof compileWorkflow>

/** The history these constraints make, read after each of them; what is refused changes nothing. */
function* lifeOf(machine: Machine, people: readonly (readonly Candidate[])[], constraints: readonly Attempt[]) {
  const peopleOf = peopleOfGroups(people)
  let held = draft(machine)
  for (const constraint of constraints) {
    const event = eventOf(held, constraint, given(constraint.facts, constraint.hash))
    held = (event && send(held, event, peopleOf)) ?? held
    yield { held, constraint }
  }
}

describe.each([leave, finance, other, forked, within, closing, shutBranches])(
  'random lives under $key',
  (definition) => {
    const machine = compileWorkflow(definition)
    const unread = (json: JsonValue): JsonValue => JSON.parse(JSON.stringify(json)) as JsonValue

    it('I1 to I21 hold after every event; I9 the log replays to the snapshot, stored and restored on the way', {
      timeout: 60_000,
    }, () => {
      let taken = 0
      fc.assert(
        fc.property(answers, fc.array(attempt, { minLength: 10, maxLength: 40 }), (people, constraints) => {
          const peopleOf = peopleOfGroups(people)
          let held = draft(machine)
          for (const constraint of constraints) {
            const event = eventOf(held, constraint, given(constraint.facts, constraint.hash))
            const next = event && send(held, event, peopleOf)
            if (!next) continue
            expect(violations(definition, next.snapshot)).toEqual([])
            expect(violationsOfStep(held.snapshot.context, next.snapshot.context)).toEqual([])
            taken += 1
            held = { ...next, snapshot: restore(machine, unread(persist(next.snapshot))) }
          }
          expect(persist(replay(machine, { applicant: APPLICANT }, held.log))).toEqual(persist(held.snapshot))
        }),
        { numRuns: 150 },
      )
      expect(taken).toBeGreaterThan(300)
    })

    it('I22, 25.12 every button shown works, and no other does', { timeout: 60_000 }, () => {
      fc.assert(
        fc.property(answers, fc.array(attempt, { minLength: 5, maxLength: 15 }), (people, constraints) => {
          const { held } = [...lifeOf(machine, people, constraints)].at(-1)!
          const now = given(constraints[0]?.facts, 'a')
          for (const person of everybody) {
            const shown = allowedEvents(held.snapshot, person, now)
            const target = returnTargets(held.snapshot, person)[0] ?? 'start'
            const places = visitsWith(held.snapshot.context, person).map(({ id }) => id)
            // Whom somebody called in can be taken back where that was, and only there.
            const asked = (type: PersonEventType, visit?: number): TicketEvent => {
              const people = type === 'removeSign' ? removable(held.snapshot, person, visit) : [78]
              const event = by(person, type, now, { to: 77, target, people })
              return visit === undefined || !('actor' in event) ? event : { ...event, visit }
            }
            const working = personEvents.filter((type) =>
              (places.length > 1 ? places : [undefined]).some((visit) => held.snapshot.can(asked(type, visit))),
            )
            expect(new Set(shown)).toEqual(new Set(working))
          }
        }),
        { numRuns: 60 },
      )
    })

    it('whether an event is taken depends neither on facts nor on the form, which are known only later', {
      timeout: 60_000,
    }, () => {
      fc.assert(
        fc.property(answers, fc.array(attempt, { minLength: 5, maxLength: 12 }), (people, constraints) => {
          for (const { held } of lifeOf(machine, people, constraints)) {
            for (const constraint of constraints) {
              const event = eventOf(held, constraint, given(constraint.facts, constraint.hash))
              if (!event) continue
              const early: TicketEvent = { ...event, facts: {}, dataHash: '' }
              expect(held.snapshot.can(early)).toBe(held.snapshot.can(event))
            }
          }
        }),
        { numRuns: 60 },
      )
    })

    it('I17 timers are armed exactly while a visit is live', { timeout: 60_000 }, () => {
      fc.assert(
        fc.property(answers, fc.array(attempt, { minLength: 5, maxLength: 25 }), (people, constraints) => {
          for (const { held, constraint } of lifeOf(machine, people, constraints)) {
            for (const timer of liveTimers(definition, held.snapshot.context)) {
              const fired: TicketEvent =
                timer.due.action === 'open'
                  ? { ...given(constraint.facts), type: 'open', visit: timer.visit }
                  : { ...given(constraint.facts), type: 'timeout', visit: timer.visit, rule: timer.key, people: [] }
              expect(held.snapshot.can(fired)).toBe(true)
            }
          }
        }),
        { numRuns: 60 },
      )
    })
  },
)

it('25.3, 25.8 in a row of steps nobody is passed by: whatever leads back or straight back, all steps before a live one stand decided on its way', {
  timeout: 60_000,
}, () => {
  const machine = compileWorkflow(closing)
  const order = closing.states.map(({ key }) => key)
  let straight = 0
  fc.assert(
    fc.property(answers, fc.array(attempt, { minLength: 20, maxLength: 60 }), (people, constraints) => {
      for (const { held } of lifeOf(machine, people, constraints)) {
        const [live] = liveVisits(held.snapshot.context)
        if (live === undefined) continue
        if (live.resumes !== undefined) straight += 1
        const path = takenPath(held.snapshot.context).filter(
          ({ outcome }) => outcome === 'passed' || outcome === 'skipped',
        )
        expect(path.map((visit) => visit.state)).toEqual(order.slice(0, order.indexOf(live.state)))
      }
    }),
    { numRuns: 400 },
  )
  expect(straight).toBeGreaterThan(50)
})
