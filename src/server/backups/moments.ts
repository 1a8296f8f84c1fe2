/** Moments of a cron expression in the time of the bureau. */
import { Cron } from 'croner'

const ZONE = 'Asia/Shanghai'

/** The next moments of an expression after `from`; null for one that is none, and for one that never comes, such as 30 February. */
export function nextMoments(expression: string, from: Date, count: number): readonly Date[] | null {
  try {
    const next = new Cron(expression, { timezone: ZONE, mode: '5-part', paused: true }).nextRuns(count, from)
    return next.length === 0 ? null : next
  } catch {
    return null
  }
}
