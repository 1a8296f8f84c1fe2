import { useMemo, useState } from 'react'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useMay } from '#src/client/platform/session/index.ts'
import { RecordDetail } from '#src/client/records/detail/RecordDetail.tsx'
import { RecordTabs } from '#src/client/records/detail/RecordTabs.tsx'
import { type ListAdditions, RecordList } from '#src/client/records/list/RecordList.tsx'
import type { RecordRow } from '#src/client/records/list/useRecordList.ts'
import { selection } from '../selection.ts'
import { ComparisonView } from './ComparisonView.client.tsx'
import { InvitationSheets } from './InvitationSheets.client.tsx'

/** A selection, and once they were opened its quotes side by side. */
function SelectionDetail({ row }: { readonly row: RecordRow }) {
  return (
    <>
      {row.openedAt == null ? null : <ComparisonView id={row.id} />}
      <RecordDetail record={selection} row={row} />
    </>
  )
}

/** Selections; while vendors are invited, the letters to them are printed from here. */
function Selections() {
  const t = useT()
  const mayInvite = useMay('selection:Invite')
  const [printed, setPrinted] = useState<number | null>(null)
  const more = useMemo(
    (): ListAdditions => ({
      itemsOf: ({ id, state }) =>
        mayInvite && state === 'inviting'
          ? [{ text: t('selectionInvitation.print'), onClick: () => setPrinted(id) }]
          : [],
    }),
    [t, mayInvite],
  )
  return (
    <>
      <RecordList record={selection} Detail={SelectionDetail} more={more} />
      {printed === null ? null : <InvitationSheets id={printed} onClose={() => setPrinted(null)} />}
    </>
  )
}

const panels = { selections: Selections }

/** `/procurement/selective-module` (50.10). */
export const SelectionPage = () => <RecordTabs path="/procurement/selective-module" panels={panels} />
