import { useQuery } from '@tanstack/react-query'
import { api } from '#src/client/platform/http/http.ts'
import { needRecords } from '#src/client/platform/parts/index.ts'

/** What waits for the keeper's issue, as the page and its pick list read it. */
export const useWaiting = () =>
  useQuery({
    // Begins with `ticket`, so that a decision elsewhere refreshes it.
    queryKey: ['ticket', 'counter'],
    async queryFn({ signal }) {
      const [waiting] = await Promise.all([
        api.get('/api/supplies/counter/', { signal, quiet: true }),
        needRecords(['stockIssue']),
      ])
      return waiting
    },
  })
