import './page.css'
import { useQuery } from '@tanstack/react-query'
import {
  eventsBetween,
  isOver,
  type SupervisionItemState,
  supervisionItemStates,
} from '#machines/supervisionItem/supervisionItem.ts'
import { DateText, FailedState, SkeletonRows, StateChip } from '#src/client/components/ui/index.ts'
import { allRows, firstRows } from '#src/client/platform/http/allRows.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { RecordBoard } from '#src/client/records/board/RecordBoard.tsx'
import type { RecordRow } from '#src/client/records/list/useRecordList.ts'
import { supervisionItem } from '../items/supervision-item.ts'
import { DaysLeft } from './DaysLeft.client.tsx'
import { useOwnRecords } from './ownRecords.client.tsx'

/** Cards of a column of what is over. */
const LATEST = 10

/** All that is open, the most urgent first, and the latest of what is over. */
function useCards() {
  return useQuery({
    queryKey: ['supervisionItem', 'board'],
    queryFn: async ({ signal }) => {
      const [open, over] = [
        supervisionItemStates.filter((state) => !isOver(state)),
        supervisionItemStates.filter((state) => isOver(state)),
      ]
      const lists = await Promise.all([
        allRows<RecordRow>(supervisionItem.path, { state: open.join(',') }, signal),
        ...over.map((state) =>
          firstRows<RecordRow>(supervisionItem.path, { state, ordering: '-updatedAt' }, signal).then((rows) =>
            rows.slice(0, LATEST),
          ),
        ),
      ])
      return lists.flat()
    },
  })
}

const isState = (value: unknown): value is SupervisionItemState =>
  supervisionItemStates.some((state) => state === value)

const eventsInto = ({ state }: RecordRow, column: SupervisionItemState): readonly string[] =>
  isState(state) ? eventsBetween(state, column) : []

/** 10.5: the columns are the states of the statechart, and a move between them is one of its events. */
export function SupervisionBoard() {
  const t = useT()
  const { item } = useOwnRecords()
  const { data, error, refetch } = useCards()
  if (error !== null && data === undefined) return <FailedState error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <SkeletonRows rows={8} />
  return (
    <RecordBoard
      record={item}
      rows={data}
      columns={supervisionItemStates}
      dictionary="supervisionState"
      actionsInto={eventsInto}
      words={{
        title: t('records.supervisionItem.tabs.board'),
        hint: t('supervisionPage.boardHint'),
        none: t('supervisionPage.none'),
        actionsOf: (name) => t('supervisionPage.actionsOf', [name]),
      }}
      addressOf={({ id }) => `/supervision?tab=board&id=${id}`}
      titleOf={({ title }) => String(title)}
      lightOf={({ light }) => String(light)}
      cardOf={(row) => <CardText row={row} />}
    />
  )
}

function CardText({ row }: { readonly row: RecordRow }) {
  return (
    <>
      <div className="item-card-line">
        <span>{String(row.leadDeptIdLabel ?? '')}</span>
        <span>{String(row.handlerIdLabel ?? '')}</span>
      </div>
      <div className="item-card-line">
        <span>
          <DateText value={String(row.dueDate)} precision="day" />
        </span>
        <DaysLeft row={row} />
      </div>
      <div className="item-card-line">
        <span>{`${String(row.progress)}%`}</span>
        {row.urgency === 'normal' ? null : <StateChip dictionary="urgency" value={String(row.urgency)} />}
      </div>
    </>
  )
}
