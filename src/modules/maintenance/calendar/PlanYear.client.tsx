import './calendar.css'
import { Button } from '@blueprintjs/core'
import { ChevronLeftIcon, ChevronRightIcon } from '@blueprintjs/icons'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router-dom'
import { browserTime } from '#src/client/components/forms/given.ts'
import { ScrollRegion } from '#src/client/components/forms/ScrollRegion.tsx'
import { EmptyState, FailedState, SkeletonRows } from '#src/client/components/ui/index.ts'
import { api } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useDictionaryLabel } from '#src/client/platform/session/index.ts'
import type { CalendarDay, CalendarPlan } from './calendar-wire.ts'

const MONTHS = ['01', '02', '03', '04', '05', '06', '07', '08', '09', '10', '11', '12'] as const
const legend = ['done', 'failed', 'due', 'skipped', 'planned'] as const
type Look = (typeof legend)[number]

const lookOf = ({ state, failed }: CalendarDay): Look => {
  if (state === 'done') return failed > 0 ? 'failed' : 'done'
  return state === 'due' || state === 'skipped' ? state : 'planned'
}

/** The year of an address, this one where it has none. */
const yearIn = (params: URLSearchParams): number => {
  const year = params.get('year') ?? ''
  return /^20\d{2}$/.test(year) ? Number(year) : Number(browserTime().today.slice(0, 4))
}

/** 巡检年历: all plans over the twelve months of a year, what was done and what is still to come (90 B 2). */
export function PlanYear() {
  const t = useT()
  const [params, setParams] = useSearchParams()
  const year = yearIn(params)
  const { data, error, refetch } = useQuery({
    queryKey: ['inspectRound', 'year', year],
    queryFn: ({ signal }) => api.get('/api/maintenance/calendar/', { query: { year }, signal, quiet: true }),
  })
  const go = (to: number): void => setParams({ tab: 'year', year: String(to) })
  return (
    <div className="plan-year">
      <header className="plan-year-head">
        <Button
          variant="minimal"
          icon={<ChevronLeftIcon />}
          aria-label={t('planYear.before')}
          onClick={() => go(year - 1)}
        />
        <h2>{t('planYear.title', [year])}</h2>
        <Button
          variant="minimal"
          icon={<ChevronRightIcon />}
          aria-label={t('planYear.after')}
          onClick={() => go(year + 1)}
        />
        <Legend />
      </header>
      {data !== undefined ? (
        <Plans plans={data} year={year} />
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

function Plans({ plans, year }: { readonly plans: readonly CalendarPlan[]; readonly year: number }) {
  const t = useT()
  if (plans.length === 0) return <EmptyState title={t('planYear.none')} />
  return (
    <ScrollRegion className="plan-year-scroll" label={t('planYear.title', [year])}>
      <table className="plan-year-table">
        <thead>
          <tr>
            <th scope="col">{t('records.inspectPlan.title')}</th>
            {MONTHS.map((month) => (
              <th key={month} scope="col">
                {t('planYear.month', [Number(month)])}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {plans.map((plan) => (
            <tr key={plan.id}>
              <th scope="row">
                <Link to={`/maintenance?tab=plans&id=${plan.id}`}>{plan.item}</Link>
                <span className="plan-year-place">{plan.location}</span>
                <span className="plan-year-place">{t('planYear.by', [plan.cycleDays, plan.worker])}</span>
              </th>
              {MONTHS.map((month) => (
                <td key={month}>
                  <div className="plan-year-days">
                    {plan.days
                      .filter(({ day }) => day.slice(5, 7) === month)
                      .map((day) => (
                        <Day key={day.day} day={day} />
                      ))}
                  </div>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
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
