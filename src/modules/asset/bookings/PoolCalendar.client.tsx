import './pool.css'
import { Button, ButtonGroup } from '@blueprintjs/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { DataTable } from '#src/client/components/table/DataTable.tsx'
import { EmptyState, FailedState, SkeletonRows } from '#src/client/components/ui/index.ts'
import { api } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { addDays } from '#src/define/days.ts'
import type { BookedPeriod, PoolAsset } from './booking.types.ts'

const DAYS = 14

/** Pool equipment by the day: what is free, booked, out and late. The list below says the same in words. */
export function PoolCalendar() {
  const t = useT()
  const [from, setFrom] = useState<string | null>(null)
  const { data, error, refetch } = useQuery({
    queryKey: ['assetBooking', 'pool', from],
    queryFn: ({ signal }) =>
      api.get('/api/assets/pool/', { query: { days: DAYS, ...(from !== null && { from }) }, signal, quiet: true }),
    placeholderData: (before) => before,
  })
  if (error !== null && data === undefined) return <FailedState compact error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <SkeletonRows rows={4} />
  if (data.assets.length === 0) return <EmptyState compact title={t('assetPool.none')} />
  const days = Array.from({ length: data.days }, (_, index) => addDays(data.from, index))
  return (
    <section className="card pool" aria-label={t('assetPool.calendar')}>
      <div className="pool-bar">
        <h2>{t('assetPool.calendar')}</h2>
        <ButtonGroup>
          <Button text={t('assetPool.earlier')} onClick={() => setFrom(addDays(data.from, -DAYS))} />
          <Button text={t('assetPool.today')} onClick={() => setFrom(null)} />
          <Button text={t('assetPool.later')} onClick={() => setFrom(addDays(data.from, DAYS))} />
        </ButtonGroup>
      </div>
      <DataTable
        className="pool-table"
        look={{ compact: true }}
        region={{ className: 'pool-scroll', label: t('assetPool.calendar') }}
        rows={data.assets}
        keyOf={({ id }) => id}
        columns={[
          {
            name: 'equipment',
            head: t('assetPool.equipment'),
            isRowHead: true,
            cell: ({ name, assetNo, barredBy }) => (
              <>
                {name}
                <span>{assetNo}</span>
                {barredBy === null ? null : <em>{t(`assetPool.barred.${barredBy}`)}</em>}
              </>
            ),
          },
          ...days.map((day) => ({
            name: day,
            head: day.slice(5),
            cell: (asset: PoolAsset) => <Day asset={asset} day={day} />,
          })),
        ]}
      />
    </section>
  )
}

/** Whether a period touches a day; it ends before its last moment. */
const touches = ({ startsAt, endsAt }: BookedPeriod, day: string): boolean =>
  startsAt < `${addDays(day, 1)} 00:00:00` && endsAt > `${day} 00:00:00`

function Day({ asset, day }: { readonly asset: PoolAsset; readonly day: string }) {
  const t = useT()
  const periods = asset.periods.filter((period) => touches(period, day))
  const [first] = periods
  if (first === undefined) return <span className="visually-hidden">{t('assetPool.free')}</span>
  const text = periods
    .map(({ startsAt, endsAt, person }) => t('assetPool.period', [startsAt.slice(5, 16), endsAt.slice(5, 16), person]))
    .join('; ')
  const kind = periods.some(({ isLate }) => isLate) ? 'is-late' : first.isOwn ? 'is-own' : `is-${first.state}`
  return (
    <span className={`pool-day ${kind}`} title={text}>
      {first.person}
      {periods.length > 1 ? ` +${periods.length - 1}` : ''}
    </span>
  )
}
