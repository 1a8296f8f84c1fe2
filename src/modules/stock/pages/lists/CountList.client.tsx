import { useMemo } from 'react'
import { useT } from '#src/client/platform/i18n/index.ts'
import { type ListAdditions, RecordList } from '#src/client/records/list/RecordList.tsx'
import { stockCount } from '../../counts/count.ts'
import { CountDetail } from '../CountSheet.client.tsx'
import { StockChip } from './chips.client.tsx'

const nothing: readonly string[] = []

/** Counts, each with its sheet. */
export function CountList() {
  const t = useT()
  const more: ListAdditions = useMemo(
    () => ({
      columns: stockCount.list.columns,
      own: {
        state: {
          label: t('records.stockCount.fields.state'),
          render: (row) => <StockChip dictionary="stockCountState" value={String(row.state)} />,
        },
      },
      parameters: nothing,
      itemsOf: () => [],
    }),
    [t],
  )
  return <RecordList record={stockCount} more={more} Detail={CountDetail} />
}
