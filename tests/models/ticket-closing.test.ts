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
import { peopleOf as branchPeople, parallel } from './workflows/branching.ts'
import { row, slotsOf, state } from './workflows/small.ts'
import { APPLICANT, type PeopleOf, Story } from './workflows/story.ts'

const close = { key: 'silence', afterHours: 48, action: 'close' } as const
const people: Readonly<Record<string, readonly number[]>> = { first: [11], second: [21, 22], third: [31] }
const peopleOf: PeopleOf = (key) => people[key] ?? [91]
const chain = (second: Partial<StateDefinition> = {}, changed: Partial<WorkflowDefinition> = {}) =>
  row([state('first'), state('second', { timers: [close], ...second }), state('third')], changed)
const atSecond = (definition = chain(), found = peopleOf, facts = {}) =>
  new Story(definition, found, facts).does(APPLICANT, 'submit').does(11, 'approve')
const closed = (definition = chain(), found = peopleOf, facts = {}) => {
  const story = atSecond(definition, found, facts)
  return story.send(story.timer('silence'))
}
const lapse = (story: Story) => story.held.actions.find(({ type }) => type === 'lapse')?.params
const expectSound = (story: Story, definition = chain()) => {
  const { machine, snapshot, log } = story.held
  expect(violations(definition, snapshot)).toEqual([])
  expect(replay(machine, { applicant: APPLICANT }, log).context).toEqual(snapshot.context)
  expect(restore(machine, persist(snapshot)).context).toEqual(snapshot.context)
}

describe('the clock closes a ticket', () => {
  it('nothing stays live, no name is put on it, and everybody concerned is told once', () => {
    const story = closed()
    expect(statusOf(story.snapshot)).toBe('withdrawn')
    expect(story.asked).toEqual(['onWithdraw', 'lapse'])
    expect(lapse(story)).toEqual({ visit: 2, state: 'second', people: [21, 22] })
    expect(story.visit).toMatchObject({ state: 'second', outcome: 'withdrawn', rule: 'timeout', fired: ['silence'] })
    expect(slotsOf(story)).toEqual([
      [21, 'cancelled'],
      [22, 'cancelled'],
    ])
    expect(tasksOf(story.snapshot.context).map(({ by, cancelledBy }) => [by, cancelledBy])).toEqual([
      [11, null],
      [null, 'timeout'],
      [null, 'timeout'],
    ])
    expect(liveTimers(chain(), story.snapshot.context)).toEqual([])
    expect(lapseOf(story.snapshot.context)?.state).toBe('second')
    expectSound(story)
  })

  it('once: a second ring finds its visit closed, and so does whoever decides a moment later', () => {
    const story = closed()
    expect(story.accepts(story.timer('silence'))).toBe(false)
    for (const person of [21, 22]) expect(story.may(person, 'approve')).toBe(false)
    const decided = atSecond().does(21, 'approve')
    expect(decided.accepts(decided.timer('silence', [], 2))).toBe(false)
  })

  it.each<[string, Partial<StateDefinition>, (story: Story) => Story, readonly number[]]>([
    ['claimed', { claim: true }, (story) => story.does(21, 'claim'), [21, 22]],
    ['one after the other', { mode: 'sequential' }, (story) => story.does(21, 'approve'), [22]],
    [
      'one after the other, the first silent: the second had no task yet',
      { mode: 'sequential' },
      (story) => story,
      [21],
    ],
    ['all, one has approved', { mode: 'all' }, (story) => story.does(21, 'approve'), [22]],
    [
      'people called in before',
      { allowAddSign: true },
      (story) => story.does(21, 'addSign', { people: [71, 72], where: 'before', method: 'sequential' }),
      [21, 22, 71],
    ],
    [
      'an approval held for those added after',
      { allowAddSign: true, mode: 'all' },
      (story) => story.does(21, 'addSign', { people: [71], where: 'after' }).does(21, 'approve'),
      [21, 22, 71],
    ],
    ['advice asked', {}, (story) => story.does(21, 'delegate', { to: 71 }), [21, 22, 71]],
    ['critical', { critical: true }, (story) => story, [21, 22]],
  ])('in a step that is %s', (_what, second, actions, expected) => {
    const definition = chain(second)
    const story = actions(atSecond(definition))
    story.send(story.timer('silence'))
    expect(statusOf(story.snapshot)).toBe('withdrawn')
    expect([...(lapse(story) as { people: readonly number[] }).people].toSorted()).toEqual(expected)
    expectSound(story, definition)
  })

  it('a clock that pauses does not close while everybody waits for others', () => {
    const definition = chain({ timers: [{ ...close, pause: true }], allowAddSign: true, mode: 'sequential' })
    const story = atSecond(definition).does(21, 'addSign', { people: [71], where: 'before' })
    expect(story.accepts(story.timer('silence'))).toBe(false)
    story.does(71, 'approve')
    expect(story.accepts(story.timer('silence'))).toBe(true)
  })

  it('in a branch it closes the whole ticket, and only once; brought back it goes the whole route', () => {
    const definition = parallel({ legal: { timers: [close] }, money: { timers: [close] } })
    const story = new Story(definition, branchPeople).does(APPLICANT, 'submit').does(10, 'approve')
    const live = story.visits.filter(({ outcome }) => outcome === null)
    expect(live.map((visit) => visit.state).toSorted()).toEqual(['legal', 'money'])
    const [one, other] = live.map(({ id }) => story.timer('silence', [], id)) as [TicketEvent, TicketEvent]
    story.send(one)
    expect(statusOf(story.snapshot)).toBe('withdrawn')
    expect((lapse(story) as { people: readonly number[] }).people.toSorted()).toEqual([20, 30])
    expect(story.accepts(other)).toBe(false)
    expect(story.visits.filter(({ outcome, rule }) => outcome === 'withdrawn' && rule === 'timeout')).toHaveLength(1)
    expectSound(story, definition)
    story.does(APPLICANT, 'submit')
    expect(story.visit.state).toBe('open')
    expect(resumption(story.snapshot.context, story.visit)).toBeNull()
    expectSound(story, definition)
  })

  it('what is approved is not undone by a clock, whatever a definition says', () => {
    const definition = row([state('first'), state('work', { kind: 'handle', timers: [close] })])
    const story = new Story(definition, peopleOf).does(APPLICANT, 'submit').does(11, 'approve')
    expect(story.accepts(story.timer('silence'))).toBe(false)
  })
})

describe('the applicant brings it back', () => {
  const pathOf = (story: Story) => takenPath(story.snapshot.context).map((visit) => [visit.state, visit.outcome])
  const carriedOf = (story: Story) =>
    [...carriedVisits(story.snapshot.context)].map((id) => story.visits[id - 1]?.state)

  it('straight to the state whose time ran out, whatever the workflow says of returns: nobody has objected', () => {
    for (const resume of ['runAgain', 'straightBack', 'either'] as const) {
      const story = closed(chain({}, { resume })).does(APPLICANT, 'submit')
      expect(story.visit).toMatchObject({ state: 'second', round: 2, resumes: 2, fired: [], outcome: null })
      expect(pathOf(story)).toEqual([
        ['first', 'passed'],
        ['second', null],
      ])
      expect(carriedOf(story)).toEqual(['first'])
      expect(resumption(story.snapshot.context, story.visit)).toBe('straightBack')
      // Its clock runs anew.
      expect(liveTimers(chain(), story.snapshot.context)).toMatchObject([{ visit: story.visit.id, key: 'silence' }])
      expectSound(story.does(22, 'approve'))
      expect(story.visit.state).toBe('third')
    }
  })

  it('nobody else submits it, and nothing else wakes it', () => {
    const story = closed()
    expect(story.may(21, 'submit')).toBe(false)
    expect(story.may(11, 'retrieve')).toBe(false)
    expect(story.may(APPLICANT, 'withdraw')).toBe(false)
  })

  it('the whole route again when what the skipped part depends on has changed, and says so', () => {
    const asked = { ...state('first'), enterWhen: { field: 'amount', op: 'gt', value: 0 } } as const
    const definition = { ...chain(), states: [asked, ...chain().states.slice(1)] }
    expect(factsOfReturns(indexWorkflow(definition))).toEqual(['amount'])
    const same = closed(definition, peopleOf, { amount: 5 }).when({ other: 1 }).does(APPLICANT, 'submit')
    expect(same.visit.state).toBe('second')
    const changed = closed(definition, peopleOf, { amount: 5 }).when({ amount: 6 }).does(APPLICANT, 'submit')
    expect(changed.visit.state).toBe('first')
    expect(resumption(changed.snapshot.context, changed.visit)).toBe('runAgain')
    expectSound(changed, definition)
  })

  it('the whole route again when anything of the form has changed: nobody asked for it, and others approved what it was', () => {
    const story = closed().when({}, 'another form').does(APPLICANT, 'submit')
    expect(story.visit.state).toBe('first')
    expect(resumption(story.snapshot.context, story.visit)).toBe('runAgain')
    expectSound(story)
  })

  it.each<[Mode, number | undefined]>([
    ['all', undefined],
    ['count', 2],
    ['sequential', undefined],
  ])('a step of %s keeps the approvals it had, and asks the silent', (mode, count) => {
    const definition = chain({ mode, ...(count && { count }) })
    const story = atSecond(definition).does(21, 'approve')
    story.send(story.timer('silence')).does(APPLICANT, 'submit')
    expect(story.visit.slots.map(({ holder, outcome, rule }) => [holder, outcome, rule])).toEqual([
      [21, 'auto-approve', 'carried'],
      [22, null, null],
    ])
    expect(story.does(22, 'approve').visit.state).toBe('third')
    expectSound(story, definition)
  })

  it('whoever is responsible now is asked: the silence of one who has left is nobody else’s', () => {
    const staff: Record<string, readonly number[]> = { ...people }
    const story = closed(chain({ mode: 'all' }), (key) => staff[key] ?? [91])
    staff.second = [22, 23]
    expect(slotsOf(story.does(APPLICANT, 'submit'))).toEqual([
      [22, 'open'],
      [23, 'open'],
    ])
  })

  it('closed again and again, each time by a person’s submit, it loses nothing it has been approved', () => {
    const story = closed()
    for (let round = 2; round <= 4; round += 1) {
      story.does(APPLICANT, 'submit')
      expect(story.visit).toMatchObject({ state: 'second', round })
      expect(pathOf(story)).toEqual([
        ['first', 'passed'],
        ['second', null],
      ])
      expectSound(story.send(story.timer('silence')))
    }
  })

  it('withdrawn by the applicant after it was brought back, it begins anew', () => {
    const story = closed().does(APPLICANT, 'submit').does(APPLICANT, 'withdraw').does(APPLICANT, 'submit')
    expect(story.visit).toMatchObject({ state: 'first', round: 3 })
  })

  it('a state that owed its ticket to one that had returned it still goes back there', () => {
    const definition = row([state('first', { timers: [close] }), state('second'), state('third')], { resume: 'either' })
    const story = new Story(definition, peopleOf).does(APPLICANT, 'submit').does(11, 'approve').does(21, 'approve')
    story.does(31, 'return', { target: 'first', resume: 'straightBack' })
    story.send(story.timer('silence')).does(APPLICANT, 'submit')
    expect(story.visit).toMatchObject({ state: 'first', backTo: 3 })
    expect(story.does(11, 'approve').visit).toMatchObject({ state: 'third', resumes: 3 })
    expectSound(story, definition)
  })
})

it('25.3 what came straight back and is returned once more comes back over all that lay behind it', () => {
  const definition = row([state('first'), state('second'), state('third')], { resume: 'straightBack' })
  const story = new Story(definition, peopleOf).does(APPLICANT, 'submit').does(11, 'approve').does(21, 'approve')
  for (let round = 2; round <= 3; round += 1) {
    story.does(31, 'return').does(APPLICANT, 'submit')
    expect(takenPath(story.snapshot.context).map((visit) => visit.state)).toEqual(['first', 'second', 'third'])
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

it('is met by the paths that are generated, and so is the direct return; another action makes other paths', () => {
  const met = (action: 'close' | 'autoReject' | 'remind') => {
    const definition = chain({ timers: [{ ...close, action }] })
    return explore(definition, {}, (moments) => moments > 5000).paths.map(({ transition }) => transition)
  }
  const own = ['second: timeout(silence) -> withdrawn', 'withdrawn: submit -> second']
  expect(met('close')).toEqual(expect.arrayContaining(own))
  for (const other of ['autoReject', 'remind'] as const) for (const path of own) expect(met(other)).not.toContain(path)
})
