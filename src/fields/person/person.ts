import type { PersonField } from '../field.ts'
import { checkId } from '../identity.ts'
import { compareNumber, type Kind, plainFact } from '../kind.ts'

/** The id of a user. That it exists is the server's check. */
export const person: Kind<PersonField> = {
  check: (_field, value) => checkId(value),
  column: () => 'bigint',
  compare: compareNumber,
  initial: () => null,
  begins: ['applicant', 'last'],
  print: (_field, value, lookups) => lookups.person(Number(value)) ?? `#${String(value)}`,
  facts: (_field, value) => plainFact(value),
  compares: () => 'presence',
  source: ({ role }) => ({ to: 'person', ...(role !== undefined && { role }) }),
  isShort: () => true,
  readCell: (_field, _cell, text, resolver) => resolver.person(text),
  fresh: () => ({ kind: 'person' }),
}
