import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { DataTable } from '#src/client/components/table/DataTable.tsx'
import { DateText, EmptyState, FailedState, NoValue, SkeletonRows, StateChip } from '#src/client/components/ui/index.ts'
import { api } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useDictionaryLabel } from '#src/client/platform/session/index.ts'

const figures = ['total', 'carried', 'used', 'pending', 'remaining'] as const

/** 我的假期 of the personal centre: days left by kind, and what was taken. */
export function MyLeave() {
  const t = useT()
  const label = useDictionaryLabel()
  const { data, error, refetch } = useQuery({
    queryKey: ['leaveQuota', 'own'],
    queryFn: ({ signal }) => api.get('/api/leave/quota/own/', { signal, quiet: true }),
  })
  if (error !== null && data === undefined) return <FailedState error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <SkeletonRows rows={8} />
  const { hours, expiresOn } = data.compensation
  return (
    <div className="personal-stack">
      <section>
        <h2>{t('myLeave.quota', [data.year])}</h2>
        <div className="list">
          <DataTable
            className="list-table"
            region={{ className: 'list-scroll is-comfortable', label: t('myLeave.quota', [data.year]) }}
            rows={data.quotas}
            keyOf={({ leaveType }) => leaveType}
            columns={[
              {
                name: 'leaveType',
                head: t('records.leaveQuota.fields.leaveType'),
                cell: ({ leaveType }) => label('leaveType', leaveType),
              },
              ...figures.map((name) => ({
                name,
                head: t(`records.leaveQuota.fields.${name}`),
                isRight: true,
                cell: (quota: (typeof data.quotas)[number]) =>
                  name === 'remaining' ? <strong>{quota[name]}</strong> : quota[name],
              })),
            ]}
          />
        </div>
        {expiresOn === null ? null : <p className="personal-hint">{t('myLeave.compensatory', [hours, expiresOn])}</p>}
      </section>
      <section>
        <h2>{t('myLeave.history')}</h2>
        <div className="list">
          {data.taken.length === 0 ? (
            <EmptyState title={t('myLeave.none')} />
          ) : (
            <DataTable
              className="list-table"
              region={{ className: 'list-scroll is-comfortable', label: t('myLeave.history') }}
              rows={data.taken}
              keyOf={({ id }) => id}
              columns={[
                {
                  name: 'leaveType',
                  head: t('records.leaveRecord.fields.leaveType'),
                  cell: ({ leaveType }) => label('leaveType', leaveType),
                },
                {
                  name: 'startDate',
                  head: t('records.leaveRecord.fields.startDate'),
                  cell: ({ startDate }) => <DateText value={startDate} precision="day" />,
                },
                {
                  name: 'endDate',
                  head: t('records.leaveRecord.fields.endDate'),
                  cell: ({ endDate }) => <DateText value={endDate} precision="day" />,
                },
                {
                  name: 'days',
                  head: t('records.leaveRecord.fields.days'),
                  isRight: true,
                  cell: ({ days }) => Number(days),
                },
                {
                  name: 'state',
                  head: t('records.leaveRecord.fields.state'),
                  cell: ({ state }) => <StateChip dictionary="leaveState" value={state} />,
                },
                {
                  name: 'ticketId',
                  head: t('records.leaveRecord.fields.ticketId'),
                  cell: (row) =>
                    row.ticketNo === null ? (
                      <NoValue />
                    ) : (
                      <Link to={`/workflow/ticket/${row.ticketId}`}>{row.ticketNo}</Link>
                    ),
                },
              ]}
            />
          )}
        </div>
      </section>
    </div>
  )
}
