import { describe, expect, it } from 'vitest'
import { violations, violationsAtRest } from '#machines/ticket/engine/invariants.ts'
import { liveTimers, tasksOf } from '#machines/ticket/engine/projection.ts'
import { allowedEvents, currentStates, removable, statusOf } from '#machines/ticket/engine/status.ts'
import { row, slotsOf, state } from './workflows/small.ts'
import { APPLICANT, given, Story } from './workflows/story.ts'

const definition = (changed: Parameters<typeof state>[1] = {}) =>
  row([state('check', { allowAddSign: true, ...changed }), state('work', { kind: 'handle', allowReturn: 'start' })])
const submitted = (people: readonly number[], changed: Parameters<typeof state>[1] = {}) =>
  new Story(definition(changed), (key) => (key === 'check' ? people : [21])).does(APPLICANT, 'submit')
const isAt = (story: Story) => currentStates(story.snapshot)[0] ?? statusOf(story.snapshot)
const outcomes = (story: Story) =>
  tasksOf(story.snapshot.context)
    .filter((task) => task.state === 'check')
    .map(({ holder, outcome, by, rule }) => [holder, outcome, by, rule])

describe('25.8 clocks', () => {
  const armed = (story: Story) => liveTimers(timed, story.snapshot.context).map(({ key, pauses }) => [key, pauses])
  const timed = definition({
    timers: [
      { key: 'half', afterHours: 4, action: 'remind' },
      { key: 'full', afterHours: 8, action: 'autoReject', pause: true },
    ],
  })

  it('stand while everybody whose turn it is waits for others, where their rule says so', () => {
    const story = new Story(timed, (key) => (key === 'check' ? [11] : [21])).does(APPLICANT, 'submit')
    story.does(11, 'delegate', { to: 31 })
    expect(armed(story)).toEqual([['half', []]])
    expect(story.accepts(story.timer('full'))).toBe(false)
    expect(story.accepts(story.timer('half'))).toBe(true)
    story.does(31, 'approve')
    const [pause] = story.visit.pauses ?? []
    expect(armed(story)).toEqual([
      ['half', []],
      ['full', [pause]],
    ])
    expect(pause?.to).toBe(story.now.at)
    expect(isAt(story.send(story.timer('full')))).toBe('rejected')
  })

  it('go on while anybody could act', () => {
    const both = { ...timed, states: timed.states.map((one) => ({ ...one, mode: 'all' as const })) }
    const story = new Story(both, (key) => (key === 'check' ? [11, 12] : [21])).does(APPLICANT, 'submit')
    story.does(11, 'delegate', { to: 31 })
    expect(armed(story).map(([key]) => key)).toEqual(['half', 'full'])
  })
})

describe('25.5 delegate', () => {
  it('asks for advice: the task comes back, and only its holder decides', () => {
    const story = submitted([11]).does(11, 'delegate', { to: 31 })
    expect(slotsOf(story)).toEqual([
      [11, 'suspended'],
      [31, 'open'],
    ])
    expect(story.may(11, 'approve')).toBe(false)
    story.does(31, 'approve')
    expect(slotsOf(story)[0]).toEqual([11, 'open'])
    expect(isAt(story)).toBe('check')
    expect(isAt(story.does(11, 'approve'))).toBe('work')
  })

  it('advice against it is no vote either', () => {
    const story = submitted([11]).does(11, 'delegate', { to: 31 }).does(31, 'reject')
    expect(isAt(story)).toBe('check')
    expect(isAt(story.does(11, 'approve'))).toBe('work')
  })

  it('who advises may answer and nothing else: not return, hand on, ask further or claim', () => {
    const story = submitted([11], { claim: true }).does(11, 'delegate', { to: 31 })
    expect(allowedEvents(story.snapshot, 31, given())).toEqual(['approve', 'reject', 'comment', 'cc'])
  })

  it('is taken back by the one who asked, and by nobody else', () => {
    const story = submitted([11, 12], { mode: 'all' }).does(11, 'delegate', { to: 31 })
    expect(removable(story.snapshot, 11)).toEqual([31])
    expect(story.may(12, 'removeSign', { people: [31] })).toBe(false)
    story.does(11, 'removeSign', { people: [31] })
    expect(slotsOf(story)).toEqual([
      [11, 'open'],
      [12, 'open'],
      [31, 'cancelled'],
    ])
    expect(story.may(31, 'approve')).toBe(false)
  })

  it('may be asked for again once answered, of somebody else', () => {
    const story = submitted([11]).does(11, 'delegate', { to: 31 }).does(31, 'approve')
    expect(story.may(11, 'delegate', { to: 31 })).toBe(false)
    story.does(11, 'delegate', { to: 32 })
    expect(slotsOf(story)[0]).toEqual([11, 'suspended'])
    expect(isAt(story.does(32, 'approve').does(11, 'approve'))).toBe('work')
  })

  it('is refused to oneself, to the applicant, to who is in the step already, and where handing on is not allowed', () => {
    const story = submitted([11, 12])
    expect([11, 12, APPLICANT].map((to) => story.may(11, 'delegate', { to }))).toEqual([false, false, false])
    expect(submitted([11], { allowTransfer: false }).may(11, 'delegate', { to: 31 })).toBe(false)
  })
})

describe('25.5 add-sign before', () => {
  const before = (people: readonly number[], method: 'any' | 'all' | 'sequential') =>
    submitted([11]).does(11, 'addSign', { people, where: 'before', method })

  it('all: the holder decides when everybody has signed', () => {
    const story = before([31, 32], 'all').does(32, 'approve')
    expect(story.may(11, 'approve')).toBe(false)
    story.does(31, 'approve')
    expect(isAt(story)).toBe('check')
    expect(isAt(story.does(11, 'approve'))).toBe('work')
  })

  it('any: the first answer lets the others go', () => {
    const story = before([31, 32], 'any').does(32, 'approve')
    expect(slotsOf(story)).toEqual([
      [11, 'open'],
      [31, 'cancelled'],
      [32, 'done'],
    ])
  })

  it('sequential: one after another', () => {
    const story = before([31, 32], 'sequential')
    expect(story.may(32, 'approve')).toBe(false)
    story.does(31, 'approve').does(32, 'approve')
    expect(slotsOf(story)[0]).toEqual([11, 'open'])
  })

  it('a rejection is a rejection by the place it serves, under a rule and under nobody’s name (I21)', () => {
    const story = before([31, 32], 'all').does(31, 'reject')
    expect(isAt(story)).toBe('rejected')
    expect(outcomes(story)).toEqual([
      [11, 'auto-reject', null, 'addSign'],
      [31, 'reject', 31, null],
      [32, null, null, null],
    ])
  })

  it('a rejection is advice where the state says so: the holder decides with it', () => {
    const asked = (method: 'any' | 'all') =>
      submitted([11], { signersAdvise: true })
        .does(11, 'addSign', { people: [31, 32], where: 'before', method })
        .does(31, 'reject')
    expect(slotsOf(asked('all'))).toEqual([
      [11, 'open'],
      [31, 'done'],
      [32, 'cancelled'],
    ])
    expect(isAt(asked('all').does(11, 'approve'))).toBe('work')
    expect(isAt(asked('all').does(11, 'reject'))).toBe('rejected')
    // Those added after somebody sign what was said: their rejection counts.
    const after = submitted([11], { signersAdvise: true })
      .does(11, 'addSign', { people: [31], where: 'after' })
      .does(11, 'approve')
    expect(isAt(after.does(31, 'reject'))).toBe('rejected')
  })

  it('does not end a step that others still decide', () => {
    const story = submitted([11, 12], { mode: 'anyApproval' }).does(11, 'addSign', { people: [31], where: 'before' })
    story.does(31, 'reject')
    expect(isAt(story)).toBe('check')
    expect(isAt(story.does(12, 'approve'))).toBe('work')
  })
})

describe('25.5 add-sign after', () => {
  const after = (people: readonly number[]) => submitted([11]).does(11, 'addSign', { people, where: 'after' })

  it('holds the vote until the others have signed; the step cannot end before', () => {
    const story = after([31, 32])
    expect(slotsOf(story)).toEqual([
      [11, 'open'],
      [31, 'waiting'],
      [32, 'waiting'],
    ])
    story.does(11, 'approve')
    expect(slotsOf(story)).toEqual([
      [11, 'suspended'],
      [31, 'open'],
      [32, 'open'],
    ])
    expect(isAt(story.does(31, 'approve'))).toBe('check')
    expect(isAt(story.does(32, 'approve'))).toBe('work')
    expect(outcomes(story)[0]).toEqual([11, 'approve', 11, null])
  })

  it('their rejection makes the place rejected, though its holder approved', () => {
    const story = after([31]).does(11, 'approve').does(31, 'reject')
    expect(isAt(story)).toBe('rejected')
    expect(outcomes(story)[0]).toEqual([11, 'auto-reject', null, 'addSign'])
  })

  it('a rejection by the holder needs nobody else', () => {
    const story = after([31]).does(11, 'reject')
    expect(isAt(story)).toBe('rejected')
    expect(slotsOf(story)[1]).toEqual([31, 'cancelled'])
  })

  it('taken back, the vote that was held counts; not yet voted, the holder simply goes on', () => {
    const voted = after([31])
      .does(11, 'approve')
      .does(11, 'removeSign', { people: [31] })
    expect(isAt(voted)).toBe('work')
    const open = after([31]).does(11, 'removeSign', { people: [31] })
    expect(slotsOf(open)[0]).toEqual([11, 'open'])
    expect(isAt(open.does(11, 'approve'))).toBe('work')
  })
})

describe('25.5 add-sign parallel', () => {
  it('adds votes: n grows', () => {
    const story = submitted([11], { mode: 'all' }).does(11, 'addSign', { people: [31, 32], where: 'parallel' })
    story.does(11, 'approve').does(31, 'approve')
    expect(isAt(story)).toBe('check')
    expect(isAt(story.does(32, 'approve'))).toBe('work')
  })

  it('taken back, n shrinks and the step may be over', () => {
    const story = submitted([11, 12], { mode: 'all' }).does(11, 'addSign', { people: [31], where: 'parallel' })
    story.does(12, 'approve')
    expect(story.may(11, 'removeSign', { people: [12] })).toBe(false)
    story.does(11, 'removeSign', { people: [31] })
    expect(isAt(story.does(11, 'approve'))).toBe('work')
  })

  it('does not go with a claim, which leaves one voter', () => {
    const story = submitted([11, 12], { claim: true }).does(11, 'claim')
    expect(story.may(11, 'addSign', { people: [31], where: 'parallel' })).toBe(false)
    expect(story.may(11, 'addSign', { people: [31], where: 'before' })).toBe(true)
  })
})

describe('25.5 whoever is called in', () => {
  it('WF-10 at most five at once, nobody twice, no one of the step, not the applicant, and only where the state allows it', () => {
    const story = submitted([11, 12])
    const add = (people: readonly number[]) => story.may(11, 'addSign', { people })
    expect(add([31, 32, 33, 34, 35])).toBe(true)
    expect([[31, 32, 33, 34, 35, 36], [31, 31], [12], [11], [APPLICANT], []].map(add)).toEqual(
      Array.from({ length: 6 }, () => false),
    )
    expect(submitted([11], { allowAddSign: false }).may(11, 'addSign', { people: [31] })).toBe(false)
  })

  it('stands not both before and after one place, and calls in nobody else: depth one', () => {
    const story = submitted([11]).does(11, 'addSign', { people: [31], where: 'after' })
    expect(story.may(11, 'addSign', { people: [32], where: 'before' })).toBe(false)
    expect(story.may(11, 'transfer', { to: 32 })).toBe(false)
    story.does(11, 'approve')
    expect(story.may(31, 'addSign', { people: [32] })).toBe(false)
  })

  it('goes with the step: a return by another leaves nobody at work', () => {
    const story = submitted([11, 12], { mode: 'all' }).does(11, 'addSign', { people: [31], where: 'before' })
    story.does(12, 'return', { target: 'start' })
    expect(statusOf(story.snapshot)).toBe('returned')
    expect(slotsOf(story).filter(([, status]) => status === 'open')).toEqual([])
  })

  it('25.4 counts as something recorded: an untouched ticket it is no longer', () => {
    const untouched = new Story({ ...definition(), withdraw: 'untouched' }, () => [11]).does(APPLICANT, 'submit')
    expect(untouched.may(APPLICANT, 'withdraw')).toBe(true)
    expect(untouched.does(11, 'delegate', { to: 31 }).may(APPLICANT, 'withdraw')).toBe(false)
  })

  it('WF-14 leaves like everybody: without the last of them the holder goes on', () => {
    const story = submitted([11]).does(11, 'addSign', { people: [31], where: 'before' })
    story.send({
      ...given(),
      type: 'reassign',
      visit: 1,
      people: [{ person: 11, onBehalfOf: null, rule: null }],
      leaver: 31,
    })
    expect(slotsOf(story)).toEqual([
      [11, 'open'],
      [31, 'cancelled'],
    ])
  })

  it('WF-14 whoever advised holds no place of the one who leaves: without a successor the empty policy speaks', () => {
    const story = submitted([11], { emptyPolicy: { type: 'toRole', role: 'sysAdmin' } })
    story.does(11, 'delegate', { to: 31 }).does(31, 'approve')
    story.send({ ...given(), type: 'reassign', visit: 1, people: [], leaver: 11 })
    expect(slotsOf(story).filter(([, status]) => status === 'open')).toEqual([[11, 'open']])
  })

  it('WF-14, I3, I17 whoever advised does not stand in for the one who leaves: the visit waits without a clock', () => {
    const timed = definition({
      emptyPolicy: { type: 'toRole', role: 'boss' },
      timers: [{ key: 'late', afterHours: 8, action: 'remind' }],
    })
    const story = new Story(timed, (_key, who) => (who.type === 'role' && who.role === 'boss' ? [] : [11]))
    story.does(APPLICANT, 'submit').does(11, 'delegate', { to: 31 }).does(31, 'approve')
    expect(liveTimers(timed, story.snapshot.context)).toHaveLength(1)
    story.send({ ...given(), type: 'reassign', visit: 1, people: [], leaver: 11 })
    expect(story.visit.unattendedSince).toBeDefined()
    expect(liveTimers(timed, story.snapshot.context)).toEqual([])
    expect(violations(timed, story.snapshot)).toEqual([])
    expect(violationsAtRest(story.snapshot)).toEqual([])
  })

  it('25.8 a clock that approves keeps what was said: the held vote is its holder’s, the rest is the rule’s', () => {
    const timed = submitted([11, 12], {
      mode: 'all',
      timers: [{ key: 'late', afterHours: 48, action: 'autoPass' }],
    })
    timed.does(11, 'addSign', { people: [31], where: 'after' }).does(11, 'approve')
    timed.send(timed.timer('late'))
    expect(isAt(timed)).toBe('work')
    expect(outcomes(timed)).toEqual([
      [11, 'approve', 11, null],
      [12, 'auto-approve', null, 'timeout'],
      [31, 'auto-approve', null, 'timeout'],
    ])
  })
})
