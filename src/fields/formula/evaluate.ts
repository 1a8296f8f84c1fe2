/** What a formula gives over the values of a form; never throws, and reads no clock (FRM-01 to FRM-05). */
import { addDays, daysBetween } from '#src/define/days.ts'
import { isDay } from '../date/day.ts'
import {
  add,
  divide,
  type Exact,
  exactInteger,
  exactOf,
  multiply,
  round,
  scaledTo,
  subtract,
  wholeOf,
} from './exact.ts'
import type { Formula, FormulaCall } from './formula.ts'
import type { WorkdayTable } from './workdays.ts'

/** A value within a formula: a number in exact units, a day or text, yes or no; null where it is missing. */
export type Operand = Exact | string | boolean | null

/** What a formula reads. */
export interface FormulaScope {
  /** The value of a field, a number already exact. */
  readonly valueOf: (field: string) => Operand
  /** Those of a column in all rows. */
  readonly columnOf: (table: string, column: string) => readonly Operand[]
  /** How many rows a sub-table has. */
  readonly rowsOf: (table: string) => number
  /** The work calendar; null while it is not known yet. */
  readonly workdays: WorkdayTable | null
}

/** Days a count of workdays reaches: eleven years. */
const MAX_DAYS = 4_018
/** Years that workdays are stepped over. */
const MAX_YEARS = 11
/** Days that a day is moved by at most: a century. */
const MAX_SHIFT_DAYS = 36_525
/** Places a number may be rounded to. */
const MAX_PLACES = 6

const isNumber = (value: Operand): value is Exact => typeof value === 'bigint'
const isDate = (value: Operand): value is string => typeof value === 'string' && isDay(value)

/** One after the other, from the left; null once a step is. */
const inTurn = (numbers: readonly Exact[], operate: typeof add): Operand => {
  const [first = null, ...others] = numbers
  return others.reduce<Exact | null>((result, next) => (result === null ? null : operate(result, next)), first)
}

/** FRM-03: in sums and differences a missing number counts as zero, unless all are missing. */
const summed = (operands: readonly Operand[], operate: typeof add): Operand =>
  operands.some(isNumber)
    ? inTurn(
        operands.map((one) => (isNumber(one) ? one : 0n)),
        operate,
      )
    : null

/** FRM-03: a product or quotient with a missing number is missing. */
const scaled = (operands: readonly Operand[], operate: typeof add): Operand =>
  operands.every(isNumber) ? inTurn(operands, operate) : null

/** FRM-04: a comparison with a missing value does not hold. */
function compared(left: Operand, right: Operand, holds: (order: number) => boolean): boolean {
  if (left === null || right === null || typeof left !== typeof right) return false
  return holds(left < right ? -1 : left > right ? 1 : 0)
}

/** FRM-05: workdays from one day to another, both included; none where the first is later. */
function workdaysBetween(from: Operand, to: Operand, workdays: WorkdayTable | null): Operand {
  if (!isDate(from) || !isDate(to) || workdays === null || daysBetween(from, to) >= MAX_DAYS) return null
  return exactInteger(workdays.between(from, to))
}

/** FRM-05: the workday so many workdays later, or earlier; with 0 the day itself. */
function workdayAfter(from: Operand, count: Operand, workdays: WorkdayTable | null): Operand {
  if (!isDate(from) || !isNumber(count) || workdays === null) return null
  const day = workdays.after(from, wholeOf(count), MAX_YEARS)
  return day !== null && isDay(day) ? day : null
}

function dayAfter(from: Operand, count: Operand): Operand {
  if (!isDate(from) || !isNumber(count)) return null
  const days = wholeOf(count)
  if (Math.abs(days) > MAX_SHIFT_DAYS) return null
  const day = addDays(from, days)
  return isDay(day) ? day : null
}

/** The least or greatest of the values that are there. */
const extreme = (values: readonly Operand[], isBetter: (one: Operand, best: Operand) => boolean): Operand =>
  values.reduce<Operand>((best, one) => (one === null ? best : best === null || isBetter(one, best) ? one : best), null)

const total = (values: readonly Operand[]): Operand =>
  values.filter(isNumber).reduce<Exact | null>((sum, value) => (sum === null ? null : add(sum, value)), 0n)

function average(values: readonly Operand[]): Operand {
  const numbers = values.filter(isNumber)
  const sum = total(numbers)
  return numbers.length === 0 || !isNumber(sum) ? null : divide(sum, exactInteger(numbers.length))
}

type Operate = (operands: readonly Operand[], scope: FormulaScope) => Operand

/** Over single values; functions over several are given their operands as one list. */
const operations: Readonly<Record<Exclude<FormulaCall, 'if' | 'count'>, Operate>> = {
  add: (operands) => summed(operands, add),
  subtract: (operands) => summed(operands, subtract),
  multiply: (operands) => scaled(operands, multiply),
  divide: (operands) => scaled(operands, divide),
  negate: ([value = null]) => (isNumber(value) ? -value : null),
  eq: ([left = null, right = null]) => compared(left, right, (order) => order === 0),
  ne: ([left = null, right = null]) => compared(left, right, (order) => order !== 0),
  lt: ([left = null, right = null]) => compared(left, right, (order) => order < 0),
  lte: ([left = null, right = null]) => compared(left, right, (order) => order <= 0),
  gt: ([left = null, right = null]) => compared(left, right, (order) => order > 0),
  gte: ([left = null, right = null]) => compared(left, right, (order) => order >= 0),
  and: (operands) => operands.every((value) => value === true),
  or: (operands) => operands.some((value) => value === true),
  not: ([value = null]) => value !== true,
  empty: ([value = null]) => value === null || value === '',
  round: ([value = null, places = null]) =>
    isNumber(value) && isNumber(places) ? round(value, Math.min(wholeOf(places), MAX_PLACES)) : null,
  abs: ([value = null]) => (isNumber(value) && value < 0n ? -value : value),
  sum: total,
  average,
  min: (operands) => extreme(operands, (one, best) => compared(one, best, (order) => order < 0)),
  max: (operands) => extreme(operands, (one, best) => compared(one, best, (order) => order > 0)),
  days: ([from = null, to = null]) => (isDate(from) && isDate(to) ? exactInteger(daysBetween(from, to)) : null),
  workdays: ([from = null, to = null], { workdays }) => workdaysBetween(from, to, workdays),
  addDays: ([day = null, count = null]) => dayAfter(day, count),
  addWorkdays: ([day = null, count = null], { workdays }) => workdayAfter(day, count, workdays),
}

/** What functions gave over a whole column: each row may ask for the same sum. The scope gives the same list while its rows are the same. */
const known = new WeakMap<readonly Operand[], Map<FormulaCall, Operand>>()

function overColumn(call: keyof typeof operations, operands: readonly Operand[], scope: FormulaScope): Operand {
  const results = known.get(operands) ?? new Map<FormulaCall, Operand>()
  known.set(operands, results)
  const before = results.get(call)
  if (before !== undefined) return before
  const result = operations[call](operands, scope)
  results.set(call, result)
  return result
}

function operandsOf(formula: Formula, scope: FormulaScope): readonly Operand[] {
  return 'column' in formula ? scope.columnOf(formula.of, formula.column) : [evaluateFormula(formula, scope)]
}

/** The value of the formula; null where it is missing. A formula whose types do not fit gives null, too. */
export function evaluateFormula(formula: Formula, scope: FormulaScope): Operand {
  if ('number' in formula) return exactOf(formula.number)
  if ('text' in formula) return formula.text
  if ('field' in formula) return scope.valueOf(formula.field)
  if ('column' in formula) return null
  const [first, second, third] = formula.with
  if (formula.call === 'count') return first && 'field' in first ? exactInteger(scope.rowsOf(first.field)) : null
  if (formula.call === 'if') {
    const chosen = first !== undefined && evaluateFormula(first, scope) === true ? second : third
    return chosen === undefined ? null : evaluateFormula(chosen, scope)
  }
  if (first !== undefined && 'column' in first && formula.with.length === 1)
    return overColumn(formula.call, scope.columnOf(first.of, first.column), scope)
  const operands = formula.with.flatMap((part) => operandsOf(part, scope))
  return operations[formula.call](operands, scope)
}

/** The value in units of a decimal place, for a field with so many. */
export const roundedTo = (value: Operand, places: number): bigint | null =>
  isNumber(value) ? scaledTo(value, places) : null
