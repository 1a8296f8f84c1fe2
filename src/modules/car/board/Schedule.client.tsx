import { WarningSignIcon } from '@blueprintjs/icons'
import { type CSSProperties, type DragEvent, memo, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { ScrollRegion } from '#src/client/components/forms/ScrollRegion.tsx'
import { DictionaryText, StateChip } from '#src/client/components/ui/index.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useDictionaryLabel } from '#src/client/platform/session/index.ts'
import type { BoardCar, BoardTrip, DispatchBoard } from './board-wire.ts'
import { conflictOf, headsOf, placeOf, type Span, spanText, tripsByCar } from './boardModel.ts'

interface ScheduleProps {
  readonly board: DispatchBoard
  /** What is dragged now, with the trip it is if it has a car already. */
  readonly dragged: (Span & { readonly tripId: number | null }) | null
  readonly mayMove: boolean
  readonly onDrag: (trip: BoardTrip | null) => void
  readonly onDrop: (carId: number) => void
  readonly onOpen: (trip: BoardTrip) => void
}

const none: readonly BoardTrip[] = []

/** Cars as rows, trips as bars; a row under what is dragged says whether it is free, and who has it. */
export function Schedule({ board, ...row }: ScheduleProps) {
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
  const tripsOf = useMemo(() => tripsByCar(board.trips), [board.trips])
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
          {board.cars.map((car) => (
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

interface RowProps extends ScheduleProps {
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
  readonly trip: BoardTrip
  readonly plateNo: string
  readonly board: DispatchBoard
  readonly isMovable: boolean
  readonly onDrag: (trip: BoardTrip | null) => void
  readonly onOpen: (trip: BoardTrip) => void
}

function Bar({ trip, plateNo, board, isMovable, onDrag, onOpen }: BarProps) {
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
  const who = trip.applicant || trip.driver
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
