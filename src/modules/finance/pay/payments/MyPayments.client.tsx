import { DataTable } from '#src/client/components/table/DataTable.tsx'
import '../pay.css'
import { Button } from '@blueprintjs/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import {
  EmptyState,
  FailedState,
  MoneyText,
  NoValue,
  SkeletonRows,
  StateChip,
  toast,
} from '#src/client/components/ui/index.ts'
import { api } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { PostForm } from '#src/client/records/form/PostForm.tsx'
import { correctionFields } from '../corrections/correction-fields.ts'
import type { OwnPayment } from './own-payment.ts'

const labels = { payeeName: 'payeeName', bankName: 'bankName', bankAccount: 'bankAccount', reason: 'reason' } as const

/** 我的付款 of the personal centre: where one's money is, and what to do when it came back (FIN-93). */
export function MyPayments() {
  const t = useT()
  const [open, setOpen] = useState<OwnPayment | null>(null)
  const { data, error, refetch } = useQuery({
    queryKey: ['payment', 'own'],
    queryFn: ({ signal }) => api.get('/api/finance/payment/own/', { signal, quiet: true }),
  })
  const titleOf = (
    name: 'no' | 'ticketId' | 'payeeName' | 'bankAccount' | 'amount' | 'payState' | 'failReason',
  ): string => t(`records.payment.fields.${name}`)
  if (error !== null && data === undefined) return <FailedState error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <SkeletonRows rows={6} />
  if (data.length === 0) return <EmptyState title={t('pay.own.none')} />
  return (
    <div className="list">
      <DataTable
        className="list-table"
        region={{ className: 'list-scroll is-comfortable', label: t('pay.own.title') }}
        rows={data}
        keyOf={({ id }) => id}
        columns={[
          { name: 'no', head: titleOf('no'), cellClass: 'pay-no', cell: ({ no }) => no },
          {
            name: 'ticketId',
            head: titleOf('ticketId'),
            cell: (row) => <Link to={`/workflow/ticket/${row.ticketId}`}>{row.ticketNo}</Link>,
          },
          { name: 'payeeName', head: titleOf('payeeName'), cell: ({ payeeName }) => payeeName },
          {
            name: 'bankAccount',
            head: titleOf('bankAccount'),
            cellClass: 'pay-no',
            cell: ({ account }) => (account === null ? <NoValue /> : `**** ${account}`),
          },
          {
            name: 'amount',
            head: titleOf('amount'),
            isRight: true,
            cell: ({ amount }) => <MoneyText value={amount} />,
          },
          {
            name: 'payState',
            head: titleOf('payState'),
            cell: ({ payState }) => <StateChip dictionary="payState" value={payState} />,
          },
          {
            name: 'failReason',
            head: titleOf('failReason'),
            cell: (row) => <FailReason row={row} onCorrect={() => setOpen(row)} />,
          },
        ]}
      />
      {open === null ? null : (
        <PostForm
          title={t('pay.own.correctTitle', [open.no])}
          path={`/api/finance/payment/${open.id}/correct/`}
          record="payment"
          fields={correctionFields}
          labels={(name) => t(`pay.${labels[name as keyof typeof labels]}`)}
          submitText={t('pay.own.correct')}
          onDone={() => toast('success', t('pay.own.sent'))}
          onClose={() => setOpen(null)}
        />
      )}
    </div>
  )
}

/** Why money came back, and what to do about it. */
function FailReason({ row, onCorrect }: { readonly row: OwnPayment; readonly onCorrect: () => void }) {
  const t = useT()
  return (
    <>
      {row.failReason ?? (row.isCorrectable ? null : <NoValue />)}
      {row.isProposed ? <div className="pay-note">{t('pay.own.proposed')}</div> : null}
      {row.refusal === null ? null : <div className="pay-refused">{t('pay.own.refusal', [row.refusal])}</div>}
      {row.isCorrectable ? (
        <div>
          <Button
            size="small"
            variant="outlined"
            text={t('pay.own.correct')}
            aria-label={t('pay.own.correctTitle', [row.no])}
            onClick={onCorrect}
          />
        </div>
      ) : null}
    </>
  )
}
