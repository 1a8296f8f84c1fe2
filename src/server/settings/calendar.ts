import { sql } from 'kysely'
import type { DayKind } from '#src/define/calendar.ts'
import { addDays, dayOf, parseMoment, weekdayOf } from '#src/define/days.ts'
import type { Executor, Settings, WorkCalendar } from '#src/define/server.ts'

/** The work calendar with the means to load it again. */
export interface LiveCalendar extends WorkCalendar {
  load(db: Executor): Promise<void>
  /** The calendar as it is with these days; null is an ordinary day. */
  withDays(days: ReadonlyMap<string, DayKind | null>): WorkCalendar
}

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** Milliseconds after midnight. */
const OPENS = 9 * HOUR
const CLOSES = 18 * HOUR

const kindSays = (kind: DayKind | null, day: string): boolean =>
  kind === null ? weekdayOf(day) <= 5 : kind === 'makeup'

/** Weekends are free, the days of table calendar_day except from that; a year without entries has weekends only (60.7). */
export function createCalendar(settings: Settings): LiveCalendar {
  let exceptions: ReadonlyMap<string, DayKind> = new Map()
  // Deadlines ask for the same few days with every decision.
  let workdays = new Map<number, boolean>()
  const isWorkday = (day: string): boolean => kindSays(exceptions.get(day) ?? null, day)
  const calendarOf = (own: (day: string) => boolean, known: () => Map<number, boolean>): WorkCalendar => ({
    isWorkday: own,
    ...hoursOf(settings, own, known),
  })
  return {
    ...calendarOf(isWorkday, () => workdays),
    async load(db) {
      const { rows } = await sql<{ day: string; kind: DayKind }>`
        select day::text as day, kind from calendar_day`.execute(db)
      exceptions = new Map(rows.map((row) => [row.day, row.kind]))
      workdays = new Map()
    },
    withDays(days) {
      const known = new Map<number, boolean>()
      return calendarOf(
        (day) => {
          const kind = days.get(day)
          return kind === undefined ? isWorkday(day) : kindSays(kind, day)
        },
        () => known,
      )
    },
  }
}

/** Hours by the days that are worked; `known` keeps the answers by the moment each day begins. */
function hoursOf(
  settings: Settings,
  isWorkday: (day: string) => boolean,
  known: () => Map<number, boolean>,
): Omit<WorkCalendar, 'isWorkday'> {
  /** Whether the day that begins at this moment is one. */
  const isWorkdayFrom = (midnight: number): boolean => {
    const before = known().get(midnight)
    if (before !== undefined) return before
    const found = isWorkday(dayOf(new Date(midnight)))
    known().set(midnight, found)
    return found
  }
  return {
    workdays(from, to) {
      let count = 0
      for (let day = from; day <= to; day = addDays(day, 1)) if (isWorkday(day)) count += 1
      return count
    },
    hoursBetween(from, to) {
      if (to <= from) return 0
      if (!settings.boolean('wf.workHoursOnly')) return (to.getTime() - from.getTime()) / HOUR
      let sum = 0
      const today = dayOf(from)
      let midnight = parseMoment(today)?.getTime() ?? Number.NaN
      for (let day = today; midnight < to.getTime(); day = addDays(day, 1), midnight += DAY) {
        const start = Math.max(from.getTime(), midnight + OPENS)
        const end = Math.min(to.getTime(), midnight + CLOSES)
        if (isWorkday(day) && end > start) sum += end - start
      }
      return sum / HOUR
    },
    addHours(from, hours) {
      if (!settings.boolean('wf.workHoursOnly')) return new Date(from.getTime() + hours * HOUR)
      let left = hours * HOUR
      let moment = from.getTime()
      let midnight = parseMoment(dayOf(from))?.getTime() ?? Number.NaN
      for (; ; midnight += DAY) {
        if (!isWorkdayFrom(midnight)) continue
        const start = Math.max(moment, midnight + OPENS)
        const rest = midnight + CLOSES - start
        if (rest > 0 && left <= rest) return new Date(start + left)
        if (rest > 0) left -= rest
        moment = start
      }
    },
  }
}
