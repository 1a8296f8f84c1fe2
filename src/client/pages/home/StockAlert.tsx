import { Link } from 'react-router-dom'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useMay } from '#src/client/platform/session/index.ts'
import { useStockAlert } from './queries.ts'
import { Widget } from './Widget.tsx'

const place = '/stockmanage/inAndOutManage'

/** What runs out or expires in the stores, for keepers and asset managers (10.2). */
export function StockAlert() {
  const mayPost = useMay('stock:Post')
  const mayApprove = useMay('stock:Approve')
  return mayPost || mayApprove ? <Card /> : null
}

function Card() {
  const t = useT()
  return (
    <Widget
      title={t('home.stockAlert')}
      className="widget-side"
      query={useStockAlert()}
      action={<Link to={place}>{t('home.stock.all')}</Link>}
      isEmpty={({ belowMin, expiring, expired }) => belowMin + expiring + expired === 0}
      empty={{ title: t('home.stock.none') }}
    >
      {({ belowMin, expiring, expired, items, until, yesterday }) => (
        <>
          <ul className="counters">
            <Count count={belowMin} label={t('home.stock.belowMin')} to="?tab=items&isBelowMin=1" />
            <Count
              count={expiring}
              label={t('home.stock.expiring')}
              to={`?tab=batches&state=usable&expireDate_before=${until}&isEmpty=0`}
            />
            <Count
              count={expired}
              label={t('home.stock.expired')}
              to={`?tab=batches&state=expired&expireDate_before=${yesterday}&isEmpty=0`}
            />
          </ul>
          <ul className="stock-short">
            {items.map(({ id, name, spec, unit, available, minStock }) => (
              <li key={id}>
                <Link to={`${place}?tab=balance&itemId=${id}`}>{`${name} ${spec}`}</Link>
                <span>{t('home.stock.left', [available, minStock, unit])}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </Widget>
  )
}

function Count({ count, label, to }: { readonly count: number; readonly label: string; readonly to: string }) {
  return (
    <li>
      <Link className="counter" to={`${place}${to}`}>
        <span className="counter-number">{count}</span>
        <span className="counter-label">{label}</span>
      </Link>
    </li>
  )
}
