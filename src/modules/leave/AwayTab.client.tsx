import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import { AbsenceMonth, dayIn } from '#src/client/components/absences/AbsenceMonth.tsx'
import { ChartFigure } from '#src/client/components/charts/ChartFigure.tsx'
import { LyingBars } from '#src/client/components/charts/LyingBars.tsx'
import { FailedState, SkeletonRows } from '#src/client/components/ui/index.ts'
import { api } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'

/** 在岗情况: who is on leave or on a trip, by day, and how much annual leave each department has taken. */
export function AwayTab() {
  const t = useT()
  const [params, setParams] = useSearchParams()
  const day = dayIn(params)
  const month = day.slice(0, 7)
  const { data, error, refetch } = useQuery({
    queryKey: ['leaveRecord', 'away', month],
    queryFn: ({ signal }) => api.get('/api/leave/away/', { query: { month }, signal, quiet: true }),
    placeholderData: keepPreviousData,
  })
  if (error !== null && data === undefined) return <FailedState error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <SkeletonRows rows={8} />
  return (
    <div className="absences">
      <AbsenceMonth
        rows={data.map(({ reason, ...row }) => ({ ...row, note: t(`leaveAway.reason.${reason}`) }))}
        day={day}
        onDay={(next) => setParams({ tab: 'away', day: next }, { replace: true })}
      />
      <AnnualUse year={Number(day.slice(0, 4))} />
    </div>
  )
}

/** Annual leave of the year of the chosen day, by department. */
function AnnualUse({ year }: { readonly year: number }) {
  const t = useT()
  const { data, error, refetch } = useQuery({
    queryKey: ['leaveQuota', 'annualUse', year],
    queryFn: ({ signal }) => api.get('/api/leave/annual_use/', { query: { year: String(year) }, signal, quiet: true }),
    placeholderData: keepPreviousData,
  })
  if (error !== null && data === undefined) return <FailedState error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <SkeletonRows rows={4} />
  const share = (used: number, days: number): number => (days === 0 ? 0 : Math.round((used * 100) / days))
  const bars = data.map((row) => ({
    key: String(row.deptId),
    label: row.dept,
    value: share(row.used, row.days),
    text: t('leaveAway.share', [share(row.used, row.days), row.used, row.days]),
  }))
  return (
    <ChartFigure
      isWide
      title={t('leaveAway.annual', [year])}
      unit={t('leaveAway.unit')}
      head={(['dept', 'people', 'untouched', 'days', 'used', 'pending'] as const).map((name) =>
        t(`leaveAway.columns.${name}`),
      )}
      rows={data.map(({ dept, people, untouched, days, used, pending }) =>
        [dept, people, untouched, days, used, pending].map(String),
      )}
      bars={bars}
      isEmpty={data.length === 0}
    >
      <LyingBars bars={bars} most={100} />
    </ChartFigure>
  )
}
