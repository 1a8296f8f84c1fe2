/** Where things stand on the board, and what is in the way of what: pure, in texts `yyyy-MM-dd HH:mm:ss` of one time zone. */
import type { BoardTrip, DispatchBoard } from './board.types.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const MINUTE_MS = 60_000

/** Milliseconds of a text; only differences mean anything. */
const at = (text: string): number => Date.parse(`${text.replace(' ', 'T')}Z`)

export interface Span {
  readonly startAt: string
  readonly endAt: string
}

/** Where a span stands between the first and the last moment of the board, in percent; null when it is not on it. */
export function placeOf(
  { from, days }: Pick<DispatchBoard, 'from' | 'days'>,
  { startAt, endAt }: Span,
): { readonly start: number; readonly size: number } | null {
  const [first, length] = [at(`${from} 00:00:00`), days * DAY_MS]
  const [start, end] = [Math.max(at(startAt) - first, 0), Math.min(at(endAt) - first, length)]
  return end <= start ? null : { start: (start / length) * 100, size: ((end - start) / length) * 100 }
}

/** Hours of a day, or days of a week, as the board heads them: `08:00`, or `11-26`. */
export function headsOf({ from, days }: Pick<DispatchBoard, 'from' | 'days'>): readonly string[] {
  if (days === 1) return Array.from({ length: 12 }, (_, index) => `${String(index * 2).padStart(2, '0')}:00`)
  const first = at(`${from} 00:00:00`)
  return Array.from({ length: days }, (_, index) => new Date(first + index * DAY_MS).toISOString().slice(5, 10))
}

/** The trips of each car or of each driver, in their order; a repair and a lock-up belong to no driver. */
export function tripsBy(
  key: 'carId' | 'driverId',
  trips: readonly BoardTrip[],
): ReadonlyMap<number, readonly BoardTrip[]> {
  const found = new Map<number, BoardTrip[]>()
  for (const trip of trips) {
    const row = trip[key]
    if (row === null) continue
    const known = found.get(row)
    if (known === undefined) found.set(row, [trip])
    else known.push(trip)
  }
  return found
}

/** E6: the first trip of a car in the way of a span, with the buffer once behind each of them; `except` is the trip that moves. */
export function conflictOf(
  trips: readonly BoardTrip[],
  carId: number,
  { startAt, endAt }: Span,
  bufferMinutes: number,
  except: number | null,
): BoardTrip | null {
  const buffer = bufferMinutes * MINUTE_MS
  // A repair needs no way back and so no buffer.
  const freeAt = (trip: BoardTrip): number => at(trip.endAt) + (trip.tripId === null ? 0 : buffer)
  return (
    trips.find(
      (trip) =>
        trip.carId === carId &&
        trip.state !== 'returned' &&
        (trip.tripId === null || trip.tripId !== except) &&
        at(trip.startAt) < at(endAt) + buffer &&
        at(startAt) < freeAt(trip),
    ) ?? null
  )
}

/** `HH:mm–HH:mm` on one day, with days where there are several. */
export function spanText({ startAt, endAt }: Span): string {
  const isOneDay = startAt.slice(0, 10) === endAt.slice(0, 10)
  return isOneDay ? `${startAt.slice(5, 16)}–${endAt.slice(11, 16)}` : `${startAt.slice(5, 16)} – ${endAt.slice(5, 16)}`
}
