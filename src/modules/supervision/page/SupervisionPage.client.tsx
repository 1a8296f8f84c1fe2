import './page.css'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useMayCheck, useUser } from '#src/client/platform/session/index.ts'
import { RecordTabs } from '#src/client/records/detail/RecordTabs.tsx'
import { type ListAdditions, RecordList } from '#src/client/records/list/RecordList.tsx'
import { supervisionItem } from '../items/supervision-item.ts'
import { BulkActions } from './BulkActions.client.tsx'
import { DueLight } from './DaysLeft.client.tsx'
import { ItemDetail } from './ItemDetail.client.tsx'
import { Notices } from './Notices.client.tsx'
import { useOwnRecords } from './ownRecords.client.tsx'
import { SupervisionBoard } from './SupervisionBoard.client.tsx'
import { SupervisionCalendar } from './SupervisionCalendar.client.tsx'
import { TicketDialog } from './TicketDialog.client.tsx'

const PATH = '/supervision'
const daily = ['all', 'given', 'mine', 'assisting', 'overdue', 'board', 'calendar', 'notices'] as const

const columns = supervisionItem.list.columns.filter((name) => name !== 'remainingDays')

/** The register narrowed by a filter; keep the object the same between renderings. */
function ItemList({ fixed }: { readonly fixed: Readonly<Record<string, string>> }) {
  const t = useT()
  const { item } = useOwnRecords()
  const may = useMayCheck()
  const mayAct = may('supervision:Urge') || may('supervision:Assign')
  const more = useMemo(
    (): ListAdditions => ({
      columns,
      own: {
        light: { label: t('records.supervisionItem.fields.light'), render: (row) => <DueLight row={row} /> },
      },
      ...(mayAct && { bulk: (ids: readonly number[], done: () => void) => <BulkActions ids={ids} onDone={done} /> }),
    }),
    [t, mayAct],
  )
  return (
    <RecordList record={item} fixed={fixed} more={more} Detail={ItemDetail} emptyText={t('supervisionPage.empty')} />
  )
}

const nothing = {}
const late = { light: 'red' }
const All = () => <ItemList fixed={nothing} />
const Overdue = () => <ItemList fixed={late} />

/** Items the reader has something to do with, by the filter that says what. */
function Own({ by }: { readonly by: 'givenBy' | 'handlerId' | 'assistedBy' }) {
  const user = useUser()
  const id = by === 'assistedBy' ? user.dept_info?.dept_id : user.id
  const fixed = useMemo(() => ({ [by]: String(id ?? 0) }), [by, id])
  return <ItemList fixed={fixed} />
}
const Given = () => <Own by="givenBy" />
const Mine = () => <Own by="handlerId" />
const Assisting = () => <Own by="assistedBy" />
const Milestones = () => <RecordList record={useOwnRecords().milestone} />

const panels = {
  all: All,
  given: Given,
  mine: Mine,
  assisting: Assisting,
  overdue: Overdue,
  board: SupervisionBoard,
  calendar: SupervisionCalendar,
  milestones: Milestones,
  notices: Notices,
}

/** `/supervision` (10.5). */
export function SupervisionPage() {
  const [params] = useSearchParams()
  const from = params.get('from')
  return (
    <>
      <RecordTabs path={PATH} panels={panels} daily={daily} />
      {from === null ? null : <TicketDialog id={from} />}
    </>
  )
}
