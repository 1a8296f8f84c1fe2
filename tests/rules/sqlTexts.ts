/** SQL as it stands in the sources: found in the syntax tree, so that no text of a comment or a message is taken for it. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseAst } from 'rolldown/parseAst'
import type { Source } from './sources.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

export interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [key: string]: unknown
}

export const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

export const childrenOf = (node: Node): readonly Node[] =>
  Object.values(node).flatMap((value) => (Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : []))

export function nodesOf(top: Node): readonly Node[] {
  const found = [top]
  for (const node of found) found.push(...childrenOf(node))
  return found
}

export interface SqlText {
  readonly path: string
  readonly line: number
  /** The text; a place for a value is written `$0`. */
  readonly text: string
}

const trees = new Map<string, Node>()

/** The syntax tree of a source, parsed once. */
export function treeOf({ path, text }: Source): Node {
  const found = trees.get(path) ?? (parseAst(text, { lang: path.endsWith('x') ? 'tsx' : 'ts' }) as unknown as Node)
  trees.set(path, found)
  return found
}

const nameOf = (node: unknown): string => (isNode(node) ? String(node.name ?? '') : '')

/** `sql`, or the call of `statement` that makes a tag. */
export function isSqlTag(tag: unknown): boolean {
  if (!isNode(tag)) return false
  return tag.type === 'CallExpression' ? nameOf(tag.callee) === 'statement' : nameOf(tag) === 'sql'
}

/** The texts between the places of a template. */
export const partsOf = (template: Node): readonly string[] =>
  (template.quasis as readonly { value: { cooked?: string; raw: string } }[]).map(
    ({ value }) => value.cooked ?? value.raw,
  )

/** Calls of the query builder whose first argument is a table. */
const tableCalls = /^(selectFrom|insertInto|updateTable|deleteFrom|innerJoin|leftJoin|table)$/
/** Functions of `define/records/rows.server.ts`, whose second argument is a table. */
const rowCalls = new Map([
  ['adding', 'insert into'],
  ['changing', 'update'],
])
const whole = /^\s*(insert into|update|delete from|with|merge into|lock table)\s|\bselect\b[\s\S]*\bfrom\s/

function textOf(node: Node): string | null {
  if (node.type === 'TaggedTemplateExpression' && isSqlTag(node.tag)) return partsOf(node.quasi as Node).join('$0')
  if (node.type === 'TemplateLiteral') {
    const text = partsOf(node).join('$0')
    return whole.test(text) ? text : null
  }
  if (node.type === 'Literal' && typeof node.value === 'string') return whole.test(node.value) ? node.value : null
  if (node.type !== 'CallExpression' || !isNode(node.callee)) return null
  const [first, second] = node.arguments as readonly Node[]
  const rowVerb = rowCalls.get(nameOf(node.callee))
  if (rowVerb !== undefined && typeof second?.value === 'string') return `${rowVerb} ${second.value}`
  if (node.callee.type !== 'MemberExpression') return null
  const isTable = tableCalls.test(nameOf(node.callee.property)) && typeof first?.value === 'string'
  if (!isTable) return null
  const verb = { insertInto: 'insert into', updateTable: 'update', deleteFrom: 'delete from' }
  return `${verb[nameOf(node.callee.property) as keyof typeof verb] ?? 'from'} ${first.value}`
}

export const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length

/** Every SQL text of a source with its line. */
export function sqlTextsOf(source: Source): readonly SqlText[] {
  if (!/\b(sql|statement|select|insert|update|delete)\b/.test(source.text)) return []
  return nodesOf(treeOf(source)).flatMap((node) => {
    const text = textOf(node)
    return text === null ? [] : [{ path: source.path, line: lineAt(source.text, node.start), text }]
  })
}

export interface MigrationText {
  readonly path: string
  /** `server`, or the name of the module. */
  readonly owner: string
  readonly text: string
}

function sqlFilesIn(folder: string, owner: string): readonly MigrationText[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .toSorted()
    .map((name) => ({
      path: relative(root, join(folder, name)).replaceAll('\\', '/'),
      owner,
      text: readFileSync(join(folder, name), 'utf8').replaceAll(/--.*$/gm, ''),
    }))
}

/** The migrations of all owners, read from the disk. */
export const migrationTexts: readonly MigrationText[] = [
  ...sqlFilesIn(join(root, 'src/server/database/migrations'), 'server'),
  ...readdirSync(join(root, 'src/modules'), { withFileTypes: true }).flatMap(({ name }) => {
    const folder = join(root, 'src/modules', name)
    return readdirSync(folder).includes('migrations') ? sqlFilesIn(join(folder, 'migrations'), name) : []
  }),
]
