import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '#src/client/platform/http/http.ts'
import type { CalendarDay } from '#src/define/calendar.ts'
import { weekdayOf } from '#src/define/days.ts'

/** Milliseconds for which the work calendar is taken as known; it changes a few times a year. */
const KNOWN = 3_600_000
const NONE: readonly CalendarDay[] = []
/** Last day of the week that is worked unless the calendar says otherwise; Monday is 1. */
const FRIDAY = 5

const useCalendarDays = (isAsked: boolean) =>
  useQuery({
    queryKey: ['workCalendar', 'days'],
    queryFn: ({ signal }) => api.get('/api/system/work_calendar/days/', { signal, quiet: true }),
    staleTime: KNOWN,
    enabled: isAsked,
  })

/** The days of the work calendar that are not what their weekday says, by day: asked for once, whatever the number of pickers. */
export function useWorkDays(isAsked: boolean): ReadonlyMap<string, CalendarDay> {
  const { data = NONE } = useCalendarDays(isAsked)
  return useMemo(() => new Map(data.map((one) => [one.day, one])), [data])
}

/** Whether a day is a workday; null until the calendar is there. */
export function useIsWorkday(isAsked: boolean): ((day: string) => boolean) | null {
  const { data } = useCalendarDays(isAsked)
  return useMemo(() => {
    if (data === undefined) return null
    const kinds = new Map(data.map(({ day, kind }) => [day, kind]))
    return (day) => {
      const kind = kinds.get(day)
      return kind === undefined ? weekdayOf(day) <= FRIDAY : kind === 'makeup'
    }
  }, [data])
}
