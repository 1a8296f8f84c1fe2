/** The two languages of the product; `zhHans` is the default and the fallback. */
export type Language = 'zhHans' | 'en'
export const languages: readonly Language[] = ['zhHans', 'en']

/** A tree of texts. Placeholders are `{0}`, `{1}` or `{name}`. */
export interface MessageTree {
  readonly [key: string]: string | MessageTree
}

/** The same keys with any texts: what the second language has to satisfy. */
export type SameKeys<T> = { readonly [K in keyof T]: T[K] extends string ? string : SameKeys<T[K]> }

export interface Messages<T extends MessageTree = MessageTree> {
  readonly zhHans: T
  readonly en: SameKeys<T>
}

/** Declares a catalogue in both languages; a key missing in the second does not compile. */
export function defineMessages<const T extends MessageTree>(zhHans: T, en: SameKeys<T>): Messages<T> {
  return { zhHans, en }
}
