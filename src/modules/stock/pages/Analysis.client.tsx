/** What the stores cost by month, how fast they turn, what nobody takes (50.6). */
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { ChartFigure } from '#src/client/components/charts/ChartFigure.tsx'
import { ColumnChart } from '#src/client/components/charts/ColumnChart.tsx'
import { DataTable } from '#src/client/components/table/DataTable.tsx'
import {
  DateText,
  EmptyState,
  FailedState,
  MoneyText,
  moneyText,
  QtyText,
  SkeletonRows,
} from '#src/client/components/ui/index.ts'
import { api } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import type { DeadStock, StockAnalysis, StockMover } from './analysis.types.ts'

/** Figures of a chart are in ten thousand yuan. */
const TEN_THOUSAND = 10_000

export function Analysis() {
  const t = useT()
  const { data, error, refetch } = useQuery({
    queryKey: ['stockEntry', 'analysis'],
    queryFn: ({ signal }) => api.get('/api/stock/analysis/', { signal, quiet: true }),
  })
  if (error !== null && data === undefined) return <FailedState error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <SkeletonRows rows={8} />
  return (
    <div className="stock-overview">
      <Figures data={data} />
      <Months data={data} />
      <Movers title={t('stock.analysis.top')} rows={data.topIssued} />
      <Movers title={t('stock.analysis.dead')} rows={data.dead} isDead />
    </div>
  )
}

function Figures({ data }: { readonly data: StockAnalysis }) {
  const t = useT()
  const figures = [
    [
      'value',
      <>
        <MoneyText key="value" value={data.value} />
        {Number(data.inTransitValue) === 0 ? null : (
          <small className="stock-note">{t('stock.analysis.inTransit', [moneyText(data.inTransitValue)])}</small>
        )}
      </>,
    ],
    ['turnover', data.turnoverDays === null ? '—' : t('stock.analysis.days', [data.turnoverDays])],
    ['deadValue', <MoneyText key="dead" value={data.deadValue} />],
    ['expiringValue', <MoneyText key="expiring" value={data.expiringValue} />],
    ['expiredValue', <MoneyText key="expired" value={data.expiredValue} />],
  ] as const
  return (
    <dl className="card stock-waits stock-figures">
      {figures.map(([name, value]) => (
        <div key={name}>
          <dt>{t(`stock.analysis.${name}`)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function Months({ data: { months } }: { readonly data: StockAnalysis }) {
  const t = useT()
  const title = t('stock.analysis.months')
  return (
    <div className="stock-waits">
      <ChartFigure
        title={title}
        unit={t('stock.analysis.unit')}
        isWide
        head={[t('stock.analysis.month'), t('stock.analysis.in'), t('stock.analysis.out')]}
        rows={months.map(({ month, inValue, outValue }) => [month, moneyText(inValue), moneyText(outValue)])}
        bars={months.map(({ month, outValue }) => ({
          key: month,
          label: month,
          value: Number(outValue) / TEN_THOUSAND,
        }))}
        isEmpty={months.every(({ inValue, outValue }) => Number(inValue) === 0 && Number(outValue) === 0)}
      >
        <ColumnChart
          label={title}
          isWide
          names={months.map(({ month }) => month.slice(2))}
          columns={[
            { name: t('stock.analysis.in'), values: months.map(({ inValue }) => Number(inValue) / TEN_THOUSAND) },
            { name: t('stock.analysis.out'), values: months.map(({ outValue }) => Number(outValue) / TEN_THOUSAND) },
          ]}
        />
      </ChartFigure>
    </div>
  )
}

function Movers({
  title,
  rows,
  isDead = false,
}: {
  readonly title: string
  readonly rows: readonly (StockMover | DeadStock)[]
  readonly isDead?: boolean
}) {
  const t = useT()
  return (
    <section className="card" aria-label={title}>
      <h2>{title}</h2>
      {rows.length === 0 ? (
        <EmptyState compact title={t('stock.analysis.none')} />
      ) : (
        <DataTable
          className="stock-table"
          look={{ compact: true }}
          region={{ className: 'stock-scroll', label: title }}
          rows={rows}
          keyOf={({ itemId }) => itemId}
          columns={[
            {
              name: 'item',
              head: t('records.stockBalance.fields.itemId'),
              isRowHead: true,
              cell: ({ itemId, name, spec }) => (
                <Link to={`?tab=${isDead ? 'balance' : 'ledger'}&itemId=${itemId}`}>{`${name} ${spec}`}</Link>
              ),
            },
            {
              name: 'qty',
              head: t('records.stockBatch.fields.qty'),
              isRight: true,
              cell: ({ qty, unit, qtyPlaces }) => (
                <>
                  <QtyText value={qty} places={qtyPlaces} /> {unit}
                </>
              ),
            },
            {
              name: 'value',
              head: t('records.stockBatch.fields.value'),
              isRight: true,
              cell: ({ value }) => <MoneyText value={value} />,
            },
            ...(isDead
              ? [
                  {
                    name: 'lastOut',
                    head: t('stock.analysis.lastOut'),
                    cell: (row: StockMover | DeadStock) =>
                      'lastOut' in row && row.lastOut !== null ? <DateText value={row.lastOut} precision="day" /> : '—',
                  },
                ]
              : []),
          ]}
        />
      )}
    </section>
  )
}
