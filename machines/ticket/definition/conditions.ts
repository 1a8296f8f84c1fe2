/** Typed condition trees (20.1): data in a closed grammar, never code. */
import type { Condition, Facts, FactValue, Operator } from './definition.ts'

/** A comparison inside a tree. */
export type Leaf = Extract<Condition, { field: string }>

/** Why a comparison came out as it did; the screen makes a sentence of it. */
export interface Finding {
  readonly field: string
  readonly op: Operator
  readonly actual: FactValue
  /** The value compared with, a fact already looked up; null for `empty` and `notEmpty`. */
  readonly wanted: FactValue | readonly FactValue[]
  readonly holds: boolean
}

/** The value is another fact, e.g. a threshold. */
export const isReference = (value: Leaf['value']): value is { readonly fact: string } =>
  typeof value === 'object' && value !== null && 'fact' in value

/** The value a comparison is made with, thresholds looked up in the facts. */
export function wantedOf(leaf: Leaf, facts: Facts): FactValue | readonly FactValue[] {
  if (leaf.value === undefined) return null
  return isReference(leaf.value) ? (facts[leaf.value.fact] ?? null) : leaf.value
}

const isEmpty = (value: FactValue): boolean => value === null || value === ''
const listOf = (wanted: FactValue | readonly FactValue[]): readonly FactValue[] =>
  typeof wanted === 'object' && wanted !== null ? wanted : [wanted]

/** -1, 0 or 1; WF-06: a missing number counts as 0. Dates are ISO texts, so text order is date order. */
function compare(actual: FactValue, wanted: FactValue | readonly FactValue[]): number {
  if (typeof wanted === 'string') {
    const text = actual === null ? '' : String(actual)
    return text < wanted ? -1 : text > wanted ? 1 : 0
  }
  return Math.sign(Number(actual ?? 0) - Number(wanted ?? 0))
}

const operators: Readonly<Record<Operator, (actual: FactValue, wanted: FactValue | readonly FactValue[]) => boolean>> =
  {
    eq: (actual, wanted) => (typeof wanted === 'number' ? compare(actual, wanted) === 0 : actual === wanted),
    ne: (actual, wanted) => !operators.eq(actual, wanted),
    gt: (actual, wanted) => compare(actual, wanted) > 0,
    gte: (actual, wanted) => compare(actual, wanted) >= 0,
    lt: (actual, wanted) => compare(actual, wanted) < 0,
    lte: (actual, wanted) => compare(actual, wanted) <= 0,
    in: (actual, wanted) => listOf(wanted).includes(actual),
    notIn: (actual, wanted) => !listOf(wanted).includes(actual),
    empty: (actual) => isEmpty(actual),
    notEmpty: (actual) => !isEmpty(actual),
  }

function leafHolds(leaf: Leaf, facts: Facts): boolean {
  return operators[leaf.op](facts[leaf.field] ?? null, wantedOf(leaf, facts))
}

/** Whether a condition holds; an absent condition does. */
export function evaluate(condition: Condition | undefined, facts: Facts): boolean {
  if (condition === undefined) return true
  if ('all' in condition) return condition.all.every((part) => evaluate(part, facts))
  if ('any' in condition) return condition.any.some((part) => evaluate(part, facts))
  return leafHolds(condition, facts)
}

/** The comparisons that decided the result: those that failed when it is false, those that held when it is true. */
export function explain(condition: Condition, facts: Facts): readonly Finding[] {
  const result = evaluate(condition, facts)
  return leavesOf(condition)
    .map((leaf) => ({
      field: leaf.field,
      op: leaf.op,
      actual: facts[leaf.field] ?? null,
      wanted: wantedOf(leaf, facts),
      holds: leafHolds(leaf, facts),
    }))
    .filter((finding) => finding.holds === result)
}

/** Every comparison of a tree, left to right. */
export function leavesOf(condition: Condition): readonly Leaf[] {
  if ('all' in condition) return condition.all.flatMap(leavesOf)
  if ('any' in condition) return condition.any.flatMap(leavesOf)
  return [condition]
}

/** Names of all facts a condition looks at, thresholds included (WFD-08). */
export function fieldsOf(condition: Condition): readonly string[] {
  const names = leavesOf(condition).flatMap((leaf) =>
    isReference(leaf.value) ? [leaf.field, leaf.value.fact] : [leaf.field],
  )
  return [...new Set(names)]
}

/** How many groups stand inside each other; at most three are allowed (20.1). */
export function depthOf(condition: Condition): number {
  if ('all' in condition) return 1 + Math.max(0, ...condition.all.map(depthOf))
  if ('any' in condition) return 1 + Math.max(0, ...condition.any.map(depthOf))
  return 0
}
