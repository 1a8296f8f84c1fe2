import { useQuery } from '@tanstack/react-query'
import { api, type Page } from '#src/client/http.ts'
import type { ApplicationCard, TicketCounts, TicketRow } from '#src/define/tickets.ts'

/** Milliseconds between refreshes of a widget, besides live messages (HOM-03). */
const EVERY = 60_000

/** Keys begin with `ticket`, so that every decision refreshes them. */
export function useCounts() {
  return useQuery({
    queryKey: ['ticket', 'counts'],
    queryFn: ({ signal }) => api.get<TicketCounts>('/api/workflow/ticket/counts/', { signal, quiet: true }),
    refetchInterval: EVERY,
  })
}

/** Own tickets the widget shows. */
const SHOWN = 8

export function useMyTickets() {
  const query = { label: 'submitted', limit: SHOWN }
  return useQuery({
    queryKey: ['ticket', 'list', query],
    queryFn: ({ signal }): Promise<Page<TicketRow>> =>
      api.list<TicketRow>('/api/workflow/ticket/', query, { signal, quiet: true }),
    refetchInterval: EVERY,
  })
}

export function useCards() {
  return useQuery({
    queryKey: ['ticket', 'cards'],
    queryFn: ({ signal }) =>
      api.get<readonly ApplicationCard[]>('/api/workflow/application_types/', { signal, quiet: true }),
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

/** 三公 of the year against its budget (10.1); yuan as decimal strings. */
export interface ThreePublicYear {
  readonly year: number
  readonly kinds: readonly {
    readonly kind: 'car' | 'reception' | 'abroad'
    readonly budget: string
    readonly used: string
  }[]
}

export function useThreePublic() {
  return useQuery({
    queryKey: ['budgetLine', 'three public'],
    queryFn: ({ signal }) => api.get<ThreePublicYear>('/api/home/three_public/', { signal, quiet: true }),
    refetchInterval: EVERY,
  })
}
