/** How well something fits what was typed: one rule for the command palette and the application centre. */

/** Names of one thing in every language it has, and how the Chinese one sounds. */
export interface Names {
  readonly chinese: string
  readonly english: string
  /** Other words people look for it by, in any language. */
  readonly aliases: readonly string[]
  /** Pinyin without gaps, and the initials. */
  readonly full: string
  readonly initials: string
}

/** Whether the letters stand in the text in their order, the first at its beginning. */
function isSkipping(text: string, letters: string): boolean {
  if (letters.length < 2 || text[0] !== letters[0]) return false
  let at = 0
  for (const letter of letters) {
    at = text.indexOf(letter, at) + 1
    if (at === 0) return false
  }
  return true
}

/** How well a thing fits, 0 best; null when it does not. The wish is in small letters. */
export function rankOf({ chinese, english, aliases, full, initials }: Names, query: string): number | null {
  const titles = [chinese.toLowerCase(), english.toLowerCase()]
  if (titles.some((title) => title.startsWith(query))) return 0
  if (titles.some((title) => title.includes(query))) return 1
  const others = aliases.map((alias) => alias.toLowerCase())
  if (others.some((alias) => alias.startsWith(query))) return 2
  // Spaces between syllables are a habit of some keyboards.
  const letters = query.replace(/[\s']/g, '')
  if (!/^[a-z]+$/.test(letters)) return others.some((alias) => query.includes(alias)) ? 6 : null
  if (initials.startsWith(letters)) return 3
  if (full.startsWith(letters)) return 4
  if (initials.includes(letters) || full.includes(letters)) return 5
  return isSkipping(initials, letters) ? 6 : null
}

/** How many characters two texts share, for what is offered where nothing fits. */
function shared(text: string, query: string): number {
  const letters = new Set(text.toLowerCase())
  return [...new Set(query)].filter((letter) => /\S/.test(letter) && letters.has(letter)).length
}

/** Different Latin letters below which a likeness means nothing. */
const MIN_LETTERS = 3

/** How near a thing comes to a wish that it does not fit; 0 when they have nothing in common. Latin letters count only where most of them are shared. */
export function nearnessOf({ chinese, english, aliases, full }: Names, query: string): number {
  const text = query.trim().toLowerCase()
  if (!/^[\x20-\x7e]*$/.test(text)) return shared(`${chinese}${aliases.join('')}`, text)
  const letters = new Set(text.replace(/[^a-z]/g, ''))
  const most = Math.max(0, ...[english, full, ...aliases].map((one) => shared(one, text)))
  return letters.size >= MIN_LETTERS && most >= Math.ceil(letters.size * 0.75) ? most : 0
}
