/** What follows a return (25.3), and taking a ticket back (25.4). */
import { describe, expect, it } from 'vitest'
import type { StateDefinition, WorkflowDefinition } from '#machines/ticket/definition/definition.ts'
import { indexWorkflow } from '#machines/ticket/definition/workflow.ts'
import { compileWorkflow } from '#machines/ticket/engine/compile.ts'
import { violations } from '#machines/ticket/engine/invariants.ts'
import { liveTimers } from '#machines/ticket/engine/projection.ts'
import { carriedVisits, takenPath } from '#machines/ticket/engine/regions.ts'
import { replay } from '#machines/ticket/engine/replay.ts'
import { factsOfReturns, resumption, returnsMade } from '#machines/ticket/engine/returns.ts'
import { allowedEvents, returnTargets, statusOf } from '#machines/ticket/engine/status.ts'
import { row, slotsOf, state } from './workflows/small.ts'
import { APPLICANT, candidate, type PeopleOf, Story } from './workflows/story.ts'

const people: Readonly<Record<string, readonly number[]>> = { first: [11], second: [21], third: [31], fourth: [41] }
const peopleOf: PeopleOf = (key) => people[key] ?? [91]
const chain = (
  changed: Partial<WorkflowDefinition> = {},
  states: Readonly<Record<string, Partial<StateDefinition>>> = {},
): WorkflowDefinition =>
  row(
    ['first', 'second', 'third', 'fourth'].map((key) => state(key, states[key])),
    { resume: 'either', ...changed },
  )

/** Submitted and approved up to the third state. */
const toThird = (definition = chain(), found: PeopleOf = peopleOf) =>
  new Story(definition, found).does(APPLICANT, 'submit').does(11, 'approve').does(21, 'approve')
const back = (target: string) => ({ target, resume: 'straightBack' as const })
const pathOf = (story: Story) => takenPath(story.snapshot.context).map((visit) => [visit.state, visit.outcome])
const carriedOf = (story: Story) => {
  const carried = carriedVisits(story.snapshot.context)
  return takenPath(story.snapshot.context)
    .filter((visit) => carried.has(visit.id))
    .map((visit) => visit.state)
}
const expectSound = (story: Story, definition = chain()) => {
  const { machine, snapshot, log } = story.held
  expect(violations(definition, snapshot)).toEqual([])
  expect(replay(machine, { applicant: APPLICANT }, log).context).toEqual(snapshot.context)
}

describe('25.3 straight back', () => {
  it('after the target the ticket goes straight back; what lies between is carried over', () => {
    const story = toThird().does(31, 'return', back('first'))
    expect(story.visit).toMatchObject({ state: 'first', viaReturn: true, backTo: 3 })
    story.does(11, 'approve')
    expect(story.visit).toMatchObject({ state: 'third', resumes: 3, viaReturn: false, outcome: null })
    expect(pathOf(story)).toEqual([
      ['first', 'passed'],
      ['second', 'passed'],
      ['third', null],
    ])
    expect(carriedOf(story)).toEqual(['second'])
    expectSound(story)
    story.does(31, 'approve')
    expect(story.visit.state).toBe('fourth')
  })

  it('WF-08 a resubmit begins at the returning state, with the next round', () => {
    const story = toThird().does(31, 'return', back('start'))
    expect(statusOf(story.snapshot)).toBe('returned')
    story.does(APPLICANT, 'submit')
    expect(story.snapshot.context.round).toBe(2)
    expect(story.visit).toMatchObject({ state: 'third', round: 2, resumes: 3 })
    expect(carriedOf(story)).toEqual(['first', 'second'])
    // What is carried over lies on the taken path (25.3): it can be returned to.
    expect(returnTargets(story.snapshot, 31)).toEqual(['start', 'first', 'second'])
    expectSound(story.does(31, 'return', { target: 'second', resume: 'runAgain' }))
    expect(story.does(21, 'approve').visit.state).toBe('third')
  })

  it('run again is the default, node by node, and the choice stands in the event', () => {
    const story = toThird().does(31, 'return', { target: 'first' }).does(11, 'approve')
    expect(story.visit.state).toBe('second')
    const chosen = toThird().does(31, 'return', back('first'))
    expect(chosen.held.log.find((event) => event.type === 'return')).toMatchObject({ resume: 'straightBack' })
  })

  it('the workflow allows one kind of return or both', () => {
    const again = toThird(chain({ resume: 'runAgain' }))
    expect(again.may(31, 'return', back('first'))).toBe(false)
    expect(again.may(31, 'return', { target: 'first', resume: 'runAgain' })).toBe(true)
    const straight = toThird(chain({ resume: 'straightBack' }))
    expect(straight.may(31, 'return', { target: 'first', resume: 'runAgain' })).toBe(false)
    expect(straight.does(31, 'return', { target: 'first' }).does(11, 'approve').visit.state).toBe('third')
    const { resume: _, ...silent } = chain()
    expect(toThird(silent).may(31, 'return', back('first'))).toBe(false)
  })

  it('falls back to run again when a field used by a guard or a participant rule on the skipped part changed', () => {
    const small = { field: 'amount', op: 'lte', value: 100 } as const
    const guarded = chain({}, { second: { enterWhen: { field: 'amount', op: 'gt', value: 0 } } })
    const named = chain({}, { second: { participant: { type: 'formField', field: 'who' } } })
    const chained = { ...chain(), transitions: chain().transitions.map((one) => ({ ...one })) }
    const branched = {
      ...chained,
      transitions: [
        { from: 'start', to: 'first' },
        { from: 'first', to: 'third', when: { all: [small, { field: 'urgent', op: 'eq', value: true } as const] } },
        ...chained.transitions.slice(1),
      ],
    }
    for (const [definition, fact] of [
      [guarded, 'amount'],
      [named, 'who'],
      [branched, 'urgent'],
    ] as const) {
      for (const target of ['first', 'start']) {
        const asked = () =>
          new Story(definition, peopleOf, { [fact]: 5 })
            .does(APPLICANT, 'submit')
            .does(11, 'approve')
            .does(21, 'approve')
            .does(31, 'return', back(target))
        const on = (story: Story) => (target === 'start' ? story.does(APPLICANT, 'submit') : story.does(11, 'approve'))
        const same = on(asked().when({ other: 1 }))
        expect([target, fact, same.visit.state]).toEqual([target, fact, 'third'])
        expect(resumption(same.snapshot.context, same.visit)).toBe('straightBack')
        const changed = on(asked().when({ [fact]: 6 }))
        expect([target, fact, changed.visit.state]).toEqual([target, fact, target === 'start' ? 'first' : 'second'])
        expect(resumption(changed.snapshot.context, changed.visit)).toBe('runAgain')
      }
    }
  })

  it('only what the skipped part looks at counts: the transitions and people after the returning state do not', () => {
    const late = chain({}, { fourth: { enterWhen: { field: 'amount', op: 'gt', value: 0 } } })
    const story = new Story(late, peopleOf, { amount: 5 })
      .does(APPLICANT, 'submit')
      .does(11, 'approve')
      .does(21, 'approve')
    story.does(31, 'return', back('first')).when({ amount: 6 }).does(11, 'approve')
    expect(story.visit.state).toBe('third')
    expect(factsOfReturns(indexWorkflow(chain()))).toEqual([])
    expect(factsOfReturns(indexWorkflow(late))).toEqual(['amount'])
    expect(factsOfReturns(indexWorkflow({ ...late, resume: 'runAgain' }))).toEqual([])
    const led = chain({}, { second: { participant: { type: 'deptLeader' } } })
    expect(factsOfReturns(indexWorkflow(led))).toEqual(['dept.key'])
  })

  it('approvals the returning node already had are kept, marked, and name no human as their decider (I21)', () => {
    const all = chain({}, { third: { mode: 'all' } })
    const story = toThird(all, (key) => (key === 'third' ? [31, 32, 33] : peopleOf(key, { type: 'applicant' })))
    story.does(31, 'approve').does(32, 'return', back('second')).does(21, 'approve')
    expect(
      story.visit.slots.map(({ holder, outcome, rule, by, earlier }) => [holder, outcome, rule, by, earlier]),
    ).toEqual([
      [31, 'auto-approve', 'carried', null, '3.1'],
      [32, null, null, null, undefined],
      [33, null, null, null, undefined],
    ])
    story.does(32, 'approve').does(33, 'approve')
    expect(story.visit.state).toBe('fourth')
    expectSound(story, all)
  })

  it('in a sequence those before the returner are carried over, and the returner is next', () => {
    const listed = chain({}, { third: { mode: 'sequential' } })
    const story = toThird(listed, (key) => (key === 'third' ? [31, 32, 33] : peopleOf(key, { type: 'applicant' })))
    story.does(31, 'approve').does(32, 'return', back('first')).does(11, 'approve')
    expect(slotsOf(story)).toEqual([
      [31, 'done'],
      [32, 'open'],
      [33, 'waiting'],
    ])
  })

  it('where only people who had approved are left they are asked again: a return is answered by somebody', () => {
    let third: readonly number[] = [31, 32]
    const all = chain({}, { third: { mode: 'all' } })
    const story = toThird(all, (key) => (key === 'third' ? third : peopleOf(key, { type: 'applicant' })))
    story.does(31, 'approve').does(32, 'return', back('first'))
    third = [31]
    expect(slotsOf(story.does(11, 'approve'))).toEqual([[31, 'open']])
  })

  it('auto-pass rules are off in the visit a ticket comes straight back to', () => {
    const same: PeopleOf = (key) => (key === 'first' ? [31] : key === 'third' ? [31, 32] : [21])
    const strict = new Story(chain({ repeat: 'earlierInRound' }, { third: { mode: 'all' } }), same)
    strict.does(APPLICANT, 'submit').does(31, 'approve').does(21, 'approve')
    expect(strict.visit.slots[0]).toMatchObject({ holder: 31, rule: 'repeat' })
    strict.does(32, 'return', back('second')).does(21, 'approve')
    expect(slotsOf(strict)).toEqual([
      [31, 'open'],
      [32, 'open'],
    ])
  })

  it('a return from the target inherits the return: the ticket comes back step by step', () => {
    const story = toThird().does(31, 'return', back('second')).does(21, 'return', back('first')).does(11, 'approve')
    expect(story.visit).toMatchObject({ state: 'second', backTo: 3 })
    expect(story.does(21, 'approve').visit).toMatchObject({ state: 'third', resumes: 3 })
    expectSound(story)
  })

  it('I17, 25.12 timers are armed anew in the target and when the ticket is back', () => {
    const timers = [{ key: 'late', afterHours: 8, action: 'remind' }] as const
    const definition = chain({}, { first: { timers }, third: { timers } })
    const story = toThird(definition)
    story.send(story.timer('late'))
    const armed = () => liveTimers(definition, story.snapshot.context).map(({ visit, key }) => [visit, key])
    expect(armed()).toEqual([])
    story.does(31, 'return', back('first'))
    expect(armed()).toEqual([[4, 'late']])
    story.does(11, 'approve')
    expect(armed()).toEqual([[5, 'late']])
  })
})

describe('25.3 the most returns a workflow allows', () => {
  it('counts over all rounds, and leaves approving and rejecting', () => {
    const story = toThird(chain({ mostReturns: 2 })).does(31, 'return', { target: 'first' })
    story.does(11, 'return').does(APPLICANT, 'submit').does(11, 'approve')
    expect(returnsMade(story.snapshot.context)).toBe(2)
    expect(story.may(21, 'return')).toBe(false)
    expect(returnTargets(story.snapshot, 21)).toEqual([])
    expect(allowedEvents(story.snapshot, 21, story.now)).not.toContain('return')
    expect(story.may(21, 'reject') && story.may(21, 'approve')).toBe(true)
  })
})

describe('25.3 people in a visit reached by a return', () => {
  const pool: PeopleOf = (key) => (key === 'first' ? [11, 12, 13] : peopleOf(key, { type: 'applicant' }))
  const decidedBy12 = (found: PeopleOf) =>
    new Story(chain(), found).does(APPLICANT, 'submit').does(12, 'approve').does(21, 'return', { target: 'first' })

  it('are those who acted in its last visit', () => {
    expect(slotsOf(decidedBy12(pool))).toEqual([[12, 'open']])
  })

  it('are found anew when one of them is no longer found', () => {
    let first: readonly number[] = [11, 12, 13]
    const story = new Story(chain(), (key) => (key === 'first' ? first : peopleOf(key, { type: 'applicant' })))
    story.does(APPLICANT, 'submit').does(12, 'approve')
    first = [11, 13]
    expect(slotsOf(story.does(21, 'return', { target: 'first' }))).toEqual([
      [11, 'open'],
      [13, 'open'],
    ])
  })

  it('a substitute who acted is asked again while the window stands, else the person is', () => {
    let first = [candidate(12, 11)]
    const story = new Story(chain(), (key) => (key === 'first' ? first : peopleOf(key, { type: 'applicant' })))
    story.does(APPLICANT, 'submit').does(12, 'approve')
    const standing = story.does(21, 'return', { target: 'first' }).visit.slots[0]
    expect(standing).toMatchObject({ holder: 12, onBehalfOf: 11 })
    story.does(12, 'approve')
    first = [candidate(11)]
    expect(story.does(21, 'return', { target: 'first' }).visit.slots[0]).toMatchObject({ holder: 11, onBehalfOf: null })
  })

  it('then the empty policy speaks', () => {
    let first: readonly number[] = [11]
    const policy = { emptyPolicy: { type: 'toRole', role: 'boss' } } as const
    const story = new Story(chain({}, { first: policy }), (key, who) =>
      key === 'first' ? (who.type === 'role' && who.role === 'boss' ? [99] : first) : peopleOf(key, who),
    )
    story.does(APPLICANT, 'submit').does(11, 'approve')
    first = []
    expect(slotsOf(story.does(21, 'return', { target: 'first' }))).toEqual([[99, 'open']])
  })

  it('auto-pass rules are off there: whoever approved before is asked all the same', () => {
    const same = new Story(chain({ repeat: 'earlierInRound' }), (key) => (key === 'third' ? [31] : [11]))
    same.does(APPLICANT, 'submit').does(11, 'approve')
    expect(same.visit.state).toBe('third')
    expect(slotsOf(same.does(31, 'return', { target: 'second' }))).toEqual([[11, 'open']])
  })
})

describe('25.4 retrieve', () => {
  it('the last handler takes the ticket back while nobody has decided in the state after', () => {
    const story = toThird()
    expect(story.may(21, 'retrieve')).toBe(true)
    expect([11, 31, APPLICANT].filter((person) => story.may(person, 'retrieve'))).toEqual([])
    story.does(21, 'retrieve')
    expect(story.visit).toMatchObject({ state: 'second', viaReturn: true })
    expect(slotsOf(story)).toEqual([[21, 'open']])
    expect(story.visits[2]).toMatchObject({ outcome: 'retrieved' })
    expect(story.visits[2]?.slots[0]).toMatchObject({ status: 'cancelled', cancelledBy: 'retrieve' })
    expect(pathOf(story)).toEqual([
      ['first', 'passed'],
      ['second', null],
    ])
    expectSound(story.does(21, 'approve'))
    expect(story.visit.state).toBe('third')
  })

  it('counts as no return, and the states passed over on the way do not matter', () => {
    const definition = chain({ mostReturns: 1 }, { third: { enterWhen: { field: 'amount', op: 'gt', value: 9 } } })
    const story = toThird(definition)
    expect(story.visit.state).toBe('fourth')
    story.does(21, 'retrieve')
    expect(returnsMade(story.snapshot.context)).toBe(0)
    expect(story.visit.state).toBe('second')
  })

  it.each(['all', 'ratio', 'count', 'perGroup'] as const)('never across a visit under the mode %s', (mode) => {
    const ballot = { mode, ...(mode === 'ratio' && { ratio: 50 }), ...(mode === 'count' && { count: 1 }) }
    expect(toThird(chain({}, { second: ballot })).may(21, 'retrieve')).toBe(false)
  })

  it('only where the decision alone completed the visit', () => {
    const pair: PeopleOf = (key) => (key === 'second' ? [22, 21] : peopleOf(key, { type: 'applicant' }))
    const story = (changed: Partial<StateDefinition>) =>
      new Story(chain({}, { second: changed }), pair).does(APPLICANT, 'submit').does(11, 'approve')
    const listed = story({ mode: 'sequential' }).does(22, 'approve').does(21, 'approve')
    expect(listed.may(21, 'retrieve')).toBe(false)
    const split = story({ mode: 'anyApproval' }).does(22, 'reject').does(21, 'approve')
    expect(split.may(21, 'retrieve')).toBe(false)
    const signed = story({ allowAddSign: true }).does(21, 'addSign', { where: 'before', people: [77] })
    expect(signed.does(77, 'approve').does(21, 'approve').may(21, 'retrieve')).toBe(false)
    // Advice decides nothing, and who handed the place on has none.
    const advised = story({}).does(21, 'delegate', { to: 77 }).does(77, 'approve').does(21, 'approve')
    expect(advised.may(21, 'retrieve')).toBe(true)
    const handed = story({}).does(21, 'transfer', { to: 77 }).does(77, 'approve')
    expect([handed.may(77, 'retrieve'), handed.may(21, 'retrieve')]).toEqual([true, false])
  })

  it('not once somebody has decided, or handed on, in the state after', () => {
    const all: PeopleOf = (key) => (key === 'third' ? [31, 32] : peopleOf(key, { type: 'applicant' }))
    expect(
      toThird(chain({}, { third: { mode: 'all' } }), all)
        .does(31, 'approve')
        .may(21, 'retrieve'),
    ).toBe(false)
    expect(toThird().does(31, 'transfer', { to: 77 }).may(21, 'retrieve')).toBe(false)
    expect(toThird(chain(), all).does(31, 'delegate', { to: 77 }).may(21, 'retrieve')).toBe(true)
  })

  it('never across a hook that has fired, an end, a return, or a round', () => {
    const handled = row([state('first'), state('work', { kind: 'handle' })])
    const approved = new Story(handled, peopleOf).does(APPLICANT, 'submit').does(11, 'approve')
    expect(approved.may(11, 'retrieve')).toBe(false)
    const ended = new Story(row([state('first')]), peopleOf).does(APPLICANT, 'submit').does(11, 'approve')
    expect(ended.may(11, 'retrieve')).toBe(false)
    const returned = toThird().does(31, 'return', { target: 'first' })
    expect([11, 21, 31].filter((person) => returned.may(person, 'retrieve'))).toEqual([])
    const resubmitted = toThird().does(31, 'return', back('start')).does(APPLICANT, 'submit')
    expect([11, 21, 31].filter((person) => resubmitted.may(person, 'retrieve'))).toEqual([])
  })

  it('not where the next visit passed by itself', () => {
    const same = new Story(chain({ repeat: 'preceding' }), (key) => (key === 'third' ? [31] : [11]))
    same.does(APPLICANT, 'submit').does(11, 'approve')
    expect(same.visit.state).toBe('third')
    expect(same.may(11, 'retrieve')).toBe(false)
  })

  it('after a straight return the target can be taken back, and still leads straight back', () => {
    const story = toThird().does(31, 'return', back('first')).does(11, 'approve').does(11, 'retrieve')
    expect(story.visit).toMatchObject({ state: 'first', backTo: 3 })
    expect(story.does(11, 'approve').visit).toMatchObject({ state: 'third', resumes: 3 })
    expectSound(story)
  })

  it('every chart with approving states in a row offers it, and none for a single one', () => {
    expect(JSON.stringify(compileWorkflow(chain()).toJSON())).toContain('retrieve')
    expect(JSON.stringify(compileWorkflow(row([state('only')])).toJSON())).not.toContain('retrieve')
  })
})
