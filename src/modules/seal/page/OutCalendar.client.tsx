import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import { AbsenceMonth, dayIn } from '#src/client/components/absences/AbsenceMonth.tsx'
import { FailedState, SkeletonRows } from '#src/client/components/ui/index.ts'
import { api } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'

/** 外带日历: which seals are out of the office on which day, and with whom. */
export function OutCalendar() {
  const t = useT()
  const [params, setParams] = useSearchParams()
  const day = dayIn(params)
  const month = day.slice(0, 7)
  const { data, error, refetch } = useQuery({
    queryKey: ['sealUse', 'out', month],
    queryFn: ({ signal }) => api.get('/api/seals/out/', { query: { month }, signal, quiet: true }),
    placeholderData: keepPreviousData,
  })
  if (error !== null && data === undefined) return <FailedState error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <SkeletonRows rows={8} />
  return (
    <AbsenceMonth
      rows={data.map(({ id, sealId, seal, applicant, place, startDate, endDate }) => ({
        id,
        name: applicant,
        deptId: sealId,
        dept: seal,
        note: place,
        startDate,
        endDate,
      }))}
      day={day}
      onDay={(next) => setParams({ tab: 'calendar', day: next }, { replace: true })}
      words={{ onDay: (on, count) => t('sealDay.outOn', [on, count]), nobody: t('sealDay.noneOut') }}
    />
  )
}
