import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import { AbsenceMonth, dayIn } from '#src/client/components/absences/AbsenceMonth.tsx'
import { FailedState, SkeletonRows } from '#src/client/components/ui/index.ts'
import { api } from '#src/client/platform/http/http.ts'

/** 在外人员: who is on a trip, by day. */
export function AwayTab() {
  const [params, setParams] = useSearchParams()
  const day = dayIn(params)
  const month = day.slice(0, 7)
  const { data, error, refetch } = useQuery({
    queryKey: ['travelTrip', 'away', month],
    queryFn: ({ signal }) => api.get('/api/travel/away/', { query: { month }, signal, quiet: true }),
    placeholderData: keepPreviousData,
  })
  if (error !== null && data === undefined) return <FailedState error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <SkeletonRows rows={8} />
  return (
    <AbsenceMonth
      rows={data.map(({ destinations, ...row }) => ({ ...row, note: destinations }))}
      day={day}
      onDay={(next) => setParams({ tab: 'away', day: next }, { replace: true })}
    />
  )
}
