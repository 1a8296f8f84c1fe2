import type { ChoiceField } from '../field.ts'
import { accept, compareText, type Kind, plainFact, refuse } from '../kind.ts'

/** The code of a dictionary entry. That the entry exists and is enabled is the server's check. */
export const choice: Kind<ChoiceField> = {
  check(field, value) {
    const code = typeof value === 'number' || typeof value === 'boolean' ? String(value) : value
    if (typeof code !== 'string' || !/^[\w.-]{1,64}$/.test(code.trim())) return refuse('choice')
    if (field.only !== undefined && !field.only.includes(code.trim())) return refuse('choice')
    return accept(code.trim())
  },
  column: () => 'text',
  compare: compareText,
  initial: (field) => field.initial ?? null,
  begins: ['fixed', 'last'],
  print: (field, value, lookups) => lookups.entry(field.dictionary, String(value)) ?? String(value),
  facts: (_field, value) => plainFact(value),
  compares: () => 'choice',
  domain(field, entriesOf) {
    const values = field.only ?? entriesOf(field.dictionary)
    return values === null ? { type: 'any' } : { type: 'choice', values }
  },
  source: ({ dictionary, only }) => ({ to: 'entry', dictionary, ...(only && { only }) }),
  isShort: () => true,
  readCell: (field, _cell, text, resolver) => resolver.entry(field.dictionary, text),
  fresh: (dictionary) => ({ kind: 'choice', dictionary }),
}
