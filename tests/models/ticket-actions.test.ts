import { describe, expect, it } from 'vitest'
import type { StateDefinition } from '#machines/ticket/definition/definition.ts'
import { liveTimers } from '#machines/ticket/engine/projection.ts'
import { currentStates, statusOf } from '#machines/ticket/engine/status.ts'
import { APPLICANT, candidate, Story } from './workflows/desk.ts'
import { checkAndWork, row, slotsOf, state } from './workflows/small.ts'

describe('the life of a ticket (20.2)', () => {
  it('asks for its hooks in this order', () => {
    const told = checkAndWork()
    expect(told.asked).toEqual(['onSubmit'])
    expect(told.does(11, 'approve').asked).toEqual(['onApprove'])
    expect(told.does(21, 'handle').asked).toEqual(['onHandle', 'onFinish', 'announce'])
    expect(statusOf(told.snapshot)).toBe('completed')
  })

  it('without a handling state the approval takes effect at the end; 25.12 a workflow of two states works', () => {
    const told = new Story(row([state('check')]), () => [11]).does(APPLICANT, 'submit')
    expect(told.does(11, 'approve').asked).toEqual(['onApprove', 'onFinish', 'announce'])
  })

  it('without an approving state a submit leads straight to handling', () => {
    const told = new Story(row([state('work', { kind: 'handle', allowReturn: 'start' })]), () => [21]).does(
      APPLICANT,
      'submit',
    )
    expect(told.asked).toEqual(['onSubmit', 'onApprove'])
    expect(statusOf(told.snapshot)).toBe('handling')
  })

  it('25.6 speaking and sharing go on after the end, and change nothing', () => {
    const told = checkAndWork().does(11, 'reject')
    const before = told.snapshot.context
    expect(told.does(APPLICANT, 'comment').does(30, 'cc', { people: [31] }).snapshot.context).toEqual(before)
    expect(told.held.actions).toEqual([{ type: 'share', params: { state: null, participant: null, people: [31] } }])
    expect(told.may(30, 'comment', { comment: '  ' })).toBe(false)
    expect(told.may(30, 'cc', { people: [] })).toBe(false)
  })

  it("a draft is nobody's to speak about", () => {
    const told = new Story(row([state('check')]), () => [11])
    expect(told.may(APPLICANT, 'comment')).toBe(false)
  })
})

describe('withdraw (25.4)', () => {
  it('WF-07, 25.12 withdraw and submit again works: while running, by the applicant alone, with its hook; the next submit is a new round', () => {
    const told = checkAndWork({ mode: 'all' }).does(11, 'approve')
    expect(told.may(12, 'withdraw')).toBe(false)
    expect(told.does(APPLICANT, 'withdraw').asked).toEqual(['onWithdraw'])
    expect(slotsOf(told)).toEqual([
      [11, 'done'],
      [12, 'cancelled'],
    ])
    expect(told.does(APPLICANT, 'submit').visit).toMatchObject({ state: 'check', round: 2 })
  })

  it('WF-07 in handling until somebody has claimed, and again after the release; it undoes the approval', () => {
    const told = checkAndWork({}, { claim: true }).does(11, 'approve').does(21, 'claim')
    expect(told.may(APPLICANT, 'withdraw')).toBe(false)
    expect(told.does(21, 'release').does(APPLICANT, 'withdraw').asked).toEqual(['onVoidApproved'])
  })

  it('WF-07 not once a handler has done a part', () => {
    const told = checkAndWork({}, { mode: 'all' }).does(11, 'approve').does(21, 'handle')
    expect(told.may(APPLICANT, 'withdraw')).toBe(false)
  })

  it.each(['approve', 'transfer'] as const)('untouched: not after an %s', (type) => {
    const told = checkAndWork({ mode: 'all' }, {}, { withdraw: 'untouched' })
    expect(told.may(APPLICANT, 'withdraw')).toBe(true)
    expect(told.does(11, type, { to: 13 }).may(APPLICANT, 'withdraw')).toBe(false)
  })

  it('untouched: a claim is not a decision, and a decision of a former round does not count', () => {
    const told = checkAndWork({ claim: true }, {}, { withdraw: 'untouched' })
    expect(told.does(11, 'claim').may(APPLICANT, 'withdraw')).toBe(true)
    expect(told.does(11, 'return').does(APPLICANT, 'submit').may(APPLICANT, 'withdraw')).toBe(true)
  })

  it('never: not at all', () => {
    expect(checkAndWork({}, {}, { withdraw: 'never' }).may(APPLICANT, 'withdraw')).toBe(false)
  })
})

describe('refuse and void', () => {
  it('20.2 a handler sends an approved ticket back, which undoes the approval', () => {
    const told = checkAndWork().does(11, 'approve')
    expect(told.may(21, 'refuse', { comment: 'no' })).toBe(false)
    expect(told.does(21, 'refuse').asked).toEqual(['onVoidApproved', 'announce'])
    expect(statusOf(told.snapshot)).toBe('returned')
  })

  it('20.2 not where the state does not allow it, and never by somebody else', () => {
    const { allowReturn: _, ...strict } = state('work', { kind: 'handle' })
    const told = new Story(row([strict]), () => [21]).does(APPLICANT, 'submit')
    expect(told.may(21, 'refuse')).toBe(false)
    expect(checkAndWork().does(11, 'approve').may(11, 'refuse')).toBe(false)
  })

  it('20.7 void needs ten characters and an approved ticket, open or finished', () => {
    const told = checkAndWork()
    expect(told.may(30, 'void')).toBe(false)
    told.does(11, 'approve')
    expect(told.may(30, 'void', { comment: '123456789' })).toBe(false)
    expect(told.may(30, 'void')).toBe(true)
    expect(told.does(21, 'handle').does(30, 'void').asked).toEqual(['onVoidApproved', 'announce'])
    expect(statusOf(told.snapshot)).toBe('voided')
    expect(told.may(APPLICANT, 'submit')).toBe(false)
  })

  it('25.12 a forced end leaves nothing running: no open task, no timer, no state', () => {
    const timers = [{ key: 'late', afterHours: 8, action: 'remind' }] as const
    const definition = row([state('check'), state('work', { kind: 'handle', mode: 'all', timers })])
    const told = new Story(definition, (key) => (key === 'check' ? [11] : [21, 22])).does(APPLICANT, 'submit')
    told.does(11, 'approve').does(21, 'handle').does(30, 'void')
    expect([statusOf(told.snapshot), currentStates(told.snapshot)]).toEqual(['voided', []])
    expect(slotsOf(told)).toEqual([
      [21, 'done'],
      [22, 'cancelled'],
    ])
    expect(liveTimers(definition, told.snapshot.context)).toEqual([])
    expect(told.accepts(told.timer('late'))).toBe(false)
  })
})

describe('claim (25.1)', () => {
  it('one claims, the others wait, the release gives it back', () => {
    const told = checkAndWork({ claim: true })
    expect(slotsOf(told.does(11, 'claim'))).toEqual([
      [11, 'open'],
      [12, 'suspended'],
    ])
    expect([told.may(12, 'approve'), told.may(12, 'claim'), told.may(12, 'release'), told.may(13, 'claim')]).toEqual([
      false,
      false,
      false,
      false,
    ])
    expect(slotsOf(told.does(11, 'release'))).toEqual([
      [11, 'open'],
      [12, 'open'],
    ])
    expect(told.may(12, 'approve')).toBe(true)
  })

  it('goes along with a transfer', () => {
    const told = checkAndWork({ claim: true }).does(11, 'claim').does(11, 'transfer', { to: 13 })
    expect(slotsOf(told)).toEqual([
      [11, 'done'],
      [13, 'open'],
      [12, 'suspended'],
    ])
    expect([told.may(13, 'approve'), told.may(11, 'approve')]).toEqual([true, false])
  })
})

describe('WF-10 transfer', () => {
  it('moves the place: the giver has no further right, the number of votes stays', () => {
    const told = checkAndWork({ mode: 'all' }).does(11, 'transfer', { to: 13 })
    expect(told.may(11, 'approve')).toBe(false)
    expect(statusOf(told.does(12, 'approve').does(13, 'approve').snapshot)).toBe('handling')
  })

  it('not to oneself, the applicant, or anybody who has a place in the step', () => {
    const told = checkAndWork({ mode: 'all' }).does(12, 'approve')
    expect([11, APPLICANT, 12].map((to) => told.may(11, 'transfer', { to }))).toEqual([false, false, false])
  })

  it('at most five times', () => {
    const told = checkAndWork()
    const chain = [11, 31, 32, 33, 34, 35]
    for (const [index, to] of chain.slice(1).entries()) told.does(chain[index] ?? 0, 'transfer', { to })
    expect(told.may(35, 'transfer', { to: 36 })).toBe(false)
    expect(told.may(35, 'approve')).toBe(true)
  })

  it('keeps the order of a sequence', () => {
    const told = checkAndWork({ mode: 'sequential' }).does(11, 'transfer', { to: 13 })
    expect(slotsOf(told)).toEqual([
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
      const told = standIn().does(person, 'approve')
      expect(told.visit.slots).toMatchObject([{ holder: 12, onBehalfOf: 11, outcome: 'approve', by: person }])
      expect([told.may(11, 'approve'), told.may(12, 'approve')]).toEqual([false, false])
    },
  )

  it('a place is not transferred to the person it is held for', () => {
    expect(standIn().may(12, 'transfer', { to: 11 })).toBe(false)
  })
})

describe('handling', () => {
  const payment = { doneWhen: { field: 'payState', op: 'eq', value: 'paid' } } as const

  it('21 EFF-CLAIM a failed payment keeps the task open, and its hook runs each time', () => {
    const told = checkAndWork({}, payment).does(11, 'approve').when({ payState: 'failed' }).does(21, 'handle')
    expect(told.asked).toEqual(['onHandle'])
    expect(slotsOf(told)).toEqual([
      [21, 'open'],
      [22, 'open'],
    ])
    expect(told.when({ payState: 'paid' }).does(21, 'handle').asked).toEqual(['onHandle', 'onFinish', 'announce'])
  })

  it('20.3 backToWork waits for its day, though its holder may act before', () => {
    const told = checkAndWork({}, { opensAtField: 'endDate' }).does(11, 'approve')
    expect(slotsOf(told)).toEqual([
      [21, 'waiting'],
      [22, 'waiting'],
    ])
    expect([told.may(21, 'handle'), told.may(21, 'transfer'), told.may(APPLICANT, 'urge')]).toEqual([
      true,
      false,
      false,
    ])
    const day = { ...told.now, type: 'open', visit: told.visit.id } as const
    expect(slotsOf(told.send(day))).toEqual([
      [21, 'open'],
      [22, 'open'],
    ])
    expect(told.accepts(day)).toBe(false)
  })

  it('an applicant may handle the own ticket', () => {
    const told = new Story(row([state('verify', { kind: 'handle', allowReturn: 'start' })]), () => [APPLICANT]).does(
      APPLICANT,
      'submit',
    )
    expect(statusOf(told.does(APPLICANT, 'handle').snapshot)).toBe('completed')
  })
})

describe('WF-16 urge', () => {
  it("is the applicant's, while something is open, and changes nothing", () => {
    const told = checkAndWork()
    expect([told.may(11, 'urge'), told.may(APPLICANT, 'urge')]).toEqual([false, true])
    const before = told.snapshot.context
    expect(told.does(APPLICANT, 'urge').held.actions).toEqual([
      { type: 'remind', params: { visit: 1, reason: 'urge' } },
    ])
    expect(told.snapshot.context).toEqual(before)
    expect(told.does(11, 'reject').may(APPLICANT, 'urge')).toBe(false)
  })
})
