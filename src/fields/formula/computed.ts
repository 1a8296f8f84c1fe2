/** The computed fields of a form: the one answer for the browser and the server (FRM-01). */
import type { Facts } from '#machines/ticket/definition/definition.ts'
import type { Problem, Problems } from '#src/define/problem.ts'
import { visibility } from '../conditions.ts'
import { formatScaled } from '../decimal/scaled.ts'
import type { Field, Fields, FieldValue, FormData } from '../field.ts'
import { type CheckTime, isEmpty } from '../kind.ts'
import { kindOf } from '../kinds.ts'
import { rowsOf } from '../lines/lines.ts'
import { cellsOf } from '../walk.ts'
import { evaluateFormula, type FormulaScope, type Operand, roundedTo } from './evaluate.ts'
import { exactOf } from './exact.ts'
import { type Formula, partsOf } from './formula.ts'
import { circularFormulas, computedPaths } from './order.ts'
import { type WorkdayTable, workdayTable } from './workdays.ts'

/** What computed values depend on beside the form. */
export interface FormulaSurroundings {
  readonly given: CheckTime
  /** What conditions may look at besides the form. */
  readonly facts?: Facts
  readonly amountField?: string | undefined
  /** By the work calendar; null while it is not known yet: what counts workdays is missing then. */
  readonly isWorkday: ((day: string) => boolean) | null
}

/** Values of computed fields and of sub-tables with computed columns, and which of them their field refuses. */
export interface ComputedForm {
  readonly values: FormData
  readonly problems: Problems
}

const NOTHING: ComputedForm = { values: {}, problems: {} }

const countsWorkdays = (formula: Formula): boolean =>
  [...partsOf(formula)].some((part) => 'call' in part && /workdays/i.test(part.call))

/** Whether a field, a column or a rule asks the work calendar. */
export const needsWorkdays = (fields: Fields, rules: readonly { readonly formula: Formula }[] = []): boolean =>
  rules.some(({ formula }) => countsWorkdays(formula)) ||
  Object.values(fields).some(
    (field) => (field.formula !== undefined && countsWorkdays(field.formula)) || needsWorkdays(cellsOf(field) ?? {}),
  )

/** A value as formulas see it. */
function operandOf(field: Field | undefined, value: FieldValue | undefined): Operand {
  if (field === undefined || isEmpty(value)) return null
  if (field.kind === 'boolean') return value === true
  const type = kindOf(field).compares(field)
  if (type === 'number' || type === 'money') return exactOf(value)
  return typeof value === 'string' ? value : null
}

/** What a formula gave as the field holds it: rounded to its places. */
function valueFor(field: Field, given: Operand): FieldValue {
  if (given === null) return null
  if (field.kind === 'integer') {
    const whole = roundedTo(given, 0)
    return whole === null ? null : Number(whole)
  }
  if (field.kind === 'money' || field.kind === 'decimal') {
    const places = field.kind === 'money' ? 2 : field.scale
    const units = roundedTo(given, places)
    return units === null ? null : formatScaled(units, places)
  }
  return typeof given === 'bigint' ? null : given
}

const hasCondition = (fields: Fields): boolean =>
  Object.values(fields).some(({ visibleWhen }) => visibleWhen !== undefined)

/** What formulas read over these values; hidden fields count as empty. */
export function scopeOf(
  fields: Fields,
  values: Readonly<Record<string, FieldValue | undefined>>,
  visible: ReadonlySet<string>,
  workdays: WorkdayTable | null,
): FormulaScope {
  // Every row may ask for a column as a whole: it is read once while its rows are the same.
  const columns = new Map<string, { readonly rows: FieldValue | undefined; readonly operands: readonly Operand[] }>()
  const of = (name: string): FieldValue | undefined => (visible.has(name) ? values[name] : undefined)
  return {
    valueOf: (name) => operandOf(fields[name], of(name)),
    columnOf: (table, column) => {
      const path = `${table}.${column}`
      const rows = of(table)
      const known = columns.get(path)
      if (known !== undefined && known.rows === rows) return known.operands
      const cells = (fields[table] && cellsOf(fields[table])) ?? {}
      const operands = rowsOf(rows).map((row) => operandOf(cells[column], row[column]))
      columns.set(path, { rows, operands })
      return operands
    },
    rowsOf: (table) => rowsOf(of(table)).length,
    workdays,
  }
}

/** One computation of every formula over the values as they are. */
function computeOnce(
  fields: Fields,
  values: FormData,
  around: FormulaSurroundings,
  workdays: WorkdayTable | null,
  isCircular: (path: string) => boolean,
): FormData {
  const { visible, facts } = visibility(fields, values, around.facts, around.amountField)
  const seen: Record<string, FieldValue | undefined> = { ...values }
  const scope = scopeOf(fields, seen, visible, workdays)
  const rowComputed = (cells: Fields, table: string, row: FormData): FormData => {
    const shown = hasCondition(cells) ? visibility(cells, row, facts).visible : null
    const own: Record<string, FieldValue | undefined> = { ...row }
    const inRow: FormulaScope = {
      ...scope,
      valueOf: (name) =>
        !Object.hasOwn(cells, name)
          ? scope.valueOf(name)
          : shown?.has(name) === false
            ? null
            : operandOf(cells[name], own[name]),
    }
    for (const [column, cell] of Object.entries(cells)) {
      if (cell.formula === undefined || isCircular(`${table}.${column}`)) continue
      own[column] = shown?.has(column) === false ? null : valueFor(cell, evaluateFormula(cell.formula, inRow))
    }
    return Object.entries(own).every(([column, value]) => row[column] === value) ? row : (own as FormData)
  }
  // What does not change stays the same object, and is not drawn again.
  const rowsComputed = (cells: Fields, table: string): FieldValue => {
    const rows = rowsOf(values[table])
    const next = rows.map((row) => rowComputed(cells, table, row))
    return next.every((row, index) => row === rows[index]) ? (values[table] ?? null) : next
  }
  const computed: Record<string, FieldValue> = {}
  for (const [name, field] of Object.entries(fields)) {
    const cells = cellsOf(field)
    if (field.formula !== undefined && !isCircular(name))
      computed[name] = visible.has(name) ? valueFor(field, evaluateFormula(field.formula, scope)) : null
    else if (cells !== null && Object.values(cells).some(({ formula }) => formula !== undefined))
      computed[name] = rowsComputed(cells, name)
    else continue
    seen[name] = computed[name]
  }
  return computed
}

const isSame = (one: FormData, other: FormData): boolean => JSON.stringify(one) === JSON.stringify(other)

/** Computes every formula of a form; what a formula reads may itself be computed, and what it decides may show or hide what others read. */
export function computeFormulas(fields: Fields, values: FormData, around: FormulaSurroundings): ComputedForm {
  const paths = computedPaths(fields)
  if (paths.length === 0) return NOTHING
  const circular = new Set(circularFormulas(fields, around.amountField))
  const isCircular = (path: string): boolean => circular.has(path)
  const workdays = around.isWorkday === null ? null : workdayTable(around.isWorkday)
  let computed = computeOnce(fields, values, around, workdays, isCircular)
  // Without a circle each round settles at least one formula more, or what it shows.
  for (let rounds = paths.length + Object.keys(fields).length; rounds > 0; rounds--) {
    const next = computeOnce(fields, { ...values, ...computed }, around, workdays, isCircular)
    if (isSame(next, computed)) break
    computed = next
  }
  return { values: computed, problems: Object.fromEntries(refused(fields, computed, around.given)) }
}

/** FRM-02: a result that its field does not hold (too many digits, below zero, above its greatest value) is refused, not cut. */
function* refused(
  fields: Fields,
  values: FormData,
  given: CheckTime,
  prefix = '',
): Generator<[string, readonly Problem[]]> {
  for (const [name, value] of Object.entries(values)) {
    const field = fields[name]
    if (field === undefined || isEmpty(value)) continue
    const cells = cellsOf(field)
    if (cells !== null)
      for (const [index, row] of rowsOf(value).entries())
        yield* refused(cells, row, given, `${prefix}${name}.${index}.`)
    else if (field.formula !== undefined) {
      const checked = kindOf(field).check(field, value, given)
      if ('problem' in checked) yield [prefix + name, [checked.problem]]
    }
  }
}
