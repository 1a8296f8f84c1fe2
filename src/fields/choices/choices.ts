import { isBlank } from '#machines/ticket/engine/visibleText.ts'
import type { ChoicesField, FieldValue } from '../field.ts'
import { accept, type CheckResult, type Kind, lengthFact, refuse, writtenBounds } from '../kind.ts'

const CODE = /^[\w.-]{1,64}$/

/** The codes in a list value; none for any other value. */
export const codesOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : []

function checkCodes({ only, max }: ChoicesField, value: unknown): CheckResult {
  if (!Array.isArray(value)) return refuse('list')
  if (value.length > max) return refuse('most', max)
  const codes: string[] = []
  for (const item of value) {
    const code = typeof item === 'string' ? item.trim() : ''
    if (!CODE.test(code) || (only !== undefined && !only.includes(code))) return refuse('choice')
    if (codes.includes(code)) return refuse('duplicate')
    codes.push(code)
  }
  return accept(codes)
}

/** Codes of different entries of a dictionary. That the entries exist and are enabled is the server's check. */
export const choices: Kind<ChoicesField> = {
  check: checkCodes,
  column: () => 'text[]',
  compare: (left: FieldValue, right: FieldValue) => codesOf(left).length - codesOf(right).length,
  initial: () => null,
  begins: ['last'],
  print: (field, value, lookups) =>
    codesOf(value)
      .map((code) => lookups.entry(field.dictionary, code) ?? code)
      .join(', '),
  facts: (_field, value) => lengthFact(value),
  compares: () => 'number',
  domain: (field) => ({ type: 'number', step: 1, ...writtenBounds(field, 1, field.max) }),
  source: ({ dictionary, only }) => ({ to: 'entry', dictionary, ...(only && { only }) }),
  isList: true,
  readCell(field, _cell, text, resolver) {
    const found = text
      .split(/[,，、;；]/)
      .filter((part) => !isBlank(part))
      .map((part) => resolver.entry(field.dictionary, part.trim()))
    const refused = found.find((one) => 'problem' in one)
    return refused ?? { value: found.flatMap((one) => ('value' in one ? [String(one.value)] : [])) }
  },
}
