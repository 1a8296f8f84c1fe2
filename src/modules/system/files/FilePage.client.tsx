import './file.css'
import { Button } from '@blueprintjs/core'
import { CleanIcon, DocumentIcon, DownloadIcon, ShareIcon } from '@blueprintjs/icons'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { FieldText } from '#src/client/components/forms/display/FieldText.tsx'
import { hasThumbnail, Thumbnail } from '#src/client/components/forms/display/Thumbnail.tsx'
import { ignoreApiError } from '#src/client/components/forms/ignoreApiError.ts'
import { openFile, saveBlob } from '#src/client/components/forms/storedFiles.ts'
import {
  confirmDelete,
  confirmDialog,
  EmptyState,
  NoValue,
  PageHeader,
  SkeletonRows,
  toast,
} from '#src/client/components/ui/index.ts'
import { ApiError, api, codes, newKey } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useMay } from '#src/client/platform/session/index.ts'
import { type ListAdditions, RecordList } from '#src/client/records/list/RecordList.tsx'
import type { RecordRow } from '#src/client/records/list/useRecordList.ts'
import { useRecordTexts } from '#src/client/records/useRecordTexts.ts'
import { file } from './file.ts'

const path = '/api/system/file/'

interface RowProps {
  readonly row: RecordRow
}

/** The columns are the record's own. */
const plain = { columns: file.list.columns, parameters: [] }

/** 60.8: every uploaded file, what it belongs to and what the check said. */
export function FilePage() {
  const t = useT()
  const client = useQueryClient()
  const mayDelete = useMay('file:Delete')
  const { title, labels } = useRecordTexts(file)
  const cleanup = async (): Promise<void> => {
    if (!(await confirmDialog({ text: t('files.confirmCleanup'), intent: 'danger' }))) return
    const { removed } = await api.post(`${path}cleanup/`, {}, { key: newKey() })
    await client.invalidateQueries({ queryKey: [file.name] })
    toast('success', t('files.cleaned', [removed]))
  }
  const remove = async (row: RecordRow): Promise<void> => {
    if (!(await confirmDelete(String(row.name)))) return
    await api.delete(`${path}${row.id}/`, { id: row.id }, { key: newKey() })
    await client.invalidateQueries({ queryKey: [file.name] })
    toast('success', t('common.removed'))
  }
  const more: ListAdditions = {
    ...plain,
    own: { name: { label: labels('name'), render: (row) => <NameWithPreview row={row} /> } },
    itemsOf: (row) =>
      Number(row.refCount) > 0 || !mayDelete
        ? []
        : [{ text: t('common.remove'), intent: 'danger', onClick: () => ignoreApiError(remove(row)) }],
  }
  return (
    <>
      <PageHeader
        title={title}
        actions={
          mayDelete ? (
            <Button icon={<CleanIcon />} text={t('files.cleanup')} onClick={() => ignoreApiError(cleanup())} />
          ) : null
        }
      />
      <RecordList record={file} Detail={FileDetail} more={more} />
    </>
  )
}

/** Name and preview in one cell: a small picture, or what stands for a document. */
function NameWithPreview({ row }: RowProps) {
  const name = String(row.name)
  const isShown = row.checkState !== 'quarantined' && row.checkState !== 'pending'
  return (
    <span className="file-name">
      {isShown && hasThumbnail(name, Number(row.kilobytes) * 1024) ? (
        <Thumbnail id={row.id} name="" />
      ) : (
        <span className="thumbnail" aria-hidden>
          <DocumentIcon />
        </span>
      )}
      {name}
    </span>
  )
}

const facts = ['mime', 'kilobytes', 'uploaderId', 'createdAt', 'biz', 'ticketId', 'refCount', 'checkState', 'hash']

function FileDetail({ row }: RowProps) {
  const { labels } = useRecordTexts(file)
  return (
    <>
      <Preview row={row} />
      <dl className="detail-fields">
        {facts.map((name) => {
          const field = file.fields[name as keyof typeof file.fields]
          return (
            <div key={name} className={name === 'hash' ? 'is-wide file-hash' : ''}>
              <dt>{labels(name)}</dt>
              <dd>
                {row[name] === null ? (
                  <NoValue />
                ) : (
                  <FieldText field={field} name={name} value={row[name]} row={row} labels={labels} />
                )}
              </dd>
            </div>
          )
        })}
      </dl>
    </>
  )
}

const isPicture = (mime: unknown): boolean => String(mime).startsWith('image/')

/** Pictures in the page; a PDF in a window of its own, since nothing foreign runs inside this one. */
function Preview({ row }: RowProps) {
  const t = useT()
  const isShown = row.checkState !== 'quarantined' && row.checkState !== 'pending'
  const { data, error } = useQuery({
    queryKey: ['file', 'content', row.id],
    // Whether the person may see what the file belongs to is the server's word (SYS-83).
    queryFn: ({ signal }) =>
      isPicture(row.mime)
        ? api.download(`${path}${row.id}/download/`, { query: { inline: true }, signal, quiet: true })
        : api.get(`${path}${row.id}/`, { signal, quiet: true }).then(() => null),
    enabled: isShown,
    retry: false,
    gcTime: 0,
  })
  if (row.checkState === 'quarantined')
    return <EmptyState compact title={t('files.quarantined', [String(row.checkNote ?? '')])} />
  if (row.checkState === 'pending') return <EmptyState compact title={t('files.unchecked')} />
  if (error !== null)
    return (
      <EmptyState
        compact
        title={error instanceof ApiError && error.code !== codes.notFound ? error.message : t('files.notAllowed')}
      />
    )
  if (data === undefined) return <SkeletonRows rows={4} />
  const stored = { id: row.id, name: String(row.name), size: Number(row.kilobytes) * 1024 }
  const save = async (): Promise<void> => {
    const { blob } = await api.download(`${path}${row.id}/download/`)
    saveBlob(blob, stored.name)
  }
  return (
    <div className="file-preview">
      {data === null ? (
        <EmptyState compact title={row.mime === 'application/pdf' ? stored.name : t('files.noPreview')} />
      ) : (
        <Picture blob={data.blob} name={stored.name} />
      )}
      <div className="file-actions">
        {isPicture(row.mime) || row.mime === 'application/pdf' ? (
          <Button icon={<ShareIcon />} text={t('files.open')} onClick={() => ignoreApiError(openFile(stored))} />
        ) : null}
        <Button icon={<DownloadIcon />} text={t('files.download')} onClick={() => ignoreApiError(save())} />
      </div>
    </div>
  )
}

function Picture({ blob, name }: { readonly blob: Blob; readonly name: string }) {
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    const made = URL.createObjectURL(blob)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [blob])
  return address === null ? null : <img src={address} alt={name} />
}
