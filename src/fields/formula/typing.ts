/** The type of a formula, and what is wrong with it (FRM-06). */
import type { Field, FieldKind, Fields } from '../field.ts'
import { cellsOf } from '../walk.ts'
import { type Formula, type FormulaCall, type FormulaType, MAX_PARTS, partsOf, signatureOf } from './formula.ts'

/** Why a formula is refused; texts stand under `designer.formulaFault`. */
export type FormulaFault =
  | { readonly key: 'unknown'; readonly field: string }
  /** The field is of a kind that formulas do not read, or stays hidden from most readers. */
  | { readonly key: 'unread'; readonly field: string }
  | { readonly key: 'operands'; readonly call: FormulaCall; readonly least: number; readonly most: number }
  | { readonly key: 'type'; readonly call: FormulaCall; readonly position: number; readonly found: FormulaType }
  | { readonly key: 'mixed'; readonly call: FormulaCall }
  | { readonly key: 'result'; readonly found: FormulaType }
  | { readonly key: 'long'; readonly most: number }

const typesByKind: { readonly [K in FieldKind]?: FormulaType } = {
  integer: 'number',
  decimal: 'number',
  quantity: 'number',
  money: 'number',
  date: 'day',
  boolean: 'flag',
  choice: 'text',
  text: 'text',
  lines: 'rows',
}

/** What a field is within a formula; null for kinds that formulas do not read, and for values that not everybody may see. */
export const typeOfField = (field: Field): FormulaType | null =>
  field.maskedUnless === undefined ? (typesByKind[field.kind] ?? null) : null

/** Kinds whose values a formula can give. */
export const formulaKinds: readonly FieldKind[] = ['integer', 'decimal', 'money', 'date', 'boolean']

const columnTypes: Partial<Record<FormulaType, FormulaType>> = { number: 'numbers', day: 'days' }
const singleTypes: Partial<Record<FormulaType, FormulaType>> = { numbers: 'number', days: 'day' }

type Typed = { readonly type: FormulaType } | { readonly fault: FormulaFault }

const typeOrUnread = (field: string, type: FormulaType | null | undefined): Typed =>
  type === null || type === undefined ? { fault: { key: 'unread', field } } : { type }

/** The type of a formula over these fields, or the first thing that is wrong, from inside out. */
export function typeOfFormula(formula: Formula, fields: Fields): Typed {
  if ('number' in formula) return { type: 'number' }
  if ('text' in formula) return { type: 'text' }
  if ('field' in formula) {
    const field = fields[formula.field]
    return field === undefined
      ? { fault: { key: 'unknown', field: formula.field } }
      : typeOrUnread(formula.field, typeOfField(field))
  }
  if ('column' in formula) {
    const path = `${formula.of}.${formula.column}`
    const table = fields[formula.of]
    const cell = table && cellsOf(table)?.[formula.column]
    if (cell === undefined) return { fault: { key: 'unknown', field: path } }
    const type = typeOfField(cell)
    return typeOrUnread(path, type === null ? null : columnTypes[type])
  }
  return typeOfCall(formula, fields)
}

function typeOfCall({ call, with: operands }: Extract<Formula, { call: unknown }>, fields: Fields): Typed {
  const { takes, least, most, gives } = signatureOf(call)
  if (operands.length < least || operands.length > most) return { fault: { key: 'operands', call, least, most } }
  const types: FormulaType[] = []
  for (const [index, operand] of operands.entries()) {
    const typed = typeOfFormula(operand, fields)
    if ('fault' in typed) return typed
    const wanted = takes[Math.min(index, takes.length - 1)] ?? []
    if (!wanted.includes(typed.type)) return { fault: { key: 'type', call, position: index + 1, found: typed.type } }
    types.push(singleTypes[typed.type] ?? typed.type)
  }
  // What is compared, chosen between or ordered is of one type; a condition before it has been looked at already.
  const alike = call === 'if' ? types.slice(1) : isOfOneType(call) ? types : []
  if (new Set(alike).size > 1) return { fault: { key: 'mixed', call } }
  return { type: gives === 'same' ? (types.at(-1) ?? 'number') : gives }
}

const isOfOneType = (call: FormulaCall): boolean => ['eq', 'ne', 'lt', 'lte', 'gt', 'gte', 'min', 'max'].includes(call)

/** The fault of any formula over these fields, its result apart. */
function faultIn(formula: Formula, around: Fields, isResult: (type: FormulaType) => boolean): FormulaFault | null {
  // Counted up to the limit only: what is longer is not walked.
  let parts = 0
  for (const _ of partsOf(formula)) if (++parts > MAX_PARTS) return { key: 'long', most: MAX_PARTS }
  const typed = typeOfFormula(formula, around)
  if ('fault' in typed) return typed.fault
  return isResult(typed.type) ? null : { key: 'result', found: typed.type }
}

/** Why a formula is no rule of a form, which gives yes or no (FRM-09); null when it is one. */
export const ruleFault = (formula: Formula, around: Fields): FormulaFault | null =>
  faultIn(formula, around, (type) => type === 'flag')

/** Why a field of this kind cannot be computed so; null when it can. `around` are the fields the formula may read. */
export const formulaFault = (formula: Formula, field: Field, around: Fields): FormulaFault | null =>
  faultIn(formula, around, (type) => formulaKinds.includes(field.kind) && type === typesByKind[field.kind])
