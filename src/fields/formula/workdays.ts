/** Workdays counted by the year, so that a thousand rows do not walk through years of days each (FRM-05). */

const DAY_MS = 86_400_000

/** Counts workdays of a calendar; asked for a year it looks at its days once. Days are `yyyy-MM-dd`. */
export interface WorkdayTable {
  /** Workdays from one day to another, both included; 0 where the first is later. */
  readonly between: (from: string, to: string) => number
  /** The workday so many workdays later, or earlier when negative, within `years` years; with 0 the day itself. Null beyond. */
  readonly after: (from: string, count: number, years: number) => string | null
}

const numberOf = (day: string): number => Date.parse(`${day}T00:00:00Z`) / DAY_MS
const dayOf = (number: number): string => new Date(number * DAY_MS).toISOString().slice(0, 10)
const yearOf = (day: string): number => Number(day.slice(0, 4))

interface Year {
  /** Number of its first day. */
  readonly first: number
  /** Workdays up to each of its days, that day included. */
  readonly upTo: readonly number[]
}

/** A table over this calendar. */
export function workdayTable(isWorkday: (day: string) => boolean): WorkdayTable {
  const years = new Map<number, Year>()
  const read = (year: number): Year => {
    const known = years.get(year)
    if (known !== undefined) return known
    const first = numberOf(`${year}-01-01`)
    const upTo: number[] = []
    for (let number = first; number < numberOf(`${year + 1}-01-01`); number++)
      upTo.push((upTo.at(-1) ?? 0) + (isWorkday(dayOf(number)) ? 1 : 0))
    const made = { first, upTo }
    years.set(year, made)
    return made
  }
  const totalOf = (year: number): number => read(year).upTo.at(-1) ?? 0
  /** Workdays of its year up to a day, that day included. */
  const upTo = (day: string): number => {
    const { first, upTo: counts } = read(yearOf(day))
    return counts[numberOf(day) - first] ?? 0
  }
  const isOne = (day: string): boolean => {
    const { first, upTo: counts } = read(yearOf(day))
    const index = numberOf(day) - first
    return (counts[index] ?? 0) > (counts[index - 1] ?? 0)
  }
  return {
    between(from, to) {
      if (from > to) return 0
      let count = upTo(to) - upTo(from) + (isOne(from) ? 1 : 0)
      for (let year = yearOf(from); year < yearOf(to); year++) count += totalOf(year)
      return count
    },
    after(from, count, most) {
      if (count === 0) return from
      // The wanted workday by its place in a year: the first is 1.
      let year = yearOf(from)
      let place = upTo(from) + count + (count < 0 && !isOne(from) ? 1 : 0)
      for (let moved = 0; place > totalOf(year) || place < 1; moved++) {
        if (moved >= most) return null
        if (place < 1) place += totalOf(--year)
        else place -= totalOf(year++)
      }
      const { first, upTo: counts } = read(year)
      return dayOf(first + counts.indexOf(place))
    },
  }
}
