import type { DepartmentField } from '../field.ts'
import { checkId } from '../identity.ts'
import { compareNumber, type Kind, plainFact } from '../kind.ts'

/** The id of a department. That it exists is the server's check. */
export const department: Kind<DepartmentField> = {
  check: (_field, value) => checkId(value),
  column: () => 'bigint',
  compare: compareNumber,
  initial: () => null,
  begins: ['applicantDept', 'last'],
  print: (_field, value, lookups) => lookups.department(Number(value)) ?? `#${String(value)}`,
  facts: (_field, value) => plainFact(value),
  compares: () => 'presence',
  source: () => ({ to: 'department' }),
  isShort: () => true,
  readCell: (_field, _cell, text, resolver) => resolver.department(text),
  fresh: () => ({ kind: 'department' }),
}
