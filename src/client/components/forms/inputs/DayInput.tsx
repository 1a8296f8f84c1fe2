import { Button, InputGroup, type InputGroupProps, PopupKind } from '@blueprintjs/core'
import { CalendarIcon } from '@blueprintjs/icons'
import { lazy, Suspense, useState } from 'react'
import { Waiting } from '#src/client/components/ui/index.ts'
import { PopoverNext } from '#src/client/components/ui/popups/popover.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { settleDay, settleMoment } from '#src/fields/date/written.ts'
import { browserTime } from '../given.ts'
import type { Period } from '../kinds.ts'
import { useWorkDays } from './workDays.ts'

const Calendar = lazy(() => import('#src/fields/date/Calendar.client.tsx'))
const PeriodCalendar = lazy(() => import('#src/fields/date/PeriodCalendar.client.tsx'))

interface DayInputProps {
  readonly id?: string
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly withTime?: boolean
  readonly min?: string | undefined
  readonly max?: string | undefined
  readonly disabled?: boolean
  readonly placeholder?: string
  /** The day is one end of a period, which is picked as a whole; each end may still be typed. */
  readonly period?: Period
  readonly inputProps?: Partial<InputGroupProps>
}

/** A day or a moment: typed as text, or picked from a month sheet. What is typed stays exact text and is brought into form when the box is left. */
export function DayInput({
  label,
  value,
  onChange,
  withTime = false,
  min,
  max,
  disabled = false,
  inputProps,
  period,
  ...props
}: DayInputProps) {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  const days = useWorkDays(isOpen)
  const settle = withTime ? settleMoment : settleDay
  const sheet = (
    <Suspense fallback={<Waiting className="calendar-loading" size={24} />}>
      {period === undefined ? (
        <Calendar
          value={value}
          withTime={withTime}
          today={browserTime().today}
          days={days}
          min={min}
          max={max}
          onChange={(next, isFinal) => {
            onChange(next ?? '')
            if (isFinal) setOpen(false)
          }}
        />
      ) : (
        <PeriodCalendar
          from={period.from}
          to={period.to}
          today={browserTime().today}
          days={days}
          min={min}
          max={max}
          onChange={(from, to) => {
            period.onChange(from, to)
            setOpen(false)
          }}
        />
      )}
    </Suspense>
  )
  return (
    <InputGroup
      autoComplete="off"
      fill
      {...inputProps}
      {...(props.id === undefined ? {} : { id: props.id })}
      disabled={disabled}
      inputMode="text"
      placeholder={props.placeholder ?? t(withTime ? 'records.input.momentFormat' : 'records.input.dayFormat')}
      value={value}
      onValueChange={onChange}
      onBlur={() => {
        const settled = settle(value)
        if (settled !== value) onChange(settled)
      }}
      onKeyDown={(event) => {
        if (event.key === 'ArrowDown' && event.altKey) {
          event.preventDefault()
          setOpen(true)
        } else if (event.key === 'Escape' && isOpen) {
          // Only the sheet closes, not the dialog around it, also before the focus has moved into it.
          event.stopPropagation()
          setOpen(false)
        }
      }}
      rightElement={
        <PopoverNext
          isOpen={isOpen}
          onInteraction={(next) => setOpen(next && !disabled)}
          placement="bottom-end"
          arrow={false}
          animation="minimal"
          popupKind={PopupKind.DIALOG}
          content={
            <div role="dialog" aria-label={label}>
              {sheet}
            </div>
          }
        >
          <Button
            variant="minimal"
            size="small"
            disabled={disabled}
            icon={<CalendarIcon />}
            aria-label={t(period === undefined ? 'records.input.openCalendar' : 'records.input.openPeriod', [label])}
          />
        </PopoverNext>
      }
    />
  )
}
