import './page.css'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router-dom'
import { dayIn } from '#src/client/components/absences/AbsenceMonth.tsx'
import { MonthGrid } from '#src/client/components/absences/MonthGrid.tsx'
import { EmptyState, FailedState, SkeletonRows } from '#src/client/components/ui/index.ts'
import { allRows } from '#src/client/platform/http/allRows.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import type { RecordRow } from '#src/client/records/list/useRecordList.ts'
import { addDays, addMonths } from '#src/define/days.ts'
import { supervisionItem } from '../items/supervision-item.ts'
import { DueLight } from './DaysLeft.client.tsx'

const LIGHTS = ['red', 'yellow', 'green', 'over'] as const

/** 日历: how many items are due on each day, in their lights, and those of the chosen day. */
export function SupervisionCalendar() {
  const t = useT()
  const [params, setParams] = useSearchParams()
  const day = dayIn(params)
  const month = day.slice(0, 7)
  const { data, error, refetch } = useQuery({
    queryKey: ['supervisionItem', 'month', month],
    queryFn: ({ signal }) =>
      allRows<RecordRow>(
        supervisionItem.path,
        { dueDate_after: `${month}-01`, dueDate_before: addDays(`${addMonths(month, 1)}-01`, -1) },
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
      <MonthGrid
        day={day}
        onDay={onDay}
        cellOf={(one) => {
          const rows = data.filter((row) => row.dueDate === one)
          return {
            hasSome: rows.length > 0,
            label: t('supervisionPage.dueOn', [one, rows.length]),
            content: <LightCounts rows={rows} />,
          }
        }}
      />
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

/** How many items of each light are due on a day. */
function LightCounts({ rows }: { readonly rows: readonly RecordRow[] }) {
  return (
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
  )
}
