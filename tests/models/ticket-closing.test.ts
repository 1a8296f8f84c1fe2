/** 25.8 close with recover: nobody decided in time, the ticket is closed, and its applicant may bring it straight back. */
import { describe, expect, it } from 'vitest'
import type { Mode, StateDefinition, WorkflowDefinition } from '#machines/ticket/definition/definition.ts'
import { lastWordOf } from '#machines/ticket/definition/definition.ts'
import { indexWorkflow } from '#machines/ticket/definition/workflow.ts'
import { violations } from '#machines/ticket/engine/invariants.ts'
import { liveTimers, tasksOf } from '#machines/ticket/engine/projection.ts'
import { carriedVisits, takenPath } from '#machines/ticket/engine/regions.ts'
import { persist, replay, restore } from '#machines/ticket/engine/replay.ts'
import { factsOfReturns, lapseOf, resumption } from '#machines/ticket/engine/returns.ts'
import { statusOf } from '#machines/ticket/engine/status.ts'
import type { TicketEvent } from '#machines/ticket/engine/vocabulary.ts'
import { explore } from '#machines/ticket/explore/explore.ts'
import { crowd as branchCrowd, parallel } from './workflows/branching.ts'
import { APPLICANT, type Crowd, Story } from './workflows/desk.ts'
import { row, slotsOf, state } from './workflows/small.ts'

const close = { key: 'silence', afterHours: 48, action: 'close' } as const
const people: Readonly<Record<string, readonly number[]>> = { first: [11], second: [21, 22], third: [31] }
const crowd: Crowd = (key) => people[key] ?? [91]
const chain = (second: Partial<StateDefinition> = {}, changed: Partial<WorkflowDefinition> = {}) =>
  row([state('first'), state('second', { timers: [close], ...second }), state('third')], changed)
const atSecond = (definition = chain(), found = crowd, facts = {}) =>
  new Story(definition, found, facts).does(APPLICANT, 'submit').does(11, 'approve')
const closed = (definition = chain(), found = crowd, facts = {}) => {
  const told = atSecond(definition, found, facts)
  return told.send(told.timer('silence'))
}
const lapse = (told: Story) => told.held.actions.find(({ type }) => type === 'lapse')?.params
const expectSound = (told: Story, definition = chain()) => {
  const { machine, snapshot, log } = told.held
  expect(violations(definition, snapshot)).toEqual([])
  expect(replay(machine, { applicant: APPLICANT }, log).context).toEqual(snapshot.context)
  expect(restore(machine, persist(snapshot)).context).toEqual(snapshot.context)
}

describe('the clock closes a ticket', () => {
  it('nothing stays live, no name is put on it, and everybody concerned is told once', () => {
    const told = closed()
    expect(statusOf(told.snapshot)).toBe('withdrawn')
    expect(told.asked).toEqual(['onWithdraw', 'lapse'])
    expect(lapse(told)).toEqual({ visit: 2, state: 'second', people: [21, 22] })
    expect(told.visit).toMatchObject({ state: 'second', outcome: 'withdrawn', rule: 'timeout', fired: ['silence'] })
    expect(slotsOf(told)).toEqual([
      [21, 'cancelled'],
      [22, 'cancelled'],
    ])
    expect(tasksOf(told.snapshot.context).map(({ by, cancelledBy }) => [by, cancelledBy])).toEqual([
      [11, null],
      [null, 'timeout'],
      [null, 'timeout'],
    ])
    expect(liveTimers(chain(), told.snapshot.context)).toEqual([])
    expect(lapseOf(told.snapshot.context)?.state).toBe('second')
    expectSound(told)
  })

  it('once: a second ring finds its visit closed, and so does whoever decides a moment later', () => {
    const told = closed()
    expect(told.accepts(told.timer('silence'))).toBe(false)
    for (const person of [21, 22]) expect(told.may(person, 'approve')).toBe(false)
    const decided = atSecond().does(21, 'approve')
    expect(decided.accepts(decided.timer('silence', [], 2))).toBe(false)
  })

  it.each<[string, Partial<StateDefinition>, (told: Story) => Story, readonly number[]]>([
    ['claimed', { claim: true }, (told) => told.does(21, 'claim'), [21, 22]],
    ['one after the other', { mode: 'sequential' }, (told) => told.does(21, 'approve'), [22]],
    ['one after the other, the first silent: the second had no task yet', { mode: 'sequential' }, (told) => told, [21]],
    ['all, one has approved', { mode: 'all' }, (told) => told.does(21, 'approve'), [22]],
    [
      'people called in before',
      { allowAddSign: true },
      (told) => told.does(21, 'addSign', { people: [71, 72], where: 'before', method: 'sequential' }),
      [21, 22, 71],
    ],
    [
      'an approval held for those added after',
      { allowAddSign: true, mode: 'all' },
      (told) => told.does(21, 'addSign', { people: [71], where: 'after' }).does(21, 'approve'),
      [21, 22, 71],
    ],
    ['advice asked', {}, (told) => told.does(21, 'delegate', { to: 71 }), [21, 22, 71]],
    ['critical', { critical: true }, (told) => told, [21, 22]],
  ])('in a step that is %s', (_what, second, actions, expected) => {
    const definition = chain(second)
    const told = actions(atSecond(definition))
    told.send(told.timer('silence'))
    expect(statusOf(told.snapshot)).toBe('withdrawn')
    expect([...(lapse(told) as { people: readonly number[] }).people].toSorted()).toEqual(expected)
    expectSound(told, definition)
  })

  it('a clock that pauses does not close while everybody waits for others', () => {
    const definition = chain({ timers: [{ ...close, pause: true }], allowAddSign: true, mode: 'sequential' })
    const told = atSecond(definition).does(21, 'addSign', { people: [71], where: 'before' })
    expect(told.accepts(told.timer('silence'))).toBe(false)
    told.does(71, 'approve')
    expect(told.accepts(told.timer('silence'))).toBe(true)
  })

  it('in a branch it closes the whole ticket, and only once; brought back it goes the whole way', () => {
    const definition = parallel({ legal: { timers: [close] }, money: { timers: [close] } })
    const told = new Story(definition, branchCrowd).does(APPLICANT, 'submit').does(10, 'approve')
    const live = told.visits.filter(({ outcome }) => outcome === null)
    expect(live.map((visit) => visit.state).toSorted()).toEqual(['legal', 'money'])
    const [one, other] = live.map(({ id }) => told.timer('silence', [], id)) as [TicketEvent, TicketEvent]
    told.send(one)
    expect(statusOf(told.snapshot)).toBe('withdrawn')
    expect((lapse(told) as { people: readonly number[] }).people.toSorted()).toEqual([20, 30])
    expect(told.accepts(other)).toBe(false)
    expect(told.visits.filter(({ outcome, rule }) => outcome === 'withdrawn' && rule === 'timeout')).toHaveLength(1)
    expectSound(told, definition)
    told.does(APPLICANT, 'submit')
    expect(told.visit.state).toBe('open')
    expect(resumption(told.snapshot.context, told.visit)).toBeNull()
    expectSound(told, definition)
  })

  it('what is approved is not undone by a clock, whatever a definition says', () => {
    const definition = row([state('first'), state('work', { kind: 'handle', timers: [close] })])
    const told = new Story(definition, crowd).does(APPLICANT, 'submit').does(11, 'approve')
    expect(told.accepts(told.timer('silence'))).toBe(false)
  })
})

describe('the applicant brings it back', () => {
  const pathOf = (told: Story) => takenPath(told.snapshot.context).map((visit) => [visit.state, visit.outcome])
  const carriedOf = (told: Story) => [...carriedVisits(told.snapshot.context)].map((id) => told.visits[id - 1]?.state)

  it('straight to the state whose time ran out, whatever the workflow says of returns: nobody has objected', () => {
    for (const resume of ['runAgain', 'straightBack', 'either'] as const) {
      const told = closed(chain({}, { resume })).does(APPLICANT, 'submit')
      expect(told.visit).toMatchObject({ state: 'second', round: 2, resumes: 2, fired: [], outcome: null })
      expect(pathOf(told)).toEqual([
        ['first', 'passed'],
        ['second', null],
      ])
      expect(carriedOf(told)).toEqual(['first'])
      expect(resumption(told.snapshot.context, told.visit)).toBe('straightBack')
      // Its clock runs anew.
      expect(liveTimers(chain(), told.snapshot.context)).toMatchObject([{ visit: told.visit.id, key: 'silence' }])
      expectSound(told.does(22, 'approve'))
      expect(told.visit.state).toBe('third')
    }
  })

  it('nobody else submits it, and nothing else wakes it', () => {
    const told = closed()
    expect(told.may(21, 'submit')).toBe(false)
    expect(told.may(11, 'retrieve')).toBe(false)
    expect(told.may(APPLICANT, 'withdraw')).toBe(false)
  })

  it('the whole way again when what the skipped part depends on has changed, and says so', () => {
    const asked = { ...state('first'), enterWhen: { field: 'amount', op: 'gt', value: 0 } } as const
    const definition = { ...chain(), states: [asked, ...chain().states.slice(1)] }
    expect(factsOfReturns(indexWorkflow(definition))).toEqual(['amount'])
    const same = closed(definition, crowd, { amount: 5 }).when({ other: 1 }).does(APPLICANT, 'submit')
    expect(same.visit.state).toBe('second')
    const changed = closed(definition, crowd, { amount: 5 }).when({ amount: 6 }).does(APPLICANT, 'submit')
    expect(changed.visit.state).toBe('first')
    expect(resumption(changed.snapshot.context, changed.visit)).toBe('runAgain')
    expectSound(changed, definition)
  })

  it('the whole way again when anything of the form has changed: nobody asked for it, and others approved what it was', () => {
    const told = closed().when({}, 'another form').does(APPLICANT, 'submit')
    expect(told.visit.state).toBe('first')
    expect(resumption(told.snapshot.context, told.visit)).toBe('runAgain')
    expectSound(told)
  })

  it.each<[Mode, number | undefined]>([
    ['all', undefined],
    ['count', 2],
    ['sequential', undefined],
  ])('a step of %s keeps the approvals it had, and asks the silent', (mode, count) => {
    const definition = chain({ mode, ...(count && { count }) })
    const told = atSecond(definition).does(21, 'approve')
    told.send(told.timer('silence')).does(APPLICANT, 'submit')
    expect(told.visit.slots.map(({ holder, outcome, rule }) => [holder, outcome, rule])).toEqual([
      [21, 'auto-approve', 'carried'],
      [22, null, null],
    ])
    expect(told.does(22, 'approve').visit.state).toBe('third')
    expectSound(told, definition)
  })

  it('whoever is responsible now is asked: the silence of one who has left is nobody else’s', () => {
    const staff: Record<string, readonly number[]> = { ...people }
    const told = closed(chain({ mode: 'all' }), (key) => staff[key] ?? [91])
    staff.second = [22, 23]
    expect(slotsOf(told.does(APPLICANT, 'submit'))).toEqual([
      [22, 'open'],
      [23, 'open'],
    ])
  })

  it('closed again and again, each time by a person’s submit, it loses nothing it has been approved', () => {
    const told = closed()
    for (let round = 2; round <= 4; round += 1) {
      told.does(APPLICANT, 'submit')
      expect(told.visit).toMatchObject({ state: 'second', round })
      expect(pathOf(told)).toEqual([
        ['first', 'passed'],
        ['second', null],
      ])
      expectSound(told.send(told.timer('silence')))
    }
  })

  it('withdrawn by the applicant after it was brought back, it begins anew', () => {
    const told = closed().does(APPLICANT, 'submit').does(APPLICANT, 'withdraw').does(APPLICANT, 'submit')
    expect(told.visit).toMatchObject({ state: 'first', round: 3 })
  })

  it('a state that owed its ticket to one that had returned it still goes back there', () => {
    const definition = row([state('first', { timers: [close] }), state('second'), state('third')], { resume: 'either' })
    const told = new Story(definition, crowd).does(APPLICANT, 'submit').does(11, 'approve').does(21, 'approve')
    told.does(31, 'return', { target: 'first', resume: 'straightBack' })
    told.send(told.timer('silence')).does(APPLICANT, 'submit')
    expect(told.visit).toMatchObject({ state: 'first', backTo: 3 })
    expect(told.does(11, 'approve').visit).toMatchObject({ state: 'third', resumes: 3 })
    expectSound(told, definition)
  })
})

it('25.3 what came straight back and is returned once more comes back over all that lay behind it', () => {
  const definition = row([state('first'), state('second'), state('third')], { resume: 'straightBack' })
  const told = new Story(definition, crowd).does(APPLICANT, 'submit').does(11, 'approve').does(21, 'approve')
  for (let round = 2; round <= 3; round += 1) {
    told.does(31, 'return').does(APPLICANT, 'submit')
    expect(takenPath(told.snapshot.context).map((visit) => visit.state)).toEqual(['first', 'second', 'third'])
  }
})

it('the last word of a state is its first clock that ends it', () => {
  const remind = { key: 'half', afterHours: 1, action: 'remind' } as const
  expect(
    lastWordOf({ timers: [remind, { ...close, afterHours: 9 }, { key: 'yes', afterHours: 4, action: 'autoPass' }] }),
  ).toEqual({
    action: 'autoPass',
    afterHours: 4,
  })
  expect(lastWordOf({ timers: [remind] })).toBeUndefined()
})

it('is met by the paths that are generated, and so is the way straight back; another action makes other paths', () => {
  const met = (action: 'close' | 'autoReject' | 'remind') => {
    const definition = chain({ timers: [{ ...close, action }] })
    return explore(definition, {}, (moments) => moments > 5000).paths.map(({ transition }) => transition)
  }
  const own = ['second: timeout(silence) -> withdrawn', 'withdrawn: submit -> second']
  expect(met('close')).toEqual(expect.arrayContaining(own))
  for (const other of ['autoReject', 'remind'] as const) for (const path of own) expect(met(other)).not.toContain(path)
})
