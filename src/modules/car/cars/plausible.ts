/** How far a car can have come between two readings of its odometer. Pure. */

/** What a car covers at most on one day, in km (40.1). */
const MAX_KM_PER_DAY = 2000
/** From so many km on a gap between two readings is looked at, however long it lasted: a bureau's car is read at every trip. */
const MAX_KM_BETWEEN_READINGS = 10_000
const DAY_MS = 86_400_000

/** The highest reading that needs no question: 2,000 km for each day, also a part of one, since the one before. */
export function farthest(before: number, beforeAt: Date, at: Date): number {
  const days = Math.max(1, Math.ceil((at.getTime() - beforeAt.getTime()) / DAY_MS))
  return before + Math.min(MAX_KM_PER_DAY * days, MAX_KM_BETWEEN_READINGS)
}
