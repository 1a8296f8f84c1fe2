import { useQuery } from '@tanstack/react-query'
import { api, type Page } from '#src/client/http.ts'

/** Milliseconds between refreshes of a widget, besides live messages (HOM-03). */
const EVERY = 60_000

/** The seven ticket labels (specification §4). */
export const labels = ['pendingApproval', 'approved', 'toSubmit', 'submitted', 'todo', 'done', 'assigned'] as const
export type Label = (typeof labels)[number]

/** Keys begin with `ticket`, so that every decision refreshes them. */
export function useCounts() {
  return useQuery({
    queryKey: ['ticket', 'counts'],
    queryFn: ({ signal }) =>
      api.get<Readonly<Record<Label, number>>>('/api/workflow/ticket/counts/', { signal, quiet: true }),
    refetchInterval: EVERY,
  })
}

/** A ticket as the home page shows it. */
export interface TicketLine {
  readonly id: number
  readonly no: string
  readonly type: string
  readonly title: string
  readonly status: string
  readonly current: readonly { readonly state: string; readonly name: string }[]
}
const SHOWN = 8

export function useMyTickets() {
  return useQuery({
    queryKey: ['ticket', 'mine', SHOWN],
    queryFn: ({ signal }): Promise<Page<TicketLine>> =>
      api.list<TicketLine>('/api/workflow/ticket/', { label: 'submitted', limit: SHOWN }, { signal, quiet: true }),
    refetchInterval: EVERY,
  })
}

/** A type the person may start. */
export interface ApplicationType {
  readonly key: string
  readonly title: string
  readonly titleEn: string
  readonly icon: string
  readonly favourite: boolean
  readonly running: number
}

export function useApplicationTypes() {
  return useQuery({
    queryKey: ['ticket', 'types'],
    queryFn: ({ signal }) =>
      api.get<readonly ApplicationType[]>('/api/workflow/application_types/', { signal, quiet: true }),
    refetchInterval: EVERY,
  })
}

/** Budget execution within the reader's scope (BUD-08): yuan as decimal strings, percents 0 to 100. */
export interface Execution {
  readonly year: number
  readonly approved: string
  readonly frozen: string
  readonly used: string
  readonly available: string
  readonly usedPercent: number
  readonly frozenPercent: number
  readonly timePercent: number
}

export function useBudgetExecution() {
  return useQuery({
    queryKey: ['budgetLine', 'execution'],
    queryFn: ({ signal }) => api.get<Execution>('/api/home/budget_exec/', { signal, quiet: true }),
    refetchInterval: EVERY,
  })
}
