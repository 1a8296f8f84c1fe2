import { useMemo, useState } from 'react'
import { useT } from '#src/client/platform/i18n/index.ts'
import { type ListAdditions, RecordList } from '#src/client/records/list/RecordList.tsx'
import { stockAdjust, stockIn, stockOut, stockTransfer } from '../../records/documents.ts'
import { DocumentSheet, type PaperKind } from '../print/DocumentSheet.client.tsx'

const records = { stockIn, stockOut, stockTransfer, stockAdjust }

/** Documents of one kind, with what can be printed of them. */
function DocumentList({ name }: { readonly name: keyof typeof records }) {
  const t = useT()
  const [shown, setShown] = useState<{ readonly id: number; readonly paper: PaperKind } | null>(null)
  const record = records[name]
  // A receipt and an adjustment take nothing from a shelf.
  const isPicked = name === 'stockOut' || name === 'stockTransfer'
  const more: ListAdditions = useMemo(
    () => ({
      itemsOf: (row) => [
        { text: t('stock.print.document'), onClick: () => setShown({ id: row.id, paper: 'document' }) },
        ...(isPicked ? [{ text: t('stock.print.pick'), onClick: () => setShown({ id: row.id, paper: 'pick' }) }] : []),
      ],
    }),
    [t, isPicked],
  )
  return (
    <>
      <RecordList record={record} more={more} />
      {shown === null ? null : <DocumentSheet {...shown} onClose={() => setShown(null)} />}
    </>
  )
}

export const InList = () => <DocumentList name="stockIn" />
export const OutList = () => <DocumentList name="stockOut" />
export const TransferList = () => <DocumentList name="stockTransfer" />
export const AdjustList = () => <DocumentList name="stockAdjust" />
