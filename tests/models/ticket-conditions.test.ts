import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { evaluate, explain, fieldsOf } from '#machines/ticket/definition/conditions.ts'
import type { Condition } from '#machines/ticket/definition/definition.ts'
import { compileWorkflow } from '#machines/ticket/engine/compile.ts'
import { testPeopleKinds } from '#machines/ticket/explore/testPeople.ts'
import { boundaryTrials } from '#machines/ticket/verify/edges.ts'
import { partition } from '#machines/ticket/verify/partition.ts'
import { turned } from './workflows/mutants.ts'
import { row, state } from './workflows/small.ts'

const overThreshold: Condition = { field: 'amount', op: 'gt', value: { fact: 'config.wf.t1' } }
const thresholds = { 'config.wf.t1': 5000 }

describe('a condition', () => {
  it('WF-06 counts a value equal to the threshold to the lower band, and a missing amount as 0', () => {
    expect(evaluate(overThreshold, { ...thresholds, amount: 5000 })).toBe(false)
    expect(evaluate(overThreshold, { ...thresholds, amount: 5000.01 })).toBe(true)
    expect(evaluate(overThreshold, thresholds)).toBe(false)
  })

  it.each([
    ['eq', 'a', 'a', true],
    ['eq', 'a', 'b', false],
    ['ne', true, true, false],
    ['ne', null, true, true],
    ['gt', '2026-03-02', '2026-03-01', true],
    ['gte', 3, 3, true],
    ['lt', null, '2026-03-01', true],
    ['lte', 3, 2, false],
    ['in', 'bureau', ['division', 'bureau'], true],
    ['in', null, ['division', 'bureau'], false],
    ['notIn', 'staff', ['division', 'bureau'], true],
    ['empty', '', undefined, true],
    ['notEmpty', 0, undefined, true],
  ] as const)('knows %s of %j and %j: %s', (op, actual, value, wanted) => {
    expect(evaluate({ field: 'x', op, ...(value !== undefined && { value }) }, { x: actual })).toBe(wanted)
  })

  it('names the comparisons that kept a ticket out, with what they found and wanted', () => {
    const condition: Condition = { all: [overThreshold, { field: 'urgent', op: 'eq', value: true }] }
    expect(explain(condition, { ...thresholds, amount: 10, urgent: true })).toEqual([
      { field: 'amount', op: 'gt', actual: 10, wanted: 5000, holds: false },
    ])
  })

  it('WFD-08 names every fact it looks at, thresholds included', () => {
    expect(fieldsOf({ any: [overThreshold, { all: [{ field: 'days', op: 'lt', value: 3 }] }] })).toEqual([
      'amount',
      'config.wf.t1',
      'days',
    ])
  })
})

const value = { number: fc.constantFrom(0, 1, 2, 3.5), text: fc.constantFrom('a', 'b', '2026-01-01') }
const leaf: fc.Arbitrary<Condition> = fc.oneof(
  fc.record({
    field: fc.constantFrom('n', 'm'),
    op: fc.constantFrom('eq', 'ne', 'gt', 'gte', 'lt', 'lte'),
    value: value.number,
  }),
  fc.record({ field: fc.constant('n'), op: fc.constantFrom('gt', 'lte', 'eq'), value: fc.constant({ fact: 'm' }) }),
  fc.record({ field: fc.constant('s'), op: fc.constantFrom('eq', 'ne', 'gt', 'lt'), value: value.text }),
  fc.record({
    field: fc.constant('s'),
    op: fc.constantFrom('in', 'notIn'),
    value: fc.array(value.text, { minLength: 1, maxLength: 2 }),
  }),
  fc.record({ field: fc.constantFrom('s', 'f'), op: fc.constantFrom('empty', 'notEmpty') }),
  fc.record({ field: fc.constant('f'), op: fc.constantFrom('eq', 'ne'), value: fc.boolean() }),
)
const tree: fc.Arbitrary<Condition> = fc.oneof(
  leaf,
  fc.record({ all: fc.array(leaf, { minLength: 1, maxLength: 3 }) }),
  fc.record({ any: fc.array(leaf, { minLength: 1, maxLength: 3 }) }),
)
const facts = fc.record({
  n: fc.option(fc.constantFrom(-1, 0, 0.5, 1, 1.5, 2, 3, 3.5, 9)),
  m: fc.option(fc.constantFrom(-1, 0, 0.25, 1, 1.75, 2, 3, 3.5, 9)),
  s: fc.option(fc.constantFrom('', 'a', 'aa', 'b', 'z', '2025-12-31', '2026-01-01', '2026-01-02')),
  f: fc.option(fc.boolean()),
})

describe('the partition', () => {
  it('25.10 is exact: whatever facts come, some cell makes every condition come out alike', () => {
    fc.assert(
      fc.property(fc.array(tree, { minLength: 1, maxLength: 3 }), facts, (conditions, given) => {
        const outcomeOf = (some: typeof given | object) =>
          conditions.map((condition) => evaluate(condition, { ...some }))
        const { cells, isComplete } = partition(conditions, {})
        expect(isComplete).toBe(true)
        expect(cells.map((cell) => outcomeOf(cell))).toContainEqual(outcomeOf(given))
      }),
      { numRuns: 500 },
    )
  })

  it('keeps thresholds at their value', () => {
    expect(partition([overThreshold], thresholds).cells).toEqual([
      { 'config.wf.t1': 5000, amount: 4999 },
      { 'config.wf.t1': 5000, amount: 5001 },
    ])
  })

  it('says so when there are more combinations than it tries', () => {
    const conditions = Array.from(
      { length: 15 },
      (_, index): Condition => ({ field: `f${index}`, op: 'in', value: [1, 2] }),
    )
    expect(partition(conditions, {}).isComplete).toBe(false)
  })
})

describe('lives at the edges', () => {
  it('a comparison turned round shows itself in one of them, wherever any facts could show it', () => {
    fc.assert(
      fc.property(tree, fc.array(facts, { minLength: 20, maxLength: 20 }), (condition, given) => {
        const definition = row([state('check', { enterWhen: condition })])
        const lives = boundaryTrials(definition, compileWorkflow(definition), {}, testPeopleKinds[0]!)
        const isNotified = (mutant: Condition, known: object) =>
          evaluate(mutant, { ...known }) !== evaluate(condition, { ...known })
        // A missing number counts as 0 (WF-06).
        const counted = given.map((known) => ({ ...known, n: known.n ?? 0, m: known.m ?? 0 }))
        for (const mutant of turned(condition)) {
          // Of `all` and `any` exchanged it is the other facts that tell.
          if ('any' in mutant !== 'any' in condition) continue
          if (!counted.some((known) => isNotified(mutant, known))) continue
          expect(lives.some((life) => isNotified(mutant, life.facts))).toBe(true)
        }
      }),
      { numRuns: 300, seed: 20261122 },
    )
  })

  it('with other facts beside it, a trip of exactly three days is among them', () => {
    const facts = Array.from({ length: 6 }, (_, index): Condition => ({ field: `f${index}`, op: 'eq', value: true }))
    const days: Condition = { field: 'days', op: 'gt', value: 3 }
    const definition = row([
      state('early', { enterWhen: { any: facts.slice(3) } }),
      state('check', { enterWhen: { any: [...facts, days] } }),
    ])
    const lives = boundaryTrials(definition, compileWorkflow(definition), {}, testPeopleKinds[0]!)
    const alone = lives.filter((life) => facts.every((condition) => !evaluate(condition, life.facts)))
    expect(alone.map((life) => life.facts.days)).toEqual(expect.arrayContaining([2, 3, 4]))
  })
})
