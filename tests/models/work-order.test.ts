import { describe, expect, it } from 'vitest'
import {
  eventBetween,
  isOver,
  nextWorkOrderState,
  statesTaking,
  type WorkOrderEvent,
  workOrderMachine,
  workOrderStates,
} from '#machines/workOrder/workOrder.ts'
import { reachableStates, refusals, runPath, shortestPathsCoveringTransitions, transitionCoverage } from './model.ts'

const types = [
  'dispatch',
  'accept',
  'start',
  'suspend',
  'resume',
  'finish',
  'verify',
  'reopen',
  'close',
  'cancel',
] as const
const events: readonly WorkOrderEvent[] = types.map((type) => ({ type }))

describe('every path through a work order (40.3)', () => {
  it('takes every transition, and what the columns and buttons are told is what the machine does', () => {
    const coverage = transitionCoverage(workOrderMachine)
    for (const path of shortestPathsCoveringTransitions(workOrderMachine, { events })) {
      let before = workOrderStates[0] as (typeof workOrderStates)[number]
      coverage.add(
        runPath(workOrderMachine, path, (snapshot) => {
          expect(snapshot.hasTag('over')).toBe(isOver(snapshot.value))
          before = snapshot.value
        }),
      )
      expect(workOrderStates).toContain(before)
      for (const [index, { event, state }] of path.steps.entries()) {
        const from = index === 0 ? workOrderStates[0] : path.steps[index - 1]?.state.value
        expect(nextWorkOrderState(from, event.type as WorkOrderEvent['type'])).toBe(state.value)
      }
    }
    coverage.assertFullCoverage()
  })

  it('reaches every state, and from each that is not closed some person has a way to an end', () => {
    const states = reachableStates(workOrderMachine, { events }).map(({ value }) => value)
    expect(new Set(states)).toEqual(new Set(workOrderStates))
    for (const state of workOrderStates)
      expect([state, state === 'closed' || types.some((type) => nextWorkOrderState(state, type) !== null)]).toEqual([
        state,
        true,
      ])
  })

  it('refuses whatever its states do not name, and buttons and columns refuse the same', () => {
    const states = reachableStates(workOrderMachine, { events })
    for (const { state, event } of refusals(workOrderMachine, states, events))
      expect([state.value, event.type, statesTaking(event.type).includes(state.value)]).toEqual([
        state.value,
        event.type,
        false,
      ])
    for (const from of workOrderStates)
      for (const to of workOrderStates) {
        const event = eventBetween(from, to)
        if (event !== null) expect(nextWorkOrderState(from, event)).toBe(to)
      }
  })
})
