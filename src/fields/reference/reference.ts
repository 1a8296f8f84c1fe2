import type { ReferenceField } from '../field.ts'
import { checkId } from '../identity.ts'
import { compareNumber, type Kind, plainFact } from '../kind.ts'

/** The id of a row of another record. That it exists is the server's check. */
export const reference: Kind<ReferenceField> = {
  check: (_field, value) => checkId(value),
  column: () => 'bigint',
  compare: compareNumber,
  initial: () => null,
  begins: ['last'],
  print: (field, value, lookups) => lookups.record(field.record, Number(value)) ?? `#${String(value)}`,
  facts: (_field, value) => plainFact(value),
  compares: () => 'presence',
  source: ({ record }) => ({ to: 'record', record }),
  readCell: (field, _cell, text, resolver) => resolver.record(field.record, text),
}
