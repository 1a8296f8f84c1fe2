import './dept.css'
import { HTMLTable, Tag } from '@blueprintjs/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type DragEvent, useState } from 'react'
import { ignoreApiError } from '#src/client/components/forms/ignoreApiError.ts'
import { ScrollRegion } from '#src/client/components/forms/ScrollRegion.tsx'
import { confirmDelete, MenuButton, NoValue, PageHeader, StateChip, toast } from '#src/client/components/ui/index.ts'
import { allRows } from '#src/client/platform/http/allRows.ts'
import { api, newKey } from '#src/client/platform/http/http.ts'
import { useLanguage, useT } from '#src/client/platform/i18n/index.ts'
import { useMayCheck } from '#src/client/platform/session/index.ts'
import { WaitingHere } from '#src/client/proposals/ProposalList.tsx'
import { addressOf } from '#src/client/records/address.ts'
import { DetailDrawer } from '#src/client/records/detail/RecordDetail.tsx'
import { FormDrawer } from '#src/client/records/form/FormDrawer.tsx'
import { FoldButton } from '#src/client/records/list/FoldButton.tsx'
import { TreeList, useTreeView } from '#src/client/records/list/TreeList.tsx'
import { RecordToolbar } from '#src/client/records/pages.tsx'
import { dept } from './dept.ts'
import { type DeptLine, type DeptRow, isBelow, linesOf } from './dept-tree.ts'
import { MoveDialog } from './MoveDialog.client.tsx'

type Open = { readonly type: 'edit' | 'view' | 'move'; readonly row: DeptRow } | null

const waiting = ['leader'] as const

/** 60.3: the departments as a tree; moved by dragging or by the menu. */
export function DeptPage() {
  const t = useT()
  const client = useQueryClient()
  const fetched = useQuery({
    queryKey: ['dept', 'tree'],
    queryFn: ({ signal }) => allRows<DeptRow>(dept.path, { ordering: 'sort' }, signal),
  })
  const view = useTreeView()
  const [open, setOpen] = useState<Open>(null)
  const rows = fetched.data ?? []
  const lines = linesOf(rows, view.closed, view.keyword)

  const move = async (row: DeptRow, parent: number | null, { quiet = false } = {}): Promise<void> => {
    if (row.parent === parent) return
    // Whether the new place is allowed is the server's word (SYS-31).
    await api.post(
      `${dept.path}${row.id}/move/`,
      { parent, sort: row.sort, version: row.version },
      { key: newKey(), quiet },
    )
    await client.invalidateQueries({ queryKey: ['dept'] })
    toast('success', t('dept.moved'))
  }
  return (
    <>
      <PageHeader title={t('records.dept.title')} text={t('dept.dragHint')} actions={<RecordToolbar record={dept} />} />
      <WaitingHere kinds={waiting} />
      <TreeList fetched={fetched} view={view} isBranch={(row) => row.parent !== null} isEmpty={lines.length === 0}>
        <Tree
          lines={lines}
          closed={view.closed}
          onToggle={view.toggle}
          onOpen={setOpen}
          onMove={(row, parent) => ignoreApiError(move(row, parent))}
          rows={rows}
        />
      </TreeList>
      {open?.type === 'edit' ? <FormDrawer record={dept} id={open.row.id} onClose={() => setOpen(null)} /> : null}
      {open?.type === 'view' ? <DetailDrawer record={dept} id={open.row.id} onClose={() => setOpen(null)} /> : null}
      {open?.type === 'move' ? (
        <MoveDialog
          row={open.row}
          onMove={(parent) => move(open.row, parent, { quiet: true })}
          onClose={() => setOpen(null)}
        />
      ) : null}
    </>
  )
}

interface TreeProps {
  readonly lines: readonly DeptLine[]
  readonly rows: readonly DeptRow[]
  readonly closed: ReadonlySet<number>
  readonly onToggle: (id: number) => void
  readonly onOpen: (open: Open) => void
  readonly onMove: (row: DeptRow, parent: number | null) => void
}

const columns = ['name', 'key', 'sort', 'leaderId', 'people', 'isBudgetUnit', 'state'] as const

function Tree({ lines, rows, closed, onToggle, onOpen, onMove }: TreeProps) {
  const t = useT()
  const may = useMayCheck()
  const mayMove = may('dept:Move')
  const [dragged, setDragged] = useState<DeptRow | null>(null)
  const [over, setOver] = useState<number | null>(null)
  const isTarget = (row: DeptRow): boolean =>
    dragged !== null && row.id !== dragged.parent && !isBelow(rows, row.id, dragged.id)
  const dragOver = (event: DragEvent, row: DeptRow): void => {
    if (!isTarget(row)) return
    event.preventDefault()
    setOver(row.id)
  }
  return (
    <ScrollRegion className="list-scroll" label={t('records.dept.title')}>
      <HTMLTable className="list-table dept-table" role="treegrid">
        <thead>
          <tr>
            {columns.map((column) => (
              <th
                key={column}
                scope="col"
                className={column === 'people' || column === 'sort' ? 'is-right' : undefined}
              >
                {t(`records.dept.fields.${column}`)}
              </th>
            ))}
            <th scope="col" className="list-actions" aria-label={t('common.more')} />
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr
              key={line.row.id}
              aria-level={line.level}
              aria-expanded={line.hasChildren ? !closed.has(line.row.id) : undefined}
              className={over === line.row.id ? 'is-selected' : undefined}
              draggable={mayMove}
              onDragStart={() => setDragged(line.row)}
              onDragEnd={() => {
                setDragged(null)
                setOver(null)
              }}
              onDragOver={(event) => dragOver(event, line.row)}
              onDrop={() => {
                if (dragged) onMove(dragged, line.row.id)
              }}
            >
              <Line line={line} isClosed={closed.has(line.row.id)} onToggle={onToggle} onOpen={onOpen} />
            </tr>
          ))}
        </tbody>
      </HTMLTable>
    </ScrollRegion>
  )
}

function Line({
  line,
  isClosed,
  onToggle,
  onOpen,
}: { readonly line: DeptLine; readonly isClosed: boolean } & Pick<TreeProps, 'onToggle' | 'onOpen'>) {
  const t = useT()
  const language = useLanguage()
  const { row, level, hasChildren, leader } = line
  const name = language === 'en' && row.nameEn ? row.nameEn : row.name
  return (
    <>
      <td>
        <span className="dept-name" style={{ paddingInlineStart: (level - 1) * 22 }}>
          {hasChildren ? (
            <FoldButton name={name} isOpen={!isClosed} onToggle={() => onToggle(row.id)} />
          ) : (
            <span className="dept-leaf" />
          )}
          <button type="button" className="dept-link" onClick={() => onOpen({ type: 'view', row })}>
            {name}
          </button>
        </span>
      </td>
      <td className="dept-key">{row.key}</td>
      <td className="is-right">{row.sort}</td>
      <td>
        {leader === null ? (
          <NoValue />
        ) : leader.isInherited ? (
          <span className="dept-soft" title={t('dept.inheritedLeader')}>
            {leader.name}
          </span>
        ) : (
          leader.name
        )}
      </td>
      <td className="is-right">{row.people}</td>
      <td>
        {row.isBudgetUnit ? (
          <Tag minimal round>
            {t('common.yes')}
          </Tag>
        ) : (
          <NoValue />
        )}
      </td>
      <td>
        <StateChip dictionary="enableStatus" value={row.state} />
      </td>
      <td className="list-actions">
        <RowMenu row={row} name={name} onOpen={onOpen} />
      </td>
    </>
  )
}

function RowMenu({
  row,
  name,
  onOpen,
}: {
  readonly row: DeptRow
  readonly name: string
  readonly onOpen: (open: Open) => void
}) {
  const t = useT()
  const may = useMayCheck()
  const client = useQueryClient()
  const remove = async (): Promise<void> => {
    if (!(await confirmDelete(name))) return
    await api.delete(`${addressOf(dept)}${row.id}/`, { id: row.id }, { key: newKey() })
    await client.invalidateQueries({ queryKey: ['dept'] })
    toast('success', t('common.removed'))
  }
  const items = [
    may('dept:Update') ? { text: t('common.edit'), onClick: () => onOpen({ type: 'edit', row }) } : null,
    may('dept:Move') ? { text: t('dept.move'), onClick: () => onOpen({ type: 'move', row }) } : null,
    may('dept:Delete')
      ? { text: t('common.remove'), intent: 'danger' as const, onClick: () => ignoreApiError(remove()) }
      : null,
  ].filter((item) => item !== null)
  return items.length === 0 ? null : <MenuButton label={`${name}: ${t('common.more')}`} items={items} />
}
