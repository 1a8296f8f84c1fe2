import { Link } from 'react-router-dom'
import { DateText } from '#src/client/components/ui/index.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useDictionaryLabel, useMay } from '#src/client/platform/session/index.ts'
import { Counter } from './Counter.tsx'
import { useAssetDue } from './queries.ts'
import { Widget } from './Widget.tsx'

const place = '/stockmanage/asset'

/** Warranties, lives, inspections and loans that come to their end, for asset managers (10.2). */
export function AssetDue() {
  return useMay('asset:Inspect') ? <AssetDueCard /> : null
}

export function AssetDueCard() {
  const t = useT()
  const word = useDictionaryLabel()
  return (
    <Widget
      title={t('home.assetDue')}
      className="widget-side"
      query={useAssetDue()}
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
                  <Counter key={kind} count={count} label={word('assetDueKind', kind)} to={`${place}?${narrowed}`} />
                ))}
            </ul>
            <ul className="due-list">
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
