/** Texts a person would read, as they stand in a source instead of a catalogue. */
import { parseAst } from 'rolldown/parseAst'

interface Node {
  readonly type: string
  readonly [key: string]: unknown
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

const chinese = /[\u3400-\u9fff]/
const word = /[A-Za-z]{2}/
/** Begins like a sentence: no key, class or path does. */
const sentence = /^[A-Z][a-z']+ [a-z]+/

/** Begins like a word on a screen; keys and classes do not. */
const capital = /^[A-Z][a-z]/

/** Attributes and properties whose value is read out or shown. */
const shown = new Set([
  'aria-label',
  'aria-description',
  'aria-roledescription',
  'aria-valuetext',
  'aria-placeholder',
  'alt',
  'title',
  'placeholder',
  'label',
  'text',
  'helperText',
  'labelInfo',
  'heading',
])

const nameOf = (node: unknown): string => (isNode(node) ? String(node.name ?? node.value ?? '') : '')

/** `{ zhHans: '...', en: '...' }`: a text in both languages, typed as data. */
function isBilingual(node: Node): boolean {
  if (node.type !== 'ObjectExpression' || !Array.isArray(node.properties)) return false
  const names = node.properties.map((property: unknown) => (isNode(property) ? nameOf(property.key) : ''))
  return names.includes('zhHans') && names.includes('en')
}

/** The texts of a string or template; nothing for other nodes. */
function textsOf(node: Node): readonly string[] {
  if (node.type === 'JSXText') return [String(node.value)]
  // What a value must look like is no text, whatever letters it is made of.
  if ('regex' in node) return []
  if (node.type === 'Literal') return [typeof node.value === 'string' ? node.value : String(node.raw ?? '')]
  if (
    node.type === 'TemplateElement' &&
    typeof node.value === 'object' &&
    node.value !== null &&
    'cooked' in node.value
  )
    return [String(node.value.cooked)]
  return []
}

const children = (node: Node): readonly Node[] =>
  Object.values(node).flatMap((value) => (Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : []))

/** Strings an expression can become: those it consists of, not those it hands to functions. */
function outcomes(node: Node): readonly string[] {
  switch (node.type) {
    case 'Literal':
      return typeof node.value === 'string' ? [node.value] : []
    case 'TemplateLiteral':
      return children(node).flatMap(textsOf)
    case 'ConditionalExpression':
      return [node.consequent, node.alternate].filter(isNode).flatMap(outcomes)
    case 'LogicalExpression':
      return [node.left, node.right].filter(isNode).flatMap(outcomes)
    case 'JSXExpressionContainer':
    case 'ParenthesizedExpression':
      return isNode(node.expression) ? outcomes(node.expression) : []
    default:
      return []
  }
}

/** Every literal that should stand in a catalogue. `isScreen`: the source draws, so English words count too. */
export function literalTexts(source: string, isScreen: boolean, lang: 'ts' | 'tsx' = 'tsx'): readonly string[] {
  const found = new Set<string>()
  const add = (texts: readonly string[], pattern: RegExp): void => {
    for (const text of texts) if (pattern.test(text)) found.add(text.trim())
  }
  const visit = (node: Node): void => {
    if (isBilingual(node)) return
    add(textsOf(node), chinese)
    if (isScreen) {
      if (node.type === 'JSXText') add(textsOf(node), word)
      if (node.type === 'JSXElement' || node.type === 'JSXFragment')
        add((node.children as readonly Node[]).filter((child) => child.type !== 'JSXText').flatMap(outcomes), word)
      if (node.type === 'JSXAttribute' && shown.has(nameOf(node.name)) && isNode(node.value))
        add(outcomes(node.value), word)
      if (node.type === 'Property' && shown.has(nameOf(node.key)) && isNode(node.value))
        add(outcomes(node.value), capital)
      // What developers read may be English.
      if (node.type === 'NewExpression' && /Error$/.test(nameOf(node.callee))) return
      if (node.type === 'Literal' || node.type === 'TemplateElement') add(textsOf(node), sentence)
    }
    for (const child of children(node)) visit(child)
  }
  visit(parseAst(source, { lang }) as unknown as Node)
  return [...found]
}
