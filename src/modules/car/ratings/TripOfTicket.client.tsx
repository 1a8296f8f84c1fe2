import './ratings.css'
import { Callout } from '@blueprintjs/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { StateChip, toast } from '#src/client/components/ui/index.ts'
import { api, newKey } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import type { TicketPartProps } from '#src/client/tickets/moduleParts.tsx'
import { RatingForm } from '#src/client/tickets/rating/RatingForm.tsx'
import type { TicketTrip } from './rating.types.ts'

const minute = (moment: string): string => moment.slice(0, 16)

/** The trip of an appointment within its ticket: car, driver, where it stands; and the rating once it is back. */
export function TripOfTicket({ detail }: TicketPartProps) {
  const t = useT()
  const { data: trip } = useQuery({
    // Begins with `ticket`, so that a decision refreshes it.
    queryKey: ['ticket', detail.id, 'trip'],
    queryFn: ({ signal }) =>
      api.get(`/api/cars/ticket/${detail.id}/` as '/api/cars/ticket/:id/', { signal, quiet: true }),
    enabled: detail.status !== 'draft',
  })
  if (trip === undefined || trip === null) return null
  return (
    <section className="ticket-section ticket-trip" aria-label={t('ticketTrip.title')}>
      <h2>{t('ticketTrip.title')}</h2>
      <p className="ticket-trip-line">
        <StateChip dictionary="tripState" value={trip.state} />
        <strong>{trip.plateNo}</strong>
        <span>{trip.brandModel}</span>
        <span>
          {trip.driver} <a href={`tel:${trip.mobile}`}>{trip.mobile}</a>
        </span>
        <span className="ticket-soft">{trip.no}</span>
      </p>
      <p className="ticket-trip-line">
        <span>{t('ticketTrip.times', [minute(trip.startAt), minute(trip.endAt)])}</span>
        {trip.departedAt === null ? null : <span>{t('ticketTrip.departed', [minute(trip.departedAt)])}</span>}
        {trip.returnedAt === null ? null : <span>{t('ticketTrip.returned', [minute(trip.returnedAt)])}</span>}
      </p>
      {trip.undoneReason === null ? null : (
        <Callout compact intent="warning">
          {t('ticketTrip.undone', [trip.undoneReason])}
        </Callout>
      )}
      {trip.rating === null ? null : (
        <p>
          <strong>{t('ticketTrip.own', [trip.rating.score])}</strong> {trip.rating.note}
        </p>
      )}
      {trip.rateUntil === null ? null : <RateTrip ticketId={detail.id} until={trip.rateUntil} />}
    </section>
  )
}

interface RateTripProps {
  readonly ticketId: number
  readonly until: NonNullable<TicketTrip['rateUntil']>
}

function RateTrip({ ticketId, until }: RateTripProps) {
  const t = useT()
  const client = useQueryClient()
  const send = async (score: number, note: string): Promise<void> => {
    const path = `/api/cars/ticket/${ticketId}/rating/` as '/api/cars/ticket/:id/rating/'
    await api.post(path, { score, note }, { key: newKey() })
    toast('success', t('ticketTrip.thanks'))
    await client.invalidateQueries({ queryKey: ['ticket'] })
  }
  return (
    <RatingForm
      title={t('ticketTrip.rate')}
      text={t('ticketTrip.until', [minute(until)])}
      submitText={t('ticketTrip.submit')}
      onSubmit={send}
    />
  )
}
