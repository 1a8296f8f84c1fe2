import './board.css'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type DragEvent, useState } from 'react'
import { Link } from 'react-router-dom'
import { isOver, type WorkOrderState } from '#machines/workOrder/workOrder.ts'
import { ignoreApiError } from '#src/client/components/forms/ignoreApiError.ts'
import {
  DictionaryText,
  EmptyState,
  FailedState,
  MenuButton,
  SkeletonRows,
  StateChip,
} from '#src/client/components/ui/index.ts'
import { allRows, firstRows } from '#src/client/platform/http/allRows.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useDictionaryLabel, useMayCheck } from '#src/client/platform/session/index.ts'
import { ActionDialog, confirmAction } from '#src/client/records/form/ActionDialog.tsx'
import { rightsOn } from '#src/client/records/list/rowActions.ts'
import type { RecordRow } from '#src/client/records/list/useRecordList.ts'
import { useRecordTexts } from '#src/client/records/useRecordTexts.ts'
import type { RecordAction } from '#src/define/record.ts'
import type { Fields } from '#src/fields/field.ts'
import { DueChip } from '../orders/DueChip.client.tsx'
import { workOrder } from '../orders/work-order.ts'
import { actionInto, columns, overStates, targetsOf } from './columns.ts'

/** Cards of a column of what is over. */
const LATEST = 10

interface PendingAction {
  readonly row: RecordRow
  readonly name: string
  readonly action: RecordAction & { readonly fields: Fields }
}

/** All that is open, and the latest of what is over. */
function useCards() {
  return useQuery({
    queryKey: ['workOrder', 'board'],
    queryFn: async ({ signal }) => {
      const open = columns.filter((state) => !isOver(state))
      const lists = await Promise.all([
        allRows<RecordRow>(workOrder.path, { state: open.join(',') }, signal),
        ...overStates.map((state) =>
          firstRows<RecordRow>(workOrder.path, { state, ordering: '-createdAt' }, signal).then((rows) =>
            rows.slice(0, LATEST),
          ),
        ),
      ])
      return lists.flat()
    },
  })
}

/** 40.3: a card dropped into another column asks for the event that leads there, with its form; cancelling leaves the card where it was. Its menu does the same. */
export function RepairBoard() {
  const t = useT()
  const may = useMayCheck()
  const client = useQueryClient()
  const texts = useRecordTexts(workOrder)
  const { data, error, refetch } = useCards()
  const [dragged, setDragged] = useState<RecordRow | null>(null)
  const [pending, setPending] = useState<PendingAction | null>(null)
  const openOf = (row: RecordRow): readonly string[] => rightsOn(workOrder, row, may).actions.map(([name]) => name)
  const act = async (row: RecordRow, name: string): Promise<void> => {
    const action: RecordAction | undefined = (workOrder.actions as Readonly<Record<string, RecordAction>>)[name]
    if (action === undefined) return
    if (action.fields !== undefined) return setPending({ row, name, action: { ...action, fields: action.fields } })
    if (await confirmAction(workOrder, row, name, action, { action: texts.action(name), row: texts.nameOf(row) }))
      await client.invalidateQueries({ queryKey: ['workOrder'] })
  }
  const drop = (column: WorkOrderState): void => {
    const action = dragged === null ? null : actionInto(dragged.state, column, openOf(dragged))
    if (dragged !== null && action !== null) ignoreApiError(act(dragged, action))
    setDragged(null)
  }
  if (error !== null && data === undefined) return <FailedState error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <SkeletonRows rows={8} />
  const targets = dragged === null ? [] : targetsOf(dragged.state, openOf(dragged))
  return (
    <>
      <p className="repair-hint">{t('repair.hint')}</p>
      <section className="repair-board" aria-label={t('records.workOrder.tabs.board')} tabIndex={0}>
        {columns.map((state) => (
          <Column
            key={state}
            state={state}
            rows={data.filter((row) => row.state === state)}
            isTarget={targets.includes(state)}
            onDrop={() => drop(state)}
            onDrag={setDragged}
            itemsOf={(row) =>
              openOf(row).map((name) => ({ text: texts.action(name), onClick: () => ignoreApiError(act(row, name)) }))
            }
          />
        ))}
      </section>
      {pending === null ? null : <ActionDialog record={workOrder} {...pending} onClose={() => setPending(null)} />}
    </>
  )
}

interface ColumnProps {
  readonly state: WorkOrderState
  readonly rows: readonly RecordRow[]
  readonly isTarget: boolean
  readonly onDrop: () => void
  readonly onDrag: (row: RecordRow | null) => void
  readonly itemsOf: (row: RecordRow) => readonly { readonly text: string; readonly onClick: () => void }[]
}

function Column({ state, rows, isTarget, onDrop, onDrag, itemsOf }: ColumnProps) {
  const t = useT()
  const label = useDictionaryLabel()
  const [isDraggedOver, setDraggedOver] = useState(false)
  const over = (event: DragEvent): void => {
    if (!isTarget) return
    event.preventDefault()
    setDraggedOver(true)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only a place to drop; the menu of every card does the same by keyboard.
    <div
      className={`repair-column${isTarget ? ' is-target' : ''}${isDraggedOver && isTarget ? ' is-over' : ''}`}
      onDragOver={over}
      onDragLeave={() => setDraggedOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setDraggedOver(false)
        onDrop()
      }}
    >
      <header className="repair-column-head">
        <StateChip dictionary="workOrderState" value={state} />
        <span>{rows.length}</span>
      </header>
      {rows.length === 0 ? <EmptyState compact title={t('repair.none')} /> : null}
      <ul aria-label={label('workOrderState', state)}>
        {rows.map((row) => (
          <Card key={row.id} row={row} items={itemsOf(row)} onDrag={onDrag} />
        ))}
      </ul>
    </div>
  )
}

interface CardProps extends Pick<ColumnProps, 'onDrag'> {
  readonly row: RecordRow
  readonly items: readonly { readonly text: string; readonly onClick: () => void }[]
}

function Card({ row, items, onDrag }: CardProps) {
  const t = useT()
  const worker = row.workerIdLabel ?? row.vendorIdLabel
  return (
    <li
      className={`repair-card is-${String(row.slaLight)}`}
      draggable={items.length > 0}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move'
        event.dataTransfer.setData('text/plain', String(row.no))
        onDrag(row)
      }}
      onDragEnd={() => onDrag(null)}
    >
      <div className="repair-card-head">
        <Link to={`/maintenance?tab=orders&id=${row.id}`}>{String(row.location)}</Link>
        {items.length === 0 ? null : <MenuButton label={t('repair.actionsOf', [String(row.no)])} items={items} />}
      </div>
      <p>{String(row.description)}</p>
      <div className="repair-card-foot">
        <DictionaryText dictionary="maintCategory" value={String(row.category)} />
        {row.urgency === 'normal' ? null : <StateChip dictionary="urgency" value={String(row.urgency)} />}
        {worker === undefined || worker === null ? null : <span>{String(worker)}</span>}
      </div>
      <div>
        <DueChip row={row} />
      </div>
    </li>
  )
}
