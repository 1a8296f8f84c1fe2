import './absences.css'
import { Button } from '@blueprintjs/core'
import { ChevronLeftIcon, ChevronRightIcon } from '@blueprintjs/icons'
import type { ReactNode } from 'react'
import { browserTime } from '#src/client/components/forms/given.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { addDays, addMonths } from '#src/define/days.ts'
import { daysOfGrid } from './month.ts'

const WEEK = [1, 2, 3, 4, 5, 6, 7] as const

/** What a day of the grid shows. */
export interface DayCell {
  readonly hasSome: boolean
  /** The day and its count, in words. */
  readonly label: string
  readonly content: ReactNode
}

interface MonthGridProps {
  /** The chosen day, `yyyy-MM-dd`; its month is shown. */
  readonly day: string
  readonly onDay: (day: string) => void
  readonly cellOf: (day: string) => DayCell
}

/** The month of a day as a grid of buttons, with the way to the months beside it and back to today. */
export function MonthGrid({ day, onDay, cellOf }: MonthGridProps) {
  const t = useT()
  const { today } = browserTime()
  const month = day.slice(0, 7)
  return (
    <section className="card away-month" aria-label={month}>
      <header className="away-head">
        <Button
          variant="minimal"
          icon={<ChevronLeftIcon />}
          aria-label={t('records.absences.before')}
          onClick={() => onDay(`${addMonths(month, -1)}-01`)}
        />
        <h2>{month}</h2>
        <Button
          variant="minimal"
          icon={<ChevronRightIcon />}
          aria-label={t('records.absences.after')}
          onClick={() => onDay(`${addMonths(month, 1)}-01`)}
        />
        <Button size="small" text={t('records.charts.today')} onClick={() => onDay(today)} />
      </header>
      <div className="away-grid">
        {WEEK.map((weekday) => (
          <span key={weekday} className="away-weekday" aria-hidden>
            {t(`records.absences.week.${weekday}`)}
          </span>
        ))}
        {daysOfGrid(month).map((one, index) => {
          if (one === null) return <span key={addDays(`${month}-01`, index - 7)} />
          const { hasSome, label, content } = cellOf(one)
          return (
            <button
              key={one}
              type="button"
              className={hasSome ? 'away-day has-some' : 'away-day'}
              aria-current={one === day ? 'date' : undefined}
              aria-label={label}
              onClick={() => onDay(one)}
            >
              <span className={one === today ? 'away-number is-today' : 'away-number'}>{Number(one.slice(8))}</span>
              {content}
            </button>
          )
        })}
      </div>
    </section>
  )
}
