import './comparison.css'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router-dom'
import { Chip, EmptyState, FailedState, PageHeader, SkeletonRows, StateChip } from '#src/client/components/ui/index.ts'
import { api } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import type { OwnReview } from '../selection.types.ts'
import { ComparisonView } from './ComparisonView.client.tsx'

/** `/procurement/review`: selections of whose panel the reader is a member, and the sheet of one of them. */
export function ReviewPage() {
  const t = useT()
  const [params] = useSearchParams()
  const { data, error, refetch } = useQuery({
    queryKey: ['selection', 'reviews'],
    queryFn: ({ signal }) => api.get('/api/procurement/selection/reviews/', { signal, quiet: true }),
  })
  if (error !== null && data === undefined) return <FailedState error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <SkeletonRows rows={5} />
  const chosen = data.find(({ id }) => String(id) === params.get('id')) ?? data[0]
  return (
    <>
      <PageHeader title={t('pages./procurement/review')} />
      {chosen === undefined ? (
        <EmptyState title={t('selectionComparison.none')} text={t('selectionComparison.noneNote')} />
      ) : (
        <>
          <div className="card">
            <h2 className="review-title">{`${chosen.no} ${chosen.subject}`}</h2>
            <ComparisonView key={chosen.id} id={chosen.id} />
          </div>
          <ul className="review-list">
            {data.map((review) => (
              <li key={review.id} className="card">
                <Link to={`?id=${review.id}`} aria-current={review === chosen ? 'true' : undefined}>
                  {`${review.no} ${review.subject}`}
                </Link>
                <span className="compare-soft">{t('selectionComparison.deadline', [review.deadline])}</span>
                <State review={review} />
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}

function State({ review: { state, isWeighted, isScored, hasSubmitted } }: { readonly review: OwnReview }) {
  const t = useT()
  if (state !== 'opened' || !isWeighted || isScored) return <StateChip dictionary="selectionState" value={state} />
  return hasSubmitted ? (
    <Chip color={null}>{t('selectionComparison.waiting')}</Chip>
  ) : (
    <Chip color="warning">{t('selectionComparison.toScore')}</Chip>
  )
}
