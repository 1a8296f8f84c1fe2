import '../projects.css'
import { useQueryClient } from '@tanstack/react-query'
import { type DragEvent, useState } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { ignoreApiError } from '#src/client/components/forms/ignoreApiError.ts'
import {
  EmptyState,
  FailedState,
  MenuButton,
  MoneyText,
  PageHeader,
  SkeletonRows,
  StateChip,
} from '#src/client/components/ui/index.ts'
import { SelectBox } from '#src/client/components/ui/SelectBox.tsx'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useDictionary, useDictionaryLabel, useMayCheck } from '#src/client/platform/session/index.ts'
import { ActionDialog, confirmAction } from '#src/client/records/form/ActionDialog.tsx'
import { rightsOn } from '#src/client/records/list/rowActions.ts'
import type { RecordRow } from '#src/client/records/list/useRecordList.ts'
import { useRecordTexts } from '#src/client/records/useRecordTexts.ts'
import type { RecordAction } from '#src/define/record.ts'
import type { Fields } from '#src/fields/field.ts'
import { useAllRows } from '../all-projects.client.tsx'
import { project } from '../project.ts'
import { actionInto, type BoardRow, columnOf, columns, type ProjectState, targetsOf } from './board.ts'
import { ViewSwitch } from './ViewSwitch.client.tsx'

interface PendingAction {
  readonly row: RecordRow
  readonly name: string
  readonly action: RecordAction & { readonly fields: Fields }
}

/** 30.4: the library by state. A card dropped into another column asks for the action that leads there, with the same permission and the same dialog as everywhere; its menu offers the same. */
export function ProjectBoard() {
  const t = useT()
  const may = useMayCheck()
  const client = useQueryClient()
  const texts = useRecordTexts(project)
  const [params, setParams] = useSearchParams()
  const year = params.get('planYear') ?? ''
  const category = params.get('category') ?? ''
  const { data, error, refetch } = useAllRows(project, {
    ...(year !== '' && { planYear: year }),
    ...(category !== '' && { category }),
  })
  const categories = useDictionary('projectCategory')
  const [dragged, setDragged] = useState<RecordRow | null>(null)
  const [asked, setAsked] = useState<PendingAction | null>(null)
  const rows = data ?? []
  const openOf = (row: RecordRow): readonly string[] => rightsOn(project, row, may).actions.map(([name]) => name)

  const act = async (row: RecordRow, name: string): Promise<void> => {
    const action: RecordAction | undefined = (project.actions as Readonly<Record<string, RecordAction>>)[name]
    if (action === undefined) return
    if (action.fields !== undefined) return setAsked({ row, name, action: { ...action, fields: action.fields } })
    if (await confirmAction(project, row, name, action, { action: texts.action(name), row: texts.nameOf(row) }))
      await client.invalidateQueries({ queryKey: ['project'] })
  }
  const drop = (column: ProjectState): void => {
    const action = actionInto(column)
    if (dragged !== null && action !== null && openOf(dragged).includes(action)) ignoreApiError(act(dragged, action))
    setDragged(null)
  }
  const targets = dragged === null ? [] : targetsOf(openOf(dragged))
  const set = (name: string, value: string): void =>
    setParams((now) => {
      const next = new URLSearchParams(now)
      if (value === '') next.delete(name)
      else next.set(name, value)
      return next
    })
  const years = [...new Set(rows.map((row) => String(row.planYear)))].sort()
  return (
    <>
      <PageHeader
        title={t('pages./business/project-library/indexCopy')}
        text={t('project.boardHint')}
        actions={<ViewSwitch of="library" />}
      />
      <div className="board-filters">
        <SelectBox
          aria-label={texts.labels('planYear')}
          value={year}
          options={[
            { value: '', label: texts.labels('planYear') },
            ...years.map((one) => ({ value: one, label: one })),
          ]}
          onChange={(event) => set('planYear', event.currentTarget.value)}
        />
        <SelectBox
          aria-label={texts.labels('category')}
          value={category}
          options={[
            { value: '', label: texts.labels('category') },
            ...categories.map((entry) => ({ value: String(entry.value), label: entry.label })),
          ]}
          onChange={(event) => set('category', event.currentTarget.value)}
        />
      </div>
      {error !== null && data === undefined ? <FailedState error={error} onRetry={() => void refetch()} /> : null}
      {data === undefined && error === null ? <SkeletonRows rows={8} /> : null}
      {data === undefined ? null : (
        <section className="board" aria-label={t('pages./business/project-library/indexCopy')} tabIndex={0}>
          {columns.map((state) => (
            <BoardColumn
              key={state}
              state={state}
              rows={rows}
              isTarget={targets.includes(state)}
              onDrop={() => drop(state)}
              onDrag={setDragged}
              itemsOf={(row) =>
                openOf(row).map((name) => ({ text: texts.action(name), onClick: () => ignoreApiError(act(row, name)) }))
              }
            />
          ))}
        </section>
      )}
      {asked === null ? null : (
        <ActionDialog
          record={project}
          row={asked.row}
          name={asked.name}
          action={asked.action}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  )
}

interface ColumnProps {
  readonly state: ProjectState
  readonly rows: readonly RecordRow[]
  readonly isTarget: boolean
  readonly onDrop: () => void
  readonly onDrag: (row: RecordRow | null) => void
  readonly itemsOf: (row: RecordRow) => readonly { readonly text: string; readonly onClick: () => void }[]
}

function BoardColumn({ state, rows, isTarget, onDrop, onDrag, itemsOf }: ColumnProps) {
  const t = useT()
  const label = useDictionaryLabel()
  const [isOver, setOver] = useState(false)
  const own = columnOf(rows as readonly (RecordRow & BoardRow)[], state)
  const over = (event: DragEvent): void => {
    if (!isTarget) return
    event.preventDefault()
    setOver(true)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only a place to drop; the menu of every card does the same by keyboard.
    <div
      className={`board-column${isTarget ? ' is-target' : ''}${isOver && isTarget ? ' is-over' : ''}`}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        onDrop()
      }}
    >
      <header className="board-head">
        <StateChip dictionary="projectState" value={state} />
        <span className="board-count">{own.rows.length}</span>
        <MoneyText value={own.sum} />
      </header>
      {own.rows.length === 0 ? <EmptyState title={t('project.noneHere')} /> : null}
      <ul aria-label={label('projectState', state)}>
        {own.rows.map((row) => {
          const items = itemsOf(row)
          return (
            <li
              key={row.id}
              className="board-card"
              draggable={items.length > 0}
              onDragStart={(event) => {
                event.dataTransfer.setData('text/plain', String(row.no))
                onDrag(row)
              }}
              onDragEnd={() => onDrag(null)}
            >
              <div className="board-card-head">
                <Link to={`/business/project-library/${row.id}`}>{String(row.name)}</Link>
                {items.length === 0 ? null : (
                  <MenuButton label={t('project.moveOf', [String(row.name)])} items={items} />
                )}
              </div>
              <div className="board-card-foot">
                <span>{String(row.no)}</span>
                <span>{String(row.deptIdLabel ?? '')}</span>
              </div>
              <div className="board-card-foot">
                <MoneyText value={(row.reviewAmount ?? row.declareAmount) as string} />
                {row.score === null || row.score === undefined ? null : (
                  <span>{t('project.points', [String(row.score)])}</span>
                )}
              </div>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
