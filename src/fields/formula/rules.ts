/** What must hold between the fields of a form (FRM-09). */
import type { Problem, Problems, TextParam } from '#src/define/problem.ts'
import { visibility } from '../conditions.ts'
import type { Fields, FormData } from '../field.ts'
import { isEmpty } from '../kind.ts'
import { rowsOf } from '../lines/lines.ts'
import { type FormulaSurroundings, scopeOf } from './computed.ts'
import { evaluateFormula } from './evaluate.ts'
import { type Formula, fieldsRead } from './formula.ts'
import { workdayTable } from './workdays.ts'

/** A rule as far as it is checked. */
interface Rule {
  readonly formula: Formula
  readonly message: TextParam
  readonly field: string
}

/** The rules that do not hold, at their fields. A rule is not asked while a field it reads, or its own, is empty or hidden. */
export function brokenRules(
  fields: Fields,
  rules: readonly Rule[],
  values: FormData,
  around: FormulaSurroundings,
): Problems {
  if (rules.length === 0) return {}
  const { visible } = visibility(fields, values, around.facts, around.amountField)
  const isThere = (path: string): boolean => {
    const [name = '', column] = path.split('.')
    if (!visible.has(name) || isEmpty(values[name])) return false
    return column === undefined || rowsOf(values[name]).some((row) => !isEmpty(row[column]))
  }
  const workdays = around.isWorkday === null ? null : workdayTable(around.isWorkday)
  const scope = scopeOf(fields, values, visible, workdays)
  const problems = new Map<string, Problem[]>()
  for (const { formula, message, field } of rules) {
    if (![field, ...fieldsRead(formula)].every(isThere) || evaluateFormula(formula, scope) === true) continue
    problems.set(field, [...(problems.get(field) ?? []), { key: 'check.ownRule', params: [message] }])
  }
  return Object.fromEntries(problems)
}
