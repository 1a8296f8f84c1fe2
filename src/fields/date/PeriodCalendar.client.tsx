import '#src/client/platform/theme/blueprint/dates.blueprint.scss'
import '#src/client/components/forms/inputs/calendar.css'
import { Button } from '@blueprintjs/core'
import { DateRangePicker } from '@blueprintjs/datetime'
import { useState } from 'react'
import { useLanguage, useT } from '#src/client/platform/i18n/index.ts'
import { DayLegend, NO_WORK_DAYS, useDayMarks, type WorkDays } from './dayMarks.client.tsx'
import { dayText, toDate } from './local.ts'
import { locales } from './locales.client.tsx'
import { pickerComponents } from './PickerDropdown.client.tsx'

interface PeriodCalendarProps {
  /** `yyyy-MM-dd`, or empty. */
  readonly from: string
  readonly to: string
  readonly today: string
  /** None while they are on their way. */
  readonly days?: WorkDays
  readonly min?: string | undefined
  readonly max?: string | undefined
  /** Both ends once the second is chosen; two empty texts when the period is taken away. */
  readonly onChange: (from: string, to: string) => void
}

/** Pixels of a window in which two months stand side by side. */
const WIDE = 600

/** The sheet in which a period is picked: the first day, then the last; the same day twice is a period of one day. */
export default function PeriodCalendar({
  from,
  to,
  today,
  days = NO_WORK_DAYS,
  min,
  max,
  onChange,
}: PeriodCalendarProps) {
  const t = useT()
  const language = useLanguage()
  const marks = useDayMarks(days)
  const [firstDay, setFirstDay] = useState<Date | null>(null)
  const minDate = toDate(min ?? '') ?? new Date(1950, 0, 1)
  const maxDate = toDate(max ?? '') ?? new Date(2099, 11, 31)
  const isWithin = (date: Date | null): date is Date => date !== null && date >= minDate && date <= maxDate
  const [start, end] = [toDate(from), toDate(to)]
  const isSound = isWithin(start) && isWithin(end) && start <= end
  const now = toDate(today) ?? minDate
  const shown = isWithin(start) ? start : now < minDate ? minDate : now > maxDate ? maxDate : now
  return (
    <div className="period-calendar">
      <p role="status" className="period-hint">
        {t(firstDay === null ? 'records.input.pickFirst' : 'records.input.pickLast')}
      </p>
      <DateRangePicker
        key={language}
        allowSingleDayRange
        contiguousCalendarMonths
        singleMonthOnly={globalThis.innerWidth < WIDE}
        shortcuts={false}
        highlightCurrentDay
        value={firstDay !== null ? [firstDay, null] : isSound ? [start, end] : [isWithin(start) ? start : null, null]}
        initialMonth={shown}
        minDate={minDate}
        maxDate={maxDate}
        locale={locales[language]}
        dayPickerProps={{
          ...marks,
          components: pickerComponents,
          onDayClick: (day, modifiers) => {
            if (modifiers.disabled === true) return
            if (firstDay === null) {
              setFirstDay(day)
              return
            }
            const [first, last] = day < firstDay ? [day, firstDay] : [firstDay, day]
            setFirstDay(null)
            onChange(dayText(first), dayText(last))
          },
        }}
      />
      <div className="period-foot">
        <DayLegend />
        <Button size="small" variant="minimal" text={t('records.input.none')} onClick={() => onChange('', '')} />
      </div>
    </div>
  )
}
