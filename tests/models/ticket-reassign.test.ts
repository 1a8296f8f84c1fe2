/** WF-14: the people of a live visit are found anew, after a department or a person changed. */
import { describe, expect, it } from 'vitest'
import { violations, violationsOfStep } from '#machines/ticket/engine/invariants.ts'
import { liveTimers, taskChanges, tasksOf } from '#machines/ticket/engine/projection.ts'
import { persist, replay } from '#machines/ticket/engine/replay.ts'
import { currentStates, statusOf } from '#machines/ticket/engine/status.ts'
import type { Candidate, TicketEvent } from '#machines/ticket/engine/vocabulary.ts'
import { checkAndWork, row, slotsOf, state } from './workflows/small.ts'
import { APPLICANT, candidate, Story } from './workflows/story.ts'

const anew = (story: Story, people: readonly (number | Candidate)[], leaver?: number): TicketEvent => ({
  ...story.now,
  at: '2026-03-03T01:00:00.000Z',
  type: 'reassign',
  visit: story.visit.id,
  people: people.map((person) => (typeof person === 'number' ? candidate(person) : person)),
  ...(leaver !== undefined && { leaver }),
})
const given = (story: Story, people: readonly (number | Candidate)[], leaver?: number) =>
  story.send(anew(story, people, leaver))
const takes = (story: Story, people: readonly (number | Candidate)[], leaver?: number) =>
  story.accepts(anew(story, people, leaver))

/** One step for two people under the policy, then another. */
const step = (
  emptyPolicy: { type: 'block' } | { type: 'skip' } | { type: 'toRole'; role: string },
  byRole: readonly number[] = [19],
) =>
  new Story(row([state('check', { emptyPolicy }), state('next')]), (key, who) =>
    key === 'next' ? [30] : who.type === 'role' && who.role === 'boss' ? byRole : [11, 12],
  ).does(APPLICANT, 'submit')

describe('WF-14 people found anew', () => {
  it('give the places of those no longer found to newcomers; who is still found keeps place and time', () => {
    const story = checkAndWork()
    const before = story.snapshot.context
    given(story, [12, 13])
    expect(slotsOf(story)).toEqual([
      [11, 'cancelled'],
      [12, 'open'],
      [13, 'open'],
    ])
    expect(story.visit.slots.map(({ cancelledBy, openedAt }) => [cancelledBy, openedAt?.slice(0, 10)])).toEqual([
      ['reassign', '2026-03-02'],
      [null, '2026-03-02'],
      [null, '2026-03-03'],
    ])
    expect([story.may(11, 'approve'), story.may(13, 'approve')]).toEqual([false, true])
    const { opened, closed } = taskChanges(before, story.snapshot.context)
    expect([opened, closed].map((tasks) => tasks.map((task) => task.holder))).toEqual([[13], [11]])
  })

  it('is refused when it would change nothing, for another visit, and when nobody works on the ticket', () => {
    const story = checkAndWork()
    expect(takes(story, [12, 11])).toBe(false)
    expect(story.accepts({ ...anew(story, [13]), visit: 2 } as TicketEvent)).toBe(false)
    const late = anew(story, [13])
    expect(story.does(11, 'reject').accepts(late)).toBe(false)
  })

  it('SYS-34 leaves a claimed visit alone, until the release', () => {
    const story = checkAndWork({ claim: true }).does(11, 'claim')
    expect(takes(story, [13])).toBe(false)
    expect(takes(story.does(11, 'release'), [13])).toBe(true)
  })

  it('leaves a visit alone in which somebody has decided', () => {
    expect(takes(checkAndWork({ mode: 'all' }).does(11, 'approve'), [13])).toBe(false)
    const repeat = new Story(row([state('first'), state('second', { mode: 'all' })], { repeat: 'preceding' }), (key) =>
      key === 'first' ? [11] : [11, 12],
    )
    repeat.does(APPLICANT, 'submit').does(11, 'approve')
    expect(takes(repeat, [13])).toBe(false)
  })

  it.each(['any', 'all', 'sequential'] as const)(
    'counts under the mode %s as if they had been asked at first',
    (mode) => {
      const story = given(checkAndWork({ mode }), [12, 13])
      story.does(12, 'approve')
      if (mode !== 'any') story.does(13, 'approve')
      expect(statusOf(story.snapshot)).toBe('handling')
      expect(violations(row([state('check', { mode }), state('work', { kind: 'handle' })]), story.snapshot)).toEqual([])
    },
  )

  it('in a sequence the next one opens, and newcomers come last', () => {
    const story = given(checkAndWork({ mode: 'sequential' }), [13, 12])
    expect(slotsOf(story)).toEqual([
      [11, 'cancelled'],
      [12, 'open'],
      [13, 'waiting'],
    ])
  })

  it('somebody who was taken off comes back to a new place, and closed tasks stay closed (I2, I7)', () => {
    const story = checkAndWork()
    const first = given(story, [13]).snapshot.context
    given(story, [11])
    expect(violationsOfStep(first, story.snapshot.context)).toEqual([])
    expect(slotsOf(story)).toEqual([
      [11, 'cancelled'],
      [12, 'cancelled'],
      [13, 'cancelled'],
      [11, 'open'],
    ])
    expect(new Set(tasksOf(story.snapshot.context).map((task) => task.id)).size).toBe(4)
    expect(statusOf(story.does(11, 'approve').snapshot)).toBe('handling')
  })

  it('WF-11 a place changes hands when it is held on behalf of somebody else than before', () => {
    const story = given(checkAndWork(), [candidate(11, 14), 12])
    expect(story.visit.slots.map(({ holder, onBehalfOf, status }) => [holder, onBehalfOf, status])).toEqual([
      [11, null, 'cancelled'],
      [12, null, 'open'],
      [11, 14, 'open'],
    ])
    expect(story.may(14, 'approve')).toBe(true)
  })

  it('INV-10 never makes the applicant decide, but may ask them to handle', () => {
    const story = checkAndWork()
    expect(takes(story, [APPLICANT])).toBe(false)
    expect(takes(story, [candidate(13, APPLICANT)])).toBe(false)
    given(story, [APPLICANT, 13])
    expect(story.may(APPLICANT, 'approve')).toBe(false)
    expect(given(story.does(13, 'approve'), [APPLICANT]).may(APPLICANT, 'handle')).toBe(true)
  })

  it('WF-12 whoever was called in by the clock stays, and timers that have fired do not fire again', () => {
    const escalate = { key: 'full', afterHours: 48, action: 'escalate', to: { type: 'role', role: 'boss' } } as const
    const late = { key: 'late', afterHours: 96, action: 'remind' } as const
    const story = checkAndWork({ timers: [escalate, late] })
    story.send(story.timer('full', [19]))
    given(story, [13])
    expect(slotsOf(story).slice(2)).toEqual([
      [19, 'open'],
      [13, 'open'],
    ])
    const definition = row([state('check', { timers: [escalate, late] })])
    expect(liveTimers(definition, story.snapshot.context).map((timer) => timer.key)).toEqual(['late'])
    expect(statusOf(given(story, [19]).does(19, 'approve').snapshot)).toBe('handling')
  })

  it('20.3 a task that waits for its day waits for the new holder too', () => {
    const story = new Story(row([state('work', { kind: 'handle', opensAtField: 'day' })]), () => [21])
    given(story.does(APPLICANT, 'submit'), [22])
    expect(slotsOf(story)).toEqual([
      [21, 'cancelled'],
      [22, 'waiting'],
    ])
    expect(story.may(22, 'handle')).toBe(true)
  })
})

describe('25.7 nobody is found any more', () => {
  it('block: refused, the people stay', () => {
    expect(takes(step({ type: 'block' }), [])).toBe(false)
  })

  it('skip: the step is passed, with the rule on record', () => {
    const story = given(step({ type: 'skip' }), [])
    expect(story.visits[0]).toMatchObject({ outcome: 'skipped', rule: 'empty' })
    expect(currentStates(story.snapshot)).toEqual(['next'])
  })

  it('toRole: the role is asked; where it is empty too the ticket waits (WF-14)', () => {
    const story = given(step({ type: 'toRole', role: 'boss' }), [])
    expect(slotsOf(story)).toEqual([
      [11, 'cancelled'],
      [12, 'cancelled'],
      [19, 'open'],
    ])
    expect(given(story, [11]).may(11, 'approve')).toBe(true)
    const waits = given(step({ type: 'toRole', role: 'boss' }, []), [])
    expect(slotsOf(waits)).toEqual([
      [11, 'cancelled'],
      [12, 'cancelled'],
    ])
    expect(waits.visit.unattendedSince).toBeDefined()
  })

  it('25.7 automatic rules do not speak twice: the role is asked, though it approved before', () => {
    const repeated = new Story(
      row([state('first'), state('second', { emptyPolicy: { type: 'toRole', role: 'boss' } })], {
        repeat: 'preceding',
      }),
      (key, who) => (key === 'second' && !(who.type === 'role' && who.role === 'boss') ? [12] : [11]),
    )
    given(repeated.does(APPLICANT, 'submit').does(11, 'approve'), [])
    expect(repeated.may(11, 'approve')).toBe(true)
  })
})

describe('INV-15 somebody leaves', () => {
  it('gives up only their places, whoever else would be found now', () => {
    const story = given(checkAndWork(), [13], 11)
    expect(slotsOf(story)).toEqual([
      [11, 'cancelled'],
      [12, 'open'],
      [13, 'open'],
    ])
    expect(takes(story, [14], 11)).toBe(false)
  })

  it('ends their claim, and keeps that of somebody else', () => {
    const own = given(checkAndWork({ claim: true }).does(11, 'claim'), [12], 11)
    expect([own.visit.claimedBy, own.may(12, 'claim')]).toEqual([null, true])
    const other = given(checkAndWork({ claim: true }).does(11, 'claim'), [11, 13], 12)
    expect(slotsOf(other)).toEqual([
      [11, 'open'],
      [12, 'cancelled'],
      [13, 'suspended'],
    ])
    expect(other.does(11, 'release').may(13, 'approve')).toBe(true)
  })

  it('in a step for all the votes given stand: a newcomer is asked, without one the others have decided', () => {
    const voted = () => checkAndWork({ mode: 'all' }).does(11, 'approve')
    expect(slotsOf(given(voted(), [11, 13], 12))).toEqual([
      [11, 'done'],
      [12, 'cancelled'],
      [13, 'open'],
    ])
    expect(statusOf(given(voted(), [11], 12).snapshot)).toBe('handling')
  })

  it('WF-10 a transfer to them goes back to who is found', () => {
    const story = checkAndWork({ mode: 'all' }).does(11, 'transfer', { to: 13 })
    given(story, [11, 12], 13)
    expect(statusOf(story.does(11, 'approve').does(12, 'approve').snapshot)).toBe('handling')
  })

  it('the last one leaves: the empty policy speaks', () => {
    const story = given(step({ type: 'toRole', role: 'boss' }), [], 11)
    expect(slotsOf(story)).toEqual([
      [11, 'cancelled'],
      [12, 'open'],
    ])
    expect(slotsOf(given(story, [], 12)).at(-1)).toEqual([19, 'open'])
    expect(takes(given(step({ type: 'block' }), [], 11), [], 12)).toBe(false)
  })
})

it('I9 the log replays to the snapshot', () => {
  const story = given(given(step({ type: 'toRole', role: 'boss' }), [13]), []).does(19, 'approve')
  expect(persist(replay(story.held.machine, { applicant: APPLICANT }, story.held.log))).toEqual(persist(story.snapshot))
})
