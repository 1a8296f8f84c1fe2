import { WarningSignIcon } from '@blueprintjs/icons'
import { type CSSProperties, type DragEvent, memo, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { ScrollRegion } from '#src/client/components/forms/ScrollRegion.tsx'
import { DictionaryText, StateChip } from '#src/client/components/ui/index.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useDictionaryLabel } from '#src/client/platform/session/index.ts'
import type { BoardCar, BoardDriver, BoardTrip, DispatchBoard } from './board.types.ts'
import { conflictOf, headsOf, placeOf, type Span, spanText, tripsBy } from './boardModel.ts'

interface ScheduleProps {
  readonly board: DispatchBoard
  /** What the rows are; only cars take what is dragged. */
  readonly by: 'car' | 'driver'
  /** What is dragged now, with the trip it is if it has a car already. */
  readonly dragged: (Span & { readonly tripId: number | null }) | null
  readonly mayMove: boolean
  readonly onDrag: (trip: BoardTrip | null) => void
  readonly onDrop: (carId: number) => void
  readonly onOpen: (trip: BoardTrip) => void
}

const none: readonly BoardTrip[] = []

/** Cars as rows, trips as bars; a row under what is dragged says whether it is free, and who has it. */
export function Schedule({ board, by, ...row }: ScheduleProps) {
  const t = useT()
  const now = placeOf(board, { startAt: board.now, endAt: `${board.now.slice(0, 17)}59` })
  const heads = useMemo(() => headsOf(board), [board])
  const grid = useRef<HTMLDivElement>(null)
  const nowAt = now?.start ?? null
  const isNowShown = nowAt !== null
  // On a narrow screen the hours around now are in sight first.
  useLayoutEffect(() => {
    const line = isNowShown ? grid.current?.querySelector('.dispatch-now') : null
    line?.scrollIntoView({ inline: 'center', block: 'nearest' })
  }, [isNowShown])
  const tripsOf = useMemo(() => tripsBy(by === 'car' ? 'carId' : 'driverId', board.trips), [by, board.trips])
  return (
    <ScrollRegion className="dispatch-scroll" label={t('dispatchBoard.fleet')}>
      <div className="dispatch-grid" ref={grid} style={{ '--dispatch-columns': heads.length } as CSSProperties}>
        <div className="dispatch-heads" aria-hidden>
          <span />
          <div className="dispatch-track">
            {heads.map((head) => (
              <span key={head}>{head}</span>
            ))}
          </div>
        </div>
        <ul className="dispatch-rows">
          {by === 'driver'
            ? board.drivers.map((driver) => (
                <DriverRow
                  key={driver.id}
                  driver={driver}
                  trips={tripsOf.get(driver.id) ?? none}
                  heads={heads}
                  board={board}
                  now={nowAt}
                  onOpen={row.onOpen}
                />
              ))
            : board.cars.map((car) => (
                <CarRow
                  key={car.id}
                  car={car}
                  trips={tripsOf.get(car.id) ?? none}
                  heads={heads}
                  board={board}
                  now={nowAt}
                  {...row}
                />
              ))}
        </ul>
      </div>
    </ScrollRegion>
  )
}

type DriverRowProps = Pick<RowProps, 'trips' | 'heads' | 'now' | 'board' | 'onOpen'> & { readonly driver: BoardDriver }

/** What a driver has to do; a trip is changed by opening it. */
function DriverRow({ driver, trips, heads, board, now, onOpen }: DriverRowProps) {
  const plates = useMemo(() => new Map(board.cars.map(({ id, plateNo }) => [id, plateNo])), [board.cars])
  return (
    <li className="dispatch-row">
      <div className="dispatch-car">
        <strong>{driver.name}</strong>
        <span>
          {driver.isSuspended ? (
            <StateChip dictionary="driverState" value="suspended" />
          ) : (
            <DictionaryText dictionary="licenseClass" value={driver.licenseClass} />
          )}
        </span>
      </div>
      <div className="dispatch-track">
        {heads.map((head) => (
          <i key={head} />
        ))}
        {trips.map((trip) => (
          <Bar
            key={trip.tripId}
            trip={trip}
            plateNo={plates.get(trip.carId) ?? ''}
            label={plates.get(trip.carId) ?? ''}
            board={board}
            isMovable={false}
            onDrag={noDrag}
            onOpen={onOpen}
          />
        ))}
        {now === null ? null : <b className="dispatch-now" style={{ insetInlineStart: `${now}%` }} />}
      </div>
    </li>
  )
}

const noDrag = (): void => undefined

interface RowProps extends Omit<ScheduleProps, 'by'> {
  readonly car: BoardCar
  readonly trips: readonly BoardTrip[]
  readonly heads: readonly string[]
  /** Percent of the width, null when now is not on the board. */
  readonly now: number | null
}

function CarRow({ car, trips, heads, board, now, dragged, mayMove, onDrag, onDrop, onOpen }: RowProps) {
  const t = useT()
  const labelOf = useDictionaryLabel()
  const [isOver, setOver] = useState(false)
  const conflict = dragged === null ? null : conflictOf(trips, car.id, dragged, board.bufferMinutes, dragged.tripId)
  const isTaken = conflict !== null || car.status !== 'idle'
  const over = (event: DragEvent): void => {
    if (dragged === null) return
    event.preventDefault()
    setOver(true)
  }
  const state = dragged === null ? '' : isTaken ? ' is-taken' : ' is-free'
  return (
    <li
      className={`dispatch-row${state}${isOver ? ' is-over' : ''}`}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        onDrop(car.id)
      }}
    >
      <div className="dispatch-car">
        <strong>{car.plateNo}</strong>
        <span>
          {car.status === 'idle' ? (
            <>
              <DictionaryText dictionary="carType" value={car.carType} /> · {t('dispatchBoard.seats', [car.seats])}
            </>
          ) : (
            <StateChip dictionary="carState" value={car.status} />
          )}
        </span>
      </div>
      <div className="dispatch-track">
        {heads.map((head) => (
          <i key={head} />
        ))}
        <Bars trips={trips} plateNo={car.plateNo} board={board} mayMove={mayMove} onDrag={onDrag} onOpen={onOpen} />
        {now === null ? null : <b className="dispatch-now" style={{ insetInlineStart: `${now}%` }} />}
        {isOver && dragged !== null ? (
          <span className="dispatch-verdict" role="status">
            {conflict === null
              ? isTaken
                ? labelOf('carState', car.status)
                : t('dispatchBoard.free')
              : t('dispatchBoard.taken', [car.plateNo, spanText(conflict), conflict.applicant, conflict.mobile])}
          </span>
        ) : null}
      </div>
    </li>
  )
}

type BarsProps = Pick<ScheduleProps, 'board' | 'mayMove' | 'onDrag' | 'onOpen'> & {
  readonly trips: readonly BoardTrip[]
  readonly plateNo: string
}

/** Drawn anew only with what the board answers, not while something is dragged over its rows. */
const Bars = memo(({ trips, mayMove, ...bar }: BarsProps) =>
  trips.map((trip) => (
    <Bar
      key={trip.tripId ?? `${trip.state} ${trip.startAt}`}
      trip={trip}
      isMovable={mayMove && trip.state === 'reserved'}
      {...bar}
    />
  )),
)

interface BarProps {
  /** What the bar says first; who rides unless given. */
  readonly label?: string
  readonly trip: BoardTrip
  readonly plateNo: string
  readonly board: DispatchBoard
  readonly isMovable: boolean
  readonly onDrag: (trip: BoardTrip | null) => void
  readonly onOpen: (trip: BoardTrip) => void
}

function Bar({ trip, plateNo, label, board, isMovable, onDrag, onOpen }: BarProps) {
  const t = useT()
  const labelOf = useDictionaryLabel()
  const place = placeOf(board, trip)
  if (place === null) return null
  const style = { insetInlineStart: `${place.start}%`, inlineSize: `${place.size}%` }
  if (trip.tripId === null)
    return (
      <span className={`dispatch-bar is-${trip.state}`} style={style} title={spanText(trip)}>
        {trip.state === 'sealed' ? `${t('dispatchBoard.sealed')} ${trip.no}` : t('dispatchBoard.maintenance')}
      </span>
    )
  const rest = t('dispatchBoard.bar', [
    plateNo,
    spanText(trip),
    labelOf('tripState', trip.state),
    trip.driver,
    trip.fromPlace,
    trip.seatsLeft,
  ])
  const who = label ?? (trip.applicant || trip.driver)
  return (
    <button
      type="button"
      className={`dispatch-bar is-${trip.state}${trip.isAtRisk ? ' is-risky' : ''}`}
      style={style}
      title={`${who} → ${trip.toPlace}, ${rest}`}
      draggable={isMovable}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move'
        event.dataTransfer.setData('text/plain', trip.no)
        onDrag(trip)
      }}
      onDragEnd={() => onDrag(null)}
      onClick={() => onOpen(trip)}
    >
      {trip.isAtRisk ? <WarningSignIcon size={12} title={t('dispatchBoard.atRisk')} /> : null}
      <span>{who}</span> <small>→ {trip.toPlace}</small>
      <span className="visually-hidden">{rest}</span>
    </button>
  )
}
