import { Button } from '@blueprintjs/core'
import { PrintIcon } from '@blueprintjs/icons'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { DataTable } from '#src/client/components/table/DataTable.tsx'
import { FailedState, MoneyText, QtyText, SkeletonRows } from '#src/client/components/ui/index.ts'
import { api } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { RecordDetail } from '#src/client/records/detail/RecordDetail.tsx'
import { RecordList } from '#src/client/records/list/RecordList.tsx'
import type { RecordRow } from '#src/client/records/list/useRecordList.ts'
import { Paper } from '#src/client/records/print/Paper.tsx'
import { stockPeriod } from '../../records/lists.ts'
import type { PeriodLine } from '../analysis.types.ts'

/** Closed months, each with its frozen cost report. */
export const PeriodList = () => <RecordList record={stockPeriod} Detail={PeriodDetail} />

function PeriodDetail({ row }: { readonly row: RecordRow }) {
  return (
    <>
      <Report id={row.id} month={String(row.month)} />
      <RecordDetail record={stockPeriod} row={row} />
    </>
  )
}

function Report({ id, month }: { readonly id: number; readonly month: string }) {
  const t = useT()
  const [isPrinting, setPrinting] = useState(false)
  const { data, error, refetch } = useQuery({
    queryKey: ['stockPeriod', 'one', id, 'report'],
    queryFn: ({ signal }) => api.get(`/api/stock/period/${id}/report/`, { signal, quiet: true }),
  })
  if (error !== null && data === undefined) return <FailedState compact error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <SkeletonRows rows={6} />
  const title = t('stock.period.title', [month])
  return (
    <section aria-label={title}>
      <header className="stock-head">
        <h3>{title}</h3>
        <Button size="small" icon={<PrintIcon />} text={t('stock.print.print')} onClick={() => setPrinting(true)} />
      </header>
      <ReportTable rows={data} label={title} />
      {isPrinting ? (
        <Paper title={title} onClose={() => setPrinting(false)}>
          <article className="paper">
            <h1>{title}</h1>
            <ReportTable rows={data} label={title} />
          </article>
        </Paper>
      ) : null}
    </section>
  )
}

const figures = ['opening', 'in', 'out', 'closing'] as const

function ReportTable({ rows, label }: { readonly rows: readonly PeriodLine[]; readonly label: string }) {
  const t = useT()
  return (
    <DataTable
      className="stock-table"
      look={{ compact: true }}
      region={{ className: 'stock-scroll stock-report', label }}
      rows={rows}
      keyOf={({ itemId }) => itemId}
      columns={[
        {
          name: 'item',
          head: t('records.stockBalance.fields.itemId'),
          isRowHead: true,
          cell: ({ name, spec }) => `${name} ${spec}`,
        },
        ...figures.flatMap((figure) => [
          {
            name: `${figure}Qty`,
            head: t(`stock.period.${figure}Qty`),
            isRight: true,
            cell: (row: PeriodLine) => <QtyText value={row[`${figure}Qty`]} places={row.qtyPlaces} />,
          },
          {
            name: `${figure}Value`,
            head: t(`records.stockPeriod.fields.${figure}Value`),
            isRight: true,
            cell: (row: PeriodLine) => <MoneyText value={row[`${figure}Value`]} />,
          },
        ]),
      ]}
    />
  )
}
