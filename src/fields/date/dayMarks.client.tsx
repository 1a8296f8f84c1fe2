import type { DatePickerProps } from '@blueprintjs/datetime'
import { useMemo } from 'react'
import { useLanguage, useT } from '#src/client/platform/i18n/index.ts'
import type { CalendarDay } from '#src/define/calendar.ts'
import { dayText } from './local.ts'

/** The days of the work calendar that are not what their weekday says, by day. */
export type WorkDays = ReadonlyMap<string, CalendarDay>
export const NO_WORK_DAYS: WorkDays = new Map()

type DayProps = NonNullable<DatePickerProps['dayPickerProps']>
const SUNDAY = 0
const SATURDAY = 6

/** What pickers say of days: weekends, holidays and made-up workdays of the work calendar, to the eye and to a screen reader. */
export function useDayMarks(
  days: WorkDays,
): Pick<DayProps, 'modifiers' | 'modifiersClassNames' | 'formatters' | 'labels' | 'weekStartsOn'> {
  const t = useT()
  const language = useLanguage()
  return useMemo(() => {
    const kindOf = (date: Date): 'holiday' | 'makeup' | 'weekend' | null => {
      const marked = days.get(dayText(date))?.kind
      if (marked !== undefined) return marked
      return date.getDay() === SUNDAY || date.getDay() === SATURDAY ? 'weekend' : null
    }
    const nameOf = (date: Date): string => {
      const marked = days.get(dayText(date))
      return (language === 'en' ? marked?.nameEn : marked?.name) ?? ''
    }
    const whole = new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : 'zh-CN', { dateStyle: 'full' })
    return {
      weekStartsOn: 1,
      modifiers: {
        weekend: (date: Date) => kindOf(date) === 'weekend',
        holiday: (date: Date) => kindOf(date) === 'holiday',
        makeup: (date: Date) => kindOf(date) === 'makeup',
      },
      modifiersClassNames: { weekend: 'day-weekend', holiday: 'day-holiday', makeup: 'day-makeup' },
      formatters: {
        formatDay: (date: Date) => {
          const kind = kindOf(date)
          const dayWord = kind === null ? '' : t(`records.input.day.${kind}`)
          return (
            <>
              <span aria-hidden>{date.getDate()}</span>
              <span className="visually-hidden">
                {[whole.format(date), dayWord, nameOf(date)]
                  .filter((text) => text !== '')
                  .join(t('common.listSeparator'))}
              </span>
              {kind === 'holiday' || kind === 'makeup' ? (
                <small className="day-mark" aria-hidden>
                  {t(`records.input.mark.${kind}`)}
                </small>
              ) : null}
            </>
          )
        },
      },
      labels: {
        labelPrevious: () => t('records.input.previousMonth'),
        labelNext: () => t('records.input.nextMonth'),
        labelMonthDropdown: () => t('records.input.month'),
        labelYearDropdown: () => t('records.input.year'),
      },
    } as const
  }, [t, language, days])
}

/** What the marks of a picker mean. */
export function DayLegend() {
  const t = useT()
  return (
    <ul className="day-legend">
      <li className="day-weekend">{t('records.input.day.weekend')}</li>
      {(['holiday', 'makeup'] as const).map((kind) => (
        <li key={kind} className={`day-${kind}`}>
          <small className="day-mark" aria-hidden>
            {t(`records.input.mark.${kind}`)}
          </small>{' '}
          {t(`records.input.day.${kind}`)}
        </li>
      ))}
    </ul>
  )
}
