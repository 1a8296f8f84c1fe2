import '../records.css'
import { Button } from '@blueprintjs/core'
import { ChartIcon } from '@blueprintjs/icons'
import { useQueryClient } from '@tanstack/react-query'
import { type ComponentType, lazy, type ReactNode, Suspense, useCallback, useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { ChartsWaiting } from '#src/client/components/charts/ChartWaiting.tsx'
import { ignoreApiError } from '#src/client/components/forms/ignoreApiError.ts'
import { useNarrow } from '#src/client/components/forms/useNarrow.ts'
import {
  confirmDelete,
  confirmDialog,
  MenuButton,
  type MenuButtonItem,
  toast,
} from '#src/client/components/ui/index.ts'
import { api, newKey } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useMayCheck } from '#src/client/platform/session/index.ts'
import type { RecordAction, RecordDefinition } from '#src/define/record.ts'
import { isProposed } from '#src/define/workflows/proposals.ts'
import type { Fields } from '#src/fields/field.ts'
import { DetailDrawer } from '../detail/RecordDetail.tsx'
import { ActionDialog, confirmAction } from '../form/ActionDialog.tsx'
import { FormDrawer } from '../form/FormDrawer.tsx'
import { RemoveDialog } from '../form/RemoveDialog.tsx'
import { exportList } from '../transfer/transfer.ts'
import { useRecordTexts } from '../useRecordTexts.ts'
import { ColumnMenu } from './ColumnMenu.tsx'
import { visibleColumns } from './columns.ts'
import { FilterBar } from './FilterBar.tsx'
import { ListCards } from './ListCards.tsx'
import { ListState } from './ListState.tsx'
import { type ListBodyProps, ListTable, type OwnColumn } from './ListTable.tsx'
import { Pagination } from './Pagination.tsx'
import { rightsOn } from './rowActions.ts'
import { usePreferences } from './usePreferences.ts'
import { type RecordRow, useRecordList } from './useRecordList.ts'

/** Pixels below which a table becomes cards. */
const CARDS_BELOW = 600

const ListCharts = lazy(() => import('#src/client/components/charts/ListCharts.tsx'))

type Open =
  | { readonly type: 'edit'; readonly id: number }
  | { readonly type: 'remove'; readonly row: RecordRow }
  | {
      readonly type: 'action'
      readonly row: RecordRow
      readonly name: string
      readonly action: RecordAction & { readonly fields: Fields }
    }

/** What a page adds to the list of its record; keep the object the same between renderings. */
export interface ListAdditions {
  /** Every column in order, those of the page included; the record's without it. */
  readonly columns?: readonly string[]
  /** Columns the page draws itself, by name: new ones, or the record's own in another way. */
  readonly own?: Readonly<Record<string, OwnColumn>>
  /** Parameters of the address that narrow the list, and what sets them. */
  readonly parameters?: readonly string[]
  readonly filters?: ReactNode
  /** Further actions on one row. */
  readonly itemsOf?: (row: RecordRow) => readonly MenuButtonItem[]
  /** Actions on the chosen rows; `done` unselects them. */
  readonly bulk?: (ids: readonly number[], done: () => void) => ReactNode
}

const nothing: NonNullable<ListAdditions['own']> = {}

interface RecordListProps {
  readonly record: RecordDefinition
  /** Filters that always hold, e.g. the rows of one ticket; keep the object the same between renderings. */
  readonly fixed?: Readonly<Record<string, string>>
  /** Instead of 暂无数据. */
  readonly emptyText?: string
  /** Draws an opened row instead of the tabs of DETAIL-STD. */
  readonly Detail?: ComponentType<{ readonly row: RecordRow }>
  readonly more?: ListAdditions
  /** Where a row leads, instead of to its details beside the list. */
  readonly onOpen?: (row: RecordRow) => void
}

/** The list of a record with everything LIST-STD asks for, without a page head: also for tabs. */
export function RecordList({ record, fixed, emptyText, Detail, more, onOpen }: RecordListProps) {
  const t = useT()
  const may = useMayCheck()
  const client = useQueryClient()
  const texts = useRecordTexts(record)
  const list = useRecordList(record, fixed, more?.parameters)
  const [params, setParams] = useSearchParams()
  const [preferences, setPreferences] = usePreferences(record.name, more?.columns ?? record.list.columns)
  const box = useRef<HTMLDivElement>(null)
  const isNarrow = useNarrow(box, CARDS_BELOW)
  const [open, setOpen] = useState<Open | null>(null)
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const [isCharted, setCharted] = useState(false)

  // The open row stands in the address, so that a link or a message can lead to it.
  const shownId = Number(params.get('id'))
  const show = useCallback(
    (id: number | null) =>
      setParams(
        (now) => {
          const next = new URLSearchParams(now)
          // The next row opens at its first tab.
          next.delete('detail')
          if (id === null) next.delete('id')
          else next.set('id', String(id))
          return next
        },
        { preventScrollReset: true },
      ),
    [setParams],
  )
  const mayRemove =
    record.appendOnly !== true && record.permissions.remove !== undefined && may(record.permissions.remove)
  const mayRemoveMany = mayRemove && record.requiresPassword !== true
  const mayExport = record.permissions.export !== undefined && may(record.permissions.export)
  const hasActions = list.rows.some((row) => {
    const rights = rightsOn(record, row, may)
    return rights.edit || rights.remove || rights.actions.length > 0 || (more?.itemsOf?.(row).length ?? 0) > 0
  })
  const own = more?.own ?? nothing
  const labels = useCallback((path: string) => own[path]?.label ?? texts.labels(path), [own, texts])
  /** The list itself shows that rows have gone; what waits for a confirmation is said. */
  const afterRemoval = (answer: unknown): void => {
    void client.invalidateQueries({ queryKey: [record.name] })
    void client.invalidateQueries({ queryKey: ['proposal'] })
    setChosen(new Set())
    if (isProposed(answer)) toast('success', t('proposals.proposed'))
  }
  const remove = async (row: RecordRow): Promise<void> => {
    if (record.requiresPassword === true) return setOpen({ type: 'remove', row })
    if (!(await confirmDelete(texts.nameOf(row)))) return
    const answer = await api.delete(`${record.path}${row.id}/`, { id: row.id }, { key: newKey() })
    afterRemoval(answer)
  }
  const removeChosen = async (): Promise<void> => {
    if (!(await confirmDialog({ text: t('records.list.confirmDeleteMany', [chosen.size]), intent: 'danger' }))) return
    const answer = await api.delete(`${record.path}multiple_delete/`, { keys: [...chosen] }, { key: newKey() })
    afterRemoval(answer)
  }
  const act = async (row: RecordRow, name: string, action: RecordAction): Promise<void> => {
    if (action.fields !== undefined)
      return setOpen({ type: 'action', row, name, action: { ...action, fields: action.fields } })
    if (await confirmAction(record, row, name, action, { action: texts.action(name), row: texts.nameOf(row) }))
      void client.invalidateQueries({ queryKey: [record.name] })
  }

  // What always holds is not asked.
  const filtered = fixed
    ? { ...record, list: { ...record.list, filters: record.list.filters.filter((name) => !(name in fixed)) } }
    : record
  const body: ListBodyProps = {
    record,
    labels,
    list,
    columns: visibleColumns(preferences),
    own,
    nameOf: texts.nameOf,
    actionsOf: hasActions
      ? (row) => (
          <RowButtons
            record={record}
            row={row}
            name={texts.nameOf(row)}
            action={texts.action}
            more={more?.itemsOf?.(row) ?? []}
            onEdit={() => setOpen({ type: 'edit', id: row.id })}
            onRemove={() => ignoreApiError(remove(row))}
            onAct={(name, action) => ignoreApiError(act(row, name, action))}
          />
        )
      : null,
    onOpen:
      record.permissions.retrieve !== undefined && may(record.permissions.retrieve)
        ? (onOpen ?? ((row) => show(row.id)))
        : undefined,
    selection: mayRemoveMany || mayExport || more?.bulk !== undefined ? { ids: chosen, onChange: setChosen } : null,
  }
  const content: ReactNode = isNarrow ? (
    <ListCards {...body} />
  ) : (
    <ListTable {...body} density={preferences.density} title={texts.title} />
  )
  return (
    <div className="list" ref={box}>
      <FilterBar
        record={filtered}
        labels={texts.labels}
        list={list}
        isNarrow={isNarrow}
        view={
          <>
            {record.list.charts === undefined ? null : (
              <Button
                variant="minimal"
                active={isCharted}
                aria-pressed={isCharted}
                icon={<ChartIcon />}
                text={t('records.charts.show')}
                onClick={() => setCharted(!isCharted)}
              />
            )}
            <ColumnMenu preferences={preferences} labels={labels} onChange={setPreferences} />
          </>
        }
        extra={more?.filters}
      />
      {isCharted ? (
        <Suspense fallback={<ChartsWaiting count={Object.keys(record.list.charts ?? {}).length} />}>
          <ListCharts record={record} list={list} fixed={fixed} mayExport={mayExport} />
        </Suspense>
      ) : null}
      <ListState list={list} emptyText={emptyText}>
        {content}
      </ListState>
      {chosen.size === 0 ? null : (
        <div className="list-bulk" role="status">
          <span>{t('records.list.chosen', [chosen.size])}</span>
          {more?.bulk?.([...chosen], () => setChosen(new Set()))}
          {mayExport ? (
            <Button
              size="small"
              variant="outlined"
              text={t('records.list.exportChosen')}
              onClick={() => ignoreApiError(exportList(record.path, { ids: [...chosen].join(',') }))}
            />
          ) : null}
          {mayRemoveMany ? (
            <Button
              size="small"
              intent="danger"
              variant="outlined"
              text={t('records.list.deleteChosen')}
              onClick={() => ignoreApiError(removeChosen())}
            />
          ) : null}
          <Button
            size="small"
            variant="minimal"
            text={t('records.list.unselect')}
            onClick={() => setChosen(new Set())}
          />
        </div>
      )}
      {list.total === 0 ? null : (
        <Pagination page={list.query.page} limit={list.query.limit} total={list.total} onChange={list.change} />
      )}
      {open?.type === 'edit' ? <FormDrawer record={record} id={open.id} onClose={() => setOpen(null)} /> : null}
      {open?.type === 'remove' ? (
        <RemoveDialog record={record} row={open.row} name={texts.nameOf(open.row)} onClose={() => setOpen(null)} />
      ) : null}
      {open?.type === 'action' ? (
        <ActionDialog
          record={record}
          row={open.row}
          name={open.name}
          action={open.action}
          onClose={() => setOpen(null)}
        />
      ) : null}
      {Number.isInteger(shownId) && shownId > 0 && body.onOpen !== undefined ? (
        <DetailDrawer record={record} id={shownId} Detail={Detail} onClose={() => show(null)} />
      ) : null}
    </div>
  )
}

interface RowButtonsProps {
  readonly record: RecordDefinition
  readonly row: RecordRow
  readonly name: string
  readonly action: (name: string) => string
  readonly more: readonly MenuButtonItem[]
  readonly onEdit: () => void
  readonly onRemove: () => void
  readonly onAct: (name: string, action: RecordAction) => void
}

/** Edit in sight, the rest behind a menu; what is not permitted is not there (LIST-STD). */
function RowButtons({ record, row, name, action, more, onEdit, onRemove, onAct }: RowButtonsProps) {
  const t = useT()
  const may = useMayCheck()
  const { edit, remove, actions } = rightsOn(record, row, may)
  const items = [
    ...actions.map(([rowAction, definition]) => ({
      text: action(rowAction),
      intent: definition.intent ?? ('none' as const),
      onClick: () => onAct(rowAction, definition),
    })),
    ...more,
    ...(remove ? [{ text: t('common.remove'), intent: 'danger' as const, onClick: onRemove }] : []),
  ]
  return (
    <span className="row-buttons">
      {edit ? (
        <Button
          variant="minimal"
          size="small"
          intent="primary"
          text={t('common.edit')}
          aria-label={t('records.list.editRow', [name])}
          onClick={onEdit}
        />
      ) : null}
      {actions.length + more.length === 0 && remove ? (
        <Button
          variant="minimal"
          size="small"
          intent="danger"
          text={t('common.remove')}
          aria-label={t('records.list.removeRow', [name])}
          onClick={onRemove}
        />
      ) : null}
      {actions.length + more.length > 0 ? <MenuButton label={t('records.list.moreFor', [name])} items={items} /> : null}
    </span>
  )
}
