import { Button } from '@blueprintjs/core'
import { SearchIcon } from '@blueprintjs/icons'
import { lazy, type ReactNode, Suspense, useCallback, useDeferredValue, useMemo, useRef, useState } from 'react'
import type { Labels } from '#src/client/components/forms/kinds.ts'
import { EmptyState, FailedState, SkeletonRows } from '#src/client/components/ui/index.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { type ColumnPreferences, visibleColumns } from '#src/client/records/list/columns.ts'
import { Pagination } from '#src/client/records/list/Pagination.tsx'
import type { SeenTicket } from '#src/client/tickets/actor/seen.ts'
import type { TicketButton, TicketRow } from '#src/define/tickets/line.ts'
import type { TicketListName } from '#src/define/tickets/lists.ts'
import { useActions } from '../actions/ticketActions.tsx'
import { useMovedRows } from '../actor/useTicketActor.ts'
import { useFailedChecks, useTicketList } from '../queries.ts'
import { BulkBar } from './BulkBar.tsx'
import type { OwnColumns } from './columns.tsx'
import type { ListState } from './listFilters.ts'
import { RowActions } from './RowActions.tsx'
import { TicketCards, TicketTable } from './TicketTable.tsx'

const QuickTicket = lazy(async () => ({ default: (await import('./QuickTicket.tsx')).QuickTicket }))

interface TicketRowsProps {
  readonly list: TicketListName
  readonly state: ListState
  /** Label, filters and order as the server wants them; keep the object the same between renderings. */
  readonly query: Readonly<Record<string, string>>
  readonly own: OwnColumns | undefined
  readonly preferences: ColumnPreferences
  readonly labels: Labels
  /** Rows become cards. */
  readonly isNarrow: boolean
  readonly empty: ReactNode
  readonly onChange: (next: Readonly<Record<string, string>>) => void
  readonly onReset: () => void
  /** Absent without the permission. */
  readonly onExport: ((ids: readonly number[]) => void) | undefined
}

const none: ReadonlySet<number> = new Set()
const noRows: readonly TicketRow[] = []

/** What is chosen among the rows of one question; another question begins with nothing. */
function useChosen(question: string) {
  const [chosen, setChosen] = useState(none)
  const [asked, setAsked] = useState(question)
  if (asked !== question) {
    setAsked(question)
    setChosen(none)
  }
  return [asked === question ? chosen : none, setChosen] as const
}

/** The rows of a ticket list with what is done to many of them: drawn again with every answer, while the filters above stay as they are. */
export function TicketRows(props: TicketRowsProps) {
  const { list, state, query, own, preferences, isNarrow, onChange } = props
  const t = useT()
  const pageQuery = { ...query, page: state.page, limit: state.limit }
  const { data: newest, error, refetch, isFetching } = useTicketList(pageQuery)
  // An answer is drawn in pieces that leave room for keys and clicks.
  const data = useDeferredValue(newest)
  const [chosen, setChosen] = useChosen(JSON.stringify(pageQuery))
  // What is open belongs to the list: its row may leave at any moment, and the person goes on reading and writing.
  const [reading, setReading] = useState<TicketRow | null>(null)
  const { start, panel } = useActions()
  const startNow = useRef(start)
  startNow.current = start
  const onStart = useCallback((detail: SeenTicket, action: TicketButton) => startNow.current(detail, action), [])
  const columns = useMemo(() => visibleColumns(preferences), [preferences])
  const actionsOf = useCallback(
    (row: TicketRow) => (
      <RowActions
        row={row}
        isQuick={(list === 'pendingApproval' || list === 'todo') && !row.isCopy}
        onRead={setReading}
        onStart={onStart}
      />
    ),
    [list, onStart],
  )
  const rows = useMovedRows(data?.data ?? noRows)
  const failed = useFailedChecks(
    list === 'pendingApproval' ? rows.filter((row) => row.isBatchable).map((row) => row.id) : [],
  )
  const table = {
    rows,
    columns,
    labels: props.labels,
    ...(own && { own }),
    ordering: state.ordering,
    onOrder: (ordering: string) => onChange({ ordering }),
    first: (state.page - 1) * state.limit + 1,
    density: preferences.density,
    isFetching,
    failed,
    chosen,
    onChoose: setChosen,
    actionsOf,
  }
  return (
    <>
      {error !== null && data === undefined ? (
        <div className="list-state">
          <FailedState error={error} onRetry={() => void refetch()} />
        </div>
      ) : data === undefined ? (
        <div className="list-state">
          <SkeletonRows rows={8} />
        </div>
      ) : rows.length === 0 ? (
        <div className="list-state">
          {Object.keys(state.filters).length > 0 ? (
            <EmptyState
              icon={<SearchIcon size={24} />}
              title={t('common.noMatch')}
              action={<Button size="small" text={t('common.reset')} onClick={props.onReset} />}
            />
          ) : (
            props.empty
          )}
        </div>
      ) : isNarrow ? (
        <TicketCards {...table} />
      ) : (
        <TicketTable {...table} />
      )}
      <BulkBar list={list} rows={rows} failed={failed} chosen={chosen} onChoose={setChosen} onExport={props.onExport} />
      {data && data.total > 0 ? (
        <Pagination
          page={state.page}
          limit={state.limit}
          total={data.total}
          onChange={(next) => onChange({ page: String(next.page), limit: String(next.limit) })}
        />
      ) : null}
      {panel}
      {reading === null ? null : (
        <Suspense>
          <QuickTicket row={reading} onClose={() => setReading(null)} />
        </Suspense>
      )}
    </>
  )
}
