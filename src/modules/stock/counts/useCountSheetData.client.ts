import { useQuery } from '@tanstack/react-query'
import { api } from '#src/client/platform/http/http.ts'

/** The sheet of a count, read anew when a colleague saved. */
export const useCountSheetData = (id: number) =>
  useQuery({
    queryKey: ['stockCount', 'one', id, 'sheet'],
    queryFn: ({ signal }) => api.get(`/api/stock/count/${id}/sheet/`, { signal, quiet: true }),
  })
