/** What the conditions of a form see, and which fields they show and require. */
import { evaluate } from '#machines/ticket/conditions.ts'
import type { Facts, FactValue } from '#machines/ticket/definition.ts'
import type { Field, Fields, FieldValue, FormData } from './field.ts'
import { isEmpty } from './kind.ts'
import { kindOf } from './kinds.ts'

/** The values as facts; a list also has its length under `<name>.count` (20.1). */
export function factsOf(fields: Fields, values: FormData): Facts {
  const facts: [string, FactValue][] = []
  for (const [name, field] of Object.entries(fields)) {
    const value: FieldValue = Object.hasOwn(values, name) ? (values[name] ?? null) : null
    const fact = isEmpty(value) ? null : kindOf(field).facts(field, value)
    facts.push([name, fact])
    if (isList(field)) facts.push([`${name}.count`, fact ?? 0])
  }
  return Object.fromEntries(facts)
}

const isList = (field: Field): boolean => ['lines', 'people', 'departments', 'files'].includes(field.kind)

export interface Visibility {
  readonly visible: ReadonlySet<string>
  /** What the visible fields say, over the facts given from outside. */
  readonly facts: Facts
}

/** Which fields show. A hidden field counts as empty for the others, so showing one can hide the next. */
export function visibility(fields: Fields, values: FormData, outside: Facts = {}): Visibility {
  const own = factsOf(fields, values)
  let shown = new Set(Object.keys(fields))
  let facts: Facts = { ...outside, ...known(fields, own, shown) }
  // Conditions that hide each other in a circle would never settle: as many rounds as fields are enough for any chain.
  for (const _ of Object.keys(fields)) {
    const next = new Set(Object.keys(fields).filter((name) => evaluate(fields[name]?.visibleWhen, facts)))
    const settled = next.size === shown.size && [...next].every((name) => shown.has(name))
    shown = next
    facts = { ...outside, ...known(fields, own, shown) }
    if (settled) break
  }
  return { visible: shown, facts }
}

/** Own facts that count: computed fields without a value leave the word to the facts from outside. */
function known(fields: Fields, own: Facts, shown: ReadonlySet<string>): Facts {
  const entries = Object.entries(own).flatMap(([key, fact]): [string, FactValue][] => {
    const name = key.endsWith('.count') ? key.slice(0, -'.count'.length) : key
    if (fields[name]?.computed === true && fact === null) return []
    return [[key, shown.has(name) ? fact : key === name ? null : 0]]
  })
  return Object.fromEntries(entries)
}

/** Whether the field must have a value under these facts. */
export const isRequired = (field: Field, facts: Facts): boolean =>
  typeof field.required === 'object' ? evaluate(field.required, facts) : field.required === true
