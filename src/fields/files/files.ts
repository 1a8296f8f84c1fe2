import type { FilesField } from '../field.ts'
import { checkIds, idsOf, printIds } from '../identity.ts'
import { type Kind, lengthFact, writtenBounds } from '../kind.ts'

/** Ids of different files. That they exist is the server's check. */
export const files: Kind<FilesField> = {
  check: (field, value) => checkIds(value, field.max),
  column: () => 'bigint[]',
  compare: (left, right) => idsOf(left).length - idsOf(right).length,
  initial: () => null,
  print: (_field, value, lookups) => printIds(value, lookups.file),
  facts: (_field, value) => lengthFact(value),
  compares: () => 'number',
  domain: (field) => ({ type: 'number', step: 1, ...writtenBounds(field, 1, field.max) }),
  source: ({ pictures }) => ({ to: 'file', ...(pictures === true && { pictures }) }),
  isList: true,
  fresh: () => ({ kind: 'files', max: 10 }),
}
