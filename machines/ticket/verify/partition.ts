/**
 * Exact finite split of the facts that conditions look at (25.10): every field is cut at its constants, so that two sets
 * of facts from the same cell make every condition come out alike. Gaps and overlaps are found by trying each cell.
 */
import { evaluate, isReference, type Leaf, leavesOf } from '../definition/conditions.ts'
import type { Condition, Facts, FactValue, StateDefinition } from '../definition/definition.ts'
import { type Domain, numbersAround, textsAround } from '../definition/domains.ts'

/** More combinations than this are not tried; the answer then says that it is not complete. */
const MAX_COMBINATIONS = 20_000

/** What values facts can have, by name; one not named can have any. */
export type Domains = Readonly<Record<string, Domain>>

/** Facts that are read from another one, by name: its number, and 0 while it is empty. */
export type Aliases = Readonly<Record<string, string>>

/** The names that are read from another one. */
export const aliasesIn = (known: Readonly<Record<string, { readonly of?: string }>>): Aliases =>
  Object.fromEntries(Object.entries(known).flatMap(([name, { of }]) => (of === undefined ? [] : [[name, of]])))

/** The facts with those that are read from them. */
export function withAliases(facts: Facts, aliases: Aliases): Facts {
  const read = Object.entries(aliases).flatMap(([name, of]) => (of in facts ? [[name, facts[of] ?? 0] as const] : []))
  return read.length === 0 ? facts : { ...facts, ...Object.fromEntries(read) }
}

/** Facts that vary together, with one set of values for every way the comparisons of them can come out. */
export interface Axis {
  readonly fields: readonly string[]
  readonly classes: readonly Facts[]
  /** All values tried, those on both sides of every constant among them: what tests should not miss. */
  readonly samples: readonly Facts[]
  /** False when there were more values than could be tried. */
  readonly isComplete: boolean
}

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

function groupsOf(leaves: readonly Leaf[], constants: Facts, aliases: Aliases): readonly Group[] {
  let groups: Group[] = []
  const rootOf = (name: string): string => aliases[name] ?? name
  for (const leaf of leaves) {
    const names = [rootOf(leaf.field)]
    if (isReference(leaf.value) && !(leaf.value.fact in constants)) names.push(rootOf(leaf.value.fact))
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

/** Numbers beside the constants and beside the bounds of the field, as far as the field can have them. */
function numbersIn(domain: Domain | undefined, constants: readonly number[], room: number): readonly number[] {
  if (domain?.type !== 'number') return numbersAround(constants, room, 0)
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY, step } = domain
  const bounds = [min, max].filter(Number.isFinite)
  return numbersAround([...constants, ...bounds], room, step).filter((value) => value >= min && value <= max)
}

/** Without bounds against it a number can be 0, and then conditions cannot tell it from a missing one (WF-06). */
const takesZero = (domain: Domain | undefined): boolean =>
  domain?.type !== 'number' || ((domain.min ?? 0) <= 0 && (domain.max ?? 0) >= 0)

function valuesOf(group: Group, field: string, constants: Facts, domain: Domain | undefined): readonly FactValue[] {
  const found = group.leaves.flatMap((leaf) => constantsOf(leaf, constants))
  const empty = domain?.isRequired === true ? [] : [null]
  if (domain?.type === 'choice') return [...domain.values, ...empty]
  const numbers = found.filter((value) => typeof value === 'number')
  const texts = found.filter((value) => typeof value === 'string')
  const hasFlags = found.some((value) => typeof value === 'boolean')
  const isNumeric = group.leaves.every((leaf) => numeric.includes(leaf.op)) && texts.length === 0 && !hasFlags
  const isOpen = found.length === 0
  const room = group.fields.size
  if (field in constants) return [constants[field] ?? null]
  return [
    ...(numbers.length > 0 || isOpen ? numbersIn(domain, numbers, room) : []),
    ...(texts.length > 0 ? textsAround(texts, room, domain?.type === 'day') : []),
    ...(hasFlags ? [true, false] : []),
    ...(isNumeric && !isOpen && takesZero(domain) ? [] : empty),
  ]
}

/** The products of the values of all fields, those alike for every comparison only once. */
function classesOf(group: Group, constants: Facts, domains: Domains, aliases: Aliases): Axis {
  const own = Object.entries(aliases).filter(([, of]) => group.fields.has(of))
  const read = Object.fromEntries(own)
  const axes = [...group.fields].map((field) => ({ field, values: valuesOf(group, field, constants, domains[field]) }))
  const total = axes.reduce((product, { values }) => product * values.length, 1)
  const classes = new Map<string, Facts>()
  const samples: Facts[] = []
  for (let index = 0; index < Math.min(total, MAX_COMBINATIONS); index++) {
    let rest = index
    const chosen: Record<string, FactValue> = {}
    for (const { field, values } of axes) {
      chosen[field] = values[rest % values.length] ?? null
      rest = Math.floor(rest / values.length)
    }
    const sample = withAliases(chosen, read)
    samples.push(sample)
    const facts = { ...constants, ...sample }
    const signature = group.leaves.map((leaf) => (evaluate(leaf, facts) ? '1' : '0')).join('')
    if (!classes.has(signature)) classes.set(signature, sample)
  }
  return {
    fields: [...group.fields, ...own.map(([name]) => name)],
    classes: [...classes.values()],
    samples,
    isComplete: total <= MAX_COMBINATIONS,
  }
}

/** Splits at the constants of the conditions, fields that are compared with each other together; facts in `constants` keep their value. */
export function axesOf(
  conditions: readonly Condition[],
  constants: Facts,
  domains: Domains = {},
  aliases: Aliases = {},
): readonly Axis[] {
  const groups = groupsOf(conditions.flatMap(leavesOf), constants, aliases)
  return groups.map((group) => classesOf(group, constants, domains, aliases))
}

/** Every combination of the axes that makes some condition come out differently; facts in `constants`, such as thresholds, keep their value. */
export function partition(
  conditions: readonly Condition[],
  constants: Facts,
  domains: Domains = {},
  aliases: Aliases = {},
): Partition {
  const axes = axesOf(conditions, constants, domains, aliases)
  const cells = new Map<string, Facts>()
  const total = axes.reduce((product, { classes }) => product * classes.length, 1)
  for (let index = 0; index < Math.min(total, MAX_COMBINATIONS); index++) {
    let rest = index
    let facts: Facts = constants
    for (const { classes } of axes) {
      facts = { ...facts, ...classes[rest % classes.length] }
      rest = Math.floor(rest / classes.length)
    }
    const signature = conditions.map((condition) => (evaluate(condition, facts) ? '1' : '0')).join('')
    if (!cells.has(signature)) cells.set(signature, facts)
  }
  const isComplete = total <= MAX_COMBINATIONS && axes.every((axis) => axis.isComplete)
  return { cells: [...cells.values()], isComplete }
}

type Conditioned = Pick<StateDefinition, 'enterWhen' | 'doneWhen' | 'requireSignature'>

/** The conditions of one state. */
export const conditionsIn = ({ enterWhen, doneWhen, requireSignature }: Conditioned): readonly Condition[] =>
  [enterWhen, doneWhen, typeof requireSignature === 'object' ? requireSignature : undefined].filter(
    (condition) => condition !== undefined,
  )

/** Every condition of a workflow's states and transitions. */
export function conditionsOf(definition: {
  readonly states: readonly Conditioned[]
  readonly transitions: readonly { readonly when?: Condition }[]
}): readonly Condition[] {
  return [
    ...definition.states.flatMap(conditionsIn),
    ...definition.transitions.flatMap(({ when }) => (when === undefined ? [] : [when])),
  ]
}
