import { Button } from '@blueprintjs/core'
import { ChartIcon, ExportIcon } from '@blueprintjs/icons'
import { lazy, type ReactNode, Suspense, useMemo, useRef } from 'react'
import { useSearchParams } from 'react-router-dom'
import { ChartsWaiting } from '#src/client/components/charts/ChartWaiting.tsx'
import { ignoreApiError } from '#src/client/components/forms/ignoreApiError.ts'
import { useNarrow } from '#src/client/components/forms/useNarrow.ts'
import { textOf, useT } from '#src/client/platform/i18n/index.ts'
import { useMay } from '#src/client/platform/session/index.ts'
import { ColumnMenu } from '#src/client/records/list/ColumnMenu.tsx'
import { usePreferences } from '#src/client/records/list/usePreferences.ts'
import { useExport } from '#src/client/records/transfer/useExport.ts'
import type { TicketListName } from '#src/define/tickets/lists.ts'
import { useFormLabels } from '../labels.ts'
import type { OwnColumns } from './columns.tsx'
import { changeList, readList, resetList, viewQuery } from './listFilters.ts'
import { SavedViews } from './SavedViews.tsx'
import { type FilterName, TicketFilters } from './TicketFilters.tsx'
import { TicketRows } from './TicketRows.tsx'

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
  const formLabels = useFormLabels(own?.type ?? '')
  const mayExport = useMay('ticket:Export')
  const [params, setParams] = useSearchParams()
  const state = useMemo(() => readList(params), [params])
  const [preferences, setPreferences] = usePreferences(props.page, props.columns, props.hidden)
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
  const change = (next: Readonly<Record<string, string>>): void =>
    setParams((now) => changeList(now, next), { preventScrollReset: true })
  const reset = (): void => setParams((now) => resetList(now), { preventScrollReset: true })
  const labels = (name: string): string =>
    name.startsWith('form.') ? formLabels(name.slice(5)) : textOf(`queue.column.${name}`)
  const exporting = useExport('/api/workflow/ticket/')
  const exportRows = (ids: readonly number[]): Promise<void> =>
    exporting.run({ ...query, ...(ids.length > 0 && { ids: ids.join(',') }) })
  const { ordering: _ordering, ...counted } = query
  const showsCharts = props.isQueue && params.get('charts') === '1'
  return (
    <div className="list" ref={box}>
      <TicketFilters
        names={props.filters}
        filters={state.filters}
        onChange={change}
        onReset={reset}
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
                text={t('queue.action.export')}
                onClick={() => ignoreApiError(exportRows([]))}
              />
            ) : null}
            <ColumnMenu preferences={preferences} labels={labels} onChange={setPreferences} />
          </>
        }
      />
      {showsCharts ? (
        <Suspense fallback={<ChartsWaiting count={2} />}>
          <QueueCharts query={counted} onChange={change} />
        </Suspense>
      ) : null}
      <TicketRows
        list={list}
        state={state}
        query={query}
        own={own}
        preferences={preferences}
        labels={labels}
        isNarrow={isNarrow}
        empty={props.empty}
        onChange={change}
        onReset={reset}
        onExport={mayExport ? (ids) => ignoreApiError(exportRows(ids)) : undefined}
      />
    </div>
  )
}
