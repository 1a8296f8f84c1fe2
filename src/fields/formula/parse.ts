/** Formulas as people write them: `[数量] * [单价]`, `SUM([明细.金额])`, `IF([天数] > 3, 1, 2)` (FRM-07). */
import { isBlank } from '#machines/ticket/engine/visibleText.ts'
import { parseScaled } from '../decimal/scaled.ts'
import {
  depthOf,
  type Formula,
  type FormulaCall,
  formulaCalls,
  MAX_CALLS,
  type NamedCall,
  operatorCalls,
  signatureOf,
} from './formula.ts'

/** Names in formulas: those of fields in the reader's language, and what entries of a dictionary are called. */
export interface FormulaNames {
  /** The field or column of a name between brackets; null when there is none. */
  readonly find: (name: string) => Extract<Formula, { field: string } | { column: string }> | null
  /** The name by which a field or column is found again. */
  readonly nameOf: (part: Extract<Formula, { field: string } | { column: string }>) => string
  /** The code of an entry that a field offers, by its label; null when it offers none so called. */
  readonly entryOf: (field: string, label: string) => string | null
  /** What an entry is called; null when the field has no such entry. */
  readonly labelOf: (field: string, code: string) => string | null
}

/** Why a text is no formula, and where; texts stand under `designer.formulaProblem`. */
export interface FormulaProblem {
  readonly key: 'end' | 'character' | 'name' | 'call' | 'rest' | 'number' | 'deep'
  /** Position in the text, from 0. */
  readonly at: number
  /** What stands there. */
  readonly word: string
}

export type ParsedFormula = { readonly formula: Formula } | { readonly problem: FormulaProblem }

interface Token {
  readonly type: 'number' | 'text' | 'name' | 'word' | 'sign' | 'end'
  readonly text: string
  readonly at: number
}

class Unreadable extends Error {
  readonly problem: FormulaProblem
  constructor(key: FormulaProblem['key'], { at, text }: Pick<Token, 'at' | 'text'>) {
    super(key)
    this.problem = { key, at, word: text }
  }
}

const pattern =
  /\s*(?:(?<number>\d+(?:\.\d+)?)|"(?<text>[^"]*)"|\[(?<name>[^\]]*)\]|(?<word>[A-Za-z]+)|(?<sign><=|>=|<>|[-+*/(),=<>≤≥≠]))/y

/** Full-width signs as input methods write them, and the signs of arithmetic, as this grammar writes them; one for one, so that places stay. */
const widths: Readonly<Record<string, string>> = {
  '（': '(',
  '）': ')',
  '，': ',',
  '＋': '+',
  '－': '-',
  '×': '*',
  '＊': '*',
  '÷': '/',
  '／': '/',
  '＝': '=',
  '＜': '<',
  '＞': '>',
  '“': '"',
  '”': '"',
  '【': '[',
  '】': ']',
}

/** Longest text that is read. */
export const MAX_CHARACTERS = 2_000

function tokensOf(source: string): readonly Token[] {
  const text = source.replace(/[（），＋－×＊÷／＝＜＞“”【】]/g, (sign) => widths[sign] ?? sign)
  const tokens: Token[] = []
  pattern.lastIndex = 0
  while (pattern.lastIndex < text.length) {
    const from = pattern.lastIndex
    const rest = text.slice(from)
    if (isBlank(rest)) break
    const found = pattern.exec(text)
    if (found === null) {
      const at = from + rest.length - rest.trimStart().length
      throw new Unreadable('character', { at, text: source.charAt(at) })
    }
    const [type, value] = Object.entries(found.groups ?? {}).find(([, part]) => part !== undefined) ?? ['end', '']
    const at = from + found[0].length - found[0].trimStart().length
    tokens.push({ type: type as Token['type'], text: value ?? '', at })
  }
  return [...tokens, { type: 'end', text: '', at: text.length }]
}

const binary: readonly Readonly<Record<string, FormulaCall>>[] = [
  { '=': 'eq', '<>': 'ne', '≠': 'ne', '<': 'lt', '<=': 'lte', '≤': 'lte', '>': 'gt', '>=': 'gte', '≥': 'gte' },
  { '+': 'add', '-': 'subtract' },
  { '*': 'multiply', '/': 'divide' },
]

const isNamed = (call: FormulaCall): call is NamedCall => !operatorCalls.some((one) => one === call)

/** Functions by the name they are written with. */
export const functionNames: Readonly<Record<string, NamedCall>> = Object.fromEntries(
  (Object.keys(formulaCalls) as FormulaCall[]).filter(isNamed).map((call) => [call.toUpperCase(), call]),
)

/** Brackets and calls within each other that are read at most, so that no text exhausts the stack. */
const MAX_DEPTH = 60

/** Reads a formula; never throws. */
export function parseFormula(source: string, names: FormulaNames): ParsedFormula {
  try {
    if (source.length > MAX_CHARACTERS) throw new Unreadable('rest', { at: MAX_CHARACTERS, text: '' })
    const formula = readWhole(tokensOf(source), names)
    return depthOf(formula) > MAX_CALLS ? { problem: { key: 'deep', at: 0, word: String(MAX_CALLS) } } : { formula }
  } catch (error) {
    if (error instanceof Unreadable) return { problem: error.problem }
    throw error
  }
}

function readWhole(tokens: readonly Token[], names: FormulaNames): Formula {
  let next = 0
  let depth = 0
  const peek = (): Token => tokens[next] ?? { type: 'end', text: '', at: 0 }
  const take = (): Token => {
    const token = peek()
    next++
    return token
  }
  const isSign = (sign: string): boolean => peek().type === 'sign' && peek().text === sign
  const expect = (sign: string): void => {
    if (!isSign(sign)) throw new Unreadable(peek().type === 'end' ? 'end' : 'rest', peek())
    take()
  }

  /** What stands in brackets, in a call or behind a sign. */
  const inside = (read: () => Formula): Formula => {
    if (++depth > MAX_DEPTH) throw new Unreadable('rest', peek())
    const formula = read()
    depth--
    return formula
  }
  const level = (at: number): Formula => {
    const signs = binary[at]
    if (signs === undefined) return signed()
    let left = level(at + 1)
    for (;;) {
      const call = peek().type === 'sign' ? signs[peek().text] : undefined
      if (call === undefined) return left
      const sign = peek().text
      const operands = [left]
      // A sum or product of several is one call, so that long ones do not grow deep.
      do {
        take()
        operands.push(level(at + 1))
      } while (isSign(sign) && signatureOf(call).most > operands.length)
      left = { call, with: call === 'eq' || call === 'ne' ? withCodes(operands, names) : operands }
    }
  }
  const signed = (): Formula => {
    if (!isSign('-')) return single()
    take()
    return { call: 'negate', with: [inside(signed)] }
  }
  const single = (): Formula => {
    const token = take()
    switch (token.type) {
      case 'number':
        if (parseScaled(token.text, 12) === null) throw new Unreadable('number', token)
        return { number: token.text }
      case 'text':
        return { text: token.text }
      case 'name': {
        const found = names.find(token.text.trim())
        if (found === null) throw new Unreadable('name', token)
        return found
      }
      case 'word': {
        const call = functionNames[token.text.toUpperCase()]
        if (call === undefined) throw new Unreadable('call', token)
        expect('(')
        return { call, with: operands() }
      }
      case 'sign': {
        if (token.text !== '(') throw new Unreadable('rest', token)
        const formula = inside(() => level(0))
        expect(')')
        return formula
      }
      default:
        throw new Unreadable('end', token)
    }
  }
  const operands = (): readonly Formula[] => {
    const found: Formula[] = []
    while (!isSign(')')) {
      if (found.length > 0) expect(',')
      found.push(inside(() => level(0)))
    }
    expect(')')
    return found
  }

  const formula = level(0)
  if (peek().type !== 'end') throw new Unreadable('rest', peek())
  return formula
}

/** A choice is compared by the code of its entry, which people write by its label. */
function withCodes(operands: readonly Formula[], names: FormulaNames): readonly Formula[] {
  return operands.map((one, index) => {
    const beside = operands[1 - index]
    return 'text' in one && beside !== undefined && 'field' in beside
      ? { text: names.entryOf(beside.field, one.text) ?? one.text }
      : one
  })
}
