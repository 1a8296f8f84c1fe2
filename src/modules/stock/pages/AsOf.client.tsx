import { InputGroup } from '@blueprintjs/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { DataTable } from '#src/client/components/table/DataTable.tsx'
import { EmptyState, FailedState, MoneyText, QtyText, SkeletonRows } from '#src/client/components/ui/index.ts'
import { api } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'

/** Stock at the end of any day. Every quantity leads to the rows of the ledger that make it. */
export function AsOf() {
  const t = useT()
  const [day, setDay] = useState('')
  const [search, setSearch] = useState('')
  const query = { ...(day !== '' && { day }), ...(search !== '' && { search }) }
  const { data, error, refetch } = useQuery({
    queryKey: ['stockBalance', 'asOf', query],
    queryFn: ({ signal }) => api.get('/api/stock/as_of/', { query, signal, quiet: true }),
    placeholderData: (before) => before,
  })
  return (
    <section className="card stock-as-of">
      <div className="stock-bar">
        <label htmlFor="stock-as-of-day">
          {t('stock.asOf.day')}
          <InputGroup id="stock-as-of-day" type="date" value={day || (data?.day ?? '')} onValueChange={setDay} />
        </label>
        <label htmlFor="stock-as-of-item">
          {t('stock.asOf.item')}
          <InputGroup id="stock-as-of-item" type="search" value={search} maxLength={50} onValueChange={setSearch} />
        </label>
        <p className="stock-note">{t('stock.asOf.hint')}</p>
      </div>
      {error !== null && data === undefined ? (
        <FailedState compact error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <SkeletonRows rows={6} />
      ) : data.rows.length === 0 ? (
        <EmptyState title={t('stock.asOf.none')} />
      ) : (
        <>
          <DataTable
            className="stock-table"
            look={{ compact: true }}
            region={{ className: 'stock-scroll', label: t('stock.asOf.title') }}
            rows={data.rows}
            keyOf={({ itemId, size, warehouseId }) => `${itemId}/${size}/${warehouseId}`}
            columns={[
              { name: 'code', head: t('records.stockBalance.fields.code'), cell: ({ code }) => code },
              {
                name: 'itemId',
                head: t('records.stockBalance.fields.itemId'),
                isRowHead: true,
                cell: ({ name, spec }) => `${name} ${spec}`,
              },
              { name: 'size', head: t('records.stockBalance.fields.size'), cell: ({ size }) => size },
              {
                name: 'warehouse',
                head: t('records.stockBalance.fields.warehouseId'),
                cell: ({ warehouse }) => warehouse,
              },
              {
                name: 'onHand',
                head: t('records.stockBalance.fields.onHand'),
                isRight: true,
                cell: (row) => (
                  <Link
                    title={t('stock.explain')}
                    to={`?tab=ledger&itemId=${row.itemId}&warehouseId=${row.warehouseId}&at_before=${data.day}`}
                  >
                    <QtyText value={row.qty} places={row.qtyPlaces} /> {row.unit}
                  </Link>
                ),
              },
              {
                name: 'value',
                head: t('records.stockBalance.fields.value'),
                isRight: true,
                cell: ({ value }) => <MoneyText value={value} />,
              },
            ]}
          />
          <p className="stock-total">
            {t('stock.asOf.total')} <MoneyText value={data.total} />
          </p>
        </>
      )}
    </section>
  )
}
