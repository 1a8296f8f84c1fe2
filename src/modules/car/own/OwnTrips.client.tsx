import './own.css'
import { Button, Callout } from '@blueprintjs/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Chip, EmptyState, FailedState, SkeletonRows, StateChip } from '#src/client/components/ui/index.ts'
import { api } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { ActionDialog } from '#src/client/records/form/ActionDialog.tsx'
import { spanText } from '../board/boardModel.ts'
import { carTrip } from '../trips/trip-record.ts'
import type { OwnTrip } from './own.types.ts'

type Step = 'depart' | 'return'
const stepOf = ({ state }: OwnTrip): Step | null =>
  state === 'reserved' ? 'depart' : state === 'returned' ? null : 'return'

/** 今日出车: the driver's day on a phone, each trip with the one thing that comes next (90 B 3). */
export function OwnTrips() {
  const t = useT()
  const [open, setOpen] = useState<{ readonly trip: OwnTrip; readonly step: Step } | null>(null)
  const { data, error, refetch } = useQuery({
    queryKey: ['carTrip', 'own'],
    queryFn: ({ signal }) => api.get('/api/cars/own_trips/', { signal, quiet: true }),
  })
  if (error !== null && data === undefined) return <FailedState error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <SkeletonRows rows={4} />
  if (data.length === 0) return <EmptyState title={t('ownTrips.none')} />
  return (
    <>
      <ul className="own-trips" aria-label={t('ownTrips.title')}>
        {data.map((trip) => {
          const step = stepOf(trip)
          return (
            <li key={trip.id}>
              <div className="card own-trip">
                <div className="own-trip-head">
                  <strong>{trip.plateNo}</strong>
                  <StateChip dictionary="tripState" value={trip.state} />
                  {trip.isAtRisk ? <Chip color="error">{t('dispatchBoard.atRisk')}</Chip> : null}
                </div>
                <p className="own-trip-time">{spanText(trip)}</p>
                <p>
                  {trip.fromPlace} → {trip.viaPlaces === '' ? '' : `${trip.viaPlaces} → `}
                  {trip.toPlace}
                </p>
                <p className="own-trip-people">
                  {trip.applicant} {trip.mobile === '' ? null : <a href={`tel:${trip.mobile}`}>{trip.mobile}</a>} ·{' '}
                  {t('dispatchBoard.heads', [trip.people])}
                </p>
                {trip.defect === null ? null : (
                  <Callout intent="danger" compact title={t('ownTrips.defect')}>
                    {trip.defect}
                  </Callout>
                )}
                {step === null ? null : (
                  <Button
                    fill
                    size="large"
                    intent={step === 'depart' ? 'primary' : 'success'}
                    text={t(`records.carTrip.actions.${step}`)}
                    aria-label={`${t(`records.carTrip.actions.${step}`)} ${trip.no}`}
                    onClick={() => setOpen({ trip, step })}
                  />
                )}
              </div>
            </li>
          )
        })}
      </ul>
      {open === null ? null : (
        <ActionDialog
          record={carTrip}
          // The odometer goes on from what it showed last.
          row={{
            ...open.trip,
            mileageOut: open.trip.mileageOut ?? open.trip.carKm,
            mileageIn: open.trip.carKm,
            inChecks: open.trip.checks,
          }}
          name={open.step}
          action={carTrip.actions[open.step]}
          keepsInput
          onClose={() => setOpen(null)}
        />
      )}
    </>
  )
}
