import './board.css'
import { Button, ButtonGroup, SegmentedControl } from '@blueprintjs/core'
import { PrintIcon } from '@blueprintjs/icons'
import { useCallback, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { EmptyState, FailedState, SkeletonRows } from '#src/client/components/ui/index.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useMay } from '#src/client/platform/session/index.ts'
import { FormDrawer } from '#src/client/records/form/FormDrawer.tsx'
import { placeOf } from '#src/client/records/list/places.ts'
import { addDays } from '#src/define/days.ts'
import { carTrip } from '../trips/trip-record.ts'
import type { BoardRequest, BoardTrip } from './board.types.ts'
import { DispatchDialog } from './DispatchDialog.client.tsx'
import { Requests } from './Requests.client.tsx'
import { Schedule } from './Schedule.client.tsx'
import { type Subject, useBoard, useRequests } from './useDispatch.client.ts'

const WEEK = 7
const asTrip = (trip: BoardTrip): Subject | null =>
  trip.tripId === null ? null : { kind: 'trip', trip: { ...trip, tripId: trip.tripId } }
const asRequest = (request: BoardRequest): Subject => ({ kind: 'request', request })

/** 派车调度 (40.1, 90 B 1): what waits for a car beside the cars over time. */
export function DispatchBoard() {
  const t = useT()
  const navigate = useNavigate()
  const mayMove = useMay('carTrip:Change')
  const mayDispatch = useMay('carTrip:Dispatch')
  const [isEmergency, setEmergency] = useState(false)
  const [from, setFrom] = useState<string | null>(null)
  const [days, setDays] = useState(1)
  const [by, setBy] = useState<'car' | 'driver'>('car')
  const [dragged, setDragged] = useState<Subject | null>(null)
  const [open, setOpen] = useState<{ readonly subject: Subject; readonly droppedOn: number | null } | null>(null)
  const { data: board, error, refetch } = useBoard(from, days)
  const { data: requests = [] } = useRequests()
  // Stable, so that bars are not drawn anew while something is dragged.
  const openTrip = useCallback(
    (trip: BoardTrip): void => {
      const subject = asTrip(trip)
      if (mayMove && trip.state === 'reserved' && subject !== null) {
        setOpen({ subject, droppedOn: null })
        return
      }
      const place = trip.tripId === null ? null : placeOf('carTrip', trip.tripId)
      if (place !== null) void navigate(place)
    },
    [mayMove, navigate],
  )
  const dragTrip = useCallback((trip: BoardTrip | null): void => setDragged(trip === null ? null : asTrip(trip)), [])
  const drop = (carId: number): void => {
    if (dragged !== null) setOpen({ subject: dragged, droppedOn: carId })
    setDragged(null)
  }
  const span =
    dragged === null
      ? null
      : dragged.kind === 'trip'
        ? dragged.trip
        : { startAt: dragged.request.startAt, endAt: dragged.request.endAt, tripId: null }
  if (error !== null && board === undefined) return <FailedState error={error} onRetry={() => void refetch()} />
  if (board === undefined) return <SkeletonRows rows={8} />
  return (
    <div className="dispatch">
      <div className="dispatch-bar-tools">
        <SegmentedControl
          size="small"
          aria-label={t('dispatchBoard.view')}
          value={String(days)}
          options={[
            { value: '1', label: t('dispatchBoard.day') },
            { value: String(WEEK), label: t('dispatchBoard.week') },
          ]}
          onValueChange={(value) => setDays(Number(value))}
        />
        <SegmentedControl
          size="small"
          aria-label={t('dispatchBoard.rows')}
          value={by}
          options={[
            { value: 'car', label: t('dispatchBoard.byCar') },
            { value: 'driver', label: t('dispatchBoard.byDriver') },
          ]}
          onValueChange={(value) => setBy(value === 'driver' ? 'driver' : 'car')}
        />
        <ButtonGroup>
          <Button
            text={t(`dispatchBoard.earlier.${days === 1 ? 'day' : 'week'}`)}
            onClick={() => setFrom(addDays(board.from, -days))}
          />
          <Button text={t('dispatchBoard.today')} onClick={() => setFrom(null)} />
          <Button
            text={t(`dispatchBoard.later.${days === 1 ? 'day' : 'week'}`)}
            onClick={() => setFrom(addDays(board.from, days))}
          />
        </ButtonGroup>
        <strong>{days === 1 ? board.from : `${board.from} – ${addDays(board.from, days - 1)}`}</strong>
        {mayMove && by === 'car' ? <span className="dispatch-hint">{t('dispatchBoard.hint')}</span> : null}
        {mayDispatch ? (
          <Button intent="warning" text={t('dispatchBoard.emergencyTrip')} onClick={() => setEmergency(true)} />
        ) : null}
        <Button icon={<PrintIcon />} text={t('dispatchBoard.print')} onClick={() => print()} />
      </div>
      <div className="dispatch-parts">
        <Requests
          requests={requests}
          onDrag={(request) => setDragged(request === null ? null : asRequest(request))}
          onDispatch={(request) => setOpen({ subject: asRequest(request), droppedOn: null })}
        />
        {board.cars.length === 0 ? (
          <EmptyState title={t('dispatchBoard.noCars')} />
        ) : (
          <Schedule
            board={board}
            by={by}
            dragged={span}
            mayMove={mayMove}
            onDrag={dragTrip}
            onDrop={drop}
            onOpen={openTrip}
          />
        )}
      </div>
      {isEmergency ? (
        <FormDrawer
          record={carTrip}
          id={null}
          title={t('dispatchBoard.emergencyTrip')}
          onClose={() => setEmergency(false)}
        />
      ) : null}
      {open === null ? null : <DispatchDialog {...open} onClose={() => setOpen(null)} />}
    </div>
  )
}
