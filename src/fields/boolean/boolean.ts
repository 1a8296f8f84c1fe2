import type { BooleanField } from '../field.ts'
import { accept, compareNumber, type Kind, plainFact, refuse } from '../kind.ts'

const spellings: ReadonlyMap<unknown, boolean> = new Map<unknown, boolean>([
  [true, true],
  ['true', true],
  ['True', true],
  [1, true],
  ['1', true],
  [false, false],
  ['false', false],
  ['False', false],
  [0, false],
  ['0', false],
])

/** Yes or no, in any spelling of 97-api. */
export const boolean: Kind<BooleanField> = {
  check(_field, value) {
    const truth = spellings.get(value)
    return truth === undefined ? refuse('boolean') : accept(truth)
  },
  column: () => 'boolean',
  compare: compareNumber,
  initial: (field) => field.initial ?? null,
  begins: ['fixed', 'last'],
  print: (_field, value, lookups) => lookups.entry('yesNo', String(value)) ?? String(value),
  facts: (_field, value) => plainFact(value),
  compares: () => 'flag',
  domain: () => ({ type: 'choice', values: [true, false] }),
  words: 'yesNo',
  readCell: (_field, cell, text, resolver) =>
    typeof cell === 'boolean' ? { value: cell } : resolver.entry('yesNo', text),
  fresh: () => ({ kind: 'boolean' }),
}
