import '#src/client/records/records.css'
import '../departments/dept.css'
import { Button, HTMLTable, SegmentedControl } from '@blueprintjs/core'
import { ImportIcon } from '@blueprintjs/icons'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { ignoreApiError } from '#src/client/components/forms/ignoreApiError.ts'
import { ScrollRegion } from '#src/client/components/forms/ScrollRegion.tsx'
import {
  confirmDelete,
  confirmDialog,
  DictionaryText,
  FailedState,
  MenuButton,
  PageHeader,
  SkeletonRows,
  StateChip,
  toast,
} from '#src/client/components/ui/index.ts'
import { allRows } from '#src/client/platform/http/allRows.ts'
import { api, newKey } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useMayCheck } from '#src/client/platform/session/index.ts'
import { addressOf } from '#src/client/records/address.ts'
import { DetailDrawer } from '#src/client/records/detail/RecordDetail.tsx'
import { FormDrawer } from '#src/client/records/form/FormDrawer.tsx'
import { FoldButton } from '#src/client/records/list/FoldButton.tsx'
import { RecordList } from '#src/client/records/list/RecordList.tsx'
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

const columns = ['name', 'code', 'level', 'pinyin', 'initials', 'enable'] as const

function AreaTree() {
  const t = useT()
  const [open, setOpen] = useState<Open>(null)
  const preset = useMemo(() => (open?.type === 'below' ? { parent: open.row.id } : undefined), [open])
  const close = (): void => setOpen(null)
  return (
    <div className="list">
      <ScrollRegion className="list-scroll is-alone" label={t('records.area.title')}>
        <HTMLTable className="list-table dept-table" role="treegrid">
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {t(`records.area.fields.${column}`)}
                </th>
              ))}
              <th scope="col" className="list-actions" aria-label={t('common.more')} />
            </tr>
          </thead>
          <tbody>
            <Branch parent={null} depth={1} onOpen={setOpen} />
          </tbody>
        </HTMLTable>
      </ScrollRegion>
      {open?.type === 'edit' ? <FormDrawer record={area} id={open.row.id} onClose={close} /> : null}
      {open?.type === 'view' ? <DetailDrawer record={area} id={open.row.id} onClose={close} /> : null}
      {preset ? <FormDrawer record={area} id={null} preset={preset} onClose={close} /> : null}
    </div>
  )
}

interface BranchProps {
  /** null for the roots. */
  readonly parent: number | null
  readonly depth: number
  readonly onOpen: (open: Open) => void
}

/** The areas right below one, fetched when they are first wanted. */
function Branch({ parent, depth, onOpen }: BranchProps) {
  const { data, error, refetch } = useQuery({
    queryKey: [area.name, 'below', parent],
    queryFn: ({ signal }) =>
      allRows<AreaRow>(
        area.path,
        parent === null ? { level: '1', ordering: 'code' } : { parent: String(parent), ordering: 'code' },
        signal,
      ),
  })
  if (data !== undefined) return data.map((row) => <Line key={row.id} row={row} depth={depth} onOpen={onOpen} />)
  return (
    <tr>
      <td colSpan={columns.length + 1}>
        {error === null ? (
          <SkeletonRows rows={2} />
        ) : (
          <FailedState compact error={error} onRetry={() => void refetch()} />
        )}
      </td>
    </tr>
  )
}

function Line({ row, depth, onOpen }: { readonly row: AreaRow; readonly depth: number } & Pick<BranchProps, 'onOpen'>) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <tr aria-level={depth} aria-expanded={row.hasChildren ? isOpen : undefined}>
        <td>
          <span className="dept-name" style={{ paddingInlineStart: (depth - 1) * 22 }}>
            {row.hasChildren ? (
              <FoldButton name={row.name} isOpen={isOpen} onToggle={() => setOpen(!isOpen)} />
            ) : (
              <span className="dept-leaf" />
            )}
            <button type="button" className="dept-link" onClick={() => onOpen({ type: 'view', row })}>
              {row.name}
            </button>
          </span>
        </td>
        <td className="dept-key">{row.code}</td>
        <td>
          <DictionaryText dictionary="areaLevel" value={row.level} />
        </td>
        <td>{row.pinyin}</td>
        <td>{row.initials}</td>
        <td>
          <StateChip dictionary="enableStatus" value={row.enable} />
        </td>
        <td className="list-actions">
          <RowMenu row={row} onOpen={onOpen} />
        </td>
      </tr>
      {isOpen && row.hasChildren ? <Branch parent={row.id} depth={depth + 1} onOpen={onOpen} /> : null}
    </>
  )
}

function RowMenu({ row, onOpen }: { readonly row: AreaRow } & Pick<BranchProps, 'onOpen'>) {
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
