import { useQuery } from '@tanstack/react-query'
import { DateText, EmptyState, FailedState, NoValue, SkeletonRows } from '#src/client/components/ui/index.ts'
import { api } from '#src/client/platform/http/http.ts'
import { hasText, textOf } from '#src/client/platform/i18n/index.ts'
import type { RecordDefinition } from '#src/define/record.ts'
import { useRecordTexts } from '../useRecordTexts.ts'

/** Who did what to a row and when, newest first, with what changed (DETAIL-STD). */
export function Timeline({ record, id }: { readonly record: RecordDefinition; readonly id: number }) {
  const { labels, action } = useRecordTexts(record)
  const { data, error, refetch } = useQuery({
    queryKey: [record.name, 'one', id, 'timeline'],
    queryFn: ({ signal }) => api.get(`${record.path}${id}/timeline/`, { signal, quiet: true }),
  })
  if (error !== null) return <FailedState compact error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <SkeletonRows rows={4} />
  if (data.length === 0) return <EmptyState compact />
  const rank = (field: string): number => Object.keys(record.fields).indexOf(field)
  const actionText = (name: string): string =>
    hasText(`records.action.${name}`) ? textOf(`records.action.${name}`) : action(name)
  return (
    <ol className="timeline">
      {data.toReversed().map((entry) => (
        <li key={entry.id}>
          <p className="timeline-head">
            <strong>{entry.userIdLabel}</strong> {actionText(entry.action)}{' '}
            <DateText value={entry.at} precision="second" />
          </p>
          {entry.changes.length === 0 ? null : (
            <dl>
              {entry.changes
                .toSorted((a, b) => rank(a.field) - rank(b.field))
                .map(({ field, before, after }) => (
                  <div key={field}>
                    <dt>{labels(field)}</dt>
                    <dd>
                      {before === '' ? null : (
                        <>
                          <del>{before}</del> <span aria-hidden>→</span>{' '}
                        </>
                      )}
                      {after === '' ? <NoValue /> : <ins>{after}</ins>}
                    </dd>
                  </div>
                ))}
            </dl>
          )}
        </li>
      ))}
    </ol>
  )
}
