import { useQuery } from '@tanstack/react-query'
import { api } from '#src/client/platform/http/http.ts'

export interface BankMilestone {
  readonly id: number
  readonly name: string
  readonly planDate: string
  readonly doneDate: string | null
}
/** Something bought for a project: from its approval to the day the money is held until. */
export interface BankPurchase {
  readonly id: number
  readonly title: string
  readonly from: string
  readonly until: string
}
export interface BankProject {
  readonly id: number
  readonly no: string
  readonly name: string
  readonly deptName: string
  readonly deptNameEn: string
  readonly ownerName: string
  readonly ownerNameEn: string
  readonly startMonth: string
  readonly endMonth: string
  readonly planYear: number
  readonly state: string
  readonly progress: number
  readonly light: string
  readonly budget: string
  readonly frozen: string
  readonly used: string
  /** Percent of the budget that is used. */
  readonly rate: string | null
  /** Points the money lags behind the time. */
  readonly lag: number
  readonly milestones: readonly BankMilestone[]
  readonly purchases: readonly BankPurchase[]
}

/** Everything that is carried out within reach, with its steps. */
export function useBank() {
  return useQuery({
    queryKey: ['projectExec', 'bank'],
    queryFn: ({ signal }) =>
      api.get<{ today: string; projects: readonly BankProject[] }>('/api/projects/bank/', { signal, quiet: true }),
  })
}
