import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api, type Page } from '#src/client/platform/http/http.ts'
import { nameTypes } from '#src/client/tickets/apply/designed.ts'
import type { TicketRow } from '#src/define/tickets/line.ts'
import type { MyTasks } from '#src/define/tickets/lists.ts'

/** Milliseconds between refreshes of a widget, besides live messages (HOM-03). */
export const REFRESH_MS = 60_000

/** Keys begin with `ticket`, so that every decision refreshes them. */
export function useCounts() {
  return useQuery({
    queryKey: ['ticket', 'counts'],
    queryFn: ({ signal }) => api.get('/api/workflow/ticket/counts/', { signal, quiet: true }),
    refetchInterval: REFRESH_MS,
  })
}

/** What waits for me, most urgent first (10.2). */
export function useMyTasks() {
  return useQuery({
    queryKey: ['ticket', 'my tasks'],
    async queryFn({ signal }): Promise<MyTasks> {
      const answer = await api.get('/api/home/my_tasks/', { signal, quiet: true })
      await nameTypes(answer.tasks.map(({ type }) => type))
      return answer
    },
    refetchInterval: REFRESH_MS,
  })
}

/** Own tickets the widget shows. */
const SHOWN = 8

export function useMyTickets() {
  const query = { label: 'submitted', limit: SHOWN }
  return useQuery({
    queryKey: ['ticket', 'list', query],
    async queryFn({ signal }): Promise<Page<TicketRow>> {
      const page = await api.list('/api/workflow/ticket/', query, { signal, quiet: true })
      await nameTypes(page.data.map(({ type }) => type))
      return page
    },
    refetchInterval: REFRESH_MS,
  })
}

export function useCards() {
  return useQuery({
    queryKey: ['ticket', 'cards'],
    queryFn: ({ signal }) => api.get('/api/workflow/application_types/', { signal, quiet: true }),
    refetchInterval: REFRESH_MS,
  })
}

export function useStockAlert() {
  return useQuery({
    queryKey: ['stockBalance', 'alert'],
    queryFn: ({ signal }) => api.get('/api/stock/alert/', { signal, quiet: true }),
    refetchInterval: REFRESH_MS,
  })
}

export function useAssetDue() {
  return useQuery({
    queryKey: ['asset', 'due'],
    queryFn: ({ signal }) => api.get('/api/assets/due/', { signal, quiet: true }),
    refetchInterval: REFRESH_MS,
  })
}

/** Late and near supervision items, for those who may see any. */
export function useSupervisionDue(isSupervising = true) {
  return useQuery({
    enabled: isSupervising,
    queryKey: ['supervisionItem', 'due'],
    queryFn: ({ signal }) => api.get('/api/supervision/due/', { signal, quiet: true }),
    refetchInterval: REFRESH_MS,
  })
}

/** The key is that of the page of own meals: what is ordered there is seen here. */
export function useOwnMeals() {
  return useQuery({
    queryKey: ['mealOrder', 'own'],
    queryFn: ({ signal }) => api.get('/api/canteen/own/', { signal, quiet: true }),
    refetchInterval: REFRESH_MS,
  })
}

export function useCarsToday() {
  return useQuery({
    queryKey: ['carTrip', 'today'],
    queryFn: ({ signal }) => api.get('/api/cars/today/', { signal, quiet: true }),
    refetchInterval: REFRESH_MS,
  })
}

export function useExpiring() {
  return useQuery({
    queryKey: ['car', 'expiring'],
    queryFn: ({ signal }) => api.get('/api/cars/expiring/', { signal, quiet: true }),
    refetchInterval: REFRESH_MS,
  })
}

export function useBudgetExecution() {
  return useQuery({
    queryKey: ['budgetLine', 'execution'],
    queryFn: ({ signal }) => api.get('/api/home/budget_exec/', { signal, quiet: true }),
    refetchInterval: REFRESH_MS,
  })
}

export function useThreePublic() {
  return useQuery({
    queryKey: ['budgetLine', 'three public'],
    queryFn: ({ signal }) => api.get('/api/home/three_public/', { signal, quiet: true }),
    refetchInterval: REFRESH_MS,
  })
}

/** The days of a month, `yyyy-MM`, that are one's own. The key begins with `ticket`: what is approved or withdrawn moves them. */
export function useAgenda(month: string) {
  return useQuery({
    queryKey: ['ticket', 'agenda', month],
    queryFn: ({ signal }) => api.get('/api/home/agenda/', { query: { month }, signal, quiet: true }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  })
}

export function useSystemHealth() {
  return useQuery({
    queryKey: ['job', 'health'],
    queryFn: ({ signal }) => api.get('/api/home/health/', { signal, quiet: true }),
    refetchInterval: REFRESH_MS,
  })
}
