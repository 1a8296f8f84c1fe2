/** CAR-22: minutes between two refuels of a car. */
export const MIN_MINUTES_BETWEEN = 30
const MINUTE_MS = 60_000

/** CAR-22: whether two refuels of a car are too near to each other to be two. */
export const isSameRefuel = (one: Date, other: Date): boolean =>
  Math.abs(one.getTime() - other.getTime()) < MIN_MINUTES_BETWEEN * MINUTE_MS
