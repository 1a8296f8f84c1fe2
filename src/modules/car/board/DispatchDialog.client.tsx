import { Callout, FormGroup, Radio, RadioGroup, Switch, TextArea } from '@blueprintjs/core'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { DictionaryText, FailedState, SkeletonRows, toast } from '#src/client/components/ui/index.ts'
import { ApiError } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useProblemText } from '#src/client/platform/session/index.ts'
import { BusyButton } from '#src/client/records/form/BusyButton.tsx'
import { Sheet } from '#src/client/records/list/Sheet.tsx'
import type { Problem } from '#src/define/problem.ts'
import { MIN_REASON } from '../trips/trip-record.ts'
import type { DispatchChoices } from './board-wire.ts'
import { spanText } from './boardModel.ts'
import { type Choice, type Subject, useChoices, useDispatch } from './useDispatch.client.ts'

interface DialogProps {
  readonly subject: Subject
  /** The car that it was dropped on. */
  readonly droppedOn: number | null
  readonly onClose: () => void
}

const firstChoice = (subject: Subject, droppedOn: number | null): Partial<Choice> => {
  const { carId, driverId } =
    subject.kind === 'trip'
      ? { carId: subject.trip.carId, driverId: subject.trip.driverId }
      : { carId: subject.request.preferredCarId, driverId: subject.request.selfDriverId }
  const car = droppedOn ?? carId
  return { ...(car !== null && { carId: car }), ...(driverId !== null && { driverId }) }
}

/** Chooses car and driver for a trip: those that may go, the best first, the others with what speaks against them. */
export function DispatchDialog({ subject, droppedOn, onClose }: DialogProps) {
  const t = useT()
  const [choice, setChoice] = useState(() => firstChoice(subject, droppedOn))
  const [reason, setReason] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const { data, error, refetch } = useChoices(subject, choice)
  const { dispatch, change } = useDispatch()
  const trip = subject.kind === 'trip' ? subject.trip : subject.request
  const submit = async (choices: DispatchChoices): Promise<void> => {
    const { carId, driverId } = choice
    const car = choices.cars.find(({ id }) => id === carId)
    const driver = choices.drivers.find(({ id }) => id === driverId)
    if (carId === undefined || driverId === undefined || car === undefined || driver === undefined) {
      toast('warning', t('dispatchBoard.chooseBoth'))
      return
    }
    if (subject.kind === 'trip' && reason.trim().length < MIN_REASON) {
      toast('warning', t('dispatchBoard.reasonShort', [MIN_REASON]))
      return
    }
    setBusy(true)
    setRefusal(null)
    try {
      const names = [car.plateNo, driver.name] as const
      if (subject.kind === 'trip') await change(subject.trip, { carId, driverId }, reason.trim(), names)
      else await dispatch(subject.request, { carId, driverId }, names)
      onClose()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setRefusal(error.message)
      await refetch()
    } finally {
      setBusy(false)
    }
  }
  return (
    <Sheet
      title={t(subject.kind === 'trip' ? 'dispatchBoard.moveOf' : 'dispatchBoard.dispatchOf', [trip.no])}
      shape="drawer"
      onClose={onClose}
      footer={
        data === undefined ? null : (
          <BusyButton
            intent="primary"
            isBusy={isBusy}
            text={t(subject.kind === 'trip' ? 'dispatchBoard.confirmMove' : 'dispatchBoard.confirm')}
            onClick={() => void submit(data)}
          />
        )
      }
    >
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
      {refusal === null ? null : (
        <Callout intent="danger" role="alert">
          {refusal}
        </Callout>
      )}
      {error !== null && data === undefined ? <FailedState error={error} onRetry={() => void refetch()} /> : null}
      {data === undefined && error === null ? <SkeletonRows rows={8} /> : null}
      {data === undefined ? null : (
        <>
          <Options
            name="dispatch-car"
            title={t('dispatchBoard.car')}
            options={data.cars.map((car) => ({
              ...car,
              label: (
                <>
                  <strong>{car.plateNo}</strong> {car.brandModel} ·{' '}
                  <DictionaryText dictionary="carType" value={car.carType} /> · {t('dispatchBoard.seats', [car.seats])}{' '}
                  · {t('dispatchBoard.mileage', [car.mileage.toLocaleString('en-US')])}
                </>
              ),
            }))}
            selected={choice.carId}
            onChange={(carId) => setChoice((now) => ({ ...now, carId }))}
          />
          <Options
            name="dispatch-driver"
            title={t('dispatchBoard.driver')}
            options={data.drivers.map((driver) => ({
              ...driver,
              label: (
                <>
                  <strong>{driver.name}</strong> {driver.licenseClass}
                </>
              ),
            }))}
            selected={choice.driverId}
            onChange={(driverId) => setChoice((now) => ({ ...now, driverId }))}
          />
          {subject.kind === 'request' ? null : (
            <FormGroup label={t('dispatchBoard.reason')} labelFor="dispatch-reason">
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

interface Option {
  readonly id: number
  readonly label: React.ReactNode
  readonly problem: Problem | null
}
interface OptionsProps {
  readonly name: string
  readonly title: string
  readonly options: readonly Option[]
  readonly selected: number | undefined
  readonly onChange: (id: number) => void
}

/** One of several, those that cannot go behind a switch; what is chosen stays in sight with its problem. */
function Options({ name, title, options, selected, onChange }: OptionsProps) {
  const t = useT()
  const say = useProblemText()
  const [isAll, setAll] = useState(false)
  const unfit = options.filter(({ problem }) => problem !== null)
  const shown = isAll ? options : options.filter(({ id, problem }) => problem === null || id === selected)
  return (
    <section className="dispatch-options">
      <RadioGroup
        name={name}
        label={title}
        selectedValue={selected ?? ''}
        onChange={(event) => onChange(Number(event.currentTarget.value))}
      >
        {shown.map(({ id, label, problem }) => (
          <Radio key={id} value={id} className={problem === null ? 'dispatch-option' : 'dispatch-option is-unfit'}>
            {label}
            {problem === null ? null : <span className="dispatch-problem">{say(problem)}</span>}
          </Radio>
        ))}
      </RadioGroup>
      {unfit.length === 0 ? null : (
        <Switch
          checked={isAll}
          label={t('dispatchBoard.showUnfit', [unfit.length])}
          onChange={() => setAll((now) => !now)}
        />
      )}
    </section>
  )
}
