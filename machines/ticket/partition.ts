/**
 * Exact finite split of the facts that conditions look at (25.10): every field is cut at its constants, so that two sets
 * of facts from the same cell make every condition come out alike. Gaps and overlaps are found by trying each cell.
 */
import { evaluate, isReference, type Leaf, leavesOf } from './conditions.ts'
import type { Condition, Facts, FactValue } from './definition.ts'

/** More combinations than this are not tried; the answer then says that it is not complete. */
const MOST_COMBINATIONS = 20_000

/** One set of facts for every way the conditions can come out. */
export interface Partition {
  readonly cells: readonly Facts[]
  /** False when there were more combinations than could be tried. */
  readonly isComplete: boolean
}

/** Fields compared with each other share their constants, and need room to differ between two of them. */
interface Group {
  readonly fields: Set<string>
  readonly leaves: Leaf[]
}

/** Compares by order, or for numbers by equality: nothing else needs to know a missing value from 0. */
const numeric = ['gt', 'gte', 'lt', 'lte', 'eq', 'ne']

function groupsOf(leaves: readonly Leaf[], constants: Facts): readonly Group[] {
  let groups: Group[] = []
  for (const leaf of leaves) {
    const names = [leaf.field]
    if (isReference(leaf.value) && !(leaf.value.fact in constants)) names.push(leaf.value.fact)
    const touched = groups.filter((group) => names.some((name) => group.fields.has(name)))
    const merged = {
      fields: new Set([...names, ...touched.flatMap((group) => [...group.fields])]),
      leaves: [...touched.flatMap((group) => group.leaves), leaf],
    }
    groups = [...groups.filter((group) => !touched.includes(group)), merged]
  }
  return groups
}

function constantsOf(leaf: Leaf, constants: Facts): readonly FactValue[] {
  if (leaf.value === undefined) return []
  if (isReference(leaf.value)) return leaf.value.fact in constants ? [constants[leaf.value.fact] ?? null] : []
  return typeof leaf.value === 'object' && leaf.value !== null ? leaf.value : [leaf.value]
}

/** The constants themselves, and `room` numbers below, between and above them. */
function numbersAround(values: readonly number[], room: number): readonly number[] {
  const sorted = [...new Set(values)].sort((a, b) => a - b)
  const steps = Array.from({ length: room }, (_, index) => index + 1)
  const [first = 0, last = 0] = [sorted[0], sorted.at(-1)]
  const between = sorted.slice(1).flatMap((high, index) => {
    const low = sorted[index] ?? high
    return steps.map((step) => low + ((high - low) * step) / (room + 1))
  })
  return [...steps.map((step) => first - step), ...sorted, ...between, ...steps.map((step) => last + step)]
}

/** The same for texts, which are ordered as dates are: a longer text lies just above its beginning. */
function textsAround(values: readonly string[], room: number): readonly string[] {
  const steps = Array.from({ length: room }, (_, index) => index + 1)
  const below = steps.map((step) => '!'.repeat(step))
  return [...below, ...new Set(values), ...values.flatMap((value) => steps.map((step) => value + '!'.repeat(step)))]
}

function valuesOf(group: Group, constants: Facts): readonly FactValue[] {
  const found = group.leaves.flatMap((leaf) => constantsOf(leaf, constants))
  const numbers = found.filter((value) => typeof value === 'number')
  const texts = found.filter((value) => typeof value === 'string')
  const hasFlags = found.some((value) => typeof value === 'boolean')
  const isNumeric = group.leaves.every((leaf) => numeric.includes(leaf.op)) && texts.length === 0 && !hasFlags
  const isOpen = found.length === 0
  return [
    ...(numbers.length > 0 || isOpen ? numbersAround(numbers, group.fields.size) : []),
    ...(texts.length > 0 ? textsAround(texts, group.fields.size) : []),
    ...(hasFlags ? [true, false] : []),
    ...(isNumeric && !isOpen ? [] : [null]),
  ]
}

/** Splits at the constants of the conditions; facts in `constants`, such as thresholds, keep their value. */
export function partition(conditions: readonly Condition[], constants: Facts): Partition {
  const axes = groupsOf(conditions.flatMap(leavesOf), constants).flatMap((group) => {
    const values = valuesOf(group, constants)
    return [...group.fields].map((field) => ({ field, values }))
  })
  const cells = new Map<string, Facts>()
  const total = axes.reduce((product, { values }) => product * values.length, 1)
  for (let index = 0; index < Math.min(total, MOST_COMBINATIONS); index++) {
    let rest = index
    const facts: Record<string, FactValue> = { ...constants }
    for (const { field, values } of axes) {
      facts[field] = values[rest % values.length] ?? null
      rest = Math.floor(rest / values.length)
    }
    const signature = conditions.map((condition) => (evaluate(condition, facts) ? '1' : '0')).join('')
    if (!cells.has(signature)) cells.set(signature, facts)
  }
  return { cells: [...cells.values()], isComplete: total <= MOST_COMBINATIONS }
}

/** Every condition of a workflow's states and ways. */
export function conditionsOf(definition: {
  readonly states: readonly { readonly enterWhen?: Condition; readonly doneWhen?: Condition }[]
  readonly transitions: readonly { readonly when?: Condition }[]
}): readonly Condition[] {
  return [
    ...definition.states.flatMap(({ enterWhen, doneWhen }) => [enterWhen, doneWhen]),
    ...definition.transitions.map(({ when }) => when),
  ].filter((condition) => condition !== undefined)
}
