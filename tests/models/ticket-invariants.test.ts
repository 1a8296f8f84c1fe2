/** Every invariant that the machine keeps by itself (25.9) is noticed when it is broken: the same check stands in the commit, in the nightly replay and in every test that walks a ticket. */
import { describe, expect, it } from 'vitest'
import type { Mode, WorkflowDefinition } from '#machines/ticket/definition/definition.ts'
import type { TicketSnapshot } from '#machines/ticket/engine/compile.ts'
import { violations, violationsOfStep } from '#machines/ticket/engine/invariants.ts'
import type { Slot, TicketContext, Visit } from '#machines/ticket/engine/vocabulary.ts'
import { parallel, peopleOf } from './workflows/branching.ts'
import { row, state } from './workflows/small.ts'
import { APPLICANT, type PeopleOf, Story } from './workflows/story.ts'

/** The first slot of a visit changed. */
const slotted =
  (change: Partial<Slot>) =>
  (visit: Visit): Visit => ({
    ...visit,
    slots: visit.slots.map((slot, index) => (index === 0 ? { ...slot, ...change } : slot)),
  })

/** The ticket of a story with one of its visits changed by hand. */
const broken = (story: Story, change: (visit: Visit) => Visit, at: number | null): TicketSnapshot => ({
  ...story.snapshot,
  context: {
    ...story.snapshot.context,
    visits: story.visits.map((visit) => (visit.id === (at ?? story.visits.length) ? change(visit) : visit)),
  },
})

interface Sample {
  readonly definition: WorkflowDefinition
  readonly story: Story
}
const sampleOf = (definition: WorkflowDefinition, people: PeopleOf): Sample => ({
  definition,
  story: new Story(definition, people).does(APPLICANT, 'submit'),
})
const pair = (mode: Mode): Sample =>
  sampleOf(row([state('check', { mode }), state('work', { kind: 'handle', allowReturn: 'start' })]), (key) =>
    key === 'check' ? [11, 12] : [21, 22],
  )
const waiting = (): Sample => pair('all')
const approved = (): Sample => {
  const tale = pair('any')
  tale.story.does(11, 'approve')
  return tale
}
const done = (): Sample => {
  const tale = approved()
  tale.story.does(21, 'handle')
  return tale
}
const split = (): Sample => {
  const tale = sampleOf(parallel(), peopleOf)
  tale.story.does(10, 'approve')
  return tale
}

/** `at`: the visit that is changed; the newest when null. */
interface Case {
  readonly rule: string
  readonly what: string
  readonly tale: () => Sample
  readonly change: (visit: Visit) => Visit
  readonly at: number | null
}
const each =
  (change: (slot: Slot) => Slot) =>
  (visit: Visit): Visit => ({ ...visit, slots: visit.slots.map(change) })
const breaks = (
  rule: string,
  what: string,
  tale: () => Sample,
  change: (visit: Visit) => Visit,
  at: number | null = null,
): Case => ({ rule, what, tale, change, at })

const cases: readonly Case[] = [
  breaks('I1', 'a place is open after the end', done, (visit) => ({
    ...slotted({ status: 'open' })(visit),
    outcome: null,
  })),
  breaks('I2', 'a place is open and decided', waiting, slotted({ outcome: 'approve', by: 11 })),
  breaks(
    'I3',
    'nobody has a turn',
    waiting,
    each((slot) => ({ ...slot, status: 'waiting' })),
  ),
  breaks('I4', 'the visit is in another state than the chart', waiting, (visit) => ({ ...visit, state: 'work' })),
  breaks('I5', 'a place is open in a visit that is over', done, slotted({ status: 'open' }), 1),
  breaks('I6', 'a visit has passed without its votes', waiting, (visit) => ({ ...visit, outcome: 'passed' })),
  breaks(
    'I7',
    'somebody has two places',
    waiting,
    each((slot) => ({ ...slot, holder: 11 })),
  ),
  breaks(
    'I14',
    'a parallel choice opened one branch only',
    split,
    (visit) => ({ ...visit, branches: visit.branches?.slice(0, 1) ?? [] }),
    1,
  ),
  breaks('I15', 'visits are out of number', waiting, (visit) => ({ ...visit, id: 7 })),
  breaks(
    'I15',
    'a visit began while the one before it was open',
    approved,
    (visit) => ({ ...visit, outcome: null }),
    1,
  ),
  breaks('I16', 'a return to a state that was not on the way', waiting, (visit) => ({ ...visit, viaReturn: true })),
  breaks('I20', 'the applicant’s own approval counts', approved, slotted({ by: APPLICANT }), 1),
  breaks(
    'I21',
    'a rule’s decision has somebody’s name on it',
    approved,
    slotted({ outcome: 'auto-approve', rule: 'repeat' }),
    1,
  ),
]

describe('a broken invariant is noticed (25.9)', () => {
  it.each(cases)('$rule $what', ({ rule, tale, change, at }) => {
    const { definition, story } = tale()
    expect(violations(definition, story.snapshot)).toEqual([])
    const found = violations(definition, broken(story, change, at)).map((violation) => violation.rule)
    expect(found).toContain(rule)
  })

  it('I2, I15 a step changes nothing that is closed, and numbers only grow', () => {
    const { context } = done().story.snapshot
    const [first, ...others] = context.visits
    const changed: TicketContext = { ...context, visits: [slotted({ by: 12 })(first!), ...others] }
    expect(violationsOfStep(context, context)).toEqual([])
    expect(violationsOfStep(context, changed)).toMatchObject([{ rule: 'I2' }])
    expect(violationsOfStep(context, { ...context, round: 0 })).toMatchObject([{ rule: 'I15' }])
  })
})
