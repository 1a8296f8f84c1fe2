/** Actions on a condition tree, by the place of a part in it. */
import { depthOf, isReference, type Leaf } from '#machines/ticket/definition/conditions.ts'
import type { Condition, FactValue, Operator } from '#machines/ticket/definition/definition.ts'
import { type Fact, operatorsOf } from './facts.ts'

/** Groups may stand inside each other so often (20.1). */
export const DEEPEST = 3

/** Numbers of children from the top down; the empty place is the top. */
export type Place = readonly number[]

/** All of, or any of. */
export type Group = Exclude<Condition, Leaf>

/** The join of a group's parts. */
export type Join = 'all' | 'any'

export const isGroup = (condition: Condition): condition is Group => !('field' in condition)
export const joinOf = (group: Group): Join => ('all' in group ? 'all' : 'any')
export const partsOf = (group: Group): readonly Condition[] => ('all' in group ? group.all : group.any)
export const groupOf = (join: Join, parts: readonly Condition[]): Group =>
  join === 'all' ? { all: parts } : { any: parts }

/** A condition as the group the builder shows; nothing is an empty group. */
export function shownGroup(condition: Condition | undefined): Group {
  if (condition === undefined) return { all: [] }
  return isGroup(condition) ? condition : { all: [condition] }
}

/** Without groups of one and of none; undefined when nothing is asked. */
export function simplify(condition: Condition): Condition | undefined {
  if (!isGroup(condition)) return condition
  const parts = partsOf(condition).flatMap((part) => simplify(part) ?? [])
  return parts.length < 2 ? parts[0] : groupOf(joinOf(condition), parts)
}

/** The tree with the part at a place replaced, or taken away by null. */
export function replaceAt(group: Group, place: Place, next: Condition | null): Group {
  const [at, ...rest] = place
  if (at === undefined) return next !== null && isGroup(next) ? next : group
  const parts = partsOf(group)
  const part = parts[at]
  if (part === undefined) return group
  if (rest.length > 0)
    return isGroup(part) ? groupOf(joinOf(group), parts.with(at, replaceAt(part, rest, next))) : group
  return groupOf(joinOf(group), next === null ? parts.toSpliced(at, 1) : parts.with(at, next))
}

/** The tree with one more part at the end of the group at a place. */
export function addAt(group: Group, place: Place, part: Condition): Group {
  const [at, ...rest] = place
  const parts = partsOf(group)
  if (at === undefined) return groupOf(joinOf(group), [...parts, part])
  const inner = parts[at]
  return inner !== undefined && isGroup(inner)
    ? groupOf(joinOf(group), parts.with(at, addAt(inner, rest, part)))
    : group
}

/** Whether one more group fits inside the one at a place. */
export const mayNest = (place: Place): boolean => place.length + 1 < DEEPEST

/** Whether a condition stands within the depth allowed. */
export const isWithinDepth = (condition: Condition): boolean => depthOf(condition) <= DEEPEST

/** Operators that compare with nothing, and those that compare with a list. */
const alone: readonly Operator[] = ['empty', 'notEmpty']
const listed: readonly Operator[] = ['in', 'notIn']
export const needsNothing = (op: Operator): boolean => alone.includes(op)
export const needsList = (op: Operator): boolean => listed.includes(op)

/** A value that fits the fact when nobody has chosen one. */
function firstValue({ type, values }: Fact): FactValue {
  switch (type) {
    case 'flag':
      return true
    case 'number':
    case 'money':
      return 0
    default:
      return values?.[0] ?? ''
  }
}

/** A comparison the way the builder shows it: not yes is no. */
export function asShown(leaf: Leaf): Leaf {
  return typeof leaf.value === 'boolean' && leaf.op === 'ne' ? { ...leaf, op: 'eq', value: !leaf.value } : leaf
}

/** The figure a number is compared with: also of a text, as callers wrote it before texts were read when they are kept. */
export function figureShown(value: Leaf['value']): number {
  const figure = typeof value === 'string' ? Number(value) : value
  return typeof figure === 'number' && Number.isFinite(figure) ? figure : 0
}

/** What a trial begins with: nothing chosen, nothing filled in. */
export const firstGuess = (fact: Fact): FactValue =>
  fact.type === 'flag' ? false : fact.type === 'number' || fact.type === 'money' ? 0 : null

/** A first comparison with a fact. */
export function newLeaf(fact: Fact): Leaf {
  const [op = 'eq'] = operatorsOf(fact.type)
  return needsNothing(op) ? { field: fact.name, op } : { field: fact.name, op, value: firstValue(fact) }
}

/** The comparison with another operator; the value is kept where it fits. */
export function withOperator(leaf: Leaf, op: Operator, fact: Fact): Leaf {
  const { field, value } = leaf
  if (needsNothing(op)) return { field, op }
  const isMany = Array.isArray(value)
  if (needsList(op)) {
    if (isMany) return { field, op, value }
    return { field, op, value: value === undefined || isReference(value) ? [] : [value as FactValue] }
  }
  if (isMany) return { field, op, value: (value as readonly FactValue[])[0] ?? firstValue(fact) }
  return { field, op, value: value ?? firstValue(fact) }
}

/** A list with a value in it or no more, in the order offered. */
export function toggleValue(
  list: readonly FactValue[],
  value: FactValue,
  offered: readonly FactValue[],
): readonly FactValue[] {
  const next = list.includes(value) ? list.filter((one) => one !== value) : [...list, value]
  return [...offered.filter((one) => next.includes(one)), ...next.filter((one) => !offered.includes(one))]
}
