import '../pay.css'
import { Button, HTMLTable } from '@blueprintjs/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { ScrollRegion } from '#src/client/components/forms/ScrollRegion.tsx'
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
  if (error !== null && data === undefined) return <FailedState error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <SkeletonRows rows={6} />
  if (data.length === 0) return <EmptyState title={t('pay.own.none')} />
  return (
    <div className="list">
      <ScrollRegion className="list-scroll is-comfortable" label={t('pay.own.title')}>
        <HTMLTable className="list-table">
          <thead>
            <tr>
              {(['no', 'ticketId', 'payeeName', 'bankAccount'] as const).map((name) => (
                <th key={name} scope="col">
                  {t(`records.payment.fields.${name}`)}
                </th>
              ))}
              <th scope="col" className="is-right">
                {t('records.payment.fields.amount')}
              </th>
              <th scope="col">{t('records.payment.fields.payState')}</th>
              <th scope="col">{t('records.payment.fields.failReason')}</th>
            </tr>
          </thead>
          <tbody>
            {data.map((row) => (
              <tr key={row.id}>
                <td className="pay-no">{row.no}</td>
                <td>
                  <Link to={`/workflow/ticket/${row.ticketId}`}>{row.ticketNo}</Link>
                </td>
                <td>{row.payeeName}</td>
                <td className="pay-no">{row.account === null ? <NoValue /> : `**** ${row.account}`}</td>
                <td className="is-right">
                  <MoneyText value={row.amount} />
                </td>
                <td>
                  <StateChip dictionary="payState" value={row.payState} />
                </td>
                <td>
                  {row.failReason ?? (row.isCorrectable ? null : <NoValue />)}
                  {row.isProposed ? <div className="pay-note">{t('pay.own.proposed')}</div> : null}
                  {row.refusal === null ? null : (
                    <div className="pay-refused">{t('pay.own.refusal', [row.refusal])}</div>
                  )}
                  {row.isCorrectable ? (
                    <div>
                      <Button
                        size="small"
                        variant="outlined"
                        text={t('pay.own.correct')}
                        aria-label={t('pay.own.correctTitle', [row.no])}
                        onClick={() => setOpen(row)}
                      />
                    </div>
                  ) : null}
                </td>
              </tr>
            ))}
          </tbody>
        </HTMLTable>
      </ScrollRegion>
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
