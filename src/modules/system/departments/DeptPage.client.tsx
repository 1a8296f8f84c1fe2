import { Tag } from '@blueprintjs/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ignoreApiError } from '#src/client/components/forms/ignoreApiError.ts'
import { TreeTable } from '#src/client/components/table/TreeTable.tsx'
import { isWithin, type TreeLine, treeLines } from '#src/client/components/table/treeLines.ts'
import { confirmDelete, MenuButton, NoValue, PageHeader, StateChip, toast } from '#src/client/components/ui/index.ts'
import { allRows } from '#src/client/platform/http/allRows.ts'
import { api, newKey } from '#src/client/platform/http/http.ts'
import { useLanguage, useT } from '#src/client/platform/i18n/index.ts'
import { useMayCheck } from '#src/client/platform/session/index.ts'
import { WaitingHere } from '#src/client/proposals/ProposalList.tsx'
import { addressOf } from '#src/client/records/address.ts'
import { DetailDrawer } from '#src/client/records/detail/RecordDetail.tsx'
import { FormDrawer } from '#src/client/records/form/FormDrawer.tsx'
import { TreeList, useTreeView } from '#src/client/records/list/TreeList.tsx'
import { RecordToolbar } from '#src/client/records/pages.tsx'
import { isProposed } from '#src/define/workflows/proposals.ts'
import { dept } from './dept.ts'
import { byRank, type DeptRow, type KnownLeader, leadersOf } from './dept-tree.ts'
import { MoveDialog } from './MoveDialog.client.tsx'

type Open = { readonly type: 'edit' | 'view' | 'move'; readonly row: DeptRow } | null

const waiting = ['leader'] as const
const textOf = ({ name, nameEn, key }: DeptRow): string => `${name} ${nameEn ?? ''} ${key}`

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
  const lines = treeLines(rows, { ...view, compare: byRank, textOf })

  const move = async (row: DeptRow, parent: number | null, { quiet = false } = {}): Promise<void> => {
    if (row.parent === parent) return
    // Whether the new place is allowed is the server's word (SYS-31).
    const answer = await api.post(
      `${dept.path}${row.id}/move/`,
      { parent, sort: row.sort, version: row.version },
      { key: newKey(), quiet },
    )
    await client.invalidateQueries({ queryKey: ['dept'] })
    toast('success', t(isProposed(answer) ? 'proposals.proposed' : 'dept.moved'))
  }
  return (
    <>
      <PageHeader title={t('records.dept.title')} text={t('dept.dragHint')} actions={<RecordToolbar record={dept} />} />
      <WaitingHere kinds={waiting} />
      <TreeList fetched={fetched} view={view} isBranch={(row) => row.parent !== null} isEmpty={lines.length === 0}>
        <Tree
          lines={lines}
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
  readonly lines: readonly TreeLine<DeptRow>[]
  readonly rows: readonly DeptRow[]
  readonly onToggle: (id: number) => void
  readonly onOpen: (open: Open) => void
  readonly onMove: (row: DeptRow, parent: number | null) => void
}

function Tree({ lines, rows, onToggle, onOpen, onMove }: TreeProps) {
  const t = useT()
  const mayMove = useMayCheck()('dept:Move')
  const nameOf = useNameOf()
  const leaders = leadersOf(rows)
  const [dragged, setDragged] = useState<DeptRow | null>(null)
  const [over, setOver] = useState<number | null>(null)
  const isTarget = (row: DeptRow): boolean =>
    dragged !== null && row.id !== dragged.parent && !isWithin(rows, row.id, dragged.id)
  const titleOf = (name: 'key' | 'sort' | 'leaderId' | 'people' | 'isBudgetUnit' | 'state'): string =>
    t(`records.dept.fields.${name}`)
  return (
    <TreeTable
      label={t('records.dept.title')}
      lines={lines}
      tree={{ head: t('records.dept.fields.name'), nameOf }}
      onToggle={({ id }) => onToggle(id)}
      onOpen={(row) => onOpen({ type: 'view', row })}
      actionsOf={({ row }) => <RowMenu row={row} name={nameOf(row)} onOpen={onOpen} />}
      rowClass={({ row }) => (over === row.id ? 'is-selected' : undefined)}
      dragOf={({ row }) => ({
        draggable: mayMove,
        onDragStart: () => setDragged(row),
        onDragEnd: () => {
          setDragged(null)
          setOver(null)
        },
        onDragOver: (event) => {
          if (!isTarget(row)) return
          event.preventDefault()
          setOver(row.id)
        },
        onDrop: () => {
          if (dragged) onMove(dragged, row.id)
        },
      })}
      columns={[
        { name: 'key', head: titleOf('key'), cellClass: 'tree-key', cell: ({ row }) => row.key },
        { name: 'sort', head: titleOf('sort'), isRight: true, cell: ({ row }) => row.sort },
        { name: 'leaderId', head: titleOf('leaderId'), cell: ({ row }) => <Leader leader={leaders.get(row.id)} /> },
        { name: 'people', head: titleOf('people'), isRight: true, cell: ({ row }) => row.people },
        {
          name: 'isBudgetUnit',
          head: titleOf('isBudgetUnit'),
          cell: ({ row }) =>
            row.isBudgetUnit ? (
              <Tag minimal round>
                {t('common.yes')}
              </Tag>
            ) : (
              <NoValue />
            ),
        },
        {
          name: 'state',
          head: titleOf('state'),
          cell: ({ row }) => <StateChip dictionary="enableStatus" value={row.state} />,
        },
      ]}
    />
  )
}

/** The name of a department in the reader's language. */
function useNameOf(): (row: DeptRow) => string {
  const language = useLanguage()
  return ({ name, nameEn }) => (language === 'en' && nameEn ? nameEn : name)
}

function Leader({ leader }: { readonly leader: KnownLeader | undefined }) {
  const t = useT()
  if (leader === undefined) return <NoValue />
  if (!leader.isInherited) return leader.name
  return (
    <span className="tree-soft" title={t('dept.inheritedLeader')}>
      {leader.name}
    </span>
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
