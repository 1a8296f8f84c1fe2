/** Statements of the sources with their places filled in, so that a database can plan them. */
import { sources } from '#tests/rules/sources.ts'
import { childrenOf, isNode, isSqlTag, lineAt, type Node, partsOf, treeOf } from '#tests/rules/sqlTexts.ts'

export interface SourceStatement {
  readonly path: string
  readonly line: number
  /** Texts the statement can have; `$V` stands for a value. One of them must be planned. */
  readonly variants: readonly string[]
}

type Source = (typeof sources)[number]

/** What a place can be when the source does not say: a value, a condition, nothing, or a column. */
const UNKNOWN = ['$V', 'true', '', 'null']
/** Statements without a plan: a database cannot prepare them. */
const UTILITY = /^\s*(lock|create|drop|savepoint|release|rollback|set|truncate|listen|notify) /
const MAX_VARIANTS = 200
const MAX_DEPTH = 6

const byPath = new Map(sources.map((source) => [source.path, source]))
const nameOf = (node: unknown): string => (isNode(node) ? String(node.name ?? '') : '')

interface Declared {
  readonly node: Node
  readonly source: Source
}

const declarations = new Map<string, ReadonlyMap<string, Node>>()

/** Constants and functions of a source by their names, wherever they stand in it. */
function declaredIn(source: Source): ReadonlyMap<string, Node> {
  const known = declarations.get(source.path)
  if (known !== undefined) return known
  const found = new Map<string, Node>()
  const visit = (node: Node): void => {
    if (node.type === 'VariableDeclarator' && isNode(node.init)) found.set(nameOf(node.id), node.init)
    if (node.type === 'FunctionDeclaration') found.set(nameOf(node.id), node)
    for (const child of childrenOf(node)) visit(child)
  }
  visit(treeOf(source))
  declarations.set(source.path, found)
  return found
}

function declarationOf(name: string, source: Source): Declared | null {
  const here = declaredIn(source).get(name)
  if (here !== undefined) return { node: here, source }
  for (const path of source.imports) {
    const from = byPath.get(path)
    const there =
      from && new RegExp(String.raw`\bimport [^;]*\b${name}\b[^;]* from`).test(source.text)
        ? declaredIn(from).get(name)
        : undefined
    if (from && there) return { node: there, source: from }
  }
  return null
}

/** What a function answers. */
function answersOf(node: Node): readonly Node[] {
  const { body } = node
  if (!isNode(body)) return []
  if (body.type !== 'BlockStatement') return [body]
  const found: Node[] = []
  const visit = (inner: Node): void => {
    if (inner.type === 'ReturnStatement' && isNode(inner.argument)) found.push(inner.argument)
    if (!/Function/.test(inner.type)) for (const child of childrenOf(inner)) visit(child)
  }
  visit(body)
  return found
}

/** All combinations, the first choices first. */
function combined(parts: readonly string[], choices: readonly (readonly string[])[]): readonly string[] {
  let texts = [parts[0] ?? '']
  for (const [index, choice] of choices.entries()) {
    const longer = choice.flatMap((chosen) => texts.map((text) => text + chosen + (parts[index + 1] ?? '')))
    texts = longer.slice(0, MAX_VARIANTS)
  }
  return texts
}

function templateTexts(template: Node, source: Source, depth: number): readonly string[] {
  const places = (template.expressions as readonly Node[]).map((place) => textsOf(place, source, depth + 1))
  return combined(partsOf(template), places)
}

/** Texts an expression can put into a statement. */
function textsOf(node: Node, source: Source, depth: number): readonly string[] {
  if (depth > MAX_DEPTH) return UNKNOWN
  const inner = (child: unknown): readonly string[] => (isNode(child) ? textsOf(child, source, depth + 1) : UNKNOWN)
  switch (node.type) {
    case 'TaggedTemplateExpression':
      return isSqlTag(node.tag) ? templateTexts(node.quasi as Node, source, depth) : UNKNOWN
    case 'ConditionalExpression':
      return [...new Set([...inner(node.consequent), ...inner(node.alternate)])]
    case 'TSAsExpression':
    case 'TSNonNullExpression':
    case 'ParenthesizedExpression':
      return inner(node.expression)
    case 'Literal':
    case 'ArrayExpression':
    case 'TemplateLiteral':
    case 'NewExpression':
      return ['$V']
    case 'Identifier': {
      const found = declarationOf(nameOf(node), source)
      return found ? textsOf(found.node, found.source, depth + 1) : UNKNOWN
    }
    case 'CallExpression':
      return callTexts(node, source, depth)
    default:
      return UNKNOWN
  }
}

/** A text that stands in a statement as it is. */
function rawTexts(node: Node | undefined, source: Source, depth: number): readonly string[] {
  if (node === undefined || depth > MAX_DEPTH) return UNKNOWN
  if (typeof node.value === 'string') return [node.value]
  if (node.type === 'TemplateLiteral')
    return combined(
      partsOf(node),
      (node.expressions as readonly Node[]).map((place) => rawTexts(place, source, depth + 1)),
    )
  if (node.type === 'ConditionalExpression')
    return [node.consequent, node.alternate].flatMap((child) => rawTexts(child as Node, source, depth + 1))
  const found = node.type === 'Identifier' ? declarationOf(nameOf(node), source) : null
  return found ? rawTexts(found.node, found.source, depth + 1) : UNKNOWN
}

function callTexts(node: Node, source: Source, depth: number): readonly string[] {
  const { callee } = node
  const [first] = node.arguments as readonly Node[]
  if (isNode(callee) && callee.type === 'MemberExpression' && nameOf(callee.object) === 'sql') {
    const kind = nameOf(callee.property)
    if (kind === 'raw' || kind === 'ref' || kind === 'table' || kind === 'id') return rawTexts(first, source, depth + 1)
    return ['$V']
  }
  if (nameOf(callee) === 'verbatim') return rawTexts(first, source, depth + 1)
  const found = isNode(callee) && callee.type === 'Identifier' ? declarationOf(nameOf(callee), source) : null
  const answers = found ? answersOf(found.node) : []
  if (!found || answers.length === 0) return UNKNOWN
  return [...new Set(answers.flatMap((answer) => textsOf(answer, found.source, depth + 1)))]
}

/** A place of `statement`: the name of a value, or SQL, or a list of them. */
function placeTexts(node: Node, source: Source): readonly string[] {
  if (typeof node.value === 'string') return ['$V']
  if (node.type === 'ArrayExpression')
    return combined(
      [],
      (node.elements as readonly Node[]).map((part) => placeTexts(part, source)),
    )
  return textsOf(node, source, 1)
}

const isStatementCall = (tag: unknown): boolean => isNode(tag) && tag.type === 'CallExpression'

function statementsOf(source: Source): readonly SourceStatement[] {
  const found: SourceStatement[] = []
  const add = (node: Node, variants: readonly string[]): void => {
    if (variants.some((text) => UTILITY.test(text))) return
    found.push({ path: source.path, line: lineAt(source.text, node.start), variants })
  }
  const visit = (node: Node): void => {
    if (node.type === 'TaggedTemplateExpression' && isSqlTag(node.tag) && isStatementCall(node.tag)) {
      const quasi = node.quasi as Node
      add(
        node,
        combined(
          partsOf(quasi),
          (quasi.expressions as readonly Node[]).map((place) => placeTexts(place, source)),
        ),
      )
    }
    if (node.type === 'MemberExpression' && nameOf(node.property) === 'execute' && isNode(node.object)) {
      const { object } = node
      if (object.type === 'TaggedTemplateExpression' && isSqlTag(object.tag))
        add(object, templateTexts(object.quasi as Node, source, 0))
    }
    for (const child of childrenOf(node)) visit(child)
  }
  visit(treeOf(source))
  return found
}

/** Every statement the server's sources send, read from the disk. */
export const sourceStatements = (): readonly SourceStatement[] =>
  sources
    .filter(
      ({ path, text }) =>
        path.startsWith('src/') && /\b(sql|statement)\b/.test(text) && !path.startsWith('src/client/'),
    )
    .flatMap(statementsOf)
