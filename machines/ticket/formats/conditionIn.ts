/** Conditions written in plain signs, as our own formats show them and as common tools write them; whatever is more is not read. */
import type { Leaf } from '../definition/conditions.ts'
import type { Condition, FactValue, Operator } from '../definition/definition.ts'

type Token = { readonly kind: 'word' | 'text' | 'sign'; readonly text: string }

const MAX_CHARACTERS = 200_000
const MAX_DEPTH = 10
const MAX_PARTS = 50
const MAX_VALUES = 200
const MAX_TEXT = 200
const TOKEN =
  /\s*(?:(?<quoted>"(?:[^"]|"")*"|'(?:[^']|'')*')|(?<sign>==|!=|<>|<=|>=|&&|\|\||[=<>(),])|(?<word>[^\s"'=<>!&|(),]+))/y

const operators: Readonly<Record<string, Operator>> = {
  '=': 'eq',
  '==': 'eq',
  '!=': 'ne',
  '<>': 'ne',
  '>': 'gt',
  '>=': 'gte',
  '<': 'lt',
  '<=': 'lte',
}

/** Without its quotes; a doubled one within is one. */
function unquoted(text: string): string {
  const mark = text.charAt(0)
  return text.slice(1, -1).replaceAll(mark + mark, mark)
}

function tokensIn(source: string): readonly Token[] | null {
  const tokens: Token[] = []
  for (let index = 0; index < source.length; index = TOKEN.lastIndex) {
    TOKEN.lastIndex = index
    const groups = TOKEN.exec(source)?.groups
    if (!groups) return source.slice(index).trim() === '' ? tokens : null
    const { quoted, sign, word } = groups
    if (quoted !== undefined) tokens.push({ kind: 'text', text: unquoted(quoted) })
    else if (sign !== undefined) tokens.push({ kind: 'sign', text: sign })
    else tokens.push({ kind: 'word', text: word ?? '' })
  }
  return tokens
}

const FACT = /^[A-Za-z][A-Za-z0-9_.]{0,79}$/
/** A value; undefined for a word, which is the name of a fact. */
function literalOf({ kind, text }: Token): FactValue | undefined {
  if (kind === 'text') return text.length > MAX_TEXT ? undefined : text
  if (text === 'true' || text === 'false') return text === 'true'
  if (text === 'null') return null
  return /^-?\d{1,22}(\.\d{1,30})?(e[+-]?\d{1,3})?$/.test(text) && Number.isFinite(Number(text))
    ? Number(text)
    : undefined
}

/** Without what tools put around an expression: `${ }` and `#{ }`, and the sign that says one follows. */
function unwrapped(source: string): string {
  const text = source.trim()
  const inner = /^[$#]\{([^{}]*)\}$/.exec(text)?.[1]
  return (inner ?? text.replace(/^=(?!=)/, '')).trim()
}

class Unread extends Error {}

class Reader {
  private index = 0
  private readonly tokens: readonly Token[]
  constructor(tokens: readonly Token[]) {
    this.tokens = tokens
  }
  private peek(ahead = 0): Token | undefined {
    return this.tokens[this.index + ahead]
  }
  private next(): Token {
    const token = this.peek()
    if (!token) throw new Unread()
    this.index += 1
    return token
  }
  private takes(...texts: readonly string[]): boolean {
    const token = this.peek()
    if (!token || token.kind === 'text' || !texts.includes(token.text.toLowerCase())) return false
    this.index += 1
    return true
  }
  whole(): Condition {
    const condition = this.group(0)
    if (this.peek()) throw new Unread()
    return condition
  }
  /** Parts joined by one word; another one needs brackets, as no two tools agree which binds tighter. */
  private group(depth: number): Condition {
    if (depth > MAX_DEPTH) throw new Unread()
    const parts = [this.part(depth)]
    const isAll = this.takes('and', '&&')
    if (isAll || this.takes('or', '||')) {
      do parts.push(this.part(depth))
      while (isAll ? this.takes('and', '&&') : this.takes('or', '||'))
      if (parts.length > MAX_PARTS) throw new Unread()
      return isAll ? { all: parts } : { any: parts }
    }
    return parts[0] as Condition
  }
  private part(depth: number): Condition {
    const named = this.named()
    if (named) return this.few(named, depth)
    if (!this.takes('(')) return this.leaf()
    const inner = this.group(depth + 1)
    if (!this.takes(')')) throw new Unread()
    return inner
  }
  /** `all(` and `any(`: a group of one part or none. */
  private named(): 'all' | 'any' | null {
    const [word, bracket] = [this.peek(), this.peek(1)]
    const isNamed = word?.kind === 'word' && bracket?.kind === 'sign' && bracket.text === '('
    if (!isNamed || (word.text !== 'all' && word.text !== 'any')) return null
    this.index += 2
    return word.text
  }
  private few(word: 'all' | 'any', depth: number): Condition {
    if (depth > MAX_DEPTH) throw new Unread()
    const parts = this.takes(')') ? [] : [this.part(depth + 1)]
    if (parts.length > 0 && !this.takes(')')) throw new Unread()
    return word === 'all' ? { all: parts } : { any: parts }
  }
  private leaf(): Leaf {
    const field = this.next()
    if (field.kind !== 'word' || !FACT.test(field.text)) throw new Unread()
    if (this.takes('is')) {
      const op = this.takes('not') ? 'notEmpty' : 'empty'
      if (!this.takes('empty')) throw new Unread()
      return { field: field.text, op }
    }
    const isNot = this.takes('not')
    if (this.takes('in')) return { field: field.text, op: isNot ? 'notIn' : 'in', value: this.list() }
    const sign = this.next()
    const op = sign.kind === 'sign' ? operators[sign.text] : undefined
    if (isNot || op === undefined) throw new Unread()
    const token = this.next()
    const value = literalOf(token)
    if (value !== undefined) return { field: field.text, op, value }
    if (token.kind !== 'word' || !FACT.test(token.text)) throw new Unread()
    return { field: field.text, op, value: { fact: token.text } }
  }
  private literal(): FactValue {
    const value = literalOf(this.next())
    if (value === undefined) throw new Unread()
    return value
  }
  private list(): readonly FactValue[] {
    if (!this.takes('(')) throw new Unread()
    const values: FactValue[] = []
    while (!this.takes(')')) {
      if (values.length > 0 && !this.takes(',')) throw new Unread()
      values.push(this.literal())
      if (values.length > MAX_VALUES) throw new Unread()
    }
    return values
  }
}

/** The condition of a text such as `amount > config.wf.t1 and (days > 3 or note is empty)`, `${amount > 5000 && urgent == true}`; null when it says anything else. */
export function conditionIn(source: string): Condition | null {
  const text = unwrapped(source)
  const tokens = text.length > MAX_CHARACTERS ? null : tokensIn(text)
  if (tokens === null || tokens.length === 0) return null
  try {
    return new Reader(tokens).whole()
  } catch (error) {
    if (error instanceof Unread) return null
    throw error
  }
}
