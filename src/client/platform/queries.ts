import { QueryClient } from '@tanstack/react-query'

/** Milliseconds an answer counts as fresh without a live message; the server pushes changes, so only a bound for what it cannot push. */
const FRESH = 30_000

/** The one query cache. the transport alone retries (both together would wait 107 s on a dead network). */
export const queries = new QueryClient({
  defaultOptions: {
    queries: { retry: false, staleTime: FRESH, refetchOnWindowFocus: true },
    mutations: { retry: false },
  },
})
