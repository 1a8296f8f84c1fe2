/** What waits in the stores, and what runs out or expires next. */
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { DataTable } from '#src/client/components/table/DataTable.tsx'
import {
  Chip,
  DateText,
  EmptyState,
  FailedState,
  MoneyText,
  QtyText,
  SkeletonRows,
} from '#src/client/components/ui/index.ts'
import { api } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { printQty } from '#src/fields/quantity/quantities.ts'
import type { BelowMin, ExpiringBatch, StockWaiting } from './overview.types.ts'

/** Milliseconds between refreshes, besides live messages. */
const EVERY = 60_000

export function useStockOverview() {
  return useQuery({
    queryKey: ['stockBalance', 'overview'],
    queryFn: ({ signal }) => api.get('/api/stock/overview/', { signal, quiet: true }),
    refetchInterval: EVERY,
  })
}

type Urgency = 'danger' | 'warning' | 'primary' | 'none'
type Tile = readonly [name: keyof StockWaiting, to: string, urgency: Urgency]

/** In the order in which a keeper takes them; dates are those of the server's answer. */
const tilesOf = (until: string, yesterday: string, today: string): readonly Tile[] => [
  ['approveIn', '?tab=in&state=submitted', 'primary'],
  ['approveOut', '?tab=out&state=submitted', 'primary'],
  ['approveTransfer', '?tab=transfers&state=submitted', 'primary'],
  ['approveAdjust', '?tab=adjustments&state=submitted', 'primary'],
  ['review', '?tab=counts&state=review', 'primary'],
  ['postIn', '?tab=in&state=approved', 'primary'],
  ['postOut', '?tab=out&state=approved', 'primary'],
  ['inTransit', '?tab=transfers&state=inTransit', 'primary'],
  ['belowMin', '?tab=items&isBelowMin=1', 'danger'],
  ['expired', `?tab=batches&state=expired&expireDate_before=${yesterday}&isEmpty=0`, 'danger'],
  ['expiring', `?tab=batches&state=usable&expireDate_before=${until}&isEmpty=0`, 'warning'],
  ['overdueReturns', `?tab=issues&returnDueAt_before=${yesterday}&isReturned=0`, 'warning'],
  ['held', '?tab=batches&state=held&isEmpty=0', 'warning'],
  ['toCount', `?tab=items&state=active&countDueAt_before=${today}`, 'warning'],
  ['counting', '?tab=counts&state=counting', 'none'],
  ['demands', '?tab=demands&state=open', 'none'],
]

export function Overview() {
  const t = useT()
  const { data, error, refetch } = useStockOverview()
  if (error !== null && data === undefined) return <FailedState error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <SkeletonRows rows={8} />
  const tiles = tilesOf(data.until, data.yesterday, data.today).filter(([name]) => data.waiting[name] > 0)
  return (
    <div className="stock-overview">
      <section className="card stock-waits" aria-label={t('stock.waits.title')}>
        <h2>{t('stock.waits.title')}</h2>
        {tiles.length === 0 ? (
          <EmptyState compact title={t('stock.waits.nothing')} />
        ) : (
          <ul>
            {tiles.map(([name, to, urgency]) => (
              <li key={name}>
                <Link className={`stock-tile is-${urgency}`} to={to}>
                  <strong>{data.waiting[name]}</strong>
                  <span>{t(`stock.waits.${name}`)}</span>
                </Link>
              </li>
            ))}
          </ul>
        )}
      </section>
      <BelowMinimum rows={data.belowMin} />
      <Expiring rows={data.expiring} />
    </div>
  )
}

function BelowMinimum({ rows }: { readonly rows: readonly BelowMin[] }) {
  const t = useT()
  return (
    <section className="card" aria-label={t('stock.overview.belowMin')}>
      <header className="stock-head">
        <h2>{t('stock.overview.belowMin')}</h2>
        <Link to="?tab=items&isBelowMin=1">{t('stock.overview.all')}</Link>
      </header>
      {rows.length === 0 ? (
        <EmptyState compact title={t('stock.overview.noneBelow')} />
      ) : (
        <DataTable
          className="stock-table"
          look={{ compact: true }}
          region={{ className: 'stock-scroll', label: t('stock.overview.belowMin') }}
          rows={rows}
          keyOf={({ id }) => id}
          columns={[
            {
              name: 'item',
              head: t('records.stockBalance.fields.itemId'),
              isRowHead: true,
              cell: ({ id, name, spec }) => <Link to={`?tab=balance&itemId=${id}`}>{`${name} ${spec}`}</Link>,
            },
            {
              name: 'available',
              head: t('stock.overview.available'),
              isRight: true,
              cell: ({ available, minStock, unit, qtyPlaces }) => (
                <>
                  <span className={available === 0 ? 'stock-bad' : undefined}>{printQty(available, qtyPlaces)}</span> /{' '}
                  {printQty(minStock, qtyPlaces)} {unit}
                </>
              ),
            },
            {
              name: 'onOrder',
              head: t('stock.overview.onOrder'),
              isRight: true,
              cell: ({ onOrder, qtyPlaces }) => (onOrder === 0 ? '—' : <QtyText value={onOrder} places={qtyPlaces} />),
            },
          ]}
        />
      )}
    </section>
  )
}

function Expiring({ rows }: { readonly rows: readonly ExpiringBatch[] }) {
  const t = useT()
  return (
    <section className="card" aria-label={t('stock.overview.expiring')}>
      <header className="stock-head">
        <h2>{t('stock.overview.expiring')}</h2>
        <Link to="?tab=batches&isEmpty=0">{t('stock.overview.all')}</Link>
      </header>
      {rows.length === 0 ? (
        <EmptyState compact title={t('stock.overview.noneExpiring')} />
      ) : (
        <DataTable
          className="stock-table"
          look={{ compact: true }}
          region={{ className: 'stock-scroll', label: t('stock.overview.expiring') }}
          rows={rows}
          keyOf={({ id }) => id}
          columns={[
            {
              name: 'item',
              head: t('records.stockBatch.fields.itemId'),
              isRowHead: true,
              cell: ({ id, name, spec, size, batchNo }) => (
                <Link to={`?tab=batches&id=${id}`}>{[name, spec, size, batchNo].filter(Boolean).join(' ')}</Link>
              ),
            },
            {
              name: 'expires',
              head: t('records.stockBatch.fields.expireDate'),
              cell: ({ expireDate, isExpired }) =>
                isExpired ? <Chip color="error">{expireDate}</Chip> : <DateText value={expireDate} precision="day" />,
            },
            {
              name: 'qty',
              head: t('records.stockBatch.fields.qty'),
              isRight: true,
              cell: ({ qty, unit, qtyPlaces, value }) => (
                <>
                  <QtyText value={qty} places={qtyPlaces} /> {unit}
                  <span className="stock-narrow is-below">
                    <MoneyText value={value} />
                  </span>
                </>
              ),
            },
            {
              name: 'value',
              head: t('stock.overview.atRisk'),
              className: 'stock-wide',
              isRight: true,
              cell: ({ value }) => <MoneyText value={value} />,
            },
          ]}
        />
      )}
    </section>
  )
}
