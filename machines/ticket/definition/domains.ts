/** Which values a fact can have, so that between two constants only those are tried that exist. */
import type { FactValue } from './definition.ts'

/** What is known of a fact's values; `isRequired` when it is never without one. */
export type Domain =
  /** Multiples of `step`: 1 for counts, 0.01 for money. */
  | {
      readonly type: 'number'
      readonly step: number
      readonly min?: number
      readonly max?: number
      readonly isRequired?: boolean
    }
  /** `yyyy-MM-dd`. */
  | { readonly type: 'day'; readonly isRequired?: boolean }
  /** Entries of a dictionary, or yes and no. */
  | { readonly type: 'choice'; readonly values: readonly FactValue[]; readonly isRequired?: boolean }
  | { readonly type: 'any'; readonly isRequired?: boolean }

const counts = (room: number): readonly number[] => Array.from({ length: room }, (_, index) => index + 1)
/** Sums of decimal fractions without the dust of binary ones. */
const clean = (value: number): number => Math.round(value * 1e6) / 1e6

/** The constants themselves, and `room` numbers below, between and above them; with a step only its multiples, 0 is no step. */
export function numbersAround(constants: readonly number[], room: number, step: number): readonly number[] {
  const sorted = [...new Set(constants)].sort((a, b) => a - b)
  const [first = 0, last = 0] = [sorted[0], sorted.at(-1)]
  const width = step === 0 ? 1 : step
  const between = sorted.slice(1).flatMap((high, index) => {
    const low = sorted[index] ?? high
    return counts(room)
      .map((count) => (step === 0 ? low + ((high - low) * count) / (room + 1) : clean(low + count * step)))
      .filter((value) => value < high)
  })
  return [
    ...counts(room).map((count) => clean(first - count * width)),
    ...sorted,
    ...between,
    ...counts(room).map((count) => clean(last + count * width)),
  ]
}

const DAY = 86_400_000

/** The day so many days later; a text that is no day has no neighbours. */
function dayAfter(day: string, count: number): readonly string[] {
  const time = Date.parse(`${day}T00:00:00Z`)
  return Number.isNaN(time) ? [] : [new Date(time + count * DAY).toISOString().slice(0, 10)]
}

/** The same for texts, which are ordered as dates are: a longer text lies just above its beginning, and days follow each other. */
export function textsAround(constants: readonly string[], room: number, isDay: boolean): readonly string[] {
  if (isDay) {
    const near = constants.flatMap((day) =>
      counts(room).flatMap((count) => [...dayAfter(day, count), ...dayAfter(day, -count)]),
    )
    return [...new Set([...constants, ...near])]
  }
  const below = counts(room).map((count) => '!'.repeat(count))
  const above = constants.flatMap((text) => counts(room).map((count) => text + '!'.repeat(count)))
  return [...below, ...new Set(constants), ...above]
}
