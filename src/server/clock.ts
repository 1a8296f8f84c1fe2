import { dayOf } from '#src/define/days.ts'
import type { Clock } from '#src/define/server.ts'

/** Milliseconds by which the clocks of two nodes may be apart. A moment that lies further ahead was written by a clock that was wrong and has been set right since. */
export const MAX_CLOCK_SKEW_MS = 10 * 60_000

/** The machine's clock; with `start` it runs from that moment on (TEST_NOW). */
export function systemClock(start?: Date): Clock {
  const shift = start ? start.getTime() - Date.now() : 0
  const now = (): Date => new Date(Date.now() + shift)
  return { now, today: () => dayOf(now()) }
}

/** A clock that stands still until a test moves it. */
export interface MovableClock extends Clock {
  set(moment: Date): void
  advance(milliseconds: number): void
}

export function movableClock(start: Date): MovableClock {
  let moment = start.getTime()
  return {
    now: () => new Date(moment),
    today: () => dayOf(new Date(moment)),
    set: (to) => {
      moment = to.getTime()
    },
    advance: (milliseconds) => {
      moment += milliseconds
    },
  }
}
