import { describe, expect, it } from 'vitest'
import type { StateDefinition, WorkflowDefinition } from '#machines/ticket/definition/definition.ts'
import { compileWorkflow } from '#machines/ticket/engine/compile.ts'
import { violations, violationsAtRest } from '#machines/ticket/engine/invariants.ts'
import { liveTimers, tasksOf } from '#machines/ticket/engine/projection.ts'
import { replay, step } from '#machines/ticket/engine/replay.ts'
import { allowedEvents, currentStates, statusOf } from '#machines/ticket/engine/status.ts'
import { checkAndWork, row, slotsOf, state } from './workflows/small.ts'
import { APPLICANT, candidate, given, Story } from './workflows/story.ts'

describe('empty steps (25.7 rule 2)', () => {
  it('skip: passed, with the rule on record', () => {
    const story = new Story(row([state('check', { emptyPolicy: { type: 'skip' } }), state('next')]), (key) =>
      key === 'next' ? [12] : [],
    )
    expect(story.does(APPLICANT, 'submit').visits[0]).toMatchObject({ outcome: 'skipped', rule: 'empty', slots: [] })
    expect(currentStates(story.snapshot)).toEqual(['next'])
  })

  /** Submitted, and nobody at all is there: the visit waits for people and no clock runs in it. */
  const expectWaiting = (definition: WorkflowDefinition) => {
    const story = new Story(definition, () => []).does(APPLICANT, 'submit')
    expect(story.visit).toMatchObject({ outcome: null, slots: [], unattendedSince: story.visit.openedAt })
    expect(violations(definition, story.snapshot)).toEqual([])
    expect(violationsAtRest(story.snapshot)).toEqual([])
    expect(liveTimers(definition, story.snapshot.context)).toEqual([])
  }

  it('toRole: the machine asks for the role; if it is empty too the ticket waits (WF-14)', () => {
    const definition = row([state('check', { emptyPolicy: { type: 'toRole', role: 'sysAdmin' } })])
    const roles: unknown[] = []
    const story = new Story(definition, (_key, who) => (roles.push(who) === 2 ? [19] : []))
    expect(story.does(APPLICANT, 'submit').visit.slots.map((slot) => slot.holder)).toEqual([19])
    expect(roles).toEqual([
      { type: 'role', role: 'check' },
      { type: 'role', role: 'sysAdmin' },
    ])
    expectWaiting(definition)
  })

  it('leader: the next higher leader is asked, of the department the state names; with none above the ticket waits (WF-14)', () => {
    for (const [participant, asked] of [
      [{ type: 'role', role: 'check' }, { type: 'deptLeader' }],
      [
        { type: 'divisionLeader', dept: 'D04' },
        { type: 'deptLeader', dept: 'D04' },
      ],
    ] as const) {
      const timers = [{ key: 'late', afterHours: 8, action: 'remind' }] as const
      const definition = row([state('check', { participant, timers, emptyPolicy: { type: 'leader' } })])
      const roles: unknown[] = []
      const story = new Story(definition, (_key, who) => (roles.push(who) === 2 ? [19] : []))
      expect(story.does(APPLICANT, 'submit').visit.slots.map((slot) => slot.holder)).toEqual([19])
      expect(roles).toEqual([participant, asked])
      expectWaiting(definition)
    }
  })

  it('WF-14 a ticket that waits goes to whom is found, with its clocks from then on; nobody else can do anything with it, and its applicant may withdraw it', () => {
    const timers = [{ key: 'late', afterHours: 8, action: 'remind' }] as const
    const definition = row([state('check', { timers, emptyPolicy: { type: 'leader' } })])
    const machine = compileWorkflow(definition)
    const { snapshot } = new Story(definition, () => []).does(APPLICANT, 'submit')
    const later = { at: '2026-02-02T02:00:00.000Z', facts: {}, dataHash: 'h', type: 'participants', visit: 1 } as const
    expect(step(machine, snapshot, { ...later, people: [] }).ok).toBe(false)
    const found = step(machine, snapshot, { ...later, people: [{ person: 19, onBehalfOf: null, rule: null }] })
    if (!found.ok) throw new Error('refused')
    expect(found.snapshot.context.visits[0]).toMatchObject({
      openedAt: later.at,
      slots: [{ holder: 19, status: 'open' }],
    })
    expect(found.snapshot.context.visits[0]).not.toHaveProperty('unattendedSince')
    expect(liveTimers(definition, found.snapshot.context)).toMatchObject([{ key: 'late', openedAt: later.at }])
    expect(violations(definition, found.snapshot)).toEqual([])
    expect(allowedEvents(snapshot, 19, later)).toEqual(['comment', 'cc'])
    expect(allowedEvents(snapshot, APPLICANT, later)).toEqual(['withdraw', 'comment', 'cc'])
  })

  it('toUser: the person named is asked; out of service too, the ticket waits (WF-14)', () => {
    const definition = row([state('check', { emptyPolicy: { type: 'toUser', userId: 8 } })])
    const story = new Story(definition, (_key, who) => (who.type === 'user' ? [who.userId] : []))
    expect(story.does(APPLICANT, 'submit').visit.slots.map((slot) => slot.holder)).toEqual([8])
    expectWaiting(definition)
  })

  it('reject: rejected, with the rule on record and nobody’s name, and leads where a rejection leads', () => {
    const empty = (onReject: 'end' | 'start') =>
      new Story(row([state('check', { emptyPolicy: { type: 'reject' }, onReject }), state('next')]), () => []).does(
        APPLICANT,
        'submit',
      )
    for (const [onReject, status, hook] of [
      ['end', 'rejected', 'onReject'],
      ['start', 'returned', 'onReturn'],
    ] as const) {
      const story = empty(onReject)
      expect(story.visits).toMatchObject([{ state: 'check', outcome: 'rejected', rule: 'empty', slots: [] }])
      expect(statusOf(story.snapshot)).toBe(status)
      expect(story.asked).toContain(hook)
    }
  })

  it('a state whose condition is false is passed without a rule', () => {
    const story = new Story(
      row([state('check', { enterWhen: { field: 'amount', op: 'gt', value: 5 } }), state('next')]),
      () => [12],
      { amount: 5 },
    )
    expect(story.does(APPLICANT, 'submit').visits[0]).toMatchObject({ outcome: 'skipped', rule: null })
  })

  it('WF-06 an amount changed on the way decides anew about later states', () => {
    const story = new Story(
      row([state('check'), state('boss', { enterWhen: { field: 'amount', op: 'gt', value: 5 } })]),
      (key) => (key === 'check' ? [11] : [12]),
      { amount: 9 },
    )
    story.does(APPLICANT, 'submit').when({ amount: 5 }).does(11, 'approve')
    expect(statusOf(story.snapshot)).toBe('completed')
  })
})

describe('applicants among the people of a step (25.7 rule 3)', () => {
  const own = (
    people: readonly number[],
    changed: Partial<StateDefinition> = {},
    whole: Parameters<typeof row>[1] = {},
  ) =>
    new Story(row([state('check', { skipsApplicant: true, ...changed }), state('next')], whole), (key) =>
      key === 'check' ? people : [12],
    )

  it('others decide: the applicant has no place among them', () => {
    const story = own([APPLICANT, 11], { mode: 'all' }).does(APPLICANT, 'submit')
    expect(slotsOf(story)).toEqual([[11, 'open']])
    expect(story.may(APPLICANT, 'approve')).toBe(false)
    expect(currentStates(story.does(11, 'approve').snapshot)).toEqual(['next'])
  })

  it('nobody else is left: passed, with the rule on record and nobody’s name, whatever is said of an empty step', () => {
    for (const emptyPolicy of [
      { type: 'block' },
      { type: 'skip' },
      { type: 'reject' },
      { type: 'toRole', role: 'sysAdmin' },
    ] as const) {
      const story = own([APPLICANT], { emptyPolicy }).does(APPLICANT, 'submit')
      expect(story.visits[0]).toMatchObject({ outcome: 'skipped', rule: 'own', slots: [] })
      expect(currentStates(story.snapshot)).toEqual(['next'])
      const definition = row([state('check', { skipsApplicant: true, emptyPolicy }), state('next')])
      expect(violations(definition, story.snapshot)).toEqual([])
    }
  })

  it('really nobody is another matter: the policy for empty steps speaks', () => {
    expect(own([]).may(APPLICANT, 'submit')).toBe(false)
    const story = own([], { emptyPolicy: { type: 'skip' } }).does(APPLICANT, 'submit')
    expect(story.visits[0]).toMatchObject({ outcome: 'skipped', rule: 'empty' })
  })

  it('also where applicants may approve for themselves, and also as somebody’s substitute', () => {
    const story = own([APPLICANT], {}, { allowSelf: true }).does(APPLICANT, 'submit')
    expect(story.visits[0]).toMatchObject({ outcome: 'skipped', rule: 'own' })
    const other = new Story(row([state('check', { skipsApplicant: true }), state('next')]), (key) =>
      key === 'check' ? [candidate(APPLICANT, 11)] : [12],
    )
    expect(other.does(APPLICANT, 'submit').visits[0]).toMatchObject({ outcome: 'skipped', rule: 'own' })
  })

  it('a group of the applicant alone has nothing to say; one that nobody is in leaves the word to the policy', () => {
    const participant = { type: 'several', of: [{ type: 'deptLeader' }, { type: 'role', role: 'x' }] } as const
    const grouped = (people: readonly (readonly [person: number, group: number])[]) =>
      new Story(row([state('check', { skipsApplicant: true, mode: 'perGroup', participant }), state('next')]), (key) =>
        key === 'check' ? people.map(([person, group]) => ({ ...candidate(person), sources: [group] })) : [12],
      )
    const story = grouped([
      [APPLICANT, 0],
      [11, 1],
    ]).does(APPLICANT, 'submit')
    expect(slotsOf(story)).toEqual([[11, 'open']])
    expect(currentStates(story.does(11, 'approve').snapshot)).toEqual(['next'])
    expect(grouped([[APPLICANT, 0]]).may(APPLICANT, 'submit')).toBe(false)
  })

  it('25.3 a return asks for somebody: there the step is not passed for the applicant alone', () => {
    let people = [11]
    const definition = row([state('check', { skipsApplicant: true }), state('next')])
    const story = new Story(definition, (key) => (key === 'check' ? people : [12]))
    story.does(APPLICANT, 'submit').does(11, 'approve')
    people = [APPLICANT]
    expect(story.may(12, 'return', { target: 'check' })).toBe(false)
    people = [11]
    expect(slotsOf(story.does(12, 'return', { target: 'check' }))).toEqual([[11, 'open']])
  })

  it('WF-14 whose people leave but the applicant is passed too', () => {
    const story = own([11]).does(APPLICANT, 'submit')
    story.send({ ...given(), type: 'reassign', visit: story.visit.id, people: [candidate(APPLICANT)] })
    expect(story.visits[0]).toMatchObject({ outcome: 'skipped', rule: 'own' })
    expect(currentStates(story.snapshot)).toEqual(['next'])
  })

  it('WF-14, I6 a step partly decided is not passed for the applicant alone: its votes decide', () => {
    const story = own([11, 12], { mode: 'sequential' }).does(APPLICANT, 'submit').does(11, 'approve')
    const found = { ...given(), type: 'reassign', visit: story.visit.id, people: [candidate(APPLICANT)] } as const
    expect(story.snapshot.can(found)).toBe(false)
    story.send({ ...found, leaver: 12 })
    expect(story.visits[0]).toMatchObject({ outcome: 'passed', rule: null })
  })
})

describe('WF-05 the same person again (25.7 rule 4)', () => {
  const twice = (repeat: 'off' | 'preceding' | 'earlierInRound', changed: Partial<StateDefinition> = {}) =>
    new Story(row([state('first'), state('second'), state('third', changed)], { repeat }), (key) =>
      key === 'second' ? [12] : [11],
    )
      .does(APPLICANT, 'submit')
      .does(11, 'approve')

  it('earlierInRound: is not asked again for the same data; the decision names the rule and nobody', () => {
    const story = twice('earlierInRound').does(12, 'approve')
    expect(statusOf(story.snapshot)).toBe('completed')
    expect(story.visit.slots[0]).toMatchObject({ outcome: 'auto-approve', rule: 'repeat', by: null })
  })

  it('preceding: only directly after each other', () => {
    expect(currentStates(twice('preceding').does(12, 'approve').snapshot)).toEqual(['third'])
    const inARow = new Story(row([state('first'), state('second')], { repeat: 'preceding' }), () => [11])
    expect(statusOf(inARow.does(APPLICANT, 'submit').does(11, 'approve').snapshot)).toBe('completed')
  })

  it.each([
    ['off', twice('off')],
    ['requireSignature', twice('earlierInRound', { requireSignature: true })],
    ['a required field', twice('earlierInRound', { fields: { plan: 'required' } })],
    ['changed form data', twice('earlierInRound').when({}, 'other hash')],
  ])('is asked again: %s', (_why, story) => {
    expect(currentStates(story.does(12, 'approve').snapshot)).toEqual(['third'])
  })

  it('is asked again where an approval is signed: by the condition of the state as it is then, or by rank (WF-04)', () => {
    const signed = { requireSignature: { field: 'amount', op: 'gt', value: 5 } } as const
    const over = twice('earlierInRound', signed).when({ amount: 6 })
    expect(currentStates(over.does(12, 'approve').snapshot)).toEqual(['third'])
    expect(over.visit.mustSign).toBe(true)
    expect(statusOf(twice('earlierInRound', signed).when({ amount: 5 }).does(12, 'approve').snapshot)).toBe('completed')
    const byRank = compileWorkflow(row([state('first'), state('second')], { repeat: 'preceding' }))
    const people = [{ person: 11, onBehalfOf: null, rule: null }]
    const events = [
      { ...given(), type: 'submit', actor: APPLICANT, comment: '' },
      { ...given(), type: 'participants', visit: 1, people },
      { ...given(), type: 'approve', actor: 11, comment: '' },
      { ...given(), type: 'participants', visit: 2, people, mustSign: true },
    ] as const
    expect(currentStates(replay(byRank, { applicant: APPLICANT }, events))).toEqual(['second'])
  })

  it('I15 holds by order: a clock set back between two decisions breaks nothing', () => {
    const definition = row([state('first'), state('second')])
    const at = (hour: number) => ({ ...given(), at: `2026-03-02T0${hour}:00:00.000Z` })
    const people = (person: number) => [{ person, onBehalfOf: null, rule: null }]
    const snapshot = replay(compileWorkflow(definition), { applicant: APPLICANT }, [
      { ...at(5), type: 'submit', actor: APPLICANT, comment: '' },
      { ...at(5), type: 'participants', visit: 1, people: people(11) },
      { ...at(4), type: 'approve', actor: 11, comment: '' },
      { ...at(3), type: 'participants', visit: 2, people: people(12) },
      { ...at(2), type: 'approve', actor: 12, comment: '' },
    ])
    expect(violations(definition, snapshot)).toEqual([])
  })

  it('25.3 is asked again in a visit reached by a return, and after what the return cut off', () => {
    const story = twice('earlierInRound', { requireSignature: true })
      .does(12, 'approve')
      .does(11, 'return', { target: 'second' })
    expect(story.visit).toMatchObject({ state: 'second', viaReturn: true })
    const both = new Story(
      row([state('first'), state('second'), state('third', { requireSignature: true })], { repeat: 'earlierInRound' }),
      () => [11],
    )
    both.does(APPLICANT, 'submit').does(11, 'approve').does(11, 'return', { target: 'first' })
    expect(currentStates(both.snapshot)).toEqual(['first'])
    expect(currentStates(both.does(11, 'approve').snapshot)).toEqual(['third'])
  })

  it('counts under the mode: one of two in a step for all', () => {
    const story = new Story(row([state('first'), state('second', { mode: 'all' })], { repeat: 'preceding' }), (key) =>
      key === 'first' ? [11] : [11, 12],
    )
    story.does(APPLICANT, 'submit').does(11, 'approve')
    expect(slotsOf(story)).toEqual([
      [11, 'done'],
      [12, 'open'],
    ])
  })

  it('an approval given for somebody else does not count for oneself, nor the other way round', () => {
    const mixed = (first: number | ReturnType<typeof candidate>, second: typeof first) =>
      new Story(row([state('first'), state('second')], { repeat: 'preceding' }), (key) => [
        key === 'first' ? first : second,
      ])
        .does(APPLICANT, 'submit')
        .does(12, 'approve')
    expect(currentStates(mixed(candidate(12, 11), 12).snapshot)).toEqual(['second'])
    expect(currentStates(mixed(12, candidate(12, 11)).snapshot)).toEqual(['second'])
  })
})

describe('WF-12 timers (25.8)', () => {
  const remind = { key: 'half', afterHours: 24, action: 'remind' } as const
  const escalate = { key: 'full', afterHours: 48, action: 'escalate', to: { type: 'role', role: 'boss' } } as const
  const autoPass = { key: 'late', afterHours: 72, action: 'autoPass' } as const
  const autoReject = { key: 'late', afterHours: 72, action: 'autoReject' } as const

  it('I17 are those of the live visit that have not fired; firing twice is refused', () => {
    const story = checkAndWork({ timers: [remind, escalate] })
    const armed = () =>
      liveTimers(row([state('check', { timers: [remind, escalate] })]), story.snapshot.context).map(
        (timer) => timer.key,
      )
    expect(armed()).toEqual(['half', 'full'])
    story.send(story.timer('half'))
    expect(armed()).toEqual(['full'])
    expect(story.asked).toEqual(['remind'])
    expect(story.accepts(story.timer('half'))).toBe(false)
    expect(story.accepts(story.timer('nonsense'))).toBe(false)
  })

  it('25.12 are armed again after a return', () => {
    const story = new Story(row([state('first', { timers: [remind] }), state('second')]), (key) =>
      key === 'first' ? [11] : [12],
    )
    story
      .does(APPLICANT, 'submit')
      .send(story.timer('half'))
      .does(11, 'approve')
      .does(12, 'return', { target: 'first' })
    expect(story.accepts(story.timer('half'))).toBe(true)
    expect(story.accepts(story.timer('half', [], 1))).toBe(false)
  })

  it.each(['any', 'all', 'sequential'] as const)(
    'escalate in a step of %s: the called person decides for all who have not',
    (mode) => {
      const escalated = () => {
        const story = checkAndWork({ mode, timers: [escalate] })
        return story.send(story.timer('full', [19]))
      }
      expect(escalated().visit.slots.at(-1)).toMatchObject({ holder: 19, relation: 'escalate', status: 'open' })
      expect(statusOf(escalated().does(19, 'approve').snapshot)).toBe('handling')
      expect(statusOf(escalated().does(19, 'reject').snapshot)).toBe('rejected')
    },
  )

  it('escalate leaves the others their say: a step for all passes without the called person', () => {
    const story = checkAndWork({ mode: 'all', timers: [escalate] })
    story
      .send(story.timer('full', [19]))
      .does(11, 'approve')
      .does(12, 'approve')
    expect(statusOf(story.snapshot)).toBe('handling')
  })

  it('escalate reaches over a claim', () => {
    const story = checkAndWork({ claim: true, timers: [escalate] }).does(11, 'claim')
    expect(story.send(story.timer('full', [19])).may(19, 'approve')).toBe(true)
  })

  it('escalate to nobody new reminds instead; the applicant is never called', () => {
    const story = checkAndWork({ timers: [escalate] })
    expect(story.send(story.timer('full', [11, APPLICANT])).asked).toEqual(['remind'])
  })

  it('autoPass and autoReject close the step with the rule on record and no name', () => {
    const passed = checkAndWork({ mode: 'all', timers: [autoPass] }).does(11, 'approve')
    expect(statusOf(passed.send(passed.timer('late')).snapshot)).toBe('handling')
    expect(tasksOf(passed.snapshot.context)[1]).toMatchObject({ outcome: 'auto-approve', rule: 'timeout', by: null })
    const failed = checkAndWork({ timers: [autoReject] })
    expect(statusOf(failed.send(failed.timer('late')).snapshot)).toBe('rejected')
  })

  it('autoPass of a handling state runs its hook as a person would', () => {
    const story = checkAndWork({}, { timers: [autoPass] }).does(11, 'approve')
    expect(story.send(story.timer('late')).asked).toEqual(['onHandle', 'onFinish', 'announce'])
  })
})
