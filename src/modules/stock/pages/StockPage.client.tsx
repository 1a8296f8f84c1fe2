import './stock.css'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { StateChip } from '#src/client/components/ui/index.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { RecordTabs } from '#src/client/records/detail/RecordTabs.tsx'
import { type ListAdditions, RecordList } from '#src/client/records/list/RecordList.tsx'
import { stockCount } from '../counts/count.ts'
import { stockBalance } from '../records/lists.ts'
import { stock } from '../stock.ts'
import { AsOf } from './AsOf.client.tsx'
import { CountDetail } from './CountSheet.client.tsx'

const [page] = stock.pages
const tabs = 'tabs' in page.shell ? page.shell.tabs : []
const noNames: readonly string[] = []

/** On hand; each number leads to the rows of the ledger that make it. */
function Balance() {
  const t = useT()
  const [, setParams] = useSearchParams()
  const more: ListAdditions = useMemo(
    () => ({
      columns: stockBalance.list.columns,
      own: {
        light: {
          label: t('records.stockBalance.fields.light'),
          render: (row) => <StateChip dictionary="stockLight" value={String(row.light)} />,
        },
      },
      parameters: noNames,
      itemsOf: (row) => [
        {
          text: t('stock.explain'),
          onClick: () => setParams({ tab: 'ledger', itemId: String(row.itemId), warehouseId: String(row.warehouseId) }),
        },
      ],
    }),
    [t, setParams],
  )
  return <RecordList record={stockBalance} more={more} />
}

const Counts = () => <RecordList record={stockCount} Detail={CountDetail} />
const panels = { balance: Balance, counts: Counts, asOf: AsOf }

/** `/stockmanage/inAndOutManage` (50.6). */
export function StockPage() {
  return <RecordTabs path={page.path} tabs={tabs} panels={panels} />
}
