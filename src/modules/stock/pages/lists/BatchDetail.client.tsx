import { Button } from '@blueprintjs/core'
import { PrintIcon } from '@blueprintjs/icons'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { DataTable } from '#src/client/components/table/DataTable.tsx'
import { DateText, EmptyState, FailedState, SkeletonRows } from '#src/client/components/ui/index.ts'
import { api } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { RecordDetail } from '#src/client/records/detail/RecordDetail.tsx'
import type { RecordRow } from '#src/client/records/list/useRecordList.ts'
import { Paper } from '#src/client/records/print/Paper.tsx'
import { printQty } from '#src/fields/quantity/quantities.ts'
import { stockBatch } from '../../records/lists.ts'
import type { BatchHolder } from '../print/print.types.ts'

/** A batch, and who still holds what was issued of its number: the return list of a recall. */
export function BatchDetail({ row }: { readonly row: RecordRow }) {
  return (
    <>
      <RecordDetail record={stockBatch} row={row} />
      <Holders id={row.id} />
    </>
  )
}

function Holders({ id }: { readonly id: number }) {
  const t = useT()
  const [isPrinting, setPrinting] = useState(false)
  const { data, error, refetch } = useQuery({
    queryKey: ['stockBatch', 'one', id, 'holders'],
    queryFn: ({ signal }) => api.get(`/api/stock/batch/${id}/holders/`, { signal, quiet: true }),
  })
  if (error !== null && data === undefined) return <FailedState compact error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <SkeletonRows rows={3} />
  const title = t('stock.holders.title', [data.item, data.batchNo])
  return (
    <section className="stock-holders" aria-label={t('stock.holders.head')}>
      <header className="stock-head">
        <h3>{t('stock.holders.head')}</h3>
        {data.rows.length > 0 ? (
          <Button size="small" icon={<PrintIcon />} text={t('stock.holders.print')} onClick={() => setPrinting(true)} />
        ) : null}
      </header>
      {data.rows.length === 0 ? (
        <EmptyState compact title={t('stock.holders.none')} />
      ) : (
        <HolderTable rows={data.rows} />
      )}
      {isPrinting ? (
        <Paper title={title} onClose={() => setPrinting(false)}>
          <article className="paper">
            <h1>{title}</h1>
            {data.holdReason === null ? null : <p>{data.holdReason}</p>}
            <HolderTable rows={data.rows} />
          </article>
        </Paper>
      ) : null}
    </section>
  )
}

function HolderTable({ rows }: { readonly rows: readonly BatchHolder[] }) {
  const t = useT()
  return (
    <DataTable
      className="stock-table"
      look={{ compact: true }}
      region={{ className: 'stock-scroll', label: t('stock.holders.head') }}
      rows={rows}
      keyOf={({ issueId }) => issueId}
      columns={[
        { name: 'person', head: t('stock.holders.person'), isRowHead: true, cell: ({ person }) => person },
        { name: 'dept', head: t('stock.holders.dept'), cell: ({ dept }) => dept },
        { name: 'batch', head: t('records.stockBatch.fields.batchNo'), cell: ({ batchNo }) => batchNo || '—' },
        { name: 'at', head: t('stock.holders.at'), cell: ({ at }) => <DateText value={at} precision="day" /> },
        {
          name: 'qty',
          head: t('stock.holders.open'),
          isRight: true,
          cell: ({ open, unit, qtyPlaces }) => `${printQty(open, qtyPlaces)} ${unit}`,
        },
        { name: 'signed', head: t('stock.holders.signed'), cell: () => '' },
      ]}
    />
  )
}
