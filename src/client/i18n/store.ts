/** The texts of the page: one tree for each language, to which every loaded part adds its own. */
import type { Language, MessageTree } from '#src/define/messages.ts'

/** Values for `{0}`, `{1}` (array) or `{name}` (object). */
export type Params = readonly (string | number)[] | Readonly<Record<string, string | number>>

interface Tree {
  [key: string]: string | Tree
}

const trees: Readonly<Record<Language, Tree>> = { zhHans: {}, en: {} }

/** Adds texts to a language's tree; branches grow together. */
export function addTexts(language: Language, texts: MessageTree): void {
  graft(trees[language], texts)
}

function graft(tree: Tree, texts: MessageTree): void {
  for (const [key, value] of Object.entries(texts)) {
    if (typeof value === 'string') {
      tree[key] = value
      continue
    }
    const branch = tree[key]
    if (typeof branch === 'object') graft(branch, value)
    else {
      const grown: Tree = {}
      graft(grown, value)
      tree[key] = grown
    }
  }
}

/** The text of a key in a language, else in the product's default one; undefined where none has it. */
export function findText(language: Language, key: string): string | undefined {
  return find(trees[language], key) ?? find(trees.zhHans, key)
}

/** Some names hold dots themselves (`budget.insufficient` among the rules), so every dot may be where a branch ends. */
function find(tree: Tree, key: string): string | undefined {
  const text = tree[key]
  if (typeof text === 'string') return text
  for (let dot = key.indexOf('.'); dot !== -1; dot = key.indexOf('.', dot + 1)) {
    const branch = tree[key.slice(0, dot)]
    const found = typeof branch === 'object' ? find(branch, key.slice(dot + 1)) : undefined
    if (found !== undefined) return found
  }
  return undefined
}

/** Puts values in the place of `{0}` or `{name}`; what has no value stays as it stands, and values are never read for placeholders. */
export function filled(text: string, params: Params | undefined): string {
  if (params === undefined) return text
  const values = params as Readonly<Record<string, string | number>>
  return text.replace(/\{(\w+)\}/g, (placeholder, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : placeholder,
  )
}
