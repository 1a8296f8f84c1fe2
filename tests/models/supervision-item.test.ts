import { describe, expect, it } from 'vitest'
import {
  eventsBetween,
  isOver,
  MAX_EXTENSIONS,
  nextState,
  openStates,
  type SupervisionItemEvent,
  statesTaking,
  supervisionItemMachine,
  supervisionItemStates,
} from '#machines/supervisionItem/supervisionItem.ts'
import { lightOf, reminderAt } from '#src/modules/supervision/items/light.ts'
import { reachableStates, refusals, runPath, shortestPathsCoveringTransitions, transitionCoverage } from './model.ts'

const types = [
  'assign',
  'signFor',
  'decline',
  'submit',
  'sendBack',
  'extend',
  'approveExtension',
  'refuseExtension',
  'close',
  'terminate',
] as const
const events: readonly SupervisionItemEvent[] = types.map((type) => ({ type }))
const first = supervisionItemStates[0]

describe('every path through a supervision item (10.5)', () => {
  it('takes every transition, and what the columns and buttons are told is what the machine does', () => {
    const coverage = transitionCoverage(supervisionItemMachine)
    for (const path of shortestPathsCoveringTransitions(supervisionItemMachine, { events })) {
      coverage.add(
        runPath(supervisionItemMachine, path, (snapshot) =>
          expect(snapshot.hasTag('over')).toBe(isOver(snapshot.value)),
        ),
      )
      for (const [index, { event, state }] of path.steps.entries()) {
        const before = index === 0 ? null : path.steps[index - 1]?.state
        const extensions = before?.context.extensions ?? 0
        expect(nextState(before?.value ?? first, event.type as SupervisionItemEvent['type'], extensions)).toBe(
          state.value,
        )
      }
    }
    coverage.assertFullCoverage()
  })

  it('reaches every state, and from each that is not over a leader can end it', () => {
    const states = reachableStates(supervisionItemMachine, { events }).map(({ value }) => value)
    expect(new Set(states)).toEqual(new Set(supervisionItemStates))
    expect(openStates).toEqual(supervisionItemStates.filter((state) => !isOver(state) && state !== 'draft'))
  })

  it('SUP-02 the statechart takes a second extension and no third', () => {
    expect(nextState('doing', 'extend', MAX_EXTENSIONS - 1)).toBe('extending')
    expect(nextState('doing', 'extend', MAX_EXTENSIONS)).toBeNull()
    const most = reachableStates(supervisionItemMachine, { events }).map(({ context }) => context.extensions)
    expect(Math.max(...most)).toBe(MAX_EXTENSIONS)
  })

  it('refuses whatever its states do not name, and buttons and columns refuse the same', () => {
    const states = reachableStates(supervisionItemMachine, { events })
    for (const { state, event } of refusals(supervisionItemMachine, states, events))
      expect(nextState(state.value, event.type, state.context.extensions)).toBeNull()
    for (const from of supervisionItemStates)
      for (const to of supervisionItemStates)
        for (const event of eventsBetween(from, to)) {
          expect(nextState(from, event)).toBe(to)
          expect(statesTaking(event)).toContain(from)
        }
  })
})

describe('the light of an item', () => {
  it('SUP-05 is red the day after the due date, yellow from seven days before it, green before that', () => {
    const on = (today: string) => lightOf('doing', '2026-12-31', today)
    expect(['2027-01-01', '2026-12-31', '2026-12-24', '2026-12-23'].map(on)).toEqual([
      'red',
      'yellow',
      'yellow',
      'green',
    ])
    expect([lightOf('closed', '2026-12-31', '2027-01-01'), lightOf('replied', '2026-12-31', '2027-01-01')]).toEqual([
      'over',
      'red',
    ])
  })

  it('90 B 5 reminders stand seven, three and one days before the due date', () => {
    expect([8, 7, 4, 3, 2, 1, 0].map(reminderAt)).toEqual([null, 7, 7, 3, 3, 1, 1])
  })
})
