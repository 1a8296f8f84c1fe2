import { QueryClient } from '@tanstack/react-query'

/** Milliseconds an answer counts as fresh without a live message; the server pushes changes, so only a bound for what it cannot push. */
const STALE_AFTER_MS = 30_000

/**
 * The one query cache. The transport alone retries (both together would wait 107 s on a dead network). What the browser says
 * of the network is only a hint: a call that waited for it would neither fail nor end, and a write would go out later unseen.
 */
export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      retry: false,
      staleTime: STALE_AFTER_MS,
      refetchOnWindowFocus: true,
      networkMode: 'always',
      refetchOnReconnect: true,
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})
