import { RecordDetail } from '#src/client/records/detail/RecordDetail.tsx'
import { RecordTabs } from '#src/client/records/detail/RecordTabs.tsx'
import { RecordList } from '#src/client/records/list/RecordList.tsx'
import type { RecordRow } from '#src/client/records/list/useRecordList.ts'
import { selection } from '../selection.ts'
import { ComparisonView } from './ComparisonView.client.tsx'

/** A selection, and once they were opened its quotes side by side. */
function SelectionDetail({ row }: { readonly row: RecordRow }) {
  return (
    <>
      {row.openedAt == null ? null : <ComparisonView id={row.id} />}
      <RecordDetail record={selection} row={row} />
    </>
  )
}

const Selections = () => <RecordList record={selection} Detail={SelectionDetail} />
const panels = { selections: Selections }

/** `/procurement/selective-module` (50.10). */
export const SelectionPage = () => <RecordTabs path="/procurement/selective-module" panels={panels} />
