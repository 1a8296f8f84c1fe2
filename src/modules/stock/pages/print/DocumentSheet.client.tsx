/** A document on paper, and the pick list of what goes out in walking order. */
import { useQuery } from '@tanstack/react-query'
import { DateText, FailedState, MoneyText, SkeletonRows } from '#src/client/components/ui/index.ts'
import { api } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useDictionaryLabel } from '#src/client/platform/session/index.ts'
import { PrintView } from './PrintView.client.tsx'
import type { DocumentPrint } from './print-wire.ts'

export type Paper = 'document' | 'pick'

export function DocumentSheet({
  id,
  paper,
  onClose,
}: {
  readonly id: number
  readonly paper: Paper
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
      : `${paper === 'pick' ? t('stock.print.pick') : label('stockDocType', data.type)} ${data.no}`
  return (
    <PrintView title={title} onClose={onClose}>
      {data !== undefined ? (
        <Sheet data={data} title={title} paper={paper} />
      ) : error !== null ? (
        <FailedState error={error} onRetry={() => void refetch()} />
      ) : (
        <SkeletonRows rows={8} />
      )}
    </PrintView>
  )
}

function Sheet({
  data,
  title,
  paper,
}: {
  readonly data: DocumentPrint
  readonly title: string
  readonly paper: Paper
}) {
  const t = useT()
  const label = useDictionaryLabel()
  const isPick = paper === 'pick'
  const facts: readonly (readonly [string, string | null])[] = [
    [t('records.stockIn.fields.warehouseId'), data.warehouse],
    [t('records.stockTransfer.fields.toWarehouseId'), data.toWarehouse],
    [t('records.stockIn.fields.docDate'), data.docDate],
    [t('records.stockIn.fields.state'), label('stockDocState', data.state)],
    [t('records.stockIn.fields.vendor'), data.vendor],
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
      <table>
        <thead>
          <tr>
            <th>#</th>
            <th>{t('stock.print.bin')}</th>
            <th>{t('records.stockIn.fields.lines.itemId')}</th>
            <th>{t('records.stockIn.fields.lines.size')}</th>
            <th>{t('stock.print.batch')}</th>
            <th className="is-right">{t('records.stockIn.fields.lines.qty')}</th>
            {isPick ? (
              <th>{t('stock.print.taken')}</th>
            ) : (
              <th className="is-right">{t('records.stockIn.fields.lines.amount')}</th>
            )}
          </tr>
        </thead>
        <tbody>
          {data.lines.map((line, index) => (
            <tr key={line.key}>
              <td>{index + 1}</td>
              <td>{line.bin ?? '—'}</td>
              <td>{`${line.code} ${line.name} ${line.spec}`}</td>
              <td>{line.size}</td>
              <td>{[line.batchNo, line.expireDate].filter(Boolean).join(' · ')}</td>
              <td className="is-right">{`${line.qty} ${line.unit}`}</td>
              {isPick ? (
                <td className="stock-tick" />
              ) : (
                <td className="is-right">{line.amount === null ? '' : <MoneyText value={line.amount} />}</td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
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
