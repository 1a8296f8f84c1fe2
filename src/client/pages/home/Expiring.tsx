import { Link } from 'react-router-dom'
import { DateText } from '#src/client/components/ui/index.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useMay } from '#src/client/platform/session/index.ts'
import { Counter } from './Counter.tsx'
import { useExpiring } from './queries.ts'
import { Widget } from './Widget.tsx'

/** Cars that are in service: those that are scrapped need no papers. */
const cars = '/carmanagement/car?tab=cars&state=idle,inUse,repairing,disabled'
const drivers = '/carmanagement/driver?'

/** Insurances, inspections and driving licences that have ended or soon will, for the fleet (10.2). */
export function Expiring() {
  return useMay('car:Update') ? <ExpiringCard /> : null
}

export function ExpiringCard() {
  const t = useT()
  return (
    <Widget
      title={t('home.expiring')}
      className="widget-side"
      query={useExpiring()}
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
                <Counter key={kind} count={counts[kind]} label={t(`home.papers.${kind}`)} to={lists[kind]} />
              ))}
            </ul>
            <ul className="due-list">
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
