import { useQuery } from '@tanstack/react-query'
import { api } from '#src/client/platform/http/http.ts'

/** Everything that is carried out within reach, with its steps. */
export function useBank() {
  return useQuery({
    queryKey: ['projectExec', 'bank'],
    queryFn: ({ signal }) => api.get('/api/projects/bank/', { signal, quiet: true }),
  })
}
