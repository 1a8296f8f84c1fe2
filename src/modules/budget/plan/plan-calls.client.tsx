import { useQuery } from '@tanstack/react-query'
import { api } from '#src/client/platform/http/http.ts'

/** Where the lines of a plan are read and written. */
export const sheetPath = '/api/budget/plan_sheet/'

/** Who has planned the year; without a year the next one. */
export function useOverview(year: number | null) {
  return useQuery({
    queryKey: ['yearPlan', 'overview', year],
    queryFn: ({ signal }) =>
      api.get('/api/budget/plan_overview/', {
        query: year === null ? {} : { year },
        signal,
        quiet: true,
      }),
  })
}

/** The lines of a plan. */
export function usePlanSheet(id: number) {
  return useQuery({
    queryKey: ['yearPlan', 'sheet', id],
    queryFn: ({ signal }) => api.get(`${sheetPath}${id}/`, { signal, quiet: true }),
  })
}
