import '@blueprintjs/datetime/lib/css/blueprint-datetime.css'
import { Classes, DatePicker, TimePrecision } from '@blueprintjs/datetime'
import type { Locale } from 'date-fns'
import en from 'date-fns/esm/locale/en-US'
import zhHans from 'date-fns/esm/locale/zh-CN'
import { useEffect, useRef } from 'react'
import { useLanguage, useT } from '#src/client/i18n/index.ts'
import { isDay } from './day.ts'

interface CalendarProps {
  /** `yyyy-MM-dd` or `yyyy-MM-dd HH:mm:ss`; anything else shows the month of `today` with nothing chosen. */
  readonly value: string
  readonly withTime: boolean
  readonly today: string
  readonly min?: string | undefined
  readonly max?: string | undefined
  /** `isFinal` is false while only the time is being set. */
  readonly onChange: (value: string | null, isFinal: boolean) => void
}

const locales: Readonly<Record<'zhHans' | 'en', Locale>> = { zhHans, en }
const two = (part: number): string => String(part).padStart(2, '0')

// The picker works on the parts of a local Date; the texts on the wire never pass through a time zone.
function toDate(text: string): Date | null {
  const day = text.slice(0, 10)
  if (!isDay(day)) return null
  const [hours = 0, minutes = 0, seconds = 0] = text.slice(11).split(':').map(Number)
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date, hours || 0, minutes || 0, seconds || 0)
}
const dayText = (date: Date): string => `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
const timeText = (date: Date): string => `${two(date.getHours())}:${two(date.getMinutes())}:00`

/** The month sheet behind a date input, Monday first; loaded when it is first opened. */
export default function Calendar({ value, withTime, today, min, max, onChange }: CalendarProps) {
  const t = useT()
  const language = useLanguage()
  const minDate = toDate(min ?? '') ?? new Date(1950, 0, 1)
  const maxDate = toDate(max ?? '') ?? new Date(2099, 11, 31)
  const chosen = toDate(value)
  const isInRange = chosen !== null && dayText(chosen) >= dayText(minDate) && dayText(chosen) <= dayText(maxDate)
  const start = toDate(today) ?? minDate
  const box = useRef<HTMLDivElement>(null)
  // The picker has no property for these two names.
  useEffect(() => {
    if (!withTime) return
    box.current?.querySelector(`.${Classes.TIMEPICKER_HOUR}`)?.setAttribute('aria-label', t('records.input.hours'))
    box.current?.querySelector(`.${Classes.TIMEPICKER_MINUTE}`)?.setAttribute('aria-label', t('records.input.minutes'))
  }, [withTime, t])
  const picker = (
    <DatePicker
      key={language}
      value={isInRange ? chosen : null}
      initialMonth={isInRange ? chosen : start < minDate ? minDate : start > maxDate ? maxDate : start}
      minDate={minDate}
      maxDate={maxDate}
      locale={locales[language]}
      highlightCurrentDay
      showActionsBar
      todayButtonText={t('records.input.today')}
      clearButtonText={t('records.input.none')}
      dayPickerProps={{
        weekStartsOn: 1,
        labels: {
          labelPrevious: () => t('records.input.previousMonth'),
          labelNext: () => t('records.input.nextMonth'),
          labelMonthDropdown: () => t('records.input.month'),
          labelYearDropdown: () => t('records.input.year'),
        },
      }}
      {...(withTime ? { timePrecision: TimePrecision.MINUTE } : {})}
      onChange={(date, isUserChange) => {
        if (!isUserChange) return
        if (date === null) return onChange(null, true)
        const day = dayText(date)
        if (withTime) onChange(`${day} ${timeText(date)}`, chosen !== null && dayText(chosen) !== day)
        else onChange(day, true)
      }}
    />
  )
  return <div ref={box}>{picker}</div>
}
