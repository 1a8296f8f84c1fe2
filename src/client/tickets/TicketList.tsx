import { Button } from '@blueprintjs/core'
import { ChartIcon, ExportIcon, SearchIcon } from '@blueprintjs/icons'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useCallback, useMemo, useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { told } from '#src/client/forms/told.ts'
import { useNarrow } from '#src/client/forms/useNarrow.ts'
import { textOf, useT } from '#src/client/i18n/index.ts'
import { ColumnMenu } from '#src/client/records/ColumnMenu.tsx'
import { visibleColumns } from '#src/client/records/columns.ts'
import { Pagination } from '#src/client/records/Pagination.tsx'
import { useExport } from '#src/client/records/useExport.ts'
import { usePreferences } from '#src/client/records/usePreferences.ts'
import { useMay } from '#src/client/session/index.ts'
import { EmptyState, FailedState, SkeletonRows } from '#src/client/ui/index.ts'
import type { TicketListName, TicketRow } from '#src/define/tickets.ts'
import { BulkBar } from './BulkBar.tsx'
import type { OwnColumns } from './columns.tsx'
import { useFormLabels } from './labels.ts'
import { changeList, readList, resetList, viewQuery } from './listFilters.ts'
import { useFailedChecks, useTicketList } from './queries.ts'
import { RowActions } from './RowActions.tsx'
import { SavedViews } from './SavedViews.tsx'
import { type FilterName, TicketFilters } from './TicketFilters.tsx'
import { TicketCards, TicketTable } from './TicketTable.tsx'

const QueueCharts = lazy(async () => ({ default: (await import('./QueueCharts.tsx')).QueueCharts }))

/** Pixels below which rows become cards. */
const CARDS_BELOW = 700

interface TicketListProps {
  readonly list: TicketListName
  /** Filters that always hold; keep the object the same between renderings. */
  readonly fixed?: Readonly<Record<string, string>>
  readonly filters: readonly FilterName[]
  readonly columns: readonly string[]
  /** Columns nobody sees until they are chosen. */
  readonly hidden?: readonly string[]
  /** Under which name the column choice is kept. */
  readonly page: string
  readonly own?: OwnColumns
  /** Saved views and charts. */
  readonly isQueue: boolean
  readonly empty: ReactNode
}

/** A list of tickets with everything LIST-STD and 20.6 ask for; its state stands in the address. */
export function TicketList(props: TicketListProps) {
  const { list, fixed, own } = props
  const t = useT()
  const client = useQueryClient()
  const formLabels = useFormLabels(own?.type ?? '')
  const mayLists = useMay('ticket:Export')
  const mayRegister = useMay(`${fixed?.['type'] ?? 'ticket'}:Export`)
  const mayExport = mayLists && (list !== 'register' || mayRegister)
  const [params, setParams] = useSearchParams()
  const state = useMemo(() => readList(params), [params])
  const [preferences, setPreferences] = usePreferences(props.page, props.columns, props.hidden)
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const columns = useMemo(() => visibleColumns(preferences), [preferences])
  const actionsOf = useCallback(
    (row: TicketRow) => (
      <RowActions row={row} isQuick={(list === 'pendingApproval' || list === 'todo') && !row.isCopy} />
    ),
    [list],
  )
  const box = useRef<HTMLDivElement>(null)
  const isNarrow = useNarrow(box, CARDS_BELOW)

  const query = useMemo(
    () => ({
      label: list,
      ...state.filters,
      ...fixed,
      ...(state.ordering === '' ? {} : { ordering: state.ordering }),
    }),
    [list, state, fixed],
  )
  const { data, error, refetch, isFetching } = useTicketList({ ...query, page: state.page, limit: state.limit })
  const rows = data?.data ?? []
  const failed = useFailedChecks(
    list === 'pendingApproval' ? rows.filter((row) => row.isBatchable).map((row) => row.id) : [],
  )
  const change = (next: Readonly<Record<string, string>>): void => {
    setChosen(new Set())
    setParams((now) => changeList(now, next), { preventScrollReset: true })
  }
  const labels = (name: string): string =>
    name.startsWith('form.') ? formLabels(name.slice(5)) : textOf(`queue.column.${name}`)
  const exporting = useExport('/api/workflow/ticket/')
  const exportRows = (ids: readonly number[]): Promise<void> =>
    exporting.run({ ...query, ...(ids.length > 0 && { ids: ids.join(',') }) })
  const { ordering: _ordering, ...counted } = query
  const showsCharts = props.isQueue && params.get('charts') === '1'
  const isNarrowed = Object.keys(state.filters).length > 0
  const table = {
    rows,
    columns,
    labels,
    ...(own && { own }),
    ordering: state.ordering,
    onOrder: (ordering: string) => change({ ordering }),
    first: (state.page - 1) * state.limit + 1,
    density: preferences.density,
    isFetching,
    failed,
    chosen,
    onChoose: setChosen,
    actionsOf,
  }
  return (
    <div className="list" ref={box}>
      <TicketFilters
        names={props.filters}
        filters={state.filters}
        onChange={change}
        onReset={() => setParams((now) => resetList(now), { preventScrollReset: true })}
        onRefresh={() => void client.invalidateQueries({ queryKey: ['ticket'] })}
        isFetching={isFetching}
        isNarrow={isNarrow}
        withDirection={list === 'assigned'}
        tools={
          <>
            {props.isQueue ? (
              <>
                <Button
                  variant="minimal"
                  icon={<ChartIcon />}
                  active={showsCharts}
                  aria-expanded={showsCharts}
                  text={t('queue.chart.show')}
                  onClick={() =>
                    setParams((now) => changeList(now, { page: now.get('page') ?? '', charts: showsCharts ? '' : '1' }))
                  }
                />
                <SavedViews query={viewQuery(params)} onOpen={(view) => setParams(new URLSearchParams(view))} />
              </>
            ) : null}
            {mayExport ? (
              <Button
                variant="minimal"
                icon={<ExportIcon />}
                text={t('queue.deed.export')}
                onClick={() => told(exportRows([]))}
              />
            ) : null}
            <ColumnMenu preferences={preferences} labels={labels} onChange={setPreferences} />
          </>
        }
      />
      {showsCharts ? (
        <Suspense fallback={<SkeletonRows rows={4} />}>
          <QueueCharts query={counted} onChange={change} />
        </Suspense>
      ) : null}
      <BulkBar
        list={list}
        rows={rows}
        failed={failed}
        chosen={chosen}
        onChoose={setChosen}
        onExport={mayExport ? (ids) => told(exportRows(ids)) : undefined}
      />
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
          {isNarrowed ? (
            <EmptyState
              icon={<SearchIcon size={24} />}
              title={t('common.noMatch')}
              action={
                <Button
                  size="small"
                  text={t('common.reset')}
                  onClick={() => setParams((now) => resetList(now), { preventScrollReset: true })}
                />
              }
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
      {data && data.total > 0 ? (
        <Pagination
          page={state.page}
          limit={state.limit}
          total={data.total}
          onChange={(next) => change({ page: String(next.page), limit: String(next.limit) })}
        />
      ) : null}
    </div>
  )
}
