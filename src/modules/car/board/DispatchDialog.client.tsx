import { Callout, FormGroup, TextArea } from '@blueprintjs/core'
import { useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { visibleLength } from '#machines/ticket/engine/visibleText.ts'
import { DayInput } from '#src/client/components/forms/inputs/DayInput.tsx'
import { DictionaryText, FailedState, SkeletonRows, toast } from '#src/client/components/ui/index.ts'
import { ApiError } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useMay } from '#src/client/platform/session/index.ts'
import { BusyButton } from '#src/client/records/form/BusyButton.tsx'
import { Sheet } from '#src/client/records/list/Sheet.tsx'
import { MIN_REASON } from '../trips/trip-record.ts'
import { Answers } from './Answers.client.tsx'
import type { DispatchChoices, NearestAnswer } from './board.types.ts'
import { type Span, spanText } from './boardModel.ts'
import { Options } from './Options.client.tsx'
import { type Choice, type Subject, useChoices, useDispatch } from './useDispatch.client.ts'

interface DialogProps {
  readonly subject: Subject
  /** The car that it was dropped on. */
  readonly droppedOn: number | null
  readonly onClose: () => void
}

/** What is chosen so far. */
interface Draft extends Partial<Pick<Choice, 'carId' | 'driverId' | 'shareTripId'>>, Span {}

function firstDraft(subject: Subject, droppedOn: number | null): Draft {
  const { startAt, endAt } = subject.kind === 'trip' ? subject.trip : subject.request
  const { carId, driverId } =
    subject.kind === 'trip'
      ? { carId: subject.trip.carId, driverId: subject.trip.driverId }
      : { carId: subject.request.preferredCarId, driverId: subject.request.selfDriverId }
  const car = droppedOn ?? carId
  return { startAt, endAt, ...(car !== null && { carId: car }), ...(driverId !== null && { driverId }) }
}

/** The draft with an answer taken over. */
function answered({ shareTripId: _left, ...draft }: Draft, answer: NearestAnswer): Draft {
  if (answer.kind === 'car') return { ...draft, carId: answer.carId }
  if (answer.kind === 'time') return { ...draft, startAt: answer.startAt, endAt: answer.endAt }
  return { ...draft, carId: answer.carId, driverId: answer.driverId, shareTripId: answer.tripId }
}

const isGone = ({ code, errKey }: ApiError): boolean => code === 4004 || errKey === 'car.requestGone'

/** What the dialog can end besides: the dispatch of a trip with tickets, or a request that waits again. */
function endingOf(subject: Subject, mayTakeBack: boolean): 'undoDispatch' | 'giveUp' | null {
  if (!mayTakeBack) return null
  if (subject.kind === 'trip') return subject.trip.ticketIds.length > 0 ? 'undoDispatch' : null
  return subject.request.undoneReason === null ? null : 'giveUp'
}

const reasonLabels = { none: 'reason', undoDispatch: 'reasonOfUndo', giveUp: 'reasonOfGiveUp' } as const

/** Chooses car, driver and hours for a trip: those that may go, the best first, the others with what speaks against them. */
export function DispatchDialog({ subject, droppedOn, onClose }: DialogProps) {
  const t = useT()
  const [draft, setDraft] = useState(() => firstDraft(subject, droppedOn))
  const [reason, setReason] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const { data: last, error, refetch } = useChoices(subject, draft)
  // Nothing is sent any longer for what another dispatcher took, or a driver left with; what was written stays readable.
  const gone = error instanceof ApiError && isGone(error) ? error : null
  const kept = useRef(last)
  kept.current = last ?? kept.current
  const data = last ?? (gone === null ? undefined : kept.current)
  const { dispatch, change, takeBack, giveUp } = useDispatch()
  const mayTakeBack = useMay('carTrip:Cancel')
  const trip = subject.kind === 'trip' ? subject.trip : subject.request
  const isShared = draft.shareTripId !== undefined
  const shared = data?.nearest.find((answer) => answer.kind === 'share')
  const submit = async (choices: DispatchChoices): Promise<void> => {
    const { carId, driverId } = draft
    const car = choices.cars.find(({ id }) => id === carId)
    const driver = choices.drivers.find(({ id }) => id === driverId)
    if (carId === undefined || driverId === undefined || car === undefined || driver === undefined) {
      toast('warning', t('dispatchBoard.chooseBoth'))
      return
    }
    if (subject.kind === 'trip' && !isExplained()) return
    const names = [car.plateNo, driver.name] as const
    const choice: Choice = { ...draft, carId, driverId }
    await perform(() =>
      subject.kind === 'trip'
        ? change(subject.trip, choice, reason.trim(), names)
        : dispatch(subject.request, choice, names),
    )
  }
  const isExplained = (): boolean => {
    const isLongEnough = visibleLength(reason) >= MIN_REASON
    if (!isLongEnough) {
      toast('warning', t('dispatchBoard.reasonShort', [MIN_REASON]))
      document.getElementById('dispatch-reason')?.focus()
    }
    return isLongEnough
  }
  const perform = async (command: () => Promise<void>): Promise<void> => {
    setBusy(true)
    setRefusal(null)
    try {
      await command()
      onClose()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setRefusal(error.message)
      await refetch()
    } finally {
      setBusy(false)
    }
  }
  const ending = endingOf(subject, mayTakeBack)
  const end = async (): Promise<void> => {
    if (!isExplained()) return
    await perform(() =>
      subject.kind === 'trip'
        ? takeBack(subject.trip.ticketIds, reason.trim())
        : giveUp(subject.request, reason.trim()),
    )
  }
  const alone = ({ shareTripId: _left, ...now }: Draft): Draft => now
  return (
    <Sheet
      title={t(subject.kind === 'trip' ? 'dispatchBoard.moveOf' : 'dispatchBoard.dispatchOf', [trip.no])}
      shape="drawer"
      onClose={onClose}
      footer={
        data === undefined ? null : (
          <>
            {ending === null ? null : (
              <BusyButton
                intent="danger"
                variant="outlined"
                isBusy={isBusy}
                isOff={gone !== null}
                text={t(`dispatchBoard.${ending}`)}
                onClick={() => void end()}
              />
            )}
            <BusyButton
              intent="primary"
              isBusy={isBusy}
              isOff={gone !== null}
              text={t(
                subject.kind === 'trip'
                  ? 'dispatchBoard.confirmMove'
                  : isShared
                    ? 'dispatchBoard.confirmShare'
                    : 'dispatchBoard.confirm',
              )}
              onClick={() => void submit(data)}
            />
          </>
        )
      }
    >
      <Summary subject={subject} />
      {refusal === null ? null : (
        <Callout intent="danger" role="alert">
          {refusal}
        </Callout>
      )}
      {gone !== null && data !== undefined ? (
        <Callout intent="warning" role="alert">
          {t('records.bound.notSent', [gone.message])}
        </Callout>
      ) : null}
      {error !== null && data === undefined ? <FailedState error={error} onRetry={() => void refetch()} /> : null}
      {data === undefined && error === null ? <SkeletonRows rows={8} /> : null}
      {data === undefined ? null : (
        <>
          {data.alsoWanted.map(({ no, applicant, startAt }) => (
            <Callout key={no} compact intent="warning">
              {t('dispatchBoard.alsoWanted', [no, applicant, startAt.slice(5, 16)])}
            </Callout>
          ))}
          {isShared ? (
            <Callout intent="primary" compact>
              {t('dispatchBoard.sharing', [shared?.kind === 'share' ? shared.no : ''])}
            </Callout>
          ) : (
            <Answers answers={data.nearest} onChoose={(answer) => setDraft((now) => answered(now, answer))} />
          )}
          <Hours draft={draft} onChange={(span) => setDraft((now) => ({ ...now, ...span }))} />
          <Options
            name="dispatch-car"
            title={t('dispatchBoard.car')}
            options={data.cars.map((car) => ({
              ...car,
              problem: isShared && car.id === draft.carId ? null : car.problem,
              label: (
                <>
                  <strong>{car.plateNo}</strong> {car.brandModel} ·{' '}
                  <DictionaryText dictionary="carType" value={car.carType} /> · {t('dispatchBoard.seats', [car.seats])}{' '}
                  · {t('dispatchBoard.mileage', [car.mileage.toLocaleString('en-US')])}
                </>
              ),
            }))}
            selected={draft.carId}
            onChange={(carId) => setDraft((now) => ({ ...alone(now), carId }))}
          />
          <Options
            name="dispatch-driver"
            title={t('dispatchBoard.driver')}
            options={data.drivers.map((driver) => ({
              ...driver,
              problem: isShared && driver.id === draft.driverId ? null : driver.problem,
              label: (
                <>
                  <strong>{driver.name}</strong> {driver.licenseClass}
                  {driver.shift === null ? null : (
                    <>
                      {' · '}
                      <DictionaryText dictionary="driverShift" value={driver.shift} />
                    </>
                  )}
                </>
              ),
            }))}
            selected={draft.driverId}
            onChange={(driverId) => setDraft((now) => ({ ...alone(now), driverId }))}
          />
          {subject.kind === 'request' && ending === null ? null : (
            <FormGroup label={t(`dispatchBoard.${reasonLabels[ending ?? 'none']}`)} labelFor="dispatch-reason">
              <TextArea
                id="dispatch-reason"
                fill
                value={reason}
                maxLength={200}
                onChange={(event) => setReason(event.currentTarget.value)}
              />
            </FormGroup>
          )}
        </>
      )}
    </Sheet>
  )
}

/** Whom the trip is for, with the telephone, when and where. */
function Summary({ subject }: { readonly subject: Subject }) {
  const t = useT()
  const trip = subject.kind === 'trip' ? subject.trip : subject.request
  return (
    <p className="dispatch-summary">
      {trip.applicant === '' ? null : (
        <>
          <strong>{trip.applicant}</strong> {trip.mobile} ·{' '}
        </>
      )}
      {spanText(trip)} · {trip.fromPlace} → {trip.toPlace}
      {subject.kind === 'request' ? (
        <>
          {' · '}
          {t('dispatchBoard.heads', [subject.request.heads])}{' '}
          <Link className="dispatch-link" to={`/workflow/ticket/${subject.request.ticketId}`}>
            {t('dispatchBoard.open')}
          </Link>
        </>
      ) : null}
    </p>
  )
}

interface HoursProps {
  readonly draft: Span
  readonly onChange: (span: Partial<Span>) => void
}

/** When the trip begins and ends; judged anew as soon as either is changed. */
function Hours({ draft, onChange }: HoursProps) {
  const t = useT()
  return (
    <div className="dispatch-hours">
      <FormGroup label={t('dispatchBoard.start')} labelFor="dispatch-start">
        <DayInput
          id="dispatch-start"
          label={t('dispatchBoard.start')}
          withTime
          value={draft.startAt}
          onChange={(startAt) => onChange({ startAt })}
        />
      </FormGroup>
      <FormGroup label={t('dispatchBoard.end')} labelFor="dispatch-end">
        <DayInput
          id="dispatch-end"
          label={t('dispatchBoard.end')}
          withTime
          value={draft.endAt}
          onChange={(endAt) => onChange({ endAt })}
        />
      </FormGroup>
    </div>
  )
}
