/** Pages of a record by its public name: what the menu's `shell: { record }` leads to. */

import { Button, ButtonGroup } from '@blueprintjs/core'
import { AddIcon, EditIcon, ExportIcon, HistoryIcon, ImportIcon } from '@blueprintjs/icons'
import { useCallback, useState } from 'react'
import { useParams, useSearchParams } from 'react-router-dom'
import { ignoreApiError } from '#src/client/components/forms/ignoreApiError.ts'
import { FailedState, PageHeader, PageLoading } from '#src/client/components/ui/index.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { recordNamed } from '#src/client/platform/parts/index.ts'
import { useMayCheck } from '#src/client/platform/session/index.ts'
import type { Permission } from '#src/define/names.ts'
import type { RecordDefinition } from '#src/define/record.ts'
import type { FormData } from '#src/fields/field.ts'
import { RecordDetail } from './detail/RecordDetail.tsx'
import { BusyButton } from './form/BusyButton.tsx'
import { FormDrawer } from './form/FormDrawer.tsx'
import { formName, useReopening } from './form/unsavedForms.ts'
import { useRecordRow } from './form/useRecordForm.ts'
import { readQuery, serverParams } from './list/query.ts'
import { RecordList } from './list/RecordList.tsx'
import { rightsOn } from './list/rowActions.ts'
import { ImportDialog } from './transfer/ImportDialog.tsx'
import { useExport } from './transfer/useExport.ts'
import { useRecordTexts } from './useRecordTexts.ts'

/** The list page of a record. */
export function RecordListPage({ record: name }: { readonly record: string }) {
  const record = recordNamed(name)
  const { title } = useRecordTexts(record)
  return (
    <>
      <PageHeader title={title} actions={<RecordToolbar record={record} />} />
      <RecordList key={name} record={record} />
    </>
  )
}

const nothing: FormData = {}

interface ToolbarProps {
  readonly record: RecordDefinition
  /** Filters that always hold. */
  readonly fixed?: Readonly<Record<string, string>>
  /** Values of a new row that are not asked; keep the object the same between renderings. */
  readonly preset?: FormData
  /** False where this list takes no new rows. */
  readonly isOpen?: boolean
  /** Get what the server answered, where that is more than the row. */
  readonly onCreated?: (answer: unknown) => void
  readonly onImported?: (answer: unknown) => void
}

/** Create, import and export, each only with its permission. */
export function RecordToolbar({ record, fixed, preset, isOpen = true, onCreated, onImported }: ToolbarProps) {
  const t = useT()
  const may = useMayCheck()
  const { title } = useRecordTexts(record)
  const [params] = useSearchParams()
  const [open, setOpen] = useState<'create' | 'import' | null>(null)
  const { run, isExporting, showExports } = useExport(record.path)
  const create = useCallback(() => setOpen('create'), [])
  useReopening(formName({ record: record.name, id: null, preset: preset ?? nothing }), create)
  const holds = (permission: Permission | undefined): boolean => permission !== undefined && may(permission)
  const exportAll = (): Promise<void> => {
    const { page: _page, limit: _limit, ...filter } = serverParams(readQuery(params, record), record)
    return run({ ...filter, ...fixed })
  }
  return (
    <>
      {holds(record.permissions.export) ? (
        <ButtonGroup>
          <BusyButton
            icon={<ExportIcon />}
            text={t('records.list.export')}
            isBusy={isExporting}
            onClick={() => ignoreApiError(exportAll())}
          />
          <Button
            icon={<HistoryIcon />}
            aria-label={t('records.exports.title')}
            title={t('records.exports.title')}
            onClick={showExports}
          />
        </ButtonGroup>
      ) : null}
      {holds(record.permissions.import) ? (
        <Button icon={<ImportIcon />} text={t('records.list.import')} onClick={() => setOpen('import')} />
      ) : null}
      {isOpen && holds(record.permissions.create) ? (
        <Button icon={<AddIcon />} intent="primary" text={t('common.create')} onClick={create} />
      ) : null}
      {open === 'create' ? (
        <FormDrawer
          record={record}
          id={null}
          onSaved={onCreated}
          onClose={() => setOpen(null)}
          {...(preset && { preset })}
        />
      ) : null}
      {open === 'import' ? (
        <ImportDialog record={record} title={title} onDone={onImported} onClose={() => setOpen(null)} />
      ) : null}
    </>
  )
}

/** One row on a page of its own, for routes ending in `{id}`. */
export function RecordDetailPage({ record: name }: { readonly record: string }) {
  const t = useT()
  const may = useMayCheck()
  const record = recordNamed(name)
  const { title, nameOf } = useRecordTexts(record)
  const { id } = useParams()
  const [isEditing, setEditing] = useState(false)
  const { data: row, error, refetch } = useRecordRow(record, Number(id))
  if (error !== null && row === undefined) return <FailedState error={error} onRetry={() => void refetch()} />
  if (row === undefined) return <PageLoading />
  return (
    <>
      <PageHeader
        title={nameOf(row)}
        text={title}
        actions={
          rightsOn(record, row, may).edit ? (
            <Button icon={<EditIcon />} intent="primary" text={t('common.edit')} onClick={() => setEditing(true)} />
          ) : null
        }
      />
      <div className="card">
        <RecordDetail record={record} row={row} />
      </div>
      {isEditing ? <FormDrawer record={record} id={row.id} onClose={() => setEditing(false)} /> : null}
    </>
  )
}
