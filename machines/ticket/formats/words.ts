/** Conditions as one line of plain signs, for the formats that show them. */
import { isReference } from '../definition/conditions.ts'
import type { Condition, FactValue, Operator } from '../definition/definition.ts'

const signs: Readonly<Record<Operator, string>> = {
  eq: '=',
  ne: '!=',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
  in: 'in',
  notIn: 'not in',
  empty: 'is empty',
  notEmpty: 'is not empty',
}

/** Texts in quotes, so that they are not taken for facts or numbers; a quote within is doubled. */
function literal(value: FactValue): string {
  if (typeof value !== 'string') return String(value)
  const mark = value.includes("'") ? '"' : "'"
  return `${mark}${value.replaceAll(mark, mark + mark)}${mark}`
}

/** `amount > config.wf.t1 and (days > 3 or dept.key = 'D04')`. */
export function conditionText(condition: Condition): string {
  if ('all' in condition) return groupText(condition.all, 'and')
  if ('any' in condition) return groupText(condition.any, 'or')
  const { field, op, value } = condition
  if (value === undefined) return `${field} ${signs[op]}`
  const operand = isReference(value)
    ? value.fact
    : typeof value === 'object' && value !== null
      ? `(${value.map(literal).join(', ')})`
      : literal(value)
  return `${field} ${signs[op]} ${operand}`
}

/** A part within a group: groups stand in brackets. */
const partText = (part: Condition): string =>
  'all' in part || 'any' in part ? `(${conditionText(part)})` : conditionText(part)

/** Parts joined by a word; a group of one part or none is named, since no word stands between its parts. */
const groupText = (parts: readonly Condition[], word: 'and' | 'or'): string =>
  parts.length < 2
    ? `${word === 'and' ? 'all' : 'any'}(${parts.map(partText).join('')})`
    : parts.map(partText).join(` ${word} `)
