/** A formula in words: what administrators read beside it, and applicants below the field. */
import type { Translate } from '#src/client/platform/i18n/index.ts'
import type { Formula, FormulaCall } from '#src/fields/formula/formula.ts'
import type { FormulaNames } from '#src/fields/formula/parse.ts'

type CallPart = Extract<Formula, { call: unknown }>

/** Calls that are said as one thing, so that no brackets are needed around them. */
const closed: readonly FormulaCall[] = ['sum', 'average', 'min', 'max', 'count', 'days', 'workdays', 'abs', 'round']

/** The sentence of a formula. `isDay` tells which parts of it are days. */
export function formulaWords(
  formula: Formula,
  names: FormulaNames,
  isDay: (part: Formula) => boolean,
  t: Translate,
): string {
  const quoted = (text: string): string => t('designer.formula.quoted', [text])
  const say = (part: Formula, isInside: boolean): string => {
    if ('number' in part) return part.number
    if ('text' in part) return quoted(part.text)
    if (!('call' in part)) return quoted(names.nameOf(part))
    const text = sayCall(part)
    return isInside && !closed.includes(part.call) ? t('designer.formula.brackets', [text]) : text
  }
  /** What stands beside a choice is said by the label of its entry. */
  const sayBeside = (part: Formula, other: Formula | undefined): string =>
    'text' in part && other !== undefined && 'field' in other
      ? quoted(names.labelOf(other.field, part.text) ?? part.text)
      : say(part, true)
  const sayCall = ({ call, with: operands }: CallPart): string => {
    switch (call) {
      case 'and':
      case 'or':
        return operands.map((one) => say(one, true)).join(t(`designer.formula.join.${call}`))
      case 'sum':
      case 'average':
      case 'min':
      case 'max': {
        const all = operands.map((one) => say(one, operands.length > 1)).join(t('designer.formula.join.list'))
        return t(`designer.formula.words.${call}`, [all])
      }
      case 'add':
      case 'multiply':
        return operands
          .map((one) => say(one, true))
          .reduce((text, next) => t(`designer.formula.words.${call}`, [text, next]))
      case 'eq':
      case 'ne':
        return t(
          `designer.formula.words.${call}`,
          operands.map((one, index) => sayBeside(one, operands[1 - index])),
        )
      case 'lt':
      case 'lte':
      case 'gt':
      case 'gte': {
        const [left] = operands
        const how = left !== undefined && isDay(left) ? (`${call}Day` as const) : call
        return t(
          `designer.formula.words.${how}`,
          operands.map((one) => say(one, true)),
        )
      }
      default:
        return t(
          `designer.formula.words.${call}`,
          operands.map((one) => say(one, true)),
        )
    }
  }
  return say(formula, false)
}
