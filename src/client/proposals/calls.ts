/** The calls of changes that wait for a second person. */
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { allRows } from '#src/client/platform/http/allRows.ts'
import { api, newKey, untypedApi } from '#src/client/platform/http/http.ts'
import type { ProposalRow } from '#src/define/workflows/proposals.ts'

const PATH = '/api/proposal/'

/** Which proposals are asked for. */
export interface ProposalQuery {
  readonly state: 'open' | 'decided'
  /** Only those that wait for the reader. */
  readonly mine?: 'true'
  readonly page?: number
  readonly limit?: number
}

/** Proposals the reader may see, newest first. */
export const useProposals = (query: ProposalQuery, enabled = true) =>
  useQuery({
    queryKey: ['proposal', 'list', query],
    queryFn: ({ signal }) => api.list(PATH, { ...query }, { signal, quiet: true }),
    placeholderData: keepPreviousData,
    enabled,
  })

/** All that are open. */
export const useOpenProposals = (enabled: boolean) =>
  useQuery({
    queryKey: ['proposal', 'list', 'open'],
    queryFn: ({ signal }) => allRows<ProposalRow>(PATH, { state: 'open' }, signal),
    enabled,
  })

export const useProposal = (id: number) =>
  useQuery({
    queryKey: ['proposal', 'one', id],
    queryFn: ({ signal }) => api.get(`${PATH}${id}/`, { signal, quiet: true }),
  })

/** Confirms, refuses or withdraws; whatever the change touches is read again. */
export function useDecision(id: number) {
  const client = useQueryClient()
  return async <Answer>(decision: 'confirm' | 'refuse' | 'withdraw', body: object = {}): Promise<Answer> => {
    try {
      return await untypedApi.post<Answer>(`${PATH}${id}/${decision}/`, body, { key: newKey() })
    } finally {
      await client.invalidateQueries()
    }
  }
}
