import './calendar.css'
import { Button } from '@blueprintjs/core'
import { ChevronLeftIcon, ChevronRightIcon } from '@blueprintjs/icons'
import { useQuery } from '@tanstack/react-query'
import { type RefObject, useRef } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { browserTime } from '#src/client/components/forms/given.ts'
import { useNarrow } from '#src/client/components/forms/useNarrow.ts'
import { DataTable } from '#src/client/components/table/DataTable.tsx'
import { EmptyState, FailedState, SkeletonRows } from '#src/client/components/ui/index.ts'
import { api } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useDictionaryLabel } from '#src/client/platform/session/index.ts'
import type { CalendarDay, CalendarPlan } from './calendar.types.ts'

const monthKeys = ['m1', 'm2', 'm3', 'm4', 'm5', 'm6', 'm7', 'm8', 'm9', 'm10', 'm11', 'm12'] as const
const legend = ['done', 'failed', 'due', 'skipped', 'planned'] as const
type Look = (typeof legend)[number]

const lookOf = ({ state, failed }: CalendarDay): Look => {
  if (state === 'done') return failed > 0 ? 'failed' : 'done'
  return state === 'due' || state === 'skipped' ? state : 'planned'
}

/** Pixels below which a year does not fit. */
const PHONE_WIDTH = 640

/** Months in sight: a year, on a phone a quarter of it. */
function useMonths(page: RefObject<HTMLElement | null>) {
  const [params, setParams] = useSearchParams()
  const isNarrow = useNarrow(page, PHONE_WIDTH)
  const { today } = browserTime()
  const given = /^20\d{2}-\d{2}$/.test(params.get('month') ?? '') ? String(params.get('month')) : today.slice(0, 7)
  const year = Number(given.slice(0, 4))
  const quarter = Math.floor((Number(given.slice(5)) - 1) / 3)
  const [first, count] = isNarrow ? [quarter * 3, 3] : [0, 12]
  return {
    year,
    quarter: isNarrow ? quarter + 1 : null,
    months: Array.from({ length: count }, (_, index) => `${year}-${String(first + index + 1).padStart(2, '0')}`),
    move: (by: 1 | -1): void => {
      const month = year * 12 + first + by * count
      const address = `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`
      setParams({ tab: 'year', month: address })
    },
  }
}

/** 巡检年历: all plans over the months of a year, what was done and what is still to come (90 B 2). */
export function PlanYear() {
  const t = useT()
  const page = useRef<HTMLDivElement>(null)
  const { year, quarter, months, move } = useMonths(page)
  const { data, error, refetch } = useQuery({
    queryKey: ['inspectRound', 'year', year],
    queryFn: ({ signal }) => api.get('/api/maintenance/calendar/', { query: { year }, signal, quiet: true }),
  })
  const title = quarter === null ? t('planYear.title', [year]) : t('planYear.quarter', [year, quarter])
  return (
    <div ref={page} className="plan-year">
      <header className="plan-year-head">
        <Button
          variant="minimal"
          icon={<ChevronLeftIcon />}
          aria-label={t('planYear.before')}
          onClick={() => move(-1)}
        />
        <h2>{title}</h2>
        <Button
          variant="minimal"
          icon={<ChevronRightIcon />}
          aria-label={t('planYear.after')}
          onClick={() => move(1)}
        />
        <Legend />
      </header>
      {data !== undefined ? (
        <Plans plans={data} months={months} title={title} />
      ) : error === null ? (
        <SkeletonRows rows={6} />
      ) : (
        <FailedState error={error} onRetry={() => void refetch()} />
      )}
    </div>
  )
}

function Legend() {
  const lookText = useLookText()
  return (
    <ul className="plan-year-legend">
      {legend.map((look) => (
        <li key={look}>
          <span className={`plan-year-day is-${look}`} aria-hidden />
          {lookText(look)}
        </li>
      ))}
    </ul>
  )
}

function useLookText(): (look: Look) => string {
  const t = useT()
  const label = useDictionaryLabel()
  return (look) => (look === 'failed' || look === 'planned' ? t(`planYear.${look}`) : label('inspectState', look))
}

interface PlansProps {
  readonly plans: readonly CalendarPlan[]
  readonly months: readonly string[]
  readonly title: string
}

function Plans({ plans, months, title }: PlansProps) {
  const t = useT()
  if (plans.length === 0) return <EmptyState title={t('planYear.none')} />
  const current = browserTime().today.slice(0, 7)
  return (
    <DataTable
      className="plan-year-table"
      region={{ className: 'plan-year-scroll', label: title }}
      rows={plans}
      keyOf={({ id }) => id}
      columns={[
        { name: 'plan', head: t('records.inspectPlan.title'), isRowHead: true, cell: planName },
        ...months.map((month) => ({
          name: month,
          head: t(`planYear.month.${monthKeys[Number(month.slice(5)) - 1] ?? 'm1'}`),
          ...(month === current && { className: 'is-current' }),
          cell: ({ days }: CalendarPlan) => (
            <div className="plan-year-days">
              {days
                .filter(({ day }) => day.startsWith(month))
                .map((day) => (
                  <Day key={day.day} day={day} />
                ))}
            </div>
          ),
        })),
      ]}
    />
  )
}

const planName = (plan: CalendarPlan) => <PlanName plan={plan} />

function PlanName({ plan: { id, item, location, cycleDays, worker } }: { readonly plan: CalendarPlan }) {
  const t = useT()
  return (
    <>
      <Link to={`/maintenance?tab=plans&id=${id}`}>{item}</Link>
      <span className="plan-year-place">{location}</span>
      <span className="plan-year-place">{t('planYear.by', [cycleDays, worker])}</span>
    </>
  )
}

function Day({ day }: { readonly day: CalendarDay }) {
  const lookText = useLookText()
  const look = lookOf(day)
  const text = `${day.day} ${lookText(look)}`
  const number = Number(day.day.slice(8))
  if (day.roundId === null)
    return (
      <span className={`plan-year-day is-${look}`} title={text}>
        {number}
      </span>
    )
  return (
    <Link
      className={`plan-year-day is-${look}`}
      title={text}
      aria-label={text}
      to={`/maintenance?tab=rounds&id=${day.roundId}`}
    >
      {number}
    </Link>
  )
}
