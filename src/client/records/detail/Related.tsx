import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { EmptyState, FailedState, SkeletonRows } from '#src/client/components/ui/index.ts'
import { api } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import type { RecordDefinition } from '#src/define/record.ts'
import { placeOf } from '../list/places.ts'

/** Tickets, ledger entries and other records the row is connected with (DETAIL-STD). */
export function RelatedRows({ record, id }: { readonly record: RecordDefinition; readonly id: number }) {
  const t = useT()
  const { data, error, refetch } = useQuery({
    queryKey: [record.name, 'one', id, 'related'],
    queryFn: ({ signal }) => api.get(`${record.path}${id}/related/`, { signal, quiet: true }),
  })
  if (error !== null) return <FailedState compact error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <SkeletonRows rows={4} />
  if (data.length === 0) return <EmptyState compact title={t('records.detail.noRelated')} />
  return data.map((group) => (
    <section key={group.record} className="related">
      <h3>
        {group.record === 'ticket' ? t('records.detail.tickets') : t(`records.${group.record}.title`)}
        <span>{group.total}</span>
      </h3>
      <ul>
        {group.rows.map((row) => {
          const place = placeOf(group.record, row.id)
          return <li key={row.id}>{place === null ? row.title : <Link to={place}>{row.title}</Link>}</li>
        })}
      </ul>
      {group.total > group.rows.length ? (
        <p className="related-rest">{t('records.detail.newestOnly', [group.rows.length, group.total])}</p>
      ) : null}
    </section>
  ))
}
