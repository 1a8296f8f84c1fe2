import { Button, SegmentedControl } from '@blueprintjs/core'
import { ImportIcon } from '@blueprintjs/icons'
import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { isBlank } from '#machines/ticket/engine/visibleText.ts'
import { ignoreApiError } from '#src/client/components/forms/ignoreApiError.ts'
import { TreeTable } from '#src/client/components/table/TreeTable.tsx'
import type { TreeLine } from '#src/client/components/table/treeLines.ts'
import {
  confirmDelete,
  confirmDialog,
  DictionaryText,
  FailedState,
  MenuButton,
  PageHeader,
  StateChip,
  toast,
} from '#src/client/components/ui/index.ts'
import { allRows, firstRows } from '#src/client/platform/http/allRows.ts'
import { api, newKey } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useMayCheck } from '#src/client/platform/session/index.ts'
import { addressOf } from '#src/client/records/address.ts'
import { DetailDrawer } from '#src/client/records/detail/RecordDetail.tsx'
import { FormDrawer } from '#src/client/records/form/FormDrawer.tsx'
import { RecordList } from '#src/client/records/list/RecordList.tsx'
import { TreeList, useTreeView } from '#src/client/records/list/TreeList.tsx'
import { RecordToolbar } from '#src/client/records/pages.tsx'
import { AreaImport } from './AreaImport.client.tsx'
import { area, DEEPEST_LEVEL } from './area.ts'

interface AreaRow {
  readonly id: number
  readonly code: string
  readonly name: string
  readonly level: string
  readonly pinyin: string
  readonly initials: string
  readonly enable: boolean
  readonly hasChildren: boolean
  readonly version: number
  /** What it lies in, from the top. */
  readonly place: string | null
}

type Open = { readonly type: 'edit' | 'view' | 'below'; readonly row: AreaRow } | null

const VIEW = 'view'

/** 60.6: the areas as a tree that loads what is opened, or as a list to search. */
export function AreaPage() {
  const t = useT()
  const may = useMayCheck()
  const [params, setParams] = useSearchParams()
  const [isImporting, setImporting] = useState(false)
  const isList = params.get(VIEW) === 'list'
  return (
    <>
      <PageHeader
        title={t('records.area.title')}
        text={t('area.hint')}
        actions={
          <>
            <SegmentedControl
              size="small"
              aria-label={t('area.view')}
              options={[
                { value: 'tree', label: t('area.tree') },
                { value: 'list', label: t('area.list') },
              ]}
              value={isList ? 'list' : 'tree'}
              onValueChange={(value) => setParams(value === 'list' ? { [VIEW]: 'list' } : {})}
            />
            {may('area:Import') ? (
              <Button icon={<ImportIcon />} text={t('records.list.import')} onClick={() => setImporting(true)} />
            ) : null}
            <RecordToolbar record={area} />
          </>
        }
      />
      {isList ? <RecordList record={area} /> : <AreaTree />}
      {isImporting ? <AreaImport onClose={() => setImporting(false)} /> : null}
    </>
  )
}

const below = (parent: number | null) => ({
  queryKey: [area.name, 'below', parent],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
    allRows<AreaRow>(
      area.path,
      parent === null ? { level: '1', ordering: 'code' } : { parent: String(parent), ordering: 'code' },
      signal,
    ),
})

/** The areas that are unfolded, each branch fetched when it is first wanted; with a keyword the areas found, with what lies below them. */
function useAreaLines(opened: ReadonlySet<number>, keyword: string) {
  const word = keyword.trim()
  const roots = useQuery({ ...below(null), enabled: word === '' })
  const found = useQuery({
    queryKey: [area.name, 'found', word],
    queryFn: ({ signal }) => firstRows<AreaRow>(area.path, { search: word }, signal),
    enabled: word !== '',
  })
  const ids = [...opened]
  const branches = useQueries({ queries: ids.map(below) })
  const childrenOf = new Map(ids.map((id, at) => [id, branches[at]?.data]))
  const top = word === '' ? roots : found
  const linesOf = (rows: readonly AreaRow[], level: number): readonly TreeLine<AreaRow>[] =>
    rows.flatMap((row, at) => {
      const isOpen = row.hasChildren && opened.has(row.id)
      const line = { row, level, hasChildren: row.hasChildren, isOpen, at, of: rows.length }
      return isOpen ? [line, ...linesOf(childrenOf.get(row.id) ?? [], level + 1)] : [line]
    })
  return {
    top,
    lines: linesOf(top.data ?? [], 1),
    failed: branches.find(({ error, data }) => error !== null && data === undefined),
    isFetching: branches.some(({ isFetching }) => isFetching),
  }
}

function AreaTree() {
  const t = useT()
  const [open, setOpen] = useState<Open>(null)
  const preset = useMemo(() => (open?.type === 'below' ? { parent: open.row.id } : undefined), [open])
  const view = useTreeView()
  // Everything is folded at first, so that the set holds what is unfolded.
  const { top, lines, failed, isFetching } = useAreaLines(view.closed, view.keyword)
  const isFound = !isBlank(view.keyword)
  const close = (): void => setOpen(null)
  const titleOf = (name: 'code' | 'level' | 'pinyin' | 'initials' | 'enable'): string =>
    t(`records.area.fields.${name}`)
  return (
    <>
      <TreeList fetched={top} view={view} isEmpty={lines.length === 0} isLazy>
        <TreeTable
          label={t('records.area.title')}
          isBusy={isFetching}
          lines={lines}
          tree={{
            head: t('records.area.fields.name'),
            nameOf: ({ name }) => name,
            after: ({ place }) => (isFound && place ? <span className="tree-soft">{place}</span> : null),
          }}
          onToggle={({ id }) => view.toggle(id)}
          onOpen={(row) => setOpen({ type: 'view', row })}
          actionsOf={({ row }) => <RowMenu row={row} onOpen={setOpen} />}
          columns={[
            { name: 'code', head: titleOf('code'), cellClass: 'tree-key', cell: ({ row }) => row.code },
            {
              name: 'level',
              head: titleOf('level'),
              cell: ({ row }) => <DictionaryText dictionary="areaLevel" value={row.level} />,
            },
            { name: 'pinyin', head: titleOf('pinyin'), cell: ({ row }) => row.pinyin },
            { name: 'initials', head: titleOf('initials'), cell: ({ row }) => row.initials },
            {
              name: 'enable',
              head: titleOf('enable'),
              cell: ({ row }) => <StateChip dictionary="enableStatus" value={row.enable} />,
            },
          ]}
        />
        {failed === undefined ? null : (
          <FailedState compact error={failed.error} onRetry={() => void failed.refetch()} />
        )}
      </TreeList>
      {open?.type === 'edit' ? <FormDrawer record={area} id={open.row.id} onClose={close} /> : null}
      {open?.type === 'view' ? <DetailDrawer record={area} id={open.row.id} onClose={close} /> : null}
      {preset ? <FormDrawer record={area} id={null} preset={preset} onClose={close} /> : null}
    </>
  )
}

interface MenuProps {
  readonly row: AreaRow
  readonly onOpen: (open: Open) => void
}

function RowMenu({ row, onOpen }: MenuProps) {
  const t = useT()
  const may = useMayCheck()
  const client = useQueryClient()
  const renew = async (text: string): Promise<void> => {
    await client.invalidateQueries({ queryKey: [area.name] })
    toast('success', text)
  }
  const remove = async (): Promise<void> => {
    if (!(await confirmDelete(row.name))) return
    await api.delete(`${addressOf(area)}${row.id}/`, { id: row.id }, { key: newKey() })
    await renew(t('common.removed'))
  }
  const turn = async (): Promise<void> => {
    const question = { text: t('area.confirmDisable', [row.name]), intent: 'warning' as const }
    if (row.enable && row.hasChildren && !(await confirmDialog(question))) return
    await api.put(`${addressOf(area)}${row.id}/`, { enable: !row.enable, version: row.version }, { key: newKey() })
    await renew(t('common.saved'))
  }
  const items = [
    may('area:Create') && Number(row.level) < DEEPEST_LEVEL
      ? { text: t('area.addBelow'), onClick: () => onOpen({ type: 'below', row }) }
      : null,
    may('area:Update') ? { text: t('common.edit'), onClick: () => onOpen({ type: 'edit', row }) } : null,
    may('area:Update')
      ? { text: t(row.enable ? 'area.disable' : 'area.enable'), onClick: () => ignoreApiError(turn()) }
      : null,
    may('area:Delete')
      ? { text: t('common.remove'), intent: 'danger' as const, onClick: () => ignoreApiError(remove()) }
      : null,
  ].filter((item) => item !== null)
  return items.length === 0 ? null : <MenuButton label={`${row.name}: ${t('common.more')}`} items={items} />
}
