/** Decides conditions on what is known of the facts so far, and says what to ask next: proofs split only where it matters. */
import { evaluate, type Leaf, leavesOf } from '../definition/conditions.ts'
import type { Condition, Facts } from '../definition/definition.ts'
import { type Aliases, type Axis, axesOf, type Domains } from './partition.ts'

/** The class of each axis that is known, by the number of the axis; undefined for one not asked yet. */
export type KnownClasses = readonly (number | undefined)[]

/** What must come out of a condition. An absent one holds. */
export interface Constraint {
  readonly condition: Condition | undefined
  readonly holds: boolean
}

/** Asked so often without an end, a proof gives up and says so. */
const MAX_QUESTIONS = 200_000

/** Splits the facts of a workflow's conditions as far as a question needs it. */
export interface Splitter {
  readonly axes: readonly Axis[]
  /** Whether the condition holds, or the axis that must be known first. */
  readonly decide: (condition: Condition | undefined, known: KnownClasses) => boolean | { readonly ask: number }
  /** Everything that can be known of an axis in addition. */
  readonly answers: (known: KnownClasses, axis: number) => readonly KnownClasses[]
  /** Facts under which all wishes come true; null when there are none. */
  readonly solve: (constraints: readonly Constraint[]) => Facts | null
  readonly factsOf: (known: KnownClasses) => Facts
  readonly axesIn: (condition: Condition) => readonly number[]
  /** False when some question was too large: what was not found may still be there. */
  readonly isComplete: () => boolean
}

/** A splitter for these conditions; a condition that was not among them cannot be asked. */
export function createSplitter(
  conditions: readonly Condition[],
  constants: Facts,
  domains: Domains = {},
  aliases: Aliases = {},
): Splitter {
  const axes = axesOf(conditions, constants, domains, aliases)
  const axisOf = new Map(axes.flatMap((axis, index) => axis.fields.map((field) => [field, index] as const)))
  const results = new Map<Leaf, { readonly axis: number; readonly byClass: readonly boolean[] }>()
  for (const leaf of conditions.flatMap(leavesOf)) {
    const axis = axisOf.get(leaf.field) ?? 0
    const byClass = (axes[axis]?.classes ?? []).map((facts) => evaluate(leaf, { ...constants, ...facts }))
    results.set(leaf, { axis, byClass })
  }
  let questions = 0

  const decide: Splitter['decide'] = (condition, known) => {
    if (condition === undefined) return true
    if ('field' in condition) {
      const result = results.get(condition)
      const of = result && known[result.axis]
      if (result === undefined) throw new Error(`the condition on ${condition.field} was not announced`)
      return of === undefined ? { ask: result.axis } : result.byClass[of] === true
    }
    const [parts, decisive] = 'all' in condition ? [condition.all, false] : [condition.any, true]
    let open: { readonly ask: number } | null = null
    for (const part of parts) {
      const result = decide(part, known)
      if (result === decisive) return decisive
      if (typeof result === 'object') open ??= result
    }
    return open ?? !decisive
  }

  const answers: Splitter['answers'] = (known, axis) => {
    questions++
    if (questions > MAX_QUESTIONS) return []
    return (axes[axis]?.classes ?? []).map((_, index) => {
      const next = [...known]
      next[axis] = index
      return next
    })
  }

  const factsOf = (known: KnownClasses): Facts =>
    Object.assign({}, ...known.map((index, axis) => (index === undefined ? {} : axes[axis]?.classes[index])))

  const search = (constraints: readonly Constraint[], known: KnownClasses): Facts | null => {
    for (const { condition, holds } of constraints) {
      const result = decide(condition, known)
      if (typeof result === 'object') {
        for (const next of answers(known, result.ask)) {
          const found = search(constraints, next)
          if (found) return found
        }
        return null
      }
      if (result !== holds) return null
    }
    return factsOf(known)
  }

  return {
    axes,
    decide,
    answers,
    factsOf,
    solve: (constraints) => search(constraints, []),
    axesIn: (condition) => [...new Set(leavesOf(condition).flatMap((leaf) => results.get(leaf)?.axis ?? []))],
    isComplete: () => questions <= MAX_QUESTIONS && axes.every((axis) => axis.isComplete),
  }
}
