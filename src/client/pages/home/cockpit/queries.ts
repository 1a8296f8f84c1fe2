import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { api } from '#src/client/platform/http/http.ts'
import { nameTypes } from '#src/client/tickets/apply/designed.ts'
import { type SpeedSpan, speedSpans } from '#src/define/home.ts'

/** Milliseconds between refreshes (HOM-03). */
const REFRESH_MS = 60_000

/** What the whole cockpit is narrowed to; it stands in the address. */
export interface CockpitFilters {
  /** Empty: the current year. */
  readonly year: string
  /** Empty: all departments in reach. */
  readonly deptId: string
  readonly days: SpeedSpan
}

export function useCockpitFilters(): {
  readonly filters: CockpitFilters
  readonly change: (next: Partial<CockpitFilters>) => void
} {
  const [params, setParams] = useSearchParams()
  const filters = useMemo<CockpitFilters>(
    () => ({
      year: params.get('year') ?? '',
      deptId: params.get('deptId') ?? '',
      days: speedSpans.find((span) => span === params.get('days')) ?? '30',
    }),
    [params],
  )
  const change = useCallback(
    (next: Partial<CockpitFilters>) =>
      setParams(
        (now) => {
          const changed = new URLSearchParams(now)
          for (const [name, value] of Object.entries(next)) {
            if (value === '') changed.delete(name)
            else changed.set(name, value)
          }
          return changed
        },
        { replace: true, preventScrollReset: true },
      ),
    [setParams],
  )
  return { filters, change }
}

/** Money of the year, as `/business/budget-analysis` shows it. */
export function useMoney({ year, deptId }: CockpitFilters) {
  const query = { year, deptId }
  return useQuery({
    queryKey: ['budgetLine', 'analysis', query],
    queryFn: ({ signal }) => api.get('/api/budget/analysis/', { query, signal, quiet: true }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  })
}

/** How long approvals take, and which are overdue. */
export function useSpeed({ days, deptId }: Pick<CockpitFilters, 'days' | 'deptId'>) {
  const query = { days, deptId }
  return useQuery({
    queryKey: ['ticket', 'speed', query],
    async queryFn({ signal }) {
      const answer = await api.get('/api/home/approval_speed/', { query, signal, quiet: true })
      await nameTypes([...answer.types, ...answer.first].map(({ type }) => type))
      return answer
    },
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  })
}
