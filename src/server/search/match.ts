import { pinyinOf } from '#src/server/organisation/pinyin.ts'

/** Names of one thing in every language it has. */
export interface Names {
  /** In Chinese: also found by its pinyin and its initials. */
  readonly chinese: string
  readonly english: string
}

const sounds = new Map<string, ReturnType<typeof pinyinOf>>()
/** Titles of menus and applications; an administrator's renaming adds a few. */
const MOST_SOUNDS = 2_000

/** How a title sounds, worked out once. */
function soundOf(title: string): ReturnType<typeof pinyinOf> {
  const known = sounds.get(title)
  if (known) return known
  if (sounds.size >= MOST_SOUNDS) sounds.clear()
  const sound = pinyinOf(title)
  sounds.set(title, sound)
  return sound
}

/** How well a thing fits, 0 best; null when it does not. The wish is in small letters. */
function rankOf({ chinese, english }: Names, wish: string): number | null {
  const words = [chinese.toLowerCase(), english.toLowerCase()]
  if (words.some((word) => word.startsWith(wish))) return 0
  if (words.some((word) => word.includes(wish))) return 1
  // Spaces between syllables are a habit of some keyboards.
  const letters = wish.replace(/[\s']/g, '')
  if (!/^[a-z]+$/.test(letters)) return null
  const { full, initials } = soundOf(chinese)
  if (initials.startsWith(letters)) return 2
  if (full.startsWith(letters)) return 3
  return initials.includes(letters) || full.includes(letters) ? 4 : null
}

/** The things that fit the wish, best first and otherwise in their order; an empty wish fits everything. */
export function bestOf<T>(things: readonly T[], names: (thing: T) => Names, wish: string, most: number): readonly T[] {
  const text = wish.trim().toLowerCase()
  return things
    .flatMap((thing) => {
      const rank = text === '' ? 0 : rankOf(names(thing), text)
      return rank === null ? [] : [{ thing, rank }]
    })
    .sort((a, b) => a.rank - b.rank)
    .slice(0, most)
    .map(({ thing }) => thing)
}

/** The runs of `shortest` to two characters the index has for a text: those of the SQL function of the same name. */
export function textGrams(text: string, shortest: 1 | 2): readonly string[] {
  // Characters as the database counts them: a rare one is two units of a string.
  const letters = [...text.toLowerCase()]
  const runs = (size: number): string[] =>
    Array.from({ length: Math.max(0, letters.length - size + 1) }, (_, at) => letters.slice(at, at + size).join(''))
  const sizes = shortest === 1 ? [1, 2] : [2]
  return [...new Set(sizes.flatMap(runs))].filter((run) => !/\s/.test(run))
}
