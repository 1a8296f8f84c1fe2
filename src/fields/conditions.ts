/** What the conditions of a form see, and which fields they show and require. */
import { evaluate } from '#machines/ticket/definition/conditions.ts'
import type { Facts, FactValue } from '#machines/ticket/definition/definition.ts'
import { type ShownFields, shownFields } from '#machines/ticket/definition/form.ts'
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

/** Fields of which conditions see the length. */
export const isList = (field: Field): boolean => kindOf(field).isList === true

/** Which fields show, and what they say over the facts given from outside; `amount` follows the field that holds it. */
export function visibility(fields: Fields, values: FormData, outside: Facts = {}, amountField?: string): ShownFields {
  const own = factsOf(fields, values)
  const shows = Object.fromEntries(Object.entries(fields).map(([name, { visibleWhen }]) => [name, visibleWhen]))
  const amountIn = (shown: ReadonlySet<string>): Facts => {
    const field = amountField === undefined ? undefined : fields[amountField]
    if (amountField === undefined || field === undefined) return {}
    const fact = own[amountField] ?? null
    // As with every computed field, what is not computed here is said from outside.
    if (field.computed === true && fact === null) return {}
    return { amount: shown.has(amountField) ? (fact ?? 0) : 0 }
  }
  return shownFields(shows, (shown) => ({ ...outside, ...amountIn(shown), ...known(fields, own, shown) }))
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
