import './travel.css'
import { Button } from '@blueprintjs/core'
import { ChevronLeftIcon, ChevronRightIcon } from '@blueprintjs/icons'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import { browserTime } from '#src/client/components/forms/given.ts'
import { EmptyState, FailedState, SkeletonRows } from '#src/client/components/ui/index.ts'
import { api } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { addDays } from '#src/define/days.ts'
import { awayOn, daysOfGrid, monthFrom } from './away.ts'

const WEEK = [1, 2, 3, 4, 5, 6, 7] as const

/** 在外人员: a month with how many are away each day, and who is on the chosen one, by department. */
export function AwayTab() {
  const t = useT()
  const { today } = browserTime()
  const [params, setParams] = useSearchParams()
  const dayParam = params.get('day') ?? ''
  const day = /^\d{4}-\d{2}-\d{2}$/.test(dayParam) ? dayParam : today
  const month = day.slice(0, 7)
  const choose = (next: string): void => setParams({ tab: 'away', day: next }, { replace: true })
  const { data, error, refetch } = useQuery({
    queryKey: ['travelTrip', 'away', month],
    queryFn: ({ signal }) => api.get('/api/travel/away/', { query: { month }, signal, quiet: true }),
    placeholderData: keepPreviousData,
  })
  if (error !== null && data === undefined) return <FailedState error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <SkeletonRows rows={8} />
  const away = awayOn(data, day)
  const departments = [...new Map(away.map((row) => [row.deptId, row.dept]))]
  return (
    <div className="away">
      <section className="card away-month" aria-label={month}>
        <header className="away-head">
          <Button
            variant="minimal"
            icon={<ChevronLeftIcon />}
            aria-label={t('travelWork.before')}
            onClick={() => choose(`${monthFrom(month, -1)}-01`)}
          />
          <h2>{month}</h2>
          <Button
            variant="minimal"
            icon={<ChevronRightIcon />}
            aria-label={t('travelWork.after')}
            onClick={() => choose(`${monthFrom(month, 1)}-01`)}
          />
          <Button size="small" text={t('records.charts.today')} onClick={() => choose(today)} />
        </header>
        <div className="away-grid">
          {WEEK.map((weekday) => (
            <span key={weekday} className="away-weekday" aria-hidden>
              {t(`travelWork.week.${weekday}`)}
            </span>
          ))}
          {daysOfGrid(month).map((one, index) => {
            const count = one === null ? 0 : awayOn(data, one).length
            return one === null ? (
              <span key={addDays(`${month}-01`, index - 7)} />
            ) : (
              <button
                key={one}
                type="button"
                className={count > 0 ? 'away-day has-some' : 'away-day'}
                aria-current={one === day ? 'date' : undefined}
                aria-label={t('travelWork.onDay', [one, count])}
                onClick={() => choose(one)}
              >
                <span className={one === today ? 'away-number is-today' : 'away-number'}>{Number(one.slice(8))}</span>
                {count > 0 ? <span className="away-count">{count}</span> : null}
              </button>
            )
          })}
        </div>
      </section>
      <section className="card away-list" aria-label={t('travelWork.onDay', [day, away.length])}>
        <h2>{t('travelWork.onDay', [day, away.length])}</h2>
        {away.length === 0 ? (
          <EmptyState compact title={t('travelWork.nobody')} />
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
                      <span>{row.destinations}</span>
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
