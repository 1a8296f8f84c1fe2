import {
  hashKey,
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useMemo } from 'react'
import { uploadFile } from '#src/client/components/forms/storedFiles.ts'
import { api, type Page, type Query } from '#src/client/platform/http/http.ts'
import { needKeys, needTypes } from '#src/client/platform/parts/index.ts'
import type { TicketAnswer } from '#src/define/tickets/detail.ts'
import { pathOf, type TicketRow } from '#src/define/tickets/line.ts'
import type { FormData } from '#src/fields/field.ts'
import type { GivenSignature } from './actions/Signature.tsx'
import { nameTypes } from './apply/designed.ts'

const tickets = '/api/workflow/ticket/'

/** A page of tickets by label and filters (20.6). Every key begins with `ticket`, so that a live message refreshes it. */
export function useTicketList(query: Query, isEnabled = true) {
  return useQuery({
    queryKey: ['ticket', 'list', query],
    async queryFn({ signal }): Promise<Page<TicketRow>> {
      const page = await api.list(tickets, query, { signal, quiet: true })
      await nameTypes(page.data.map(({ type }) => type))
      return page
    },
    placeholderData: keepPreviousData,
    enabled: isEnabled,
  })
}

/** Tickets whose live check fails now (20.8), with the labels of the figures that do. */
export function useFailedChecks(ids: readonly number[]): ReadonlyMap<number, readonly string[]> {
  const { data } = useQuery({
    queryKey: ['ticket', 'checks', ids],
    async queryFn({ signal }) {
      const query = { ids: ids.join(',') }
      const failed = await api.get(`${tickets}live_checks/`, { query, signal, quiet: true })
      await needKeys(failed.flatMap(({ labels }) => labels))
      return failed
    },
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  })
  return useMemo(() => new Map((data ?? []).map(({ id, labels }) => [id, labels])), [data])
}

export function useStatistics() {
  return useQuery({
    queryKey: ['ticket', 'statistics'],
    queryFn: ({ signal }) => api.get(`${tickets}statistics/`, { signal, quiet: true }),
  })
}

/** The question behind an open ticket; views read its answer from the ticket's actor. */
export const ticketQuery = (id: number) =>
  queryOptions({
    queryKey: ['ticket', id] as const,
    async queryFn({ signal }) {
      const detail = await api.get(`${tickets}${id}/`, { signal, quiet: true })
      await Promise.all([
        nameTypes([detail.type]),
        needTypes([detail.type]),
        needKeys(detail.panel.map(({ label }) => label)),
      ])
      return detail
    },
  })

/** A ticket as a document: to print, to replay, to take a form over. Where it is and what may be done is read from its actor. */
export const useTicket = (id: number) => useQuery(ticketQuery(id))

export function useTimeline(id: number, isEnabled = true) {
  return useQuery({
    queryKey: ['ticket', id, 'timeline'],
    queryFn: ({ signal }) => api.get(`${tickets}${id}/timeline/`, { signal, quiet: true }),
    enabled: isEnabled,
  })
}

/** The ticket as it was after event `at`, recomputed by the server from its log. */
export function useReplay(id: number, at: number | null) {
  return useQuery({
    queryKey: ['ticket', id, 'replay', at],
    queryFn: ({ signal }) => api.get(`${tickets}${id}/replay/`, { query: { at: at ?? 0 }, signal, quiet: true }),
    enabled: at !== null,
  })
}

export function useCards() {
  return useQuery({
    queryKey: ['ticket', 'cards'],
    async queryFn({ signal }) {
      const cards = await api.get('/api/workflow/application_types/', {
        signal,
        quiet: true,
      })
      await nameTypes(cards.map(({ key }) => key))
      return cards
    },
  })
}

/** Form and first values; with `from` those of an earlier ticket (APP-SHELL). */
export function useApplicationStart(key: string, from: string | null = null) {
  return useQuery({
    queryKey: ['ticket', 'start', key, from],
    queryFn: ({ signal }) =>
      api.get(`/api/workflow/application_types/${key}/`, {
        signal,
        quiet: true,
        ...(from !== null && { query: { from } }),
      }),
    // First values such as today's date must not be those of yesterday, nor change under somebody who is typing.
    staleTime: 0,
    refetchOnWindowFocus: false,
  })
}

interface Trial {
  readonly type: string
  readonly formData: FormData
  readonly ticketId: number | null
}
const trialBody = ({ type, formData, ticketId }: Trial) => ({
  type,
  formData,
  ...(ticketId === null ? {} : { ticketId }),
})

/** Names a question about a form. Thousands of rows are told apart once, not with every key that is pressed meanwhile. */
const hashes = new WeakMap<Trial, string>()
function hashOf([, question, trial]: readonly [string, string, Trial]): string {
  const hash = hashes.get(trial) ?? hashKey([trial])
  hashes.set(trial, hash)
  return `${question} ${hash}`
}

/** What the server would compute and say about the form as it stands. */
export function useFormCheck(trial: Trial) {
  return useQuery({ ...formCheck(trial), placeholderData: keepPreviousData, gcTime: 0 })
}

/** The query behind `useFormCheck`; whoever needs the answer for just these values fetches it. */
export const formCheck = (trial: Trial) =>
  queryOptions({
    queryKey: ['ticket', 'check', trial] as const,
    queryKeyHashFn: hashOf,
    async queryFn({ signal }) {
      const check = await api.post(`${tickets}check/`, trialBody(trial), { signal, quiet: true })
      await needKeys(check.panel.map(({ label }) => label))
      return check
    },
  })

/** The route the form would take, with names (20.4). */
export function useRoutePreview(trial: Trial) {
  return useQuery({
    queryKey: ['ticket', 'preview', trial] as const,
    queryKeyHashFn: hashOf,
    queryFn: ({ signal }) => api.post(`${tickets}preview/`, trialBody(trial), { signal, quiet: true }),
    placeholderData: keepPreviousData,
    gcTime: 0,
  })
}

/** Whom a comment may call by name. */
export function useMentionable(id: number) {
  return useQuery({
    queryKey: ['ticket', id, 'mentionable'],
    queryFn: ({ signal }) => api.get(`${tickets}${id}/mentionable/`, { signal, quiet: true }),
  })
}

/** What voiding the ticket would undo (20.7). */
export function useReversal(id: number) {
  return useQuery({
    queryKey: ['ticket', id, 'reversal'],
    queryFn: ({ signal }) => api.get(`${tickets}${id}/reversal/`, { signal, quiet: true }),
  })
}

/** Proves a signature to the server: uploads the picture where it is new, and gives the password again. */
export function useSign(): (id: number, given: GivenSignature) => Promise<string> {
  const client = useQueryClient()
  return async (id, { password, picture }) => {
    const fileId =
      picture instanceof Blob
        ? (await uploadFile(new File([picture], 'signature.png', { type: 'image/png' }), 'signature')).id
        : picture
    const answer = await api.post(`${tickets}${id}/sign/`, { password, fileId }, { quiet: true })
    await client.invalidateQueries({ queryKey: ['signature'] })
    return answer.signature
  }
}

interface SendOptions {
  /** Idempotency key. */
  readonly key?: string
  /** The call is finished by the browser, also when the window is closed meanwhile. */
  readonly isUrgent?: boolean
}

/** Sends an action; whatever lists show the ticket are refreshed, also without a live connection. */
export async function sendAction(
  client: QueryClient,
  id: number,
  path: string,
  body: Readonly<Record<string, unknown>>,
  options: SendOptions = {},
): Promise<TicketAnswer> {
  try {
    return await api.post(`${tickets}${id}/${path}/`, body, { quiet: true, ...options })
  } finally {
    await client.invalidateQueries({ queryKey: ['ticket'] })
  }
}

/** {@link sendAction} for a view that waits for the answer. */
export function useTicketAction(): (
  id: number,
  action: string,
  body: Record<string, unknown>,
  key?: string,
) => Promise<TicketAnswer> {
  const client = useQueryClient()
  return (id, action, body, key) => sendAction(client, id, pathOf(action), body, key === undefined ? {} : { key })
}
