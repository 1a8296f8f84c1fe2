import { addDays, parseMoment } from '#src/define/days.ts'
import type { JobSchedule } from '#src/define/jobs.ts'
import type { Clock } from '#src/define/server.ts'

const MINUTE = 60_000
/** Milliseconds after which a duty that failed is tried again at the latest. */
export const MAX_RETRY_MS = 60 * MINUTE

/** When a duty is due after now: downtime is made up for once, not once for every time missed. */
export function nextDue(every: JobSchedule, clock: Clock): Date {
  const now = clock.now()
  if ('minutes' in every) return new Date(now.getTime() + every.minutes * MINUTE)
  const at = (day: string): Date => {
    const moment = parseMoment(`${day} ${every.at}`)
    if (!moment) throw new Error(`${every.at} is no time of the day`)
    return moment
  }
  const today = at(clock.today())
  return today > now ? today : at(addDays(clock.today(), 1))
}

/** When a duty is first due: those of an interval at once, those of an hour at that hour. */
export function firstDue(every: JobSchedule, clock: Clock): Date {
  return 'minutes' in every ? clock.now() : nextDue(every, clock)
}

/** When a duty that failed so often in a row is tried again: 1, 2, 4 ... minutes later, an hour at most. */
export function retryDue(attempts: number, clock: Clock): Date {
  return new Date(clock.now().getTime() + Math.min(MAX_RETRY_MS, 2 ** (attempts - 1) * MINUTE))
}
