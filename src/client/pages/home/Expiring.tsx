import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { DateText } from '#src/client/components/ui/index.ts'
import { api } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useMay } from '#src/client/platform/session/index.ts'
import { Widget } from './Widget.tsx'

/** Cars that are in service: those that are scrapped need no papers. */
const cars = '/carmanagement/car?tab=cars&state=idle,inUse,repairing,disabled'
const drivers = '/carmanagement/driver?'
/** Milliseconds between refreshes (HOM-03). */
const EVERY = 60_000

/** Insurances, inspections and driving licences that have ended or soon will, for the fleet (10.2). */
export function Expiring() {
  return useMay('car:Update') ? <Card /> : null
}

function Card() {
  const t = useT()
  const query = useQuery({
    queryKey: ['car', 'expiring'],
    queryFn: ({ signal }) => api.get('/api/cars/expiring/', { signal, quiet: true }),
    refetchInterval: EVERY,
  })
  return (
    <Widget
      title={t('home.expiring')}
      className="widget-side"
      query={query}
      isEmpty={({ first }) => first.length === 0}
      empty={{ title: t('home.papers.none') }}
    >
      {({ until, first, ...counts }) => {
        const lists = {
          insurance: `${cars}&insuranceDue_before=${until}`,
          inspection: `${cars}&inspectionDue_before=${until}`,
          licence: `${drivers}validTo_before=${until}`,
        }
        return (
          <>
            <ul className="counters">
              {(['insurance', 'inspection', 'licence'] as const).map((kind) => (
                <li key={kind}>
                  <Link className="counter" to={lists[kind]}>
                    <span className="counter-number">{counts[kind]}</span>
                    <span className="counter-label">{t(`home.papers.${kind}`)}</span>
                  </Link>
                </li>
              ))}
            </ul>
            <ul className="asset-due">
              {first.map(({ kind, id, name, day }) => (
                <li key={`${kind} ${id}`}>
                  <Link to={kind === 'licence' ? `${drivers}id=${id}` : `/carmanagement/car?tab=cars&id=${id}`}>
                    {name}
                  </Link>
                  <span>
                    {t(`home.papers.${kind}`)} <DateText value={day} precision="day" />
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
