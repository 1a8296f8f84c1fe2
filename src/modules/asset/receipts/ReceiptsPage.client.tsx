import '../sheets/sheets.css'
import './receipts.css'
import { Button } from '@blueprintjs/core'
import { PrintIcon } from '@blueprintjs/icons'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router-dom'
import { DataTable } from '#src/client/components/table/DataTable.tsx'
import { EmptyState, FailedState, PageHeader, SkeletonRows } from '#src/client/components/ui/index.ts'
import { api } from '#src/client/platform/http/http.ts'
import { usePlural, useT } from '#src/client/platform/i18n/index.ts'
import { letterPaper } from '../labels/paper.ts'
import type { PaperReceipt, ReceiptLine } from './receipt.types.ts'

/** 打印领用单: the chosen allocations, a sheet of paper for each holder. */
export function ReceiptsPage() {
  const t = useT()
  const plural = usePlural()
  const [params] = useSearchParams()
  const ids = params.get('ids') ?? ''
  const { data, error, refetch } = useQuery({
    queryKey: ['assetAllocation', 'receipts', ids],
    queryFn: ({ signal }) => api.get('/api/assets/receipt/', { query: { ids }, signal, quiet: true }),
    enabled: ids !== '',
  })
  if (ids === '') return <EmptyState title={t('assetReceipts.none')} />
  if (error !== null && data === undefined) return <FailedState error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <SkeletonRows rows={6} />
  if (data.length === 0) return <EmptyState title={t('assetReceipts.none')} />
  return (
    <>
      <style>{letterPaper}</style>
      <div className="asset-sheet-bar">
        <PageHeader title={t('assetReceipts.title')} text={plural('assetReceipts.about', data.length)} />
        <Button intent="primary" icon={<PrintIcon />} text={t('assetReceipts.print')} onClick={() => print()} />
      </div>
      {data.map((receipt) => (
        <Receipt key={receipt.holderId} receipt={receipt} />
      ))}
    </>
  )
}

const columns = ['assetNo', 'name', 'model', 'sn', 'room', 'openedOn', 'until', 'ticket', 'confirmed'] as const
const keyOf = ({ allocationId }: ReceiptLine): number => allocationId

function Receipt({ receipt }: { readonly receipt: PaperReceipt }) {
  const t = useT()
  const { holder, empNo, dept, lines, sheetId } = receipt
  const textOf = (line: ReceiptLine, name: (typeof columns)[number]): string | null => {
    if (name === 'ticket') return line.ticketNo
    if (name !== 'confirmed') return line[name]
    return line.confirmedAt === null ? t('assetReceipts.waiting') : t('assetReceipts.confirmedAt', [line.confirmedAt])
  }
  return (
    <article className="asset-sheet asset-receipt" aria-label={`${t('assetReceipts.title')} ${holder}`}>
      <h2>{t('assetReceipts.title')}</h2>
      <p className="asset-receipt-head">
        <span>{`${t('assetReceipts.holder')}: ${holder}`}</span>
        <span>{`${t('assetReceipts.empNo')}: ${empNo}`}</span>
        <span>{`${t('assetReceipts.dept')}: ${dept}`}</span>
      </p>
      <DataTable
        className="asset-receipt-table"
        region={{ className: 'asset-receipt-lines', label: `${t('assetReceipts.title')} ${holder}` }}
        rows={lines}
        keyOf={keyOf}
        firstNumber={1}
        columns={columns.map((name) => ({
          name,
          head: t(`assetReceipts.${name}`),
          cell: (row: ReceiptLine) => textOf(row, name),
        }))}
      />
      <p>{t('assetReceipts.pieces', [lines.length])}</p>
      <p>{t('assetReceipts.terms')}</p>
      {sheetId === null ? null : (
        <p className="asset-receipt-link">
          <Link to={`/stockmanage/asset/sheet/${sheetId}`}>{t('assetReceipts.signedSheet')}</Link>
        </p>
      )}
      <p className="asset-receipt-foot">
        <span>{t('assetReceipts.signature')}</span>
        <span>{t('assetReceipts.giver')}</span>
        <span>{t('assetReceipts.day')}</span>
      </p>
    </article>
  )
}
