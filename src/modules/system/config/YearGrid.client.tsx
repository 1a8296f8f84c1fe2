import { browserTime } from '#src/client/components/forms/given.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import type { CalendarDay } from '#src/define/calendar.ts'
import { addDays, weekdayOf } from '#src/define/days.ts'
import { useTitleOf } from './config-items.client.tsx'

const SATURDAY = 6

interface GridProps {
  readonly year: number
  readonly days: readonly CalendarDay[]
  readonly onPick?: (day: string, withShift: boolean) => void
}

/** Twelve months with what is not as its weekday says. */
export function YearGrid({ year, days, onPick }: GridProps) {
  const t = useT()
  const marks = new Map(days.map((one) => [one.day, one]))
  return (
    <div className="calendar-grid">
      {Array.from({ length: 12 }, (_, index) => {
        const first = `${year}-${String(index + 1).padStart(2, '0')}-01`
        return (
          <section key={first} className="calendar-month" aria-label={t('calendar.month', [index + 1])}>
            <h4>{t('calendar.month', [index + 1])}</h4>
            <div className="calendar-week" aria-hidden>
              {[...t('calendar.weekdays')].map((letter, at) => (
                <span key={at}>{letter}</span>
              ))}
            </div>
            <div className="calendar-days">
              {daysOfMonth(first).map((day) => (
                <Day key={day} day={day} mark={marks.get(day)} isFirst={day === first} onPick={onPick} />
              ))}
            </div>
          </section>
        )
      })}
    </div>
  )
}

function Day({
  day,
  mark,
  isFirst,
  onPick,
}: {
  readonly day: string
  readonly mark: CalendarDay | undefined
  readonly isFirst: boolean
  readonly onPick: GridProps['onPick'] | undefined
}) {
  const t = useT()
  const titleOf = useTitleOf()
  const kind = mark?.kind ?? (weekdayOf(day) >= SATURDAY ? 'weekend' : 'workday')
  const name = mark ? titleOf({ title: mark.name, titleEn: mark.nameEn === '' ? mark.name : mark.nameEn }) : ''
  const label = [day, t(`calendar.${kind}`), name].filter((part) => part !== '').join(' ')
  const props = {
    className: `calendar-day is-${kind}${day === browserTime().today ? ' is-today' : ''}`,
    title: name === '' ? undefined : name,
    style: isFirst ? { gridColumnStart: weekdayOf(day) } : undefined,
  }
  const content = (
    <>
      {Number(day.slice(8))} <span className="visually-hidden">{label}</span>
    </>
  )
  return onPick ? (
    <button type="button" {...props} onClick={(event) => onPick(day, event.shiftKey)}>
      {content}
    </button>
  ) : (
    <span {...props}>{content}</span>
  )
}

function daysOfMonth(first: string): readonly string[] {
  const days: string[] = []
  for (let day = first; day.slice(0, 7) === first.slice(0, 7); day = addDays(day, 1)) days.push(day)
  return days
}
