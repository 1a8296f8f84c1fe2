import '#src/client/platform/theme/blueprint/dates.blueprint.scss'
import '#src/client/components/forms/inputs/calendar.css'
import { DatePicker } from '@blueprintjs/datetime'
import { useLanguage, useT } from '#src/client/platform/i18n/index.ts'
import { DayLegend, NO_WORK_DAYS, useDayMarks, type WorkDays } from './dayMarks.client.tsx'
import { dayText, timeText, toDate } from './local.ts'
import { locales } from './locales.client.tsx'
import { pickerComponents } from './PickerDropdown.client.tsx'
import { TimeOfDay } from './TimeOfDay.client.tsx'

interface CalendarProps {
  /** `yyyy-MM-dd` or `yyyy-MM-dd HH:mm:ss`; anything else shows the month of `today` with nothing chosen. */
  readonly value: string
  readonly withTime: boolean
  readonly today: string
  /** None while they are on their way. */
  readonly days?: WorkDays
  readonly min?: string | undefined
  readonly max?: string | undefined
  /** `isFinal` is false while only the time is being set. */
  readonly onChange: (value: string | null, isFinal: boolean) => void
}

/** The month sheet behind a date input, Monday first; loaded when it is first opened. */
export default function Calendar({ value, withTime, today, days = NO_WORK_DAYS, min, max, onChange }: CalendarProps) {
  const t = useT()
  const language = useLanguage()
  const minDate = toDate(min ?? '') ?? new Date(1950, 0, 1)
  const maxDate = toDate(max ?? '') ?? new Date(2099, 11, 31)
  const chosen = toDate(value)
  const isInRange = chosen !== null && dayText(chosen) >= dayText(minDate) && dayText(chosen) <= dayText(maxDate)
  const start = toDate(today) ?? minDate
  const marks = useDayMarks(days)
  const time = chosen === null ? '00:00:00' : timeText(chosen)
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
      dayPickerProps={{ ...marks, components: pickerComponents }}
      onChange={(date, isUserChange) => {
        if (!isUserChange) return
        if (date === null) return onChange(null, true)
        const day = dayText(date)
        if (withTime) onChange(`${day} ${time}`, chosen !== null && dayText(chosen) !== day)
        else onChange(day, true)
      }}
    />
  )
  return (
    <div>
      {picker}
      {withTime ? (
        <TimeOfDay value={time} onChange={(next) => onChange(`${dayText(chosen ?? start)} ${next}`, false)} />
      ) : null}
      <DayLegend />
    </div>
  )
}
