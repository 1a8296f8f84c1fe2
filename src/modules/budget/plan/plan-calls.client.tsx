import { useQuery } from '@tanstack/react-query'
import { api } from '#src/client/platform/http/http.ts'
import type { StoredLine } from './plan-wire.ts'
import type { FormerLine } from './year-plan-lines.ts'

/** Where the lines of a plan are read and written. */
export const sheetPath = '/api/budget/plan_sheet/'

export interface PlanUnit {
  readonly deptId: number
  readonly name: string
  readonly nameEn: string
  readonly id: number | null
  readonly state: string | null
  readonly amount: string | null
}
export interface PlanOverview {
  readonly year: number
  readonly current: number
  readonly figures: {
    readonly state: string
    readonly controlTotal: string | null
    readonly published: string
    readonly planned: string
  } | null
  readonly units: readonly PlanUnit[]
}
export interface PlanSheet {
  readonly lines: readonly StoredLine[]
  readonly former: readonly FormerLine[]
  readonly projects: readonly { readonly id: number; readonly no: string; readonly name: string }[]
  readonly version: number
}

/** Who has planned the year; without a year the next one. */
export function useOverview(year: number | null) {
  return useQuery({
    queryKey: ['yearPlan', 'overview', year],
    queryFn: ({ signal }) =>
      api.get<PlanOverview>('/api/budget/plan_overview/', {
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
    queryFn: ({ signal }) => api.get<PlanSheet>(`${sheetPath}${id}/`, { signal, quiet: true }),
  })
}
