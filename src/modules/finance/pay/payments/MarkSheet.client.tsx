import { DataTable } from '#src/client/components/table/DataTable.tsx'
import '../pay.css'
import { Button, InputGroup } from '@blueprintjs/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { browserTime } from '#src/client/components/forms/given.ts'
import { ignoreApiError } from '#src/client/components/forms/ignoreApiError.ts'
import { DayInput } from '#src/client/components/forms/inputs/DayInput.tsx'
import { Chip, EmptyState, FailedState, MoneyText, SkeletonRows, toast } from '#src/client/components/ui/index.ts'
import { SelectBox } from '#src/client/components/ui/SelectBox.tsx'
import { api, newKey } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useDictionaryLabel, useProblemText } from '#src/client/platform/session/index.ts'
import { Sheet } from '#src/client/records/list/Sheet.tsx'
import { laterVoucher } from '../vouchers.ts'
import type { MarkResult } from './markable.ts'

interface Line {
  readonly payResult: 'paid' | 'failed'
  readonly voucherNo: string
  readonly paidAt: string
  readonly account: string
  readonly failReason: string
}

const accounts = ['zeroBalance', 'special', 'petty'] as const

interface Props {
  readonly title: string
  /** Which payments: some by their ids, or those of a batch. */
  readonly of: { readonly ids: string } | { readonly batchId: string }
  /** The account money goes out from, when it is known. */
  readonly account?: string
  readonly onDone?: () => void
  readonly onClose: () => void
}

/** FIN-92: the results of payments, row by row; those that were refused stay with their reason. */
export function MarkSheet({ title, of, account = 'zeroBalance', onDone, onClose }: Props) {
  const t = useT()
  const label = useDictionaryLabel()
  const say = useProblemText()
  const client = useQueryClient()
  const { today } = browserTime()
  const [lines, setLines] = useState<Readonly<Record<number, Line>>>({})
  const [results, setResults] = useState<Readonly<Record<number, MarkResult>>>({})
  const [isBusy, setBusy] = useState(false)
  const { data, error, refetch } = useQuery({
    // Not under the payments: what is being filled in does not move under the hands.
    queryKey: ['marking', of],
    queryFn: ({ signal }) => api.get('/api/finance/payment/waiting/', { query: of, signal, quiet: true }),
    gcTime: 0,
    staleTime: Infinity,
  })
  const rows = data ?? []
  const blank: Line = { payResult: 'paid', voucherNo: '', paidAt: today, account, failReason: '' }
  const lineOf = (id: number): Line => lines[id] ?? blank
  const change = (id: number, next: Partial<Line>): void =>
    setLines((now) => ({ ...now, [id]: { ...lineOf(id), ...next } }))
  const open = rows.filter(({ id }) => results[id]?.ok !== true)

  const fillDown = (): void => {
    const [first] = open
    if (first === undefined) return
    const from = lineOf(first.id)
    setLines((now) => ({
      ...now,
      ...Object.fromEntries(
        open.map(({ id }, index) => [id, { ...from, voucherNo: laterVoucher(from.voucherNo, index) }]),
      ),
    }))
  }
  const save = async (): Promise<void> => {
    setBusy(true)
    try {
      const sent = open.map(({ id }) => {
        const { payResult, voucherNo, paidAt, account: from, failReason } = lineOf(id)
        return payResult === 'paid'
          ? { id, payResult, voucherNo, paidAt, account: from }
          : { id, payResult, failReason }
      })
      const answer = await api.post('/api/finance/payment/mark/', { rows: sent }, { key: newKey() })
      setResults((now) => ({ ...now, ...Object.fromEntries(answer.map((one) => [one.id, one])) }))
      for (const record of ['payment', 'paymentBatch', 'voucher', 'expenseClaim', 'ticket'])
        void client.invalidateQueries({ queryKey: [record] })
      const booked = answer.filter(({ ok }) => ok).length
      toast(booked === answer.length ? 'success' : 'warning', t('pay.saved', [booked, answer.length - booked]))
      if (booked > 0) onDone?.()
      if (booked === answer.length) onClose()
    } finally {
      setBusy(false)
    }
  }
  return (
    <Sheet
      shape="drawer"
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button text={t('pay.fillDown')} disabled={open.length < 2 || isBusy} onClick={fillDown} />
          <Button
            intent="primary"
            text={t('pay.save')}
            loading={isBusy}
            disabled={open.length === 0}
            onClick={() => ignoreApiError(save())}
          />
        </>
      }
    >
      {error !== null ? (
        <FailedState error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <SkeletonRows rows={5} />
      ) : rows.length === 0 ? (
        <EmptyState title={t('pay.noWaiting')} />
      ) : (
        <>
          <p className="pay-note">{t('pay.markHint')}</p>
          <DataTable
            className="pay-table is-form"
            look={{ compact: true }}
            region={{ className: 'pay-scroll', label: title }}
            rows={rows}
            keyOf={({ id }) => id}
            columns={(['payment', 'amount', 'result', 'voucherNo', 'paidAt', 'account'] as const).map((name) => ({
              name,
              head: t(`pay.${name}`),
              isRight: name === 'amount',
              cell: () => null,
            }))}
            drawRow={(row) => {
              const line = lineOf(row.id)
              const result = results[row.id]
              const isDone = result?.ok === true
              const named = (what: string): string => `${row.no} ${what}`
              return (
                <tr key={row.id}>
                  <th scope="row">
                    <span className="pay-no">{row.no}</span>
                    <small>{row.payeeName}</small>
                    <span aria-live="polite">
                      {result === undefined ? null : result.ok ? (
                        <Chip color="success">{t('pay.done')}</Chip>
                      ) : (
                        <small className="pay-refused">
                          {t('pay.refused', [result.problem === null ? '' : say(result.problem)])}
                        </small>
                      )}
                    </span>
                  </th>
                  <td className="is-right">
                    <MoneyText value={row.amount} />
                  </td>
                  <td>
                    <SelectBox
                      aria-label={named(t('pay.result'))}
                      disabled={isDone}
                      value={line.payResult}
                      options={(['paid', 'failed'] as const).map((value) => ({
                        value,
                        label: label('payResult', value),
                      }))}
                      onChange={(event) =>
                        change(row.id, { payResult: event.currentTarget.value === 'failed' ? 'failed' : 'paid' })
                      }
                    />
                  </td>
                  {line.payResult === 'paid' ? (
                    <>
                      <td>
                        <InputGroup
                          aria-label={named(t('pay.voucherNo'))}
                          disabled={isDone}
                          maxLength={30}
                          value={line.voucherNo}
                          onValueChange={(voucherNo) => change(row.id, { voucherNo })}
                        />
                      </td>
                      <td>
                        <DayInput
                          label={named(t('pay.paidAt'))}
                          disabled={isDone}
                          max={today}
                          value={line.paidAt}
                          onChange={(paidAt) => change(row.id, { paidAt })}
                          inputProps={{ 'aria-label': named(t('pay.paidAt')) }}
                        />
                      </td>
                      <td>
                        <SelectBox
                          aria-label={named(t('pay.account'))}
                          disabled={isDone}
                          value={line.account}
                          options={accounts.map((value) => ({ value, label: label('payAccount', value) }))}
                          onChange={(event) => change(row.id, { account: event.currentTarget.value })}
                        />
                      </td>
                    </>
                  ) : (
                    <td colSpan={3}>
                      <InputGroup
                        aria-label={named(t('pay.failReason'))}
                        placeholder={t('pay.failReason')}
                        disabled={isDone}
                        maxLength={200}
                        value={line.failReason}
                        onValueChange={(failReason) => change(row.id, { failReason })}
                      />
                    </td>
                  )}
                </tr>
              )
            }}
          />
        </>
      )}
    </Sheet>
  )
}
