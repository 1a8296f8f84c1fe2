import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '#src/client/platform/http/http.ts'
import type { CalendarDay } from '#src/define/calendar.ts'

/** Milliseconds for which the work calendar is taken as known; it changes a few times a year. */
const KNOWN = 3_600_000
const NONE: readonly CalendarDay[] = []

/** The days of the work calendar that are not what their weekday says, by day: asked for once, whatever the number of pickers. */
export function useWorkDays(isAsked: boolean): ReadonlyMap<string, CalendarDay> {
  const { data = NONE } = useQuery({
    queryKey: ['workCalendar', 'days'],
    queryFn: ({ signal }) => api.get('/api/system/work_calendar/days/', { signal, quiet: true }),
    staleTime: KNOWN,
    enabled: isAsked,
  })
  return useMemo(() => new Map(data.map((one) => [one.day, one])), [data])
}
