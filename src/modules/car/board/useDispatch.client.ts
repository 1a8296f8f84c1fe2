import { useQuery, useQueryClient } from '@tanstack/react-query'
import { toast } from '#src/client/components/ui/index.ts'
import { api, newKey } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { addressOf } from '#src/client/records/address.ts'
import { useTicketAction } from '#src/client/tickets/queries.ts'
import { carTrip } from '../trips/trip-record.ts'
import type { BoardRequest, BoardTrip } from './board.types.ts'
import type { Span } from './boardModel.ts'

/** A trip that may be given another car or driver. */
export type TripSubject = BoardTrip & { readonly tripId: number }

/** What is dispatched: a request that waits, or a trip that is given another car or driver. */
export type Subject =
  | { readonly kind: 'request'; readonly request: BoardRequest }
  | { readonly kind: 'trip'; readonly trip: TripSubject }

/** Car, driver and hours of a trip; `shareTripId` is the trip that a request joins instead of getting one of its own. */
export interface Choice extends Span {
  readonly carId: number
  readonly driverId: number
  readonly shareTripId?: number
}

const MOMENT = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/

export function useBoard(from: string | null, days: number) {
  return useQuery({
    // Begins with `carTrip`, so that what another dispatcher does stands here at once.
    queryKey: ['carTrip', 'board', from, days],
    queryFn: ({ signal }) =>
      api.get('/api/cars/board/', { query: { days, ...(from !== null && { from }) }, signal, quiet: true }),
    placeholderData: (before) => before,
  })
}

export function useRequests() {
  return useQuery({
    queryKey: ['ticket', 'dispatch'],
    queryFn: ({ signal }) => api.get('/api/cars/board/waiting/', { signal, quiet: true }),
  })
}

export function useChoices(subject: Subject, { carId, driverId, startAt, endAt }: Partial<Choice> & Span) {
  const of = subject.kind === 'request' ? { ticketId: subject.request.ticketId } : { tripId: subject.trip.tripId }
  // A moment that is being typed is no moment yet.
  const span = MOMENT.test(startAt) && MOMENT.test(endAt) && startAt < endAt ? { startAt, endAt } : {}
  return useQuery({
    queryKey: ['carTrip', 'choices', of, carId, driverId, span],
    queryFn: ({ signal }) =>
      api.get('/api/cars/board/choices/', {
        query: { ...of, ...span, ...(carId !== undefined && { carId }), ...(driverId !== undefined && { driverId }) },
        signal,
        quiet: true,
      }),
    placeholderData: (before) => before,
    // An answer that the request is gone must not be shown again once the request waits anew.
    gcTime: 0,
  })
}

/** Dispatches by the approval of the ticket, and moves by the action of the trip: the board has no writer of its own. */
export function useDispatch() {
  const t = useT()
  const client = useQueryClient()
  const act = useTicketAction()
  const refresh = async (): Promise<void> => {
    await Promise.all([
      client.invalidateQueries({ queryKey: ['carTrip'] }),
      client.invalidateQueries({ queryKey: ['ticket'] }),
    ])
  }
  const move = async (trip: TripSubject, choice: Choice, reason: string): Promise<number> => {
    const { version } = await api.post(
      `${addressOf(carTrip)}${trip.tripId}/change/`,
      { version: trip.version, ...choice, reason },
      { key: newKey(), quiet: true },
    )
    return Number(version)
  }
  const takeBack = async (ticketIds: readonly number[], reason: string): Promise<void> => {
    try {
      await api.post('/api/cars/board/undo/', { ticketIds, reason }, { key: newKey(), quiet: true })
      toast('success', t('dispatchBoard.dispatchUndone'))
    } finally {
      await refresh()
    }
  }
  const undoBy = (undo: () => Promise<void>) => ({
    action: {
      text: t('dispatchBoard.undo'),
      onClick: () =>
        void undo().catch((error: unknown) => toast('danger', String(error instanceof Error ? error.message : error))),
    },
  })
  return {
    async dispatch(request: BoardRequest, choice: Choice, names: readonly [string, string]) {
      const { ticketId, version, undoneReason } = request
      try {
        // The approval of the ticket stands: another car is given to it without a second one.
        if (undoneReason !== null)
          await api.post('/api/cars/board/dispatch/', { ticketId, ...choice }, { key: newKey(), quiet: true })
        else await act(ticketId, 'approve', { version, comment: '', formData: { ...choice } }, newKey())
        toast(
          'success',
          t('dispatchBoard.done', names),
          undoBy(() => takeBack([ticketId], t('dispatchBoard.undoDispatchReason'))),
        )
      } finally {
        await refresh()
      }
    },
    takeBack,
    async giveUp({ ticketId }: BoardRequest, reason: string) {
      try {
        await api.post('/api/cars/board/give_up/', { ticketId, reason }, { key: newKey(), quiet: true })
        toast('success', t('dispatchBoard.givenUp'))
      } finally {
        await refresh()
      }
    },
    async change(trip: TripSubject, choice: Choice, reason: string, names: readonly [string, string]) {
      try {
        const version = await move(trip, choice, reason)
        const { carId, startAt, endAt } = trip
        const before = { carId, driverId: trip.driverId ?? choice.driverId, startAt, endAt }
        const undo = async (): Promise<void> => {
          try {
            await move({ ...trip, version }, before, t('dispatchBoard.undoReason'))
            toast('success', t('dispatchBoard.undone'))
          } finally {
            await refresh()
          }
        }
        toast('success', t('dispatchBoard.moved', names), undoBy(undo))
      } finally {
        await refresh()
      }
    },
  }
}
