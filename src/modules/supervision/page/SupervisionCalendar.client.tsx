import './page.css'
import { Button } from '@blueprintjs/core'
import { ChevronLeftIcon, ChevronRightIcon } from '@blueprintjs/icons'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router-dom'
import { dayIn } from '#src/client/components/absences/AbsenceMonth.tsx'
import { daysOfGrid, monthFrom } from '#src/client/components/absences/month.ts'
import { browserTime } from '#src/client/components/forms/given.ts'
import { EmptyState, FailedState, SkeletonRows } from '#src/client/components/ui/index.ts'
import { allRows } from '#src/client/platform/http/allRows.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import type { RecordRow } from '#src/client/records/list/useRecordList.ts'
import { addDays } from '#src/define/days.ts'
import { supervisionItem } from '../items/supervision-item.ts'
import { DueLight } from './DaysLeft.client.tsx'

const WEEK = [1, 2, 3, 4, 5, 6, 7] as const
const LIGHTS = ['red', 'yellow', 'green', 'over'] as const

/** 日历: how many items are due on each day, in their lights, and those of the chosen day. */
export function SupervisionCalendar() {
  const t = useT()
  const [params, setParams] = useSearchParams()
  const day = dayIn(params)
  const month = day.slice(0, 7)
  const { today } = browserTime()
  const { data, error, refetch } = useQuery({
    queryKey: ['supervisionItem', 'month', month],
    queryFn: ({ signal }) =>
      allRows<RecordRow>(
        supervisionItem.path,
        { dueDate_after: `${month}-01`, dueDate_before: addDays(`${monthFrom(month, 1)}-01`, -1) },
        signal,
      ),
    placeholderData: keepPreviousData,
  })
  const onDay = (next: string): void => setParams({ tab: 'calendar', day: next }, { replace: true })
  if (error !== null && data === undefined) return <FailedState error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <SkeletonRows rows={8} />
  const due = data.filter((row) => row.dueDate === day)
  const title = t('supervisionPage.dueOn', [day, due.length])
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
            if (one === null) return <span key={addDays(`${month}-01`, index - 7)} />
            const rows = data.filter((row) => row.dueDate === one)
            return (
              <button
                key={one}
                type="button"
                className={rows.length > 0 ? 'away-day has-some' : 'away-day'}
                aria-current={one === day ? 'date' : undefined}
                aria-label={t('supervisionPage.dueOn', [one, rows.length])}
                onClick={() => onDay(one)}
              >
                <span className={one === today ? 'away-number is-today' : 'away-number'}>{Number(one.slice(8))}</span>
                <span className="due-counts">
                  {LIGHTS.map((light) => {
                    const count = rows.filter((row) => row.light === light).length
                    return count === 0 ? null : (
                      <span key={light} className={`due-count is-${light}`}>
                        {count}
                      </span>
                    )
                  })}
                </span>
              </button>
            )
          })}
        </div>
      </section>
      <section className="card away-list" aria-label={title}>
        <h2>{title}</h2>
        {due.length === 0 ? (
          <EmptyState compact title={t('supervisionPage.noneDue')} />
        ) : (
          <ul className="due-day">
            {due.map((row) => (
              <li key={row.id}>
                <Link to={`/supervision?tab=all&id=${row.id}`}>{String(row.title)}</Link>
                <span className="due-day-who">{`${String(row.leadDeptIdLabel ?? '')} ${String(row.handlerIdLabel ?? '')}`}</span>
                <DueLight row={row} />
              </li>
            ))}
          </ul>
        )}
      </section>
    </div>
  )
}
