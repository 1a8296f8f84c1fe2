import { useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useT } from '#src/client/platform/i18n/index.ts'
import { type ListAdditions, RecordList } from '#src/client/records/list/RecordList.tsx'
import { stockBatch } from '../../records/lists.ts'
import { BatchDetail } from './BatchDetail.client.tsx'

/** Batches with their holds, and who holds what was issued of them. */
export function BatchList() {
  const t = useT()
  const [, setParams] = useSearchParams()
  const more: ListAdditions = useMemo(
    () => ({
      itemsOf: (row) => [
        {
          text: t('stock.explain'),
          onClick: () => setParams({ tab: 'ledger', batchId: String(row.id), at_after: '' }),
        },
      ],
    }),
    [t, setParams],
  )
  return <RecordList record={stockBatch} more={more} Detail={BatchDetail} emptyText={t('stock.none')} />
}
