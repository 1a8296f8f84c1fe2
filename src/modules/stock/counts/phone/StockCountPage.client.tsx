import './phone.css'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import { EmptyState, FailedState, SkeletonRows, useTitle } from '#src/client/components/ui/index.ts'
import { api } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useCountSheetData } from '../useCountSheetData.client.ts'
import { CountOne } from './CountOne.client.tsx'
import { Head } from './Head.client.tsx'

/** `/scan/stock`: counting stock item by item, a document of its own for the sake of the camera. Links out of it load the page anew. */
export function StockCountPage() {
  const t = useT()
  const [params] = useSearchParams()
  useTitle(t('pages./scan/stock'))
  const count = Number(params.get('count'))
  return Number.isInteger(count) && count > 0 ? <OneCount key={count} id={count} /> : <MyCounts />
}

function OneCount({ id }: { readonly id: number }) {
  const t = useT()
  const { data, error, refetch } = useCountSheetData(id)
  if (data !== undefined) return <CountOne sheet={data} />
  return (
    <main id="main" className="count-phone">
      <Head title={t('pages./scan/stock')} />
      {error === null ? <SkeletonRows rows={8} /> : <FailedState error={error} onRetry={() => void refetch()} />}
    </main>
  )
}

function MyCounts() {
  const t = useT()
  const [, setParams] = useSearchParams()
  const { data, error, refetch } = useQuery({
    queryKey: ['stockCount', 'mine'],
    queryFn: ({ signal }) => api.get('/api/stock/count/mine/', { signal, quiet: true }),
  })
  return (
    <main id="main" className="count-phone">
      <Head title={t('pages./scan/stock')} />
      {data === undefined ? (
        error === null ? (
          <SkeletonRows rows={4} />
        ) : (
          <FailedState error={error} onRetry={() => void refetch()} />
        )
      ) : data.length === 0 ? (
        <EmptyState title={t('stock.phone.none')} />
      ) : (
        <ul className="count-plans">
          {data.map(({ id, no, warehouse, dueDate, counted, total }) => (
            <li key={id}>
              <button type="button" onClick={() => setParams({ count: String(id) })}>
                <strong>{warehouse}</strong>
                <b>
                  {counted} / {total}
                </b>
                <span>
                  {no} · {t('stock.phone.due', [dueDate])}
                </span>
                <progress max={total} value={counted} aria-label={t('stock.sheet.progress', [counted, total])} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </main>
  )
}
