import './absences.css'
import { Button } from '@blueprintjs/core'
import { ChevronLeftIcon, ChevronRightIcon } from '@blueprintjs/icons'
import { browserTime } from '#src/client/components/forms/given.ts'
import { EmptyState } from '#src/client/components/ui/index.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { addDays } from '#src/define/days.ts'
import { awayOn, daysOfGrid, monthFrom } from './month.ts'

const WEEK = [1, 2, 3, 4, 5, 6, 7] as const

/** One absence of a person; dates are `yyyy-MM-dd`, both included. */
export interface Absence {
  readonly id: number | string
  readonly name: string
  readonly deptId: number
  readonly dept: string
  /** Where to, or why. */
  readonly note: string
  readonly startDate: string
  readonly endDate: string
}

interface AbsenceMonthProps {
  /** Everybody who is away on some day of the month of `day`. */
  readonly rows: readonly Absence[]
  readonly day: string
  readonly onDay: (day: string) => void
  /** Where not people are away but things are out, grouped as people are by department. */
  readonly words?: { readonly onDay: (day: string, count: number) => string; readonly nobody: string }
}

/** The day of an address, today where it has none. */
export const dayIn = (params: URLSearchParams): string => {
  const day = params.get('day') ?? ''
  return /^\d{4}-\d{2}-\d{2}$/.test(day) ? day : browserTime().today
}

/** A month with how many are away each day, and who is on the chosen one, by department. */
export function AbsenceMonth({ rows, day, onDay, words }: AbsenceMonthProps) {
  const t = useT()
  const onDayText = words?.onDay ?? ((one, count) => t('records.absences.onDay', [one, count]))
  const { today } = browserTime()
  const month = day.slice(0, 7)
  const away = awayOn(rows, day)
  const departments = [...new Map(away.map((row) => [row.deptId, row.dept]))]
  const title = onDayText(day, away.length)
  return (
    <div className="away">
      <section className="card away-month" aria-label={month}>
        <header className="away-head">
          <Button
            variant="minimal"
            icon={<ChevronLeftIcon />}
            aria-label={t('records.absences.before')}
            onClick={() => onDay(`${monthFrom(month, -1)}-01`)}
          />
          <h2>{month}</h2>
          <Button
            variant="minimal"
            icon={<ChevronRightIcon />}
            aria-label={t('records.absences.after')}
            onClick={() => onDay(`${monthFrom(month, 1)}-01`)}
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
            const count = one === null ? 0 : awayOn(rows, one).length
            return one === null ? (
              <span key={addDays(`${month}-01`, index - 7)} />
            ) : (
              <button
                key={one}
                type="button"
                className={count > 0 ? 'away-day has-some' : 'away-day'}
                aria-current={one === day ? 'date' : undefined}
                aria-label={onDayText(one, count)}
                onClick={() => onDay(one)}
              >
                <span className={one === today ? 'away-number is-today' : 'away-number'}>{Number(one.slice(8))}</span>
                {count > 0 ? <span className="away-count">{count}</span> : null}
              </button>
            )
          })}
        </div>
      </section>
      <section className="card away-list" aria-label={title}>
        <h2>{title}</h2>
        {away.length === 0 ? (
          <EmptyState compact title={words?.nobody ?? t('records.absences.nobody')} />
        ) : (
          departments.map(([id, name]) => {
            const people = away.filter((row) => row.deptId === id)
            return (
              <div key={id}>
                <h3>
                  {name} <small>{people.length}</small>
                </h3>
                <ul>
                  {people.map((row) => (
                    <li key={row.id}>
                      <span>{row.name}</span>
                      <span>{row.note}</span>
                      <span className="away-dates">{`${row.startDate} – ${row.endDate}`}</span>
                    </li>
                  ))}
                </ul>
              </div>
            )
          })
        )}
      </section>
    </div>
  )
}
