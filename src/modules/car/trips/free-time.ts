/** When a car is free nearest to a wanted time; pure. */
import { dayOf } from '#src/define/days.ts'

export interface Period {
  readonly start: Date
  readonly end: Date
}

/** Trips begin and end on quarters of an hour. */
export const QUARTER_MS = 15 * 60_000

/**
 * The period as long as the wanted one, on the same days and on quarters of an hour, that is nearest to it and does not meet
 * what is busy, with `bufferMs` behind itself; null when the days are full. `busy` periods carry their own buffers.
 */
export function nearestFree(busy: readonly Period[], wanted: Period, bufferMs: number, notBefore: Date): Period | null {
  const length = wanted.end.getTime() - wanted.start.getTime()
  const isFree = (start: number): boolean =>
    start >= notBefore.getTime() &&
    dayOf(new Date(start)) === dayOf(wanted.start) &&
    dayOf(new Date(start + length)) === dayOf(wanted.end) &&
    busy.every((other) => other.end.getTime() <= start || start + length + bufferMs <= other.start.getTime())
  const up = (moment: number): number => Math.ceil(moment / QUARTER_MS) * QUARTER_MS
  const down = (moment: number): number => Math.floor(moment / QUARTER_MS) * QUARTER_MS
  const from = wanted.start.getTime()
  // A nearest free start touches what is busy, or the first moment that counts.
  const [best] = [
    from,
    up(notBefore.getTime()),
    ...busy.flatMap(({ start, end }) => [up(end.getTime()), down(start.getTime() - length - bufferMs)]),
  ]
    .filter(isFree)
    .sort((one, other) => Math.abs(one - from) - Math.abs(other - from) || one - other)
  return best === undefined ? null : { start: new Date(best), end: new Date(best + length) }
}
