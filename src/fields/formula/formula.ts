/** Formulas of computed fields: a closed grammar stored as data, never code (FRM-01). */

/** What a formula is made of; `with` holds the operands in their order. */
export type Formula =
  /** An exact decimal, `12.50`. */
  | { readonly number: string }
  /** A text, or the code of an entry of a dictionary. */
  | { readonly text: string }
  /** A field of the form; in a row of a sub-table a column of that row. */
  | { readonly field: string }
  /** All cells of a column of a sub-table, for functions over several values. */
  | { readonly column: string; readonly of: string }
  | { readonly call: FormulaCall; readonly with: readonly Formula[] }

/** What a part of a formula gives. `rows` is a sub-table, `numbers` and `days` are its columns. */
export type FormulaType = 'number' | 'day' | 'flag' | 'text' | 'rows' | 'numbers' | 'days'

interface Signature {
  /** Types of the operands; the last one repeats up to `most`. */
  readonly takes: readonly (readonly FormulaType[])[]
  /** Fewest operands; default as many as `takes` names. */
  readonly least?: number
  /** Most operands; default as many as `takes` names. */
  readonly most?: number
  /** What it gives; `same` as its last operand, a column giving one of its values. */
  readonly gives: FormulaType | 'same'
}

const NUMBER: readonly FormulaType[] = ['number']
const DAY: readonly FormulaType[] = ['day']
const FLAG: readonly FormulaType[] = ['flag']
const SINGLE: readonly FormulaType[] = ['number', 'day', 'flag', 'text']
const ORDERED: readonly FormulaType[] = ['number', 'day']
const SEVERAL: readonly FormulaType[] = ['number', 'numbers']
const SEVERAL_ORDERED: readonly FormulaType[] = ['number', 'numbers', 'day', 'days']
/** Operands of a call that takes any number of them. */
export const MAX_OPERANDS = 30

/** Operators and functions with what they take and give. */
export const formulaCalls = {
  add: { takes: [NUMBER], least: 2, most: MAX_OPERANDS, gives: 'number' },
  subtract: { takes: [NUMBER, NUMBER], gives: 'number' },
  multiply: { takes: [NUMBER], least: 2, most: MAX_OPERANDS, gives: 'number' },
  divide: { takes: [NUMBER, NUMBER], gives: 'number' },
  negate: { takes: [NUMBER], gives: 'number' },
  eq: { takes: [SINGLE, SINGLE], gives: 'flag' },
  ne: { takes: [SINGLE, SINGLE], gives: 'flag' },
  lt: { takes: [ORDERED, ORDERED], gives: 'flag' },
  lte: { takes: [ORDERED, ORDERED], gives: 'flag' },
  gt: { takes: [ORDERED, ORDERED], gives: 'flag' },
  gte: { takes: [ORDERED, ORDERED], gives: 'flag' },
  and: { takes: [FLAG], least: 2, most: MAX_OPERANDS, gives: 'flag' },
  or: { takes: [FLAG], least: 2, most: MAX_OPERANDS, gives: 'flag' },
  not: { takes: [FLAG], gives: 'flag' },
  if: { takes: [FLAG, SINGLE, SINGLE], gives: 'same' },
  empty: { takes: [SINGLE], gives: 'flag' },
  round: { takes: [NUMBER, NUMBER], gives: 'number' },
  abs: { takes: [NUMBER], gives: 'number' },
  sum: { takes: [SEVERAL], most: MAX_OPERANDS, gives: 'number' },
  average: { takes: [SEVERAL], most: MAX_OPERANDS, gives: 'number' },
  min: { takes: [SEVERAL_ORDERED], most: MAX_OPERANDS, gives: 'same' },
  max: { takes: [SEVERAL_ORDERED], most: MAX_OPERANDS, gives: 'same' },
  count: { takes: [['rows']], gives: 'number' },
  days: { takes: [DAY, DAY], gives: 'number' },
  workdays: { takes: [DAY, DAY], gives: 'number' },
  addDays: { takes: [DAY, NUMBER], gives: 'day' },
  addWorkdays: { takes: [DAY, NUMBER], gives: 'day' },
} as const satisfies Readonly<Record<string, Signature>>

export type FormulaCall = keyof typeof formulaCalls

/** Calls that are written with signs; the others are written by name. */
export const operatorCalls = [
  'add',
  'subtract',
  'multiply',
  'divide',
  'negate',
  'eq',
  'ne',
  'lt',
  'lte',
  'gt',
  'gte',
] as const satisfies readonly FormulaCall[]
export type NamedCall = Exclude<FormulaCall, (typeof operatorCalls)[number]>

/** What a call takes and gives, with its bounds filled in. */
export function signatureOf(call: FormulaCall): Required<Signature> {
  const signature: Signature = formulaCalls[call]
  const { length } = signature.takes
  return { least: length, most: length, ...signature }
}

/** Calls within calls at most: as deep as a body may be that carries the formula of a column. */
export const MAX_CALLS = 10

/** How many calls lie within each other. */
export const depthOf = (formula: Formula): number =>
  'call' in formula ? 1 + Math.max(0, ...formula.with.map(depthOf)) : 0

/** Parts of one formula at most, so that none takes long. */
export const MAX_PARTS = 200

/** The formula and every part of it, from outside in. */
export function* partsOf(formula: Formula): Generator<Formula> {
  yield formula
  if ('call' in formula) for (const part of formula.with) yield* partsOf(part)
}

/** Names of the fields it reads; a sub-table by its own name, a column as `items.amount`. */
export const fieldsRead = (formula: Formula): readonly string[] => [
  ...new Set(
    [...partsOf(formula)].flatMap((part) =>
      'field' in part ? [part.field] : 'column' in part ? [`${part.of}.${part.column}`] : [],
    ),
  ),
]
