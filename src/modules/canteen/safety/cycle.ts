/** When checks of food safety are due, missed and reminded of. Pure. */
import { addDays, daysBetween } from '#src/define/days.ts'

/** Days before the end of a health certificate on which its keeper is reminded. */
export const CERTIFICATE_DAYS = [30, 7, 0] as const
/** Cycles from so many days on are shown as due a week ahead, shorter ones on their day. */
const LONG_CYCLE_DAYS = 28
const LONG_DUE_DAYS = 7

/** How many days before its day a check is shown as due; null stands for a certificate. */
export const dueDays = (cycleDays: number | null): number =>
  cycleDays === null ? CERTIFICATE_DAYS[0] : cycleDays >= LONG_CYCLE_DAYS ? LONG_DUE_DAYS : 0

/** The first day from `day` on that counts. */
export function countedDay(day: string, isCounted: (day: string) => boolean): string {
  let found = day
  // A calendar without a workday within a year is none.
  for (let step = 0; step < 366 && !isCounted(found); step += 1) found = addDays(found, 1)
  return found
}

/** Days of a daily check that passed without one, and the day on which it is due now. */
export function missedDays(
  due: string,
  today: string,
  isCounted: (day: string) => boolean,
): { readonly missed: readonly string[]; readonly next: string } {
  const missed: string[] = []
  let next = countedDay(due, isCounted)
  while (next < today) {
    missed.push(next)
    next = countedDay(addDays(next, 1), isCounted)
  }
  return { missed, next }
}

/** The reminder of a certificate that is due today: the nearest of its days that has come and was not reminded of; null for none. */
export function certificateReminder(validTo: string, today: string, remindedDays: number | null): number | null {
  const left = daysBetween(today, validTo)
  if (left < 0) return null
  const days = CERTIFICATE_DAYS.findLast((one) => left <= one)
  return days !== undefined && (remindedDays === null || days < remindedDays) ? days : null
}

/** Whether a measured value lies within its limits, both included. */
export const isWithin = (value: number, min: number, max: number): boolean => value >= min && value <= max
