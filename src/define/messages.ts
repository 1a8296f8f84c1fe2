import { moneyText } from './money.ts'

/** The two languages of the product; `zhHans` is the default and the fallback. */
export type Language = 'zhHans' | 'en'
export const languages: readonly Language[] = ['zhHans', 'en']

/** A tree of texts. Placeholders are `{0}`, `{1}` or `{name}`; `{0, money}` groups an amount and gives it two places. */
export interface MessageTree {
  readonly [key: string]: string | MessageTree
}

/** The same keys with any texts: what the second language has to satisfy. */
export type SameKeys<T> = { readonly [K in keyof T]: T[K] extends string ? string : SameKeys<T[K]> }

export interface Messages<T extends MessageTree = MessageTree> {
  readonly zhHans: T
  readonly en: SameKeys<T>
}

/** The texts of one number of things: a form for each of the languages' numbers. */
export interface PluralForms {
  readonly one: string
  readonly other: string
}

/** Paths to the texts of a tree, `list.export`; a text with forms for numbers is no text of its own. */
export type TextPaths<T> = T extends unknown
  ? {
      [K in keyof T & string]: T[K] extends string ? K : T[K] extends PluralForms ? never : `${K}.${TextPaths<T[K]>}`
    }[keyof T & string]
  : never

/** Declares a catalogue in both languages; a key missing in the second does not compile. */
export function defineMessages<const T extends MessageTree>(zhHans: T, en: SameKeys<T>): Messages<T> {
  return { zhHans, en }
}

/** The tree that has the texts of all. */
type Joined<T> = (T extends unknown ? (tree: T) => void : never) extends (tree: infer All extends MessageTree) => void
  ? All
  : never

/** One tree of texts out of several; the same key in two of them is a fault of the program. */
export function joinTexts<const T extends readonly MessageTree[]>(...trees: T): Joined<T[number]>
export function joinTexts(...trees: readonly MessageTree[]): MessageTree {
  return joinTrees(trees)
}

/** One catalogue out of several, each checked by itself; the same key in two of them is a fault of the program. */
export function joinMessages<C extends readonly Messages[]>(...catalogues: C): Messages<Joined<C[number]['zhHans']>>
export function joinMessages(...catalogues: readonly Messages[]): Messages {
  return {
    zhHans: joinTrees(catalogues.map((one) => one.zhHans)),
    en: joinTrees(catalogues.map((one) => one.en as MessageTree)),
  }
}

function joinTrees(trees: readonly MessageTree[]): MessageTree {
  const joined = new Map<string, string | MessageTree>()
  for (const [key, value] of trees.flatMap((tree) => Object.entries(tree))) {
    const before = joined.get(key)
    if (before !== undefined && (typeof before === 'string' || typeof value === 'string'))
      throw new Error(`the text ${key} is there twice`)
    joined.set(key, typeof before === 'object' && typeof value === 'object' ? joinTrees([before, value]) : value)
  }
  return Object.fromEntries(joined)
}

/** Puts values into the places of a text: `{0}` as they are, `{0, money}` grouped and with two places. */
export const fillText = (text: string, values: readonly (string | number)[]): string =>
  text.replace(/\{(\d+)(, money)?\}/g, (_, index: string, format: string | undefined) => {
    const value = values[Number(index)] ?? ''
    return format === undefined ? String(value) : moneyText(value)
  })
