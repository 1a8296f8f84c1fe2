import { DataTable } from '#src/client/components/table/DataTable.tsx'
import '../pay.css'
import { Button } from '@blueprintjs/core'
import { ExportIcon } from '@blueprintjs/icons'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ignoreApiError } from '#src/client/components/forms/ignoreApiError.ts'
import { saveBlob } from '#src/client/components/forms/storedFiles.ts'
import { FailedState, MoneyText, SkeletonRows, StateChip } from '#src/client/components/ui/index.ts'
import { api } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useMay } from '#src/client/platform/session/index.ts'
import { addressOf } from '#src/client/records/address.ts'
import { RecordDetail } from '#src/client/records/detail/RecordDetail.tsx'
import type { RecordRow } from '#src/client/records/list/useRecordList.ts'
import { payment } from '../../finance-records.ts'
import { paymentBatch } from '../pay-records.ts'
import { MarkSheet } from '../payments/MarkSheet.client.tsx'

/** Payments of a batch that are shown; a batch holds twice as many at most, and the list of payments shows them all. */
const SHOWN = 100

/** A batch with its payments: on to the bank, and back with the results. */
export function BatchDetail({ row }: { readonly row: RecordRow }) {
  const t = useT()
  const client = useQueryClient()
  const mayPay = useMay('finance:Pay')
  const [isMarking, setMarking] = useState(false)
  const query = { batchId: String(row.id), limit: String(SHOWN), ordering: 'no' }
  const { data, error, refetch } = useQuery({
    queryKey: ['payment', 'list', query],
    queryFn: ({ signal }) => api.list(addressOf(payment), query, { signal, quiet: true }),
  })
  const state = String(row.state)
  const fetchFile = async (): Promise<void> => {
    const { blob, name } = await api.download(`/api/finance/batch/${row.id}/bank_file/`, { method: 'post' })
    saveBlob(blob, name)
    void client.invalidateQueries({ queryKey: ['paymentBatch'] })
    void client.invalidateQueries({ queryKey: ['payment'] })
  }
  return (
    <>
      {mayPay && (state === 'open' || state === 'submitted') ? (
        <>
          <div className="pay-head">
            <Button
              intent={state === 'open' ? 'primary' : 'none'}
              icon={<ExportIcon />}
              text={t('pay.bankFile')}
              onClick={() => ignoreApiError(fetchFile())}
            />
            {state === 'submitted' ? (
              <Button intent="primary" text={t('pay.openBatch')} onClick={() => setMarking(true)} />
            ) : null}
          </div>
          <p className="pay-note">{t('pay.bankFileNote')}</p>
        </>
      ) : null}
      {error !== null && data === undefined ? (
        <FailedState compact error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <SkeletonRows rows={4} />
      ) : (
        <DataTable
          className="pay-table is-narrow"
          look={{ compact: true }}
          region={{ className: 'pay-scroll pay-section', label: String(row.no) }}
          rows={data.data}
          keyOf={({ id }) => id}
          columns={[
            { name: 'no', head: t('pay.payment'), cellClass: 'pay-no', isRowHead: true, cell: ({ no }) => String(no) },
            { name: 'payee', head: t('pay.payee'), cell: ({ payeeName }) => String(payeeName) },
            {
              name: 'account',
              head: t('pay.bankAccount'),
              cellClass: 'pay-no',
              cell: ({ bankAccount }) => String(bankAccount ?? ''),
            },
            {
              name: 'amount',
              head: t('pay.amount'),
              isRight: true,
              cell: ({ amount }) => <MoneyText value={String(amount)} />,
            },
            {
              name: 'result',
              head: t('pay.result'),
              cell: ({ payState }) => <StateChip dictionary="payState" value={String(payState)} />,
            },
          ]}
        />
      )}
      <RecordDetail record={paymentBatch} row={row} />
      {isMarking ? (
        <MarkSheet
          title={`${t('pay.marking')} · ${String(row.no)}`}
          of={{ batchId: String(row.id) }}
          account={String(row.account)}
          onClose={() => setMarking(false)}
        />
      ) : null}
    </>
  )
}
