import { HTMLTable } from '@blueprintjs/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { ScrollRegion } from '#src/client/components/forms/ScrollRegion.tsx'
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
          <ScrollRegion className="list-scroll is-comfortable" label={t('myLeave.quota', [data.year])}>
            <HTMLTable className="list-table">
              <thead>
                <tr>
                  <th scope="col">{t('records.leaveQuota.fields.leaveType')}</th>
                  {figures.map((name) => (
                    <th key={name} scope="col" className="is-right">
                      {t(`records.leaveQuota.fields.${name}`)}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {data.quotas.map((quota) => (
                  <tr key={quota.leaveType}>
                    <td>{label('leaveType', quota.leaveType)}</td>
                    {figures.map((name) => (
                      <td key={name} className="is-right">
                        {name === 'remaining' ? <strong>{quota[name]}</strong> : quota[name]}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </HTMLTable>
          </ScrollRegion>
        </div>
        {expiresOn === null ? null : <p className="personal-hint">{t('myLeave.compensatory', [hours, expiresOn])}</p>}
      </section>
      <section>
        <h2>{t('myLeave.history')}</h2>
        <div className="list">
          {data.taken.length === 0 ? (
            <EmptyState title={t('myLeave.none')} />
          ) : (
            <ScrollRegion className="list-scroll is-comfortable" label={t('myLeave.history')}>
              <HTMLTable className="list-table">
                <thead>
                  <tr>
                    {(['leaveType', 'startDate', 'endDate', 'days', 'state', 'ticketId'] as const).map((name) => (
                      <th key={name} scope="col" className={name === 'days' ? 'is-right' : undefined}>
                        {t(`records.leaveRecord.fields.${name}`)}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {data.taken.map((row) => (
                    <tr key={row.id}>
                      <td>{label('leaveType', row.leaveType)}</td>
                      <td>
                        <DateText value={row.startDate} precision="day" />
                      </td>
                      <td>
                        <DateText value={row.endDate} precision="day" />
                      </td>
                      <td className="is-right">{Number(row.days)}</td>
                      <td>
                        <StateChip dictionary="leaveState" value={row.state} />
                      </td>
                      <td>
                        {row.ticketNo === null ? (
                          <NoValue />
                        ) : (
                          <Link to={`/workflow/ticket/${row.ticketId}`}>{row.ticketNo}</Link>
                        )}
                      </td>
                    </tr>
                  ))}
                </tbody>
              </HTMLTable>
            </ScrollRegion>
          )}
        </div>
      </section>
    </div>
  )
}
