import type { DepartmentsField } from '../field.ts'
import { checkIds, idsOf, printIds } from '../identity.ts'
import { type Kind, lengthFact, writtenBounds } from '../kind.ts'

/** Ids of different departments. That they exist is the server's check. */
export const departments: Kind<DepartmentsField> = {
  check: (field, value) => checkIds(value, field.max),
  column: () => 'bigint[]',
  compare: (left, right) => idsOf(left).length - idsOf(right).length,
  initial: () => null,
  begins: ['last'],
  print: (_field, value, lookups) => printIds(value, lookups.department),
  facts: (_field, value) => lengthFact(value),
  compares: () => 'number',
  domain: (field) => ({ type: 'number', step: 1, ...writtenBounds(field, 1, field.max) }),
  source: () => ({ to: 'department' }),
  isList: true,
}
