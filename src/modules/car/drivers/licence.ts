/** Which licences are good for which cars, and how long a driver may drive (CAR-03, DRV-03). */

/** Classes that a licence of a class covers besides its own (national rule for classes of licences). */
const covers: Readonly<Record<string, readonly string[]>> = {
  A1: ['A3', 'B1', 'B2', 'C1', 'C2'],
  A2: ['B1', 'B2', 'C1', 'C2'],
  A3: ['C1', 'C2'],
  B1: ['C1', 'C2'],
  B2: ['C1', 'C2'],
  C1: ['C2'],
}

/** Whether a licence of class `held` is good for a car that needs `needed`. */
export const isLicensedFor = (held: string, needed: string): boolean =>
  held === needed || (covers[held] ?? []).includes(needed)

/** DRV-03: hours at the wheel that one day may have, over all trips. */
export const MAX_DRIVING_HOURS = 10

/** A trip as its driver's hours see it; `days` are those of the calendar it touches. */
export interface Drive {
  readonly start: Date
  readonly end: Date
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Shanghai is eight hours ahead the whole year. */
const OFFSET_MS = 8 * HOUR_MS

/** First instant of the day in Shanghai. */
const startOfDay = (moment: number): number => Math.floor((moment + OFFSET_MS) / DAY_MS) * DAY_MS - OFFSET_MS

/** Hours of a drive on the day that begins then; a drive that lasts all day counts as the most that one may drive. */
const hoursOn = ({ start, end }: Drive, day: number): number =>
  Math.min(
    MAX_DRIVING_HOURS,
    Math.max(0, Math.min(end.getTime(), day + DAY_MS) - Math.max(start.getTime(), day)) / HOUR_MS,
  )

/**
 * DRV-03: the first day in milliseconds on which the wanted drive and the others exceed the limit; null when none does. One
 * drive alone never exceeds it: how it is driven is agreed when it is dispatched.
 */
export function overDrivenDay(wanted: Drive, others: readonly Drive[]): number | null {
  for (let day = startOfDay(wanted.start.getTime()); day < wanted.end.getTime(); day += DAY_MS) {
    const before = others.reduce((sum, drive) => sum + hoursOn(drive, day), 0)
    if (before > 0 && before + hoursOn(wanted, day) > MAX_DRIVING_HOURS) return day
  }
  return null
}
