/** A document on paper, and the pick list of what goes out in walking order. */

import { useQuery } from '@tanstack/react-query'
import type { Column } from '#src/client/components/table/column.ts'
import { DataTable } from '#src/client/components/table/DataTable.tsx'
import { DateText, FailedState, MoneyText, QtyText, SkeletonRows } from '#src/client/components/ui/index.ts'
import { api } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useDictionaryLabel } from '#src/client/platform/session/index.ts'
import { Paper } from '#src/client/records/print/Paper.tsx'
import type { DocumentPrint, PrintLine } from './print.types.ts'

export type PaperKind = 'document' | 'pick'

export function DocumentSheet({
  id,
  paper,
  onClose,
}: {
  readonly id: number
  readonly paper: PaperKind
  readonly onClose: () => void
}) {
  const t = useT()
  const label = useDictionaryLabel()
  const { data, error, refetch } = useQuery({
    queryKey: ['stockIn', 'one', id, paper],
    queryFn: ({ signal }) =>
      paper === 'pick'
        ? api.get(`/api/stock/document/${id}/pick/`, { signal, quiet: true })
        : api.get(`/api/stock/document/${id}/print/`, { signal, quiet: true }),
  })
  const title =
    data === undefined
      ? t('stock.print.document')
      : `${paper === 'pick' ? t('stock.print.pickList') : label('stockDocType', data.type)} ${data.no}`
  return (
    <Paper title={title} onClose={onClose}>
      <article className="paper">
        {data !== undefined ? (
          <Sheet data={data} title={title} paper={paper} />
        ) : error !== null ? (
          <FailedState error={error} onRetry={() => void refetch()} />
        ) : (
          <SkeletonRows rows={8} />
        )}
      </article>
    </Paper>
  )
}

function Sheet({
  data,
  title,
  paper,
}: {
  readonly data: DocumentPrint
  readonly title: string
  readonly paper: PaperKind
}) {
  const t = useT()
  const label = useDictionaryLabel()
  const columns = useColumns(data.type === 'valueAdjust' ? 'adjustment' : paper)
  const facts: readonly (readonly [string, string | null])[] = [
    [t('records.stockIn.fields.warehouseId'), data.warehouse],
    [t('records.stockTransfer.fields.toWarehouseId'), data.toWarehouse],
    [t('records.stockIn.fields.docDate'), data.docDate],
    [t('records.stockIn.fields.state'), label('stockDocState', data.state)],
    [t('records.stockIn.fields.vendorId'), data.vendor],
    [t('records.stockIn.fields.reason'), data.reason],
  ]
  return (
    <>
      <h1>{title}</h1>
      <dl className="stock-facts">
        {facts
          .filter(([, value]) => value !== null && value !== '')
          .map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
      <DataTable
        className="stock-table"
        look={{ compact: true }}
        region={{ className: 'stock-scroll', label: title }}
        rows={data.lines}
        keyOf={({ key }) => key}
        columns={columns}
      />
      <p className="stock-signs">
        <span>
          {t('records.stockIn.fields.makerId')} {data.maker ?? ''}
        </span>
        <span>
          {t('records.stockIn.fields.approverId')} {data.approver ?? ''}
        </span>
        <span>{t('stock.print.signature')}</span>
        <span>
          {t('stock.print.printedAt')} <DateText value={data.printedAt} />
        </span>
      </p>
    </>
  )
}

/** An adjustment changes values alone: no bin, no batch and no quantity. */
function useColumns(kind: PaperKind | 'adjustment'): readonly Column<PrintLine>[] {
  const t = useT()
  const head = (name: 'itemId' | 'size' | 'qty' | 'amount' | 'reason'): string =>
    t(`records.stockIn.fields.lines.${name}`)
  const item: Column<PrintLine> = {
    name: 'item',
    head: head('itemId'),
    isRowHead: true,
    cell: ({ code, name, spec }) => `${code} ${name} ${spec}`,
  }
  const size: Column<PrintLine> = { name: 'size', head: head('size'), cell: (line) => line.size }
  const amount = (title: string): Column<PrintLine> => ({
    name: 'amount',
    head: title,
    isRight: true,
    cell: (line) => (line.amount === null ? '' : <MoneyText value={line.amount} />),
  })
  if (kind === 'adjustment')
    return [
      item,
      size,
      amount(t('records.stockAdjust.fields.lines.change')),
      { name: 'note', head: head('reason'), cell: ({ note }) => note },
    ]
  return [
    { name: 'bin', head: t('stock.print.bin'), cell: ({ bin }) => bin ?? '—' },
    item,
    size,
    {
      name: 'batch',
      head: t('stock.print.batch'),
      cell: ({ batchNo, expireDate }) => [batchNo, expireDate].filter(Boolean).join(' · '),
    },
    {
      name: 'qty',
      head: head('qty'),
      isRight: true,
      cell: ({ qty, unit, qtyPlaces }) => (
        <>
          <QtyText value={qty} places={qtyPlaces} /> {unit}
        </>
      ),
    },
    kind === 'pick' ? { name: 'taken', head: t('stock.print.taken'), cell: () => '' } : amount(head('amount')),
  ]
}
