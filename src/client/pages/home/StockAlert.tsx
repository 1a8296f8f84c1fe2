import { Link } from 'react-router-dom'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useMay } from '#src/client/platform/session/index.ts'
import { printQty } from '#src/fields/quantity/quantities.ts'
import { Counter } from './Counter.tsx'
import { useStockAlert } from './queries.ts'
import { Widget } from './Widget.tsx'

const place = '/stockmanage/inAndOutManage'

/** What runs out or expires in the stores, for keepers and asset managers (10.2). */
export function StockAlert() {
  const mayPost = useMay('stock:Post')
  const mayApprove = useMay('stock:Approve')
  return mayPost || mayApprove ? <StockAlertCard /> : null
}

export function StockAlertCard() {
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
            <Counter count={belowMin} label={t('home.stock.belowMin')} to={`${place}?tab=items&isBelowMin=1`} />
            <Counter
              count={expiring}
              label={t('home.stock.expiring')}
              to={`${place}?tab=batches&state=usable&expireDate_before=${until}&isEmpty=0`}
            />
            <Counter
              count={expired}
              label={t('home.stock.expired')}
              to={`${place}?tab=batches&state=expired&expireDate_before=${yesterday}&isEmpty=0`}
            />
          </ul>
          <ul className="stock-short">
            {items.map(({ id, name, spec, unit, qtyPlaces, available, minStock }) => (
              <li key={id}>
                <Link to={`${place}?tab=balance&itemId=${id}`}>{`${name} ${spec}`}</Link>
                <span>
                  {t('home.stock.left', [printQty(available, qtyPlaces), printQty(minStock, qtyPlaces), unit])}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </Widget>
  )
}
