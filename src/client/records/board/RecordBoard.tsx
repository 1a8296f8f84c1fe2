import './board.css'
import { useQueryClient } from '@tanstack/react-query'
import { type DragEvent, type ReactNode, useState } from 'react'
import { Link } from 'react-router-dom'
import { ignoreApiError } from '#src/client/components/forms/ignoreApiError.ts'
import { EmptyState, MenuButton, StateChip } from '#src/client/components/ui/index.ts'
import { useDictionaryLabel, useMayCheck } from '#src/client/platform/session/index.ts'
import type { DictionaryName } from '#src/define/names.ts'
import type { RecordAction, RecordDefinition } from '#src/define/record.ts'
import type { Fields } from '#src/fields/field.ts'
import { ActionDialog, confirmAction } from '../form/ActionDialog.tsx'
import { rightsOn } from '../list/rowActions.ts'
import type { RecordRow } from '../list/useRecordList.ts'
import { useRecordTexts } from '../useRecordTexts.ts'

interface PendingAction {
  readonly row: RecordRow
  readonly name: string
  readonly action: RecordAction & { readonly fields: Fields }
}

interface BoardProps<S extends string> {
  readonly record: RecordDefinition
  readonly rows: readonly RecordRow[]
  /** States in the order of their columns, out of the field `state`. */
  readonly columns: readonly S[]
  readonly dictionary: DictionaryName
  /** The actions that lead a card of this row into the column, the first that is open counts. */
  readonly actionsInto: (row: RecordRow, column: S) => readonly string[]
  readonly words: {
    readonly title: string
    readonly hint: string
    readonly none: string
    readonly actionsOf: (name: string) => string
  }
  readonly addressOf: (row: RecordRow) => string
  readonly titleOf: (row: RecordRow) => string
  /** The light of a card: `red` and `yellow` mark its edge. */
  readonly lightOf: (row: RecordRow) => string
  readonly cardOf: (row: RecordRow) => ReactNode
}

/** Rows as cards in the columns of their states: a card dropped into another column asks for the action that leads there, with its permission and its form; its menu does the same by keyboard. */
export function RecordBoard<S extends string>(props: BoardProps<S>) {
  const { record, rows, columns, actionsInto, words } = props
  const may = useMayCheck()
  const client = useQueryClient()
  const texts = useRecordTexts(record)
  const [dragged, setDragged] = useState<RecordRow | null>(null)
  const [pending, setPending] = useState<PendingAction | null>(null)
  const openOf = (row: RecordRow): readonly string[] => rightsOn(record, row, may).actions.map(([name]) => name)
  const act = async (row: RecordRow, name: string): Promise<void> => {
    const action = record.actions?.[name]
    if (action === undefined) return
    if (action.fields !== undefined) return setPending({ row, name, action: { ...action, fields: action.fields } })
    if (await confirmAction(record, row, name, action, { action: texts.action(name), row: texts.nameOf(row) }))
      await client.invalidateQueries({ queryKey: [record.name] })
  }
  const actionInto = (row: RecordRow, column: S): string | undefined => {
    const open = openOf(row)
    return actionsInto(row, column).find((name) => open.includes(name))
  }
  const drop = (column: S): void => {
    const action = dragged === null ? undefined : actionInto(dragged, column)
    if (dragged !== null && action !== undefined) ignoreApiError(act(dragged, action))
    setDragged(null)
  }
  return (
    <>
      <p className="record-board-hint">{words.hint}</p>
      <section className="record-board" aria-label={words.title} tabIndex={0}>
        {columns.map((state) => (
          <Column
            {...props}
            key={state}
            state={state}
            rows={rows.filter((row) => row.state === state)}
            isTarget={dragged !== null && actionInto(dragged, state) !== undefined}
            onDrop={() => drop(state)}
            onDrag={setDragged}
            itemsOf={(row) =>
              openOf(row).map((name) => ({ text: texts.action(name), onClick: () => ignoreApiError(act(row, name)) }))
            }
          />
        ))}
      </section>
      {pending === null ? null : <ActionDialog record={record} {...pending} onClose={() => setPending(null)} />}
    </>
  )
}

interface ColumnProps<S extends string> extends BoardProps<S> {
  readonly state: S
  readonly isTarget: boolean
  readonly onDrop: () => void
  readonly onDrag: (row: RecordRow | null) => void
  readonly itemsOf: (row: RecordRow) => readonly { readonly text: string; readonly onClick: () => void }[]
}

function Column<S extends string>({ state, rows, isTarget, onDrop, onDrag, itemsOf, ...props }: ColumnProps<S>) {
  const { dictionary, words, addressOf, titleOf, lightOf, cardOf } = props
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
      className={`record-board-column${isTarget ? ' is-target' : ''}${isDraggedOver && isTarget ? ' is-over' : ''}`}
      onDragOver={over}
      onDragLeave={() => setDraggedOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setDraggedOver(false)
        onDrop()
      }}
    >
      <header className="record-board-head">
        <StateChip dictionary={dictionary} value={state} />
        <span>{rows.length}</span>
      </header>
      {rows.length === 0 ? <EmptyState compact title={words.none} /> : null}
      <ul aria-label={label(dictionary, state)}>
        {rows.map((row) => {
          const items = itemsOf(row)
          return (
            <li
              key={row.id}
              className={`record-board-card is-${lightOf(row)}`}
              draggable={items.length > 0}
              onDragStart={(event) => {
                event.dataTransfer.effectAllowed = 'move'
                event.dataTransfer.setData('text/plain', titleOf(row))
                onDrag(row)
              }}
              onDragEnd={() => onDrag(null)}
            >
              <div className="record-board-card-head">
                <Link to={addressOf(row)}>{titleOf(row)}</Link>
                {items.length === 0 ? null : <MenuButton label={words.actionsOf(titleOf(row))} items={items} />}
              </div>
              {cardOf(row)}
            </li>
          )
        })}
      </ul>
    </div>
  )
}
