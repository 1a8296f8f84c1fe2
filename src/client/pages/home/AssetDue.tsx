import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { DateText } from '#src/client/components/ui/index.ts'
import { api } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useDictionaryLabel, useMay } from '#src/client/platform/session/index.ts'
import { Widget } from './Widget.tsx'

const place = '/stockmanage/asset'
/** Milliseconds between refreshes (HOM-03). */
const EVERY = 60_000

/** Warranties, lives, inspections and loans that come to their end, for asset managers (10.2). */
export function AssetDue() {
  return useMay('asset:Inspect') ? <Card /> : null
}

function Card() {
  const t = useT()
  const word = useDictionaryLabel()
  const query = useQuery({
    queryKey: ['asset', 'due'],
    queryFn: ({ signal }) => api.get('/api/assets/due/', { signal, quiet: true }),
    refetchInterval: EVERY,
  })
  return (
    <Widget
      title={t('home.assetDue')}
      className="widget-side"
      query={query}
      action={<Link to={place}>{t('home.assetDueAll')}</Link>}
      isEmpty={({ first }) => first.length === 0}
      empty={{ title: t('home.assetDueNone') }}
    >
      {({ warranty, life, inspection, service, loan, until, inspectUntil, today, yesterday, first }) => {
        const states = 'tab=cards&state=idle,inUse,repairing'
        const counts = [
          ['inspection', inspection, `${states}&inspectDue_before=${inspectUntil}`],
          ['service', service, `${states}&serviceUntil_before=${inspectUntil}`],
          ['warranty', warranty, `${states}&warrantyTo_after=${today}&warrantyTo_before=${until}`],
          ['life', life, `${states}&lifeEnd_after=${today}&lifeEnd_before=${until}`],
          ['loan', loan, `tab=allocations&state=unconfirmed,confirmed&until_before=${yesterday}`],
        ] as const
        return (
          <>
            <ul className="counters">
              {counts
                .filter(([, count]) => count > 0)
                .map(([kind, count, narrowed]) => (
                  <li key={kind}>
                    <Link className="counter" to={`${place}?${narrowed}`}>
                      <span className="counter-number">{count}</span>
                      <span className="counter-label">{word('assetDueKind', kind)}</span>
                    </Link>
                  </li>
                ))}
            </ul>
            <ul className="asset-due">
              {first.map(({ id, assetNo, name, kind, day }) => (
                <li key={`${kind} ${id}`}>
                  <Link to={`${place}?tab=cards&id=${id}`}>{`${assetNo} ${name}`}</Link>
                  <span>
                    {word('assetDueKind', kind)} <DateText value={day} precision="day" />
                  </span>
                </li>
              ))}
            </ul>
          </>
        )
      }}
    </Widget>
  )
}
