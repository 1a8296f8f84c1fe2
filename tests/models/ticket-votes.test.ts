import { describe, expect, it } from 'vitest'
import type { StateDefinition } from '#machines/ticket/definition/definition.ts'
import { tasksOf } from '#machines/ticket/engine/projection.ts'
import { allowedEvents, currentStates, returnTargets, statusOf } from '#machines/ticket/engine/status.ts'
import type { Candidate } from '#machines/ticket/engine/vocabulary.ts'
import { row, state, vote } from './workflows/small.ts'
import { APPLICANT, candidate, type PeopleOf, Story } from './workflows/story.ts'

const people = [11, 12, 13, 14, 15]
const peopleOf =
  (count: number): PeopleOf =>
  (key) =>
    key === 'work' ? [21] : people.slice(0, count)
const submitted = (mode: 'any' | 'all' | 'sequential', count: number) =>
  new Story(vote(mode), peopleOf(count)).does(APPLICANT, 'submit')
const statuses = (story: Story) => story.visits[0]?.slots.map((slot) => slot.status)

describe('WF-03 the votes of one step', () => {
  it.each([1, 2, 3, 4, 5])('any of %i: the first decision cancels the other tasks', (count) => {
    const story = submitted('any', count).does(people[count - 1] ?? 0, 'approve')
    expect(statusOf(story.snapshot)).toBe('handling')
    expect(statuses(story)?.filter((status) => status === 'cancelled')).toHaveLength(count - 1)
  })

  it.each([1, 2, 3, 4, 5])('all of %i: goes on only when the last has approved, in any order', (count) => {
    const story = submitted('all', count)
    for (const person of people.slice(0, count).reverse()) {
      expect(statusOf(story.snapshot)).toBe('running')
      story.does(person, 'approve')
    }
    expect(statusOf(story.snapshot)).toBe('handling')
  })

  it.each([1, 2, 3, 4, 5])('all of %i: the first rejection ends the ticket', (count) => {
    const story = submitted('all', count).does(11, 'reject')
    expect(statusOf(story.snapshot)).toBe('rejected')
    expect(story.asked).toEqual(['onReject', 'announce'])
  })

  it('sequential: one task at a time, the later ones wait', () => {
    const story = submitted('sequential', 3)
    expect(statuses(story)).toEqual(['open', 'waiting', 'waiting'])
    expect(story.may(12, 'approve')).toBe(false)
    story.does(11, 'approve')
    expect(statuses(story)).toEqual(['done', 'open', 'waiting'])
    story.does(12, 'approve').does(13, 'approve')
    expect(statusOf(story.snapshot)).toBe('handling')
  })

  it('ratio: passes at the share and fails when it is out of reach, each without waiting for the last', () => {
    const share = () =>
      new Story(
        row([state('vote', { mode: 'ratio', ratio: 60 }), state('work', { kind: 'handle' })]),
        peopleOf(5),
      ).does(APPLICANT, 'submit')
    const passed = share().does(11, 'reject').does(12, 'approve').does(13, 'approve').does(14, 'approve')
    expect(statusOf(passed.snapshot)).toBe('handling')
    expect(statuses(passed)).toEqual(['done', 'done', 'done', 'done', 'cancelled'])
    const failed = share().does(11, 'reject').does(12, 'approve').does(13, 'reject').does(14, 'reject')
    expect(statusOf(failed.snapshot)).toBe('rejected')
    expect(statuses(failed)?.at(-1)).toBe('cancelled')
  })

  it('first approval: rejections alone decide nothing until everybody has rejected', () => {
    const story = () =>
      new Story(row([state('vote', { mode: 'anyApproval' }), state('work', { kind: 'handle' })]), peopleOf(3))
    const passed = story().does(APPLICANT, 'submit').does(11, 'reject').does(12, 'approve')
    expect(statusOf(passed.snapshot)).toBe('handling')
    const failed = story().does(APPLICANT, 'submit').does(11, 'reject').does(12, 'reject')
    expect(statusOf(failed.snapshot)).toBe('running')
    expect(statusOf(failed.does(13, 'reject').snapshot)).toBe('rejected')
  })

  describe('per group (25.1)', () => {
    const groups = {
      type: 'several',
      of: [
        { type: 'role', role: 'a' },
        { type: 'role', role: 'b' },
      ],
    } as const
    const meeting = (people: readonly Candidate[], changed: Partial<StateDefinition> = {}) =>
      new Story(row([state('vote', { mode: 'perGroup', participant: groups, ...changed }), state('work')]), (key) =>
        key === 'vote' ? people : [21],
      )
    const of = (person: number, ...sources: number[]): Candidate => ({ person, onBehalfOf: null, rule: null, sources })

    it('goes on when each group has approved', () => {
      const story = meeting([of(11, 0), of(12, 0), of(13, 1)])
        .does(APPLICANT, 'submit')
        .does(12, 'approve')
      expect(currentStates(story.snapshot)).toEqual(['vote'])
      expect(currentStates(story.does(13, 'approve').snapshot)).toEqual(['work'])
    })

    it('closes the other places of a group that has its approvals at once, with that reason', () => {
      const story = meeting([of(11, 0), of(12, 0), of(13, 1), of(14, 1), of(15, 0, 1)])
        .does(APPLICANT, 'submit')
        .does(12, 'approve')
      const tasks = tasksOf(story.snapshot.context)
      expect(tasks.map(({ holder, status, cancelledBy }) => [holder, status, cancelledBy])).toEqual([
        [11, 'cancelled', 'groupPassed'],
        [12, 'done', null],
        [13, 'open', null],
        [14, 'open', null],
        // The person of both groups still speaks for the second.
        [15, 'open', null],
      ])
      expect([story.may(11, 'approve'), story.may(11, 'reject')]).toEqual([false, false])
      expect(currentStates(story.does(14, 'approve').snapshot)).toEqual(['work'])
    })

    it('a group that needs two keeps its places until it has two', () => {
      const story = meeting([of(11, 0), of(12, 0), of(13, 0), of(14, 1), of(15, 1)], { count: 2 })
        .does(APPLICANT, 'submit')
        .does(11, 'approve')
      expect(story.may(13, 'approve')).toBe(true)
      expect(story.does(12, 'approve').may(13, 'approve')).toBe(false)
    })

    it('who stands in two groups counts once, and for both', () => {
      const story = meeting([of(11, 0), of(12, 0, 1), of(13, 1)])
        .does(APPLICANT, 'submit')
        .does(12, 'approve')
      expect(currentStates(story.snapshot)).toEqual(['work'])
    })

    it('the place handed on stays in its group', () => {
      const story = meeting([of(11, 0), of(13, 1)])
        .does(APPLICANT, 'submit')
        .does(13, 'transfer', { to: 31 })
      story.does(11, 'approve')
      expect(currentStates(story.does(31, 'approve').snapshot)).toEqual(['work'])
    })

    it('25.7 a group of which nobody can act leaves the word to the empty policy', () => {
      const halved = [of(11, 0), of(APPLICANT, 1)]
      expect(meeting(halved).may(APPLICANT, 'submit')).toBe(false)
      const asked = meeting(halved, { emptyPolicy: { type: 'skip' } }).does(APPLICANT, 'submit')
      expect(currentStates(asked.snapshot)).toEqual(['work'])
    })
  })

  it('25.12 a task closed by another decision is cancelled by name of the event and nobody has done it', () => {
    const story = submitted('any', 2).does(12, 'approve')
    expect(tasksOf(story.snapshot.context)[0]).toMatchObject({
      holder: 11,
      status: 'cancelled',
      cancelledBy: 'approve',
      outcome: null,
      by: null,
    })
  })

  it.each([
    ['\u200b'.repeat(6), false],
    ['\u3164'.repeat(6), false],
    ['不'.repeat(4) + '\u200b'.repeat(6), false],
    ['不'.repeat(5), true],
  ])('WF-09, E15, E16 a reject with the comment %j: %s', (comment, isTaken) => {
    expect(submitted('any', 2).may(12, 'reject', { comment })).toBe(isTaken)
  })

  it.each([
    ['不'.repeat(9) + '\u200b', false],
    ['不'.repeat(10), true],
  ])('20.7, E15, E16 a void with the reason %j: %s', (comment, isTaken) => {
    const story = submitted('any', 1).does(11, 'approve')
    expect(story.may(APPLICANT, 'void', { comment })).toBe(isTaken)
  })

  it('WF-02, 25.12 a person who has voted cannot vote again, nor once the step is over', () => {
    const story = submitted('all', 2).does(11, 'approve')
    expect(story.may(11, 'approve')).toBe(false)
    expect(story.does(12, 'approve').may(12, 'approve')).toBe(false)
  })

  it('25.12 return out of a step for all takes every task with it, and into it opens all again', () => {
    const story = new Story(row([state('first', { mode: 'all' }), state('second', { mode: 'all' })]), (key) =>
      key === 'first' ? [11, 12] : [21, 22],
    )
    story.does(APPLICANT, 'submit').does(11, 'approve').does(12, 'approve').does(21, 'approve')
    story.does(22, 'return', { target: 'first' })
    expect(
      tasksOf(story.snapshot.context)
        .filter((task) => task.status === 'open')
        .map((task) => task.holder),
    ).toEqual([11, 12])
    story.does(12, 'approve').does(11, 'approve')
    expect(
      tasksOf(story.snapshot.context)
        .filter((task) => task.status === 'open')
        .map((task) => task.holder),
    ).toEqual([21, 22])
  })
})

describe('INV-10 the own ticket', () => {
  it('the applicant among the approvers is left out, the others decide', () => {
    const story = new Story(vote('all'), () => [APPLICANT, 11]).does(APPLICANT, 'submit')
    expect(story.visit.slots.map((slot) => slot.holder)).toEqual([11])
  })

  it('WF-11 a substitute of the applicant is left out as well', () => {
    const story = new Story(vote('any'), () => [11])
    const refused = { ...story.now, type: 'participants', visit: 1, people: [candidate(12, APPLICANT)] } as const
    expect(story.does(APPLICANT, 'submit').accepts(refused)).toBe(false)
  })

  it('WF-15 alone among the approvers of a blocking step, the applicant cannot even submit', () => {
    expect(new Story(vote('any'), () => [APPLICANT]).may(APPLICANT, 'submit')).toBe(false)
  })

  it('a type with allowSelf lets the applicant approve', () => {
    const story = new Story({ ...vote('any'), allowSelf: true }, () => [APPLICANT]).does(APPLICANT, 'submit')
    expect(story.may(APPLICANT, 'approve')).toBe(true)
  })

  it('only the applicant submits', () => {
    expect(new Story(vote('any'), peopleOf(1)).may(11, 'submit')).toBe(false)
  })
})

describe('25.1 people are listed once', () => {
  it('I7 a person found through several roles has one place', () => {
    const story = new Story(vote('all'), () => [11, 11, 12]).does(APPLICANT, 'submit')
    expect(story.visit.slots.map((slot) => slot.holder)).toEqual([11, 12])
  })
})

describe('WF-09 the comment', () => {
  const story = submitted('any', 1)
  it.each(['', '    x    ', 'four'])('%j is too short to reject or return', (comment) => {
    expect(story.may(11, 'reject', { comment })).toBe(false)
    expect(story.may(11, 'return', { comment })).toBe(false)
  })
  it('five characters suffice, in either script', () => {
    expect(story.may(11, 'reject', { comment: ' 材料不齐全 ' })).toBe(true)
    expect(story.may(11, 'return', { comment: 'wrong' })).toBe(true)
  })
  it('approving needs none, unless the state requires one', () => {
    expect(story.may(11, 'approve', { comment: '' })).toBe(true)
    const strict = new Story(row([state('strict', { requireComment: true })]), () => [11]).does(APPLICANT, 'submit')
    expect(strict.may(11, 'approve', { comment: '  ' })).toBe(false)
  })
})

describe('what a state allows', () => {
  it('rejecting, returning and transferring only where the state says so', () => {
    const { allowReject: _r, allowReturn: _b, allowTransfer: _t, ...plain } = state('plain')
    const story = new Story(row([plain]), () => [11]).does(APPLICANT, 'submit')
    expect(allowedEvents(story.snapshot, 11, story.now)).toEqual(['approve', 'comment', 'cc'])
  })
})

describe('25.3 return', () => {
  const three = row([
    state('first'),
    state('second', { emptyPolicy: { type: 'skip' } }),
    state('third', { enterWhen: { field: 'big', op: 'eq', value: true } }),
    state('fourth'),
  ])
  const found: PeopleOf = (key) => (key === 'first' ? [11] : key === 'second' ? [] : key === 'third' ? [13] : [14])

  it('offers the applicant and the states that people of this round have passed', () => {
    const story = new Story(three, found, { big: false }).does(APPLICANT, 'submit').does(11, 'approve')
    expect(currentStates(story.snapshot)).toEqual(['fourth'])
    expect(returnTargets(story.snapshot, 14)).toEqual(['start', 'first'])
    expect(returnTargets(story.snapshot, 11)).toEqual([])
  })

  it('allowReturn start offers the applicant alone', () => {
    const story = new Story(row([state('first'), state('second', { allowReturn: 'start' })]), (key) =>
      key === 'first' ? [11] : [12],
    )
    expect(returnTargets(story.does(APPLICANT, 'submit').does(11, 'approve').snapshot, 12)).toEqual(['start'])
  })

  it('to a state starts a new visit of it and runs from there again; the hook for the applicant stays silent', () => {
    const story = new Story(three, found, { big: true })
      .does(APPLICANT, 'submit')
      .does(11, 'approve')
      .does(13, 'approve')
    story.does(14, 'return', { target: 'first' })
    expect(story.asked).toEqual([])
    expect(story.visit).toMatchObject({ state: 'first', viaReturn: true, round: 1 })
    expect(story.does(11, 'approve').visit).toMatchObject({ state: 'third', viaReturn: false })
  })

  it('to the start ends the round; WF-08 the next submit is a new round from the first state', () => {
    const story = new Story(three, found).does(APPLICANT, 'submit').does(11, 'return')
    expect(statusOf(story.snapshot)).toBe('returned')
    expect(story.asked).toEqual(['onReturn', 'announce'])
    expect(story.does(APPLICANT, 'submit').visit).toMatchObject({ state: 'first', round: 2 })
  })

  it('does not reach into an earlier round', () => {
    const story = new Story(three, found, { big: true })
      .does(APPLICANT, 'submit')
      .does(11, 'approve')
      .does(13, 'return')
    expect(returnTargets(story.does(APPLICANT, 'submit').snapshot, 11)).toEqual(['start'])
  })

  it("is one person's word in every mode: it ends a step of all at once", () => {
    const story = submitted('all', 3).does(12, 'return')
    expect(statuses(story)).toEqual(['cancelled', 'done', 'cancelled'])
    expect(story.visit.outcome).toBe('returned')
  })
})
