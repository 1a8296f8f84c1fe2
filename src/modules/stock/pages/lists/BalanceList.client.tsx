import { useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useT } from '#src/client/platform/i18n/index.ts'
import { type ListAdditions, RecordList } from '#src/client/records/list/RecordList.tsx'
import { stockBalance } from '../../records/lists.ts'

/** On hand; each number leads to the rows of the ledger that make it. */
export function BalanceList() {
  const t = useT()
  const [, setParams] = useSearchParams()
  const more: ListAdditions = useMemo(
    () => ({
      itemsOf: (row) => [
        {
          text: t('stock.explain'),
          onClick: () => setParams({ tab: 'ledger', itemId: String(row.itemId), warehouseId: String(row.warehouseId) }),
        },
        {
          text: t('stock.seeBatches'),
          onClick: () =>
            setParams({
              tab: 'batches',
              itemId: String(row.itemId),
              warehouseId: String(row.warehouseId),
              isEmpty: '0',
            }),
        },
      ],
    }),
    [t, setParams],
  )
  return <RecordList record={stockBalance} more={more} emptyText={t('stock.none')} />
}
