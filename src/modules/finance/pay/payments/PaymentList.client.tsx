import { Button } from '@blueprintjs/core'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { browserTime } from '#src/client/components/forms/given.ts'
import { ignoreApiError } from '#src/client/components/forms/ignoreApiError.ts'
import { toast } from '#src/client/components/ui/index.ts'
import { api, newKey } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useMayCheck } from '#src/client/platform/session/index.ts'
import { addressOf } from '#src/client/records/address.ts'
import { PostForm } from '#src/client/records/form/PostForm.tsx'
import { type ListAdditions, RecordList } from '#src/client/records/list/RecordList.tsx'
import { Sheet } from '#src/client/records/list/Sheet.tsx'
import type { RecordRow } from '#src/client/records/list/useRecordList.ts'
import { daysBetween } from '#src/define/days.ts'
import type { RecordDefinition } from '#src/define/record.ts'
import { choice, type Fields, longText } from '#src/fields/field.ts'
import { payment } from '../../finance-records.ts'
import { paymentRecovery, recoveryFields } from '../recoveries/recovery.ts'
import { MarkSheet } from './MarkSheet.client.tsx'

const batchFields: Fields = { account: choice('payAccount', { required: true }), remark: longText(0, 500) }
const batchStart = { account: 'zeroBalance', remark: null }
const noParameters: readonly string[] = []

type Open =
  | { readonly type: 'batch'; readonly ids: readonly number[]; readonly done: () => void }
  | { readonly type: 'mark'; readonly ids: readonly number[]; readonly done: () => void }
  | { readonly type: 'recover'; readonly id: number; readonly no: string }
  | { readonly type: 'account'; readonly no: string; readonly account: string }

interface Props {
  readonly record: RecordDefinition
  readonly fixed: Readonly<Record<string, string>>
  readonly emptyText: string
  /** Whether these wait to be paid: they may go into a batch and get their result here. */
  readonly isWaiting: boolean
}

/** Payments in one state. */
export function PaymentList({ record, fixed, emptyText, isWaiting }: Props) {
  const t = useT()
  const may = useMayCheck()
  const client = useQueryClient()
  const [open, setOpen] = useState<Open | null>(null)
  const [params] = useSearchParams()
  const isSorted = params.has('ordering')
  // The order of this tab is not the record's own, which the server would take.
  const always = useMemo(
    () => (isSorted ? fixed : { ...fixed, ordering: record.list.order ?? '' }),
    [fixed, isSorted, record],
  )
  const mayPay = may('finance:Pay')
  const mayRecover = may('finance:VoidPayment')
  const mayReveal = may('finance:Reveal')
  const reveal = useCallback(
    async (row: RecordRow): Promise<void> => {
      const { bankAccount } = await api.post(`${addressOf(payment)}${row.id}/reveal/`, {}, { key: newKey() })
      setOpen({ type: 'account', no: String(row.no), account: String(bankAccount) })
      void client.invalidateQueries({ queryKey: ['payment', 'timeline'] })
    },
    [client],
  )
  const more = useMemo((): ListAdditions => {
    const { today } = browserTime()
    const hasAccount = (row: RecordRow): boolean => typeof row.bankAccount === 'string' && row.bankAccount !== ''
    return {
      columns: isWaiting ? [...record.list.columns, 'waitingDays'] : record.list.columns,
      own: {
        waitingDays: {
          label: t('pay.waitingDays'),
          render: (row) => t('pay.days', [Math.max(0, daysBetween(String(row.approvedAt).slice(0, 10), today))]),
        },
      },
      parameters: noParameters,
      itemsOf: (row) => [
        ...(isWaiting && mayPay
          ? [{ text: t('pay.mark'), onClick: () => setOpen({ type: 'mark', ids: [row.id], done: () => undefined }) }]
          : []),
        ...(mayRecover && row.payState === 'paid' && (row.recoveredAt ?? null) === null
          ? [{ text: t('pay.recover'), onClick: () => setOpen({ type: 'recover', id: row.id, no: String(row.no) }) }]
          : []),
        ...(mayReveal && hasAccount(row)
          ? [{ text: t('pay.reveal'), onClick: () => ignoreApiError(reveal(row)) }]
          : []),
      ],
      ...(isWaiting &&
        mayPay && {
          bulk: (ids: readonly number[], done: () => void) => (
            <>
              <Button
                size="small"
                intent="primary"
                text={t('pay.makeBatch')}
                onClick={() => setOpen({ type: 'batch', ids, done })}
              />
              <Button
                size="small"
                variant="outlined"
                text={t('pay.markChosen')}
                onClick={() => setOpen({ type: 'mark', ids, done })}
              />
            </>
          ),
        }),
    }
  }, [t, isWaiting, mayPay, mayRecover, mayReveal, record, reveal])
  return (
    <>
      <RecordList record={record} fixed={always} emptyText={emptyText} more={more} />
      {open?.type === 'batch' ? (
        <PostForm<{ no: string }>
          title={t('pay.makeBatchTitle', [open.ids.length])}
          path="/api/finance/batch/"
          record="payment"
          fields={batchFields}
          initial={batchStart}
          fixed={{ ids: open.ids }}
          labels={(name) => (name === 'account' ? t('pay.account') : t('pay.remark'))}
          submitText={t('pay.makeBatch')}
          onDone={({ no }) => {
            open.done()
            toast('success', t('pay.batchMade', [no]))
          }}
          onClose={() => setOpen(null)}
        />
      ) : null}
      {open?.type === 'mark' ? (
        <MarkSheet
          title={t('pay.marking')}
          of={{ ids: open.ids.join(',') }}
          onDone={open.done}
          onClose={() => setOpen(null)}
        />
      ) : null}
      {open?.type === 'recover' ? (
        <PostForm
          title={t('pay.recoverTitle', [open.no])}
          path={paymentRecovery.path}
          record="payment"
          fields={recoveryFields}
          initial={{ voucherNo: null, recoveredAt: browserTime().today, receipt: null, reason: null }}
          fixed={{ paymentId: open.id }}
          labels={(name) => t(`records.paymentRecovery.fields.${name as keyof typeof recoveryFields}`)}
          submitText={t('pay.recover')}
          onDone={() => toast('success', t('pay.recoveredNow', [open.no]))}
          onClose={() => setOpen(null)}
        />
      ) : null}
      {open?.type === 'account' ? (
        <Sheet shape="dialog" isLight title={t('pay.revealed', [open.no])} onClose={() => setOpen(null)}>
          <p className="pay-account">{open.account}</p>
          <p className="pay-note">{t('pay.revealNote')}</p>
          <Button text={t('pay.copy')} onClick={() => ignoreApiError(navigator.clipboard.writeText(open.account))} />
        </Sheet>
      ) : null}
    </>
  )
}
