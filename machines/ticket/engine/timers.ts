/** The timers of a state as they ring (25.8). */
import type { StateDefinition, TimerRule } from '../definition/definition.ts'
import { isUndone, votersIn } from './visits.ts'
import type { TicketEvent, Visit } from './vocabulary.ts'

/** Each ring of a timer as a rule of its own: of a reminder that repeats there are several, `late`, `late.2`, `late.3`. */
export function ringsOf(rule: TimerRule): readonly TimerRule[] {
  if (rule.action !== 'remind' || rule.everyHours === undefined || rule.times === undefined) return [rule]
  const { key, afterHours, everyHours, times, pause } = rule
  return Array.from({ length: times }, (_, again) => ({
    action: 'remind',
    key: again === 0 ? key : `${key}.${again + 1}`,
    afterHours: afterHours + again * everyHours,
    ...(pause && { pause }),
  }))
}

/** All open places wait for people called in for them. */
function isWaiting(visit: Visit): boolean {
  const undone = votersIn(visit).filter((slot) => isUndone(slot) && slot.status !== 'waiting')
  return undone.length > 0 && undone.every(({ status, help }) => status === 'suspended' && help !== undefined)
}

/** The clocks of the visit that may pause stand now. */
export const isPaused = ({ pauses }: Visit): boolean => pauses?.at(-1)?.to === null

/** Writes down when the clocks of a visit stand and when they go on. */
export function withClock(state: StateDefinition, visit: Visit, event: TicketEvent): Visit {
  if (state.timers?.some(({ pause }) => pause) !== true) return visit
  const { pauses = [] } = visit
  const waits = isWaiting(visit)
  if (waits === isPaused(visit)) return visit
  if (waits) return { ...visit, pauses: [...pauses, { from: event.at, to: null }] }
  return { ...visit, pauses: pauses.map((one) => (one.to === null ? { ...one, to: event.at } : one)) }
}
