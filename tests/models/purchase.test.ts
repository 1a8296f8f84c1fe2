import { describe, expect, it } from 'vitest'
import {
  isOver,
  nextState,
  type PurchaseEvent,
  purchaseMachine,
  purchaseStates,
  statesTaking,
} from '#machines/purchase/purchase.ts'
import { acceptedValue, unitPrice } from '#src/modules/procurement/acceptances/value.ts'
import { methodFor } from '#src/modules/procurement/contract.ts'
import { isLower } from '#src/modules/procurement/purchases/methods.ts'
import { payableAmount } from '#src/modules/procurement/purchases/payments.server.ts'
import { reachableStates, runPath, shortestPathsCoveringTransitions, transitionCoverage } from './model.ts'

const types = ['select', 'sign', 'deliver', 'accept', 'archive', 'terminate'] as const
const events: readonly PurchaseEvent[] = types.map((type) => ({ type }))

describe('every path through a purchase (50.9)', () => {
  it('takes every transition, and what the buttons are given is what the machine does', () => {
    const coverage = transitionCoverage(purchaseMachine)
    for (const path of shortestPathsCoveringTransitions(purchaseMachine, { events }))
      coverage.add(
        runPath(purchaseMachine, path, (snapshot) => expect(snapshot.hasTag('over')).toBe(isOver(snapshot.value))),
      )
    coverage.assertFullCoverage()
  })

  it('reaches every state; what is accepted is archived, what is not accepted can be given up', () => {
    const states = reachableStates(purchaseMachine, { events }).map(({ value }) => value)
    expect(new Set(states)).toEqual(new Set(purchaseStates))
    expect(statesTaking('terminate')).toEqual(['preparing', 'selecting', 'contracted', 'performing'])
    expect(nextState('accepted', 'terminate')).toBeNull()
    expect(nextState('preparing', 'deliver')).toBeNull()
  })
})

describe('figures of a purchase', () => {
  const limits = { direct: 5000, comparison: 50_000, inquiry: 500_000 }

  it.each([
    ['5000.00', 'direct'],
    ['5000.01', 'comparison'],
    ['50000.00', 'comparison'],
    ['50000.01', 'inquiry'],
    ['500000.00', 'inquiry'],
    ['500000.01', 'publicTender'],
  ])('PRC-01 an amount of %s needs %s', (amount, method) => expect(methodFor(amount, limits)).toBe(method))

  it('PRC-01 a less strict method is lower, another of the same rank or a framework is not', () => {
    expect(isLower('comparison', '50000.01', limits)).toBe(true)
    expect(isLower('comparison', '50000.00', limits)).toBe(false)
    expect(isLower('negotiation', '500000.00', limits)).toBe(false)
    expect(isLower('negotiation', '500000.01', limits)).toBe(true)
    expect(isLower('framework', '900000.00', limits)).toBe(false)
  })

  it('the accepted value is nothing for nothing, the contract for everything, and never rounded up', () => {
    const line = (qty: number, acceptedQty: number, price = '3.00') => ({ qty, acceptedQty, price })
    expect(acceptedValue([line(3, 0)], '10.00')).toBe('0.00')
    expect(acceptedValue([line(3, 1)], '10.00')).toBe('3.33')
    expect(acceptedValue([line(3, 3)], '10.00')).toBe('10.00')
    expect(acceptedValue([line(1, 1, '1.00'), line(1, 0, '3.00')], '4.00')).toBe('1.00')
    expect(unitPrice(line(3, 0), [line(3, 0)], '10.00')).toBe('3.33')
  })

  it('the three-way match: accepted and the advance together, at most the contract', () => {
    expect(payableAmount('1000.00', '0.00', '0.00')).toBe('0.00')
    expect(payableAmount('1000.00', '0.00', '30.00')).toBe('300.00')
    expect(payableAmount('1000.00', '700.00', '30.00')).toBe('1000.00')
    expect(payableAmount('1000.00', '700.01', '30.00')).toBe('1000.00')
    expect(payableAmount('1000.00', '699.99', '30.00')).toBe('999.99')
  })
})
