import { describe, expect, it } from 'vitest'
import type { StateDefinition } from '#machines/ticket/definition/definition.ts'
import { liveTimers } from '#machines/ticket/engine/projection.ts'
import { currentStates, statusOf } from '#machines/ticket/engine/status.ts'
import { checkAndWork, row, slotsOf, state } from './workflows/small.ts'
import { APPLICANT, candidate, Story } from './workflows/story.ts'

describe('the life of a ticket (20.2)', () => {
  it('asks for its hooks in this order', () => {
    const story = checkAndWork()
    expect(story.asked).toEqual(['onSubmit'])
    expect(story.does(11, 'approve').asked).toEqual(['onApprove'])
    expect(story.does(21, 'handle').asked).toEqual(['onHandle', 'onFinish', 'announce'])
    expect(statusOf(story.snapshot)).toBe('completed')
  })

  it('without a handling state the approval takes effect at the end; 25.12 a workflow of two states works', () => {
    const story = new Story(row([state('check')]), () => [11]).does(APPLICANT, 'submit')
    expect(story.does(11, 'approve').asked).toEqual(['onApprove', 'onFinish', 'announce'])
  })

  it('without an approving state a submit leads straight to handling', () => {
    const story = new Story(row([state('work', { kind: 'handle', allowReturn: 'start' })]), () => [21]).does(
      APPLICANT,
      'submit',
    )
    expect(story.asked).toEqual(['onSubmit', 'onApprove'])
    expect(statusOf(story.snapshot)).toBe('handling')
  })

  it('25.6 speaking and sharing go on after the end, and change nothing', () => {
    const story = checkAndWork().does(11, 'reject')
    const before = story.snapshot.context
    expect(story.does(APPLICANT, 'comment').does(30, 'cc', { people: [31] }).snapshot.context).toEqual(before)
    expect(story.held.actions).toEqual([{ type: 'share', params: { state: null, participant: null, people: [31] } }])
    expect(story.may(30, 'comment', { comment: '  ' })).toBe(false)
    expect(story.may(30, 'cc', { people: [] })).toBe(false)
  })

  it("a draft is nobody's to speak about", () => {
    const story = new Story(row([state('check')]), () => [11])
    expect(story.may(APPLICANT, 'comment')).toBe(false)
  })
})

describe('withdraw (25.4)', () => {
  it('WF-07, 25.12 withdraw and submit again works: while running, by the applicant alone, with its hook; the next submit is a new round', () => {
    const story = checkAndWork({ mode: 'all' }).does(11, 'approve')
    expect(story.may(12, 'withdraw')).toBe(false)
    expect(story.does(APPLICANT, 'withdraw').asked).toEqual(['onWithdraw'])
    expect(slotsOf(story)).toEqual([
      [11, 'done'],
      [12, 'cancelled'],
    ])
    expect(story.does(APPLICANT, 'submit').visit).toMatchObject({ state: 'check', round: 2 })
  })

  it('WF-07 in handling until somebody has claimed, and again after the release; it undoes the approval', () => {
    const story = checkAndWork({}, { claim: true }).does(11, 'approve').does(21, 'claim')
    expect(story.may(APPLICANT, 'withdraw')).toBe(false)
    expect(story.does(21, 'release').does(APPLICANT, 'withdraw').asked).toEqual(['onVoidApproved'])
  })

  it('WF-07 not once a handler has done a part', () => {
    const story = checkAndWork({}, { mode: 'all' }).does(11, 'approve').does(21, 'handle')
    expect(story.may(APPLICANT, 'withdraw')).toBe(false)
  })

  it.each(['approve', 'transfer'] as const)('untouched: not after an %s', (type) => {
    const story = checkAndWork({ mode: 'all' }, {}, { withdraw: 'untouched' })
    expect(story.may(APPLICANT, 'withdraw')).toBe(true)
    expect(story.does(11, type, { to: 13 }).may(APPLICANT, 'withdraw')).toBe(false)
  })

  it('untouched: a claim is not a decision, and a decision of a former round does not count', () => {
    const story = checkAndWork({ claim: true }, {}, { withdraw: 'untouched' })
    expect(story.does(11, 'claim').may(APPLICANT, 'withdraw')).toBe(true)
    expect(story.does(11, 'return').does(APPLICANT, 'submit').may(APPLICANT, 'withdraw')).toBe(true)
  })

  it('never: not at all', () => {
    expect(checkAndWork({}, {}, { withdraw: 'never' }).may(APPLICANT, 'withdraw')).toBe(false)
  })
})

describe('refuse and void', () => {
  it('20.2 a handler sends an approved ticket back, which undoes the approval', () => {
    const story = checkAndWork().does(11, 'approve')
    expect(story.may(21, 'refuse', { comment: 'no' })).toBe(false)
    expect(story.does(21, 'refuse').asked).toEqual(['onVoidApproved', 'announce'])
    expect(statusOf(story.snapshot)).toBe('returned')
  })

  it('20.2 not where the state does not allow it, and never by somebody else', () => {
    const { allowReturn: _, ...strict } = state('work', { kind: 'handle' })
    const story = new Story(row([strict]), () => [21]).does(APPLICANT, 'submit')
    expect(story.may(21, 'refuse')).toBe(false)
    expect(checkAndWork().does(11, 'approve').may(11, 'refuse')).toBe(false)
  })

  it('20.7 void needs ten characters and an approved ticket, open or finished', () => {
    const story = checkAndWork()
    expect(story.may(30, 'void')).toBe(false)
    story.does(11, 'approve')
    expect(story.may(30, 'void', { comment: '123456789' })).toBe(false)
    expect(story.may(30, 'void')).toBe(true)
    expect(story.does(21, 'handle').does(30, 'void').asked).toEqual(['onVoidApproved', 'announce'])
    expect(statusOf(story.snapshot)).toBe('voided')
    expect(story.may(APPLICANT, 'submit')).toBe(false)
  })

  it('25.12 a forced end leaves nothing running: no open task, no timer, no state', () => {
    const timers = [{ key: 'late', afterHours: 8, action: 'remind' }] as const
    const definition = row([state('check'), state('work', { kind: 'handle', mode: 'all', timers })])
    const story = new Story(definition, (key) => (key === 'check' ? [11] : [21, 22])).does(APPLICANT, 'submit')
    story.does(11, 'approve').does(21, 'handle').does(30, 'void')
    expect([statusOf(story.snapshot), currentStates(story.snapshot)]).toEqual(['voided', []])
    expect(slotsOf(story)).toEqual([
      [21, 'done'],
      [22, 'cancelled'],
    ])
    expect(liveTimers(definition, story.snapshot.context)).toEqual([])
    expect(story.accepts(story.timer('late'))).toBe(false)
  })
})

describe('claim (25.1)', () => {
  it('one claims, the others wait, the release gives it back', () => {
    const story = checkAndWork({ claim: true })
    expect(slotsOf(story.does(11, 'claim'))).toEqual([
      [11, 'open'],
      [12, 'suspended'],
    ])
    expect([
      story.may(12, 'approve'),
      story.may(12, 'claim'),
      story.may(12, 'release'),
      story.may(13, 'claim'),
    ]).toEqual([false, false, false, false])
    expect(slotsOf(story.does(11, 'release'))).toEqual([
      [11, 'open'],
      [12, 'open'],
    ])
    expect(story.may(12, 'approve')).toBe(true)
  })

  it('goes along with a transfer', () => {
    const story = checkAndWork({ claim: true }).does(11, 'claim').does(11, 'transfer', { to: 13 })
    expect(slotsOf(story)).toEqual([
      [11, 'done'],
      [13, 'open'],
      [12, 'suspended'],
    ])
    expect([story.may(13, 'approve'), story.may(11, 'approve')]).toEqual([true, false])
  })
})

describe('WF-10 transfer', () => {
  it('moves the place: the giver has no further right, the number of votes stays', () => {
    const story = checkAndWork({ mode: 'all' }).does(11, 'transfer', { to: 13 })
    expect(story.may(11, 'approve')).toBe(false)
    expect(statusOf(story.does(12, 'approve').does(13, 'approve').snapshot)).toBe('handling')
  })

  it('not to oneself, the applicant, or anybody who has a place in the step', () => {
    const story = checkAndWork({ mode: 'all' }).does(12, 'approve')
    expect([11, APPLICANT, 12].map((to) => story.may(11, 'transfer', { to }))).toEqual([false, false, false])
  })

  it('at most five times', () => {
    const story = checkAndWork()
    const chain = [11, 31, 32, 33, 34, 35]
    for (const [index, to] of chain.slice(1).entries()) story.does(chain[index] ?? 0, 'transfer', { to })
    expect(story.may(35, 'transfer', { to: 36 })).toBe(false)
    expect(story.may(35, 'approve')).toBe(true)
  })

  it('keeps the order of a sequence', () => {
    const story = checkAndWork({ mode: 'sequential' }).does(11, 'transfer', { to: 13 })
    expect(slotsOf(story)).toEqual([
      [11, 'done'],
      [13, 'open'],
      [12, 'waiting'],
    ])
  })
})

describe('WF-11 substitutes', () => {
  const standIn = (changed: Partial<StateDefinition> = {}) =>
    new Story(row([state('check', changed)]), () => [candidate(12, 11)]).does(APPLICANT, 'submit')

  it.each([11, 12])(
    'either acts, the person represented or the substitute: %i, once, and the record says who',
    (person) => {
      const story = standIn().does(person, 'approve')
      expect(story.visit.slots).toMatchObject([{ holder: 12, onBehalfOf: 11, outcome: 'approve', by: person }])
      expect([story.may(11, 'approve'), story.may(12, 'approve')]).toEqual([false, false])
    },
  )

  it('a place is not transferred to the person it is held for', () => {
    expect(standIn().may(12, 'transfer', { to: 11 })).toBe(false)
  })
})

describe('handling', () => {
  const payment = { doneWhen: { field: 'payState', op: 'eq', value: 'paid' } } as const

  it('21 EFF-CLAIM a failed payment keeps the task open, and its hook runs each time', () => {
    const story = checkAndWork({}, payment).does(11, 'approve').when({ payState: 'failed' }).does(21, 'handle')
    expect(story.asked).toEqual(['onHandle'])
    expect(slotsOf(story)).toEqual([
      [21, 'open'],
      [22, 'open'],
    ])
    expect(story.when({ payState: 'paid' }).does(21, 'handle').asked).toEqual(['onHandle', 'onFinish', 'announce'])
  })

  it('20.3 backToWork waits for its day, though its holder may act before', () => {
    const story = checkAndWork({}, { opensAtField: 'endDate' }).does(11, 'approve')
    expect(slotsOf(story)).toEqual([
      [21, 'waiting'],
      [22, 'waiting'],
    ])
    expect([story.may(21, 'handle'), story.may(21, 'transfer'), story.may(APPLICANT, 'urge')]).toEqual([
      true,
      false,
      false,
    ])
    const day = { ...story.now, type: 'open', visit: story.visit.id } as const
    expect(slotsOf(story.send(day))).toEqual([
      [21, 'open'],
      [22, 'open'],
    ])
    expect(story.accepts(day)).toBe(false)
  })

  it('an applicant may handle the own ticket', () => {
    const story = new Story(row([state('verify', { kind: 'handle', allowReturn: 'start' })]), () => [APPLICANT]).does(
      APPLICANT,
      'submit',
    )
    expect(statusOf(story.does(APPLICANT, 'handle').snapshot)).toBe('completed')
  })
})

describe('WF-16 urge', () => {
  it("is the applicant's, while something is open, and changes nothing", () => {
    const story = checkAndWork()
    expect([story.may(11, 'urge'), story.may(APPLICANT, 'urge')]).toEqual([false, true])
    const before = story.snapshot.context
    expect(story.does(APPLICANT, 'urge').held.actions).toEqual([
      { type: 'remind', params: { visit: 1, reason: 'urge' } },
    ])
    expect(story.snapshot.context).toEqual(before)
    expect(story.does(11, 'reject').may(APPLICANT, 'urge')).toBe(false)
  })
})
