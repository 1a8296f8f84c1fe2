/** A formula as it is written and read again (FRM-07). */
import { type Formula, type FormulaCall, signatureOf } from './formula.ts'
import type { FormulaNames } from './parse.ts'

const signs: Partial<Record<FormulaCall, readonly [sign: string, level: number]>> = {
  eq: ['=', 1],
  ne: ['<>', 1],
  lt: ['<', 1],
  lte: ['<=', 1],
  gt: ['>', 1],
  gte: ['>=', 1],
  add: ['+', 2],
  subtract: ['-', 2],
  multiply: ['*', 3],
  divide: ['/', 3],
}
const SIGNED_LEVEL = 4

/** The text of a formula; `parseFormula` with the same names reads the same formula from it. */
export function printFormula(formula: Formula, names: FormulaNames): string {
  return print(formula, names, 0)
}

function print(formula: Formula, names: FormulaNames, above: number): string {
  if ('number' in formula) return formula.number
  if ('text' in formula) return `"${formula.text}"`
  if (!('call' in formula)) return `[${names.nameOf(formula)}]`
  const { call, with: operands } = formula
  const within = (text: string, level: number): string => (level < above ? `(${text})` : text)
  const operator = signs[call]
  if (operator !== undefined) {
    const [sign, level] = operator
    // What stands behind a sign of its own level was in brackets, and so was a sum that begins a sum.
    const printed = labelled(operands, call, names).map((one, index) =>
      print(one, names, index === 0 && !('call' in one && one.call === call && isOfSeveral(call)) ? level : level + 1),
    )
    return within(printed.join(` ${sign} `), level)
  }
  if (call === 'negate')
    return within(`-${operands.map((one) => print(one, names, SIGNED_LEVEL)).join('')}`, SIGNED_LEVEL)
  return `${call.toUpperCase()}(${operands.map((one) => print(one, names, 0)).join(', ')})`
}

/** Whether a sign joins several operands in one call. */
const isOfSeveral = (call: FormulaCall): boolean => signatureOf(call).most > 2

/** Codes of entries by their labels. */
function labelled(operands: readonly Formula[], call: FormulaCall, names: FormulaNames): readonly Formula[] {
  if (call !== 'eq' && call !== 'ne') return operands
  return operands.map((one, index) => {
    const beside = operands[1 - index]
    return 'text' in one && beside !== undefined && 'field' in beside
      ? { text: names.labelOf(beside.field, one.text) ?? one.text }
      : one
  })
}
