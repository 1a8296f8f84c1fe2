import './pay.css'
import { Button, HTMLTable } from '@blueprintjs/core'
import { ExportIcon } from '@blueprintjs/icons'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ScrollRegion } from '#src/client/forms/ScrollRegion.tsx'
import { saveBlob } from '#src/client/forms/storedFiles.ts'
import { told } from '#src/client/forms/told.ts'
import { api } from '#src/client/http.ts'
import { useT } from '#src/client/i18n/index.ts'
import { RecordDetail } from '#src/client/records/RecordDetail.tsx'
import type { RecordRow } from '#src/client/records/useRecordList.ts'
import { useMay } from '#src/client/session/index.ts'
import { FailedState, MoneyText, SkeletonRows, StateChip } from '#src/client/ui/index.ts'
import { MarkSheet } from './MarkSheet.client.tsx'
import { paymentBatch } from './pay-records.ts'

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
    queryFn: ({ signal }) => api.list<RecordRow>('/api/finance/payment/', query, { signal, quiet: true }),
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
              onClick={() => told(fetchFile())}
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
        <ScrollRegion className="pay-scroll pay-section" label={String(row.no)}>
          <HTMLTable compact className="pay-table is-narrow">
            <thead>
              <tr>
                <th scope="col">{t('pay.payment')}</th>
                <th scope="col">{t('pay.payee')}</th>
                <th scope="col">{t('pay.bankAccount')}</th>
                <th scope="col" className="is-right">
                  {t('pay.amount')}
                </th>
                <th scope="col">{t('pay.result')}</th>
              </tr>
            </thead>
            <tbody>
              {data.data.map((payment) => (
                <tr key={payment.id}>
                  <th scope="row" className="pay-no">
                    {String(payment.no)}
                  </th>
                  <td>{String(payment.payeeName)}</td>
                  <td className="pay-no">{String(payment.bankAccount ?? '')}</td>
                  <td className="is-right">
                    <MoneyText value={String(payment.amount)} />
                  </td>
                  <td>
                    <StateChip dictionary="payState" value={String(payment.payState)} />
                  </td>
                </tr>
              ))}
            </tbody>
          </HTMLTable>
        </ScrollRegion>
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
