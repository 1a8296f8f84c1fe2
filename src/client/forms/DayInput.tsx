import { Button, InputGroup, type InputGroupProps, PopoverNext, PopupKind } from '@blueprintjs/core'
import { CalendarIcon } from '@blueprintjs/icons'
import { lazy, Suspense, useState } from 'react'
import { useT } from '#src/client/i18n/index.ts'
import { Waiting } from '#src/client/ui/index.ts'
import { settleDay, settleMoment } from './days.ts'
import { browserTime } from './given.ts'

const Calendar = lazy(() => import('#src/fields/date/Calendar.client.tsx'))

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
  ...props
}: DayInputProps) {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  const settle = withTime ? settleMoment : settleDay
  const sheet = (
    <Suspense fallback={<Waiting className="calendar-loading" size={24} />}>
      <Calendar
        value={value}
        withTime={withTime}
        today={browserTime().today}
        min={min}
        max={max}
        onChange={(next, isFinal) => {
          onChange(next ?? '')
          if (isFinal) setOpen(false)
        }}
      />
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
            aria-label={t('records.input.openCalendar', [label])}
          />
        </PopoverNext>
      }
    />
  )
}
