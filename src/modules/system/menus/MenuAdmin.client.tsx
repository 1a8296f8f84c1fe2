import './menu.css'
import { Button, Tag } from '@blueprintjs/core'
import { AddIcon } from '@blueprintjs/icons'
import { useQueryClient } from '@tanstack/react-query'
import { type DragEvent, useState } from 'react'
import { ignoreApiError } from '#src/client/components/forms/ignoreApiError.ts'
import { TreeTable } from '#src/client/components/table/TreeTable.tsx'
import { isWithin, type TreeLine, treeLines } from '#src/client/components/table/treeLines.ts'
import {
  confirmDialog,
  MenuButton,
  NamedIcon,
  NoValue,
  PageHeader,
  StateChip,
  toast,
} from '#src/client/components/ui/index.ts'
import { api, newKey } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useMayCheck } from '#src/client/platform/session/index.ts'
import { addressOf } from '#src/client/records/address.ts'
import { DetailDrawer } from '#src/client/records/detail/RecordDetail.tsx'
import { TreeList, useTreeView } from '#src/client/records/list/TreeList.tsx'
import { MenuForm } from './MenuForm.client.tsx'
import { MenuMove } from './MenuMove.client.tsx'
import { menu } from './menu.ts'
import { useAllMenus, useMenuTitle } from './menu-calls.client.tsx'
import { byRank, childrenOf, kindOfMenu, type MenuLineRow } from './menu-tree.ts'

type Open =
  | { readonly type: 'edit' | 'view' | 'move'; readonly row: MenuLineRow }
  | { readonly type: 'create'; readonly parent: number | null }

/** Where a dragged line would be put: before or after a neighbour, or into a catalogue. */
interface Drop {
  readonly id: number
  readonly where: 'before' | 'after' | 'into'
}

const textOf = ({ title, titleEn, web_path, link_url }: MenuLineRow): string =>
  `${title} ${titleEn ?? ''} ${web_path ?? ''} ${link_url ?? ''}`

/** 60.4: the menu as a tree; moved by dragging, or by the menu of a line. */
export function MenuAdmin() {
  const t = useT()
  const may = useMayCheck()
  const client = useQueryClient()
  const fetched = useAllMenus()
  const view = useTreeView()
  const [open, setOpen] = useState<Open | null>(null)
  const rows = fetched.data ?? []
  const lines = treeLines(rows, { ...view, compare: byRank, textOf })

  const move = async (row: MenuLineRow, parent: number | null, index: number, quiet = false): Promise<void> => {
    await api.post(
      `${menu.path}${row.id}/move/`,
      { parent, index: Math.max(0, index), version: row.version },
      { key: newKey(), quiet },
    )
    await client.invalidateQueries({ queryKey: ['menu'] })
    toast('success', t('menu.moved'))
  }
  return (
    <>
      <PageHeader
        title={t('records.menu.title')}
        text={t('menu.hint')}
        actions={
          may('menu:Create') ? (
            <Button
              icon={<AddIcon />}
              intent="primary"
              text={t('menu.addRoot')}
              onClick={() => setOpen({ type: 'create', parent: null })}
            />
          ) : null
        }
      />
      <TreeList fetched={fetched} view={view} isBranch={(row) => row.is_catalog} isEmpty={lines.length === 0}>
        <Tree
          lines={lines}
          rows={rows}
          onToggle={view.toggle}
          onOpen={setOpen}
          onMove={(row, parent, index) => ignoreApiError(move(row, parent, index))}
        />
      </TreeList>
      {open?.type === 'create' ? <MenuForm row={null} parent={open.parent} onClose={() => setOpen(null)} /> : null}
      {open?.type === 'edit' ? (
        <MenuForm row={open.row} parent={open.row.parent} onClose={() => setOpen(null)} />
      ) : null}
      {open?.type === 'view' ? <DetailDrawer record={menu} id={open.row.id} onClose={() => setOpen(null)} /> : null}
      {open?.type === 'move' ? (
        <MenuMove
          row={open.row}
          rows={rows}
          onMove={(parent, index) => move(open.row, parent, index, true)}
          onClose={() => setOpen(null)}
        />
      ) : null}
    </>
  )
}

interface TreeProps {
  readonly lines: readonly TreeLine<MenuLineRow>[]
  readonly rows: readonly MenuLineRow[]
  readonly onToggle: (id: number) => void
  readonly onOpen: (open: Open) => void
  readonly onMove: (row: MenuLineRow, parent: number | null, index: number) => void
}

/** Into the middle of a catalogue, else before or after the line. */
function whereOver(event: DragEvent, row: MenuLineRow): Drop['where'] {
  const { top, height } = event.currentTarget.getBoundingClientRect()
  const part = (event.clientY - top) / height
  if (row.is_catalog && part > 0.25 && part < 0.75) return 'into'
  return part < 0.5 ? 'before' : 'after'
}

function Tree({ lines, rows, onToggle, onOpen, onMove }: TreeProps) {
  const t = useT()
  const title = useMenuTitle()
  const mayMove = useMayCheck()('menu:Move')
  const [dragged, setDragged] = useState<MenuLineRow | null>(null)
  const [over, setOver] = useState<Drop | null>(null)
  const dragOver = (event: DragEvent, row: MenuLineRow): void => {
    const where = whereOver(event, row)
    const parent = where === 'into' ? row.id : row.parent
    if (dragged === null || dragged.id === row.id || isWithin(rows, parent, dragged.id)) return
    event.preventDefault()
    if (over?.id !== row.id || over.where !== where) setOver({ id: row.id, where })
  }
  const drop = (row: MenuLineRow): void => {
    if (dragged === null || over === null) return
    if (over.where === 'into') {
      onMove(dragged, row.id, childrenOf(rows, row.id).length)
      return
    }
    const neighbours = childrenOf(rows, row.parent).filter(({ id }) => id !== dragged.id)
    const at = neighbours.findIndex(({ id }) => id === row.id)
    onMove(dragged, row.parent, over.where === 'before' ? at : at + 1)
  }
  const yes = (value: boolean) => (value ? t('common.yes') : <NoValue />)
  const titleOf = (name: 'visible' | 'cache' | 'is_affix' | 'roles' | 'state'): string =>
    t(`records.menu.fields.${name}`)
  return (
    <TreeTable
      label={t('records.menu.title')}
      lines={lines}
      tree={{
        head: t('records.menu.fields.title'),
        nameOf: title,
        before: ({ icon }) => <NamedIcon name={icon} />,
        after: (row) =>
          kindOfMenu(row) === 'page' ? null : (
            <Tag minimal round>
              {t(`menu.kinds.${kindOfMenu(row)}`)}
            </Tag>
          ),
      }}
      onToggle={({ id }) => onToggle(id)}
      onOpen={(row) => onOpen({ type: 'view', row })}
      actionsOf={(line) => <LineMenu line={line} rows={rows} name={title(line.row)} onOpen={onOpen} onMove={onMove} />}
      rowClass={({ row }) => (over?.id === row.id ? `menu-drop-${over.where}` : undefined)}
      dragOf={({ row }) => ({
        draggable: mayMove,
        onDragStart: () => setDragged(row),
        onDragEnd: () => {
          setDragged(null)
          setOver(null)
        },
        onDragOver: (event) => dragOver(event, row),
        onDrop: () => drop(row),
      })}
      columns={[
        { name: 'component', head: t('menu.shownAs'), cellClass: 'tree-key', cell: ({ row }) => <Target row={row} /> },
        { name: 'visible', head: titleOf('visible'), cell: ({ row }) => yes(row.visible) },
        {
          name: 'cache',
          head: titleOf('cache'),
          cell: ({ row }) => (row.is_catalog || kindOfMenu(row) === 'link' ? <NoValue /> : yes(row.cache)),
        },
        { name: 'is_affix', head: titleOf('is_affix'), cell: ({ row }) => yes(row.is_affix) },
        {
          name: 'roles',
          head: titleOf('roles'),
          isRight: true,
          cell: ({ row }) => (row.is_catalog ? <NoValue /> : row.roles),
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

function Target({ row }: { readonly row: MenuLineRow }) {
  if (row.is_catalog) return <NoValue />
  const target = row.link_url ?? row.component ?? ''
  if (row.web_path === null || row.web_path === target) return <>{target}</>
  return (
    <>
      {row.web_path} <span className="tree-soft">→ {target}</span>
    </>
  )
}

function LineMenu({
  line: { row, at, of },
  rows,
  name,
  onOpen,
  onMove,
}: { readonly line: TreeLine<MenuLineRow>; readonly name: string } & Pick<TreeProps, 'rows' | 'onOpen' | 'onMove'>) {
  const t = useT()
  const may = useMayCheck()
  const client = useQueryClient()
  const remove = async (): Promise<void> => {
    if (!(await confirmDialog({ text: t('menu.removeConfirm', [name, row.roles]), intent: 'danger' }))) return
    await api.delete(`${addressOf(menu)}${row.id}/`, { id: row.id, confirmed: true }, { key: newKey() })
    await client.invalidateQueries({ queryKey: ['menu'] })
    toast('success', t('common.removed'))
  }
  const mayMove = may('menu:Move')
  const hasChildren = childrenOf(rows, row.id).length > 0
  const items = [
    may('menu:Update') ? { text: t('common.edit'), onClick: () => onOpen({ type: 'edit', row }) } : null,
    row.is_catalog && may('menu:Create')
      ? { text: t('menu.addChild'), onClick: () => onOpen({ type: 'create', parent: row.id }) }
      : null,
    mayMove && at > 0 ? { text: t('menu.moveUp'), onClick: () => onMove(row, row.parent, at - 1) } : null,
    mayMove && at < of - 1 ? { text: t('menu.moveDown'), onClick: () => onMove(row, row.parent, at + 1) } : null,
    mayMove ? { text: t('menu.move'), onClick: () => onOpen({ type: 'move', row }) } : null,
    may('menu:Delete') && !hasChildren
      ? { text: t('common.remove'), intent: 'danger' as const, onClick: () => ignoreApiError(remove()) }
      : null,
  ].filter((item) => item !== null)
  return items.length === 0 ? null : <MenuButton label={`${name}: ${t('common.more')}`} items={items} />
}
