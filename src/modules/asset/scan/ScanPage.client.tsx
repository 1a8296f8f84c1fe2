import './scan.css'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSearchParams } from 'react-router-dom'
import { EmptyState, FailedState, SkeletonRows, useTitle } from '#src/client/components/ui/index.ts'
import { tellFault } from '#src/client/platform/errorReporting/index.ts'
import { api } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { CountRoomPage } from './CountRoomPage.client.tsx'
import { keepPage } from './offline.client.ts'

const myCounts = queryOptions({
  queryKey: ['assetCount', 'mine'],
  queryFn: ({ signal }) => api.get('/api/assets/count/mine/', { signal, quiet: true }),
})

/** `/scan`: a document of its own, the only one that may use the camera. Links out of it load the page anew. */
export function ScanPage() {
  const t = useT()
  const [params] = useSearchParams()
  useTitle(t('assetScan.title'))
  const client = useQueryClient()
  useEffect(() => {
    // Read whether it is on screen or not: a count may be open already, and the way back to the list has to work.
    void keepPage().then(() => client.prefetchQuery({ ...myCounts, staleTime: 0 }), tellFault)
  }, [client])
  const count = Number(params.get('count'))
  return (
    <main id="main" className="scan">
      <header className="scan-head">
        <h1>{t('assetScan.title')}</h1>
        <a href="/">{t('assetScan.leave')}</a>
      </header>
      {Number.isInteger(count) && count > 0 ? <CountRoomPage key={count} countId={count} /> : <MyCounts />}
    </main>
  )
}

function MyCounts() {
  const t = useT()
  const [, setParams] = useSearchParams()
  const { data, error, refetch } = useQuery(myCounts)
  if (error !== null && data === undefined) return <FailedState error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <SkeletonRows rows={4} />
  if (data.length === 0) return <EmptyState title={t('assetScan.noCounts')} />
  return (
    <section className="card scan-card" aria-label={t('assetScan.counts')}>
      <h2>{t('assetScan.counts')}</h2>
      <ul className="scan-list">
        {data.map(({ id, no, name, dueOn, expected, counted }) => (
          <li key={id}>
            <button type="button" className="scan-plan" onClick={() => setParams({ count: String(id) })}>
              <strong>{name}</strong>
              <span>
                {no} · {t('assetScan.due', [dueOn])}
              </span>
              <span>{t('assetScan.progress', [counted, expected])}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
