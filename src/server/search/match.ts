import { nearnessOf, rankOf } from '#src/define/forms/matching.ts'
import { pinyinOf } from '#src/server/organisation/pinyin.ts'

/** Titles of one thing in every language, and the other words it is found by. */
export interface Names {
  readonly chinese: string
  readonly english: string
  readonly aliases?: readonly string[]
}

const sounds = new Map<string, ReturnType<typeof pinyinOf>>()
/** Titles of menus and applications; an administrator's renaming adds a few. */
const MAX_SOUNDS = 2_000

/** How a title sounds, worked out once. */
function soundOf(title: string): ReturnType<typeof pinyinOf> {
  const known = sounds.get(title)
  if (known) return known
  if (sounds.size >= MAX_SOUNDS) sounds.clear()
  const sound = pinyinOf(title)
  sounds.set(title, sound)
  return sound
}

const heard = ({ chinese, english, aliases = [] }: Names) => ({ chinese, english, aliases, ...soundOf(chinese) })

/** The things that fit the wish, best first and otherwise in their order; an empty wish fits everything. */
export function bestOf<T>(things: readonly T[], names: (thing: T) => Names, query: string, most: number): readonly T[] {
  const text = query.trim().toLowerCase()
  return things
    .flatMap((thing) => {
      const rank = text === '' ? 0 : rankOf(heard(names(thing)), text)
      return rank === null ? [] : [{ thing, rank }]
    })
    .sort((a, b) => a.rank - b.rank)
    .slice(0, most)
    .map(({ thing }) => thing)
}

/** What comes nearest to a wish that nothing fits, nearest first. */
export function nearestOf<T>(
  things: readonly T[],
  names: (thing: T) => Names,
  query: string,
  most: number,
): readonly T[] {
  return things
    .map((thing) => ({ thing, nearness: nearnessOf(heard(names(thing)), query) }))
    .filter(({ nearness }) => nearness > 0)
    .sort((a, b) => b.nearness - a.nearness)
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
