import { type LiveTimer, liveTimers } from '#machines/ticket/engine/projection.ts'
import type { TicketContext } from '#machines/ticket/engine/vocabulary.ts'
import { parseMoment } from '#src/define/days.ts'
import type { UnitOfWork, WorkCalendar } from '#src/define/server.ts'
import type { FormData } from '#src/fields/field.ts'
import type { Version } from '../versions/versions.ts'
import { withLimits } from './limits.ts'

/** What says when a timer rings. */
type Clocks = Pick<UnitOfWork, 'calendar' | 'settings'>

/** A timer as a row. */
interface ArmedTimer {
  readonly visit: number
  readonly rule: string
  readonly dueAt: Date
}

/** When the work of a state can begin: at once, or on the day of its form field (20.3 backToWork). */
export function beginsAt(version: Version, state: string, openedAt: Date, form: FormData): Date {
  const field = version.definition.states.find((one) => one.key === state)?.opensAtField
  const value = field === undefined ? null : form[field]
  const day = typeof value === 'string' ? parseMoment(value) : null
  return day !== null && day > openedAt ? day : openedAt
}

/** What a decision does to the timers of its ticket. */
export interface TimerChanges {
  readonly armed: readonly ArmedTimer[]
  /** `<visit>.<rule>` of those that are no longer live. */
  readonly disarmed: readonly string[]
}

/** Working hours during which a clock stood (25.8). */
export const stoodStill = (pauses: LiveTimer['pauses'], calendar: WorkCalendar): number =>
  pauses.reduce((sum, { from, to }) => sum + (to === null ? 0 : calendar.hoursBetween(new Date(from), new Date(to))), 0)

/** Timer rows to add and to remove, so that exactly the live ones stay armed (I17). Hours are working hours of the calendar (WF-12). */
export function timerChanges(
  version: Version,
  before: TicketContext,
  after: TicketContext,
  form: FormData,
  { calendar, settings }: Clocks,
  /** The version the ticket stood in before. */
  left: Version = version,
): TimerChanges {
  const keyOf = (timer: LiveTimer) => `${timer.visit}.${timer.key}`
  const had = liveTimers(left.definition, before).map(keyOf)
  const live = liveTimers(withLimits(version.definition, settings), after)
  const has = new Set(live.map(keyOf))
  const armed = live
    .filter((timer) => !had.includes(keyOf(timer)))
    .map((timer) => {
      const begins = beginsAt(version, timer.state, new Date(timer.openedAt), form)
      return {
        visit: timer.visit,
        rule: timer.key,
        dueAt:
          timer.due.action === 'open'
            ? begins
            : calendar.addHours(begins, timer.due.afterHours + stoodStill(timer.pauses, calendar)),
      }
    })
  return { armed, disarmed: had.filter((key) => !has.has(key)) }
}

/** When the work of a visit should be done: the last of its timers; null without timers. */
export function deadlineOf(
  version: Version,
  state: string,
  openedAt: string,
  form: FormData,
  { calendar, settings }: Clocks,
): Date | null {
  const timers = withLimits(version.definition, settings).states.find((one) => one.key === state)?.timers ?? []
  if (timers.length === 0) return null
  return calendar.addHours(
    beginsAt(version, state, new Date(openedAt), form),
    Math.max(...timers.map((timer) => timer.afterHours)),
  )
}
