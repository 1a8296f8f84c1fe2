import { Button, Classes } from '@blueprintjs/core'
import { PaperclipIcon, SmallCrossIcon } from '@blueprintjs/icons'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { hasThumbnail, Thumbnail } from '#src/client/components/forms/display/Thumbnail.tsx'
import { ignoreApiError } from '#src/client/components/forms/ignoreApiError.ts'
import { isPicture, openFile } from '#src/client/components/forms/storedFiles.ts'
import { sizeText } from '#src/client/components/forms/upload.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import type { StoredFile } from '#src/define/answers/files.ts'

const PictureViewer = lazy(() => import('#src/client/components/forms/display/PictureViewer.tsx'))

interface FileListProps {
  readonly ids: readonly number[]
  /** In the order of the ids; null while one is not known yet. */
  readonly files: readonly (StoredFile | null)[]
  readonly label?: string
  readonly onRemove: ((id: number) => void) | null
  readonly children?: ReactNode
}

/** Files with their actions; pictures open in front of the page, a PDF in a tab of its own, since nothing foreign runs inside this one. */
export function FileList({ ids, files, label, onRemove, children }: FileListProps) {
  const [shown, setShown] = useState<number | null>(null)
  const pictures = files.filter((file) => file !== null && isPicture(file.name)) as readonly StoredFile[]
  const first = pictures.findIndex((picture) => picture.id === shown)
  return (
    <ul className="field-files-list" aria-label={label}>
      {ids.map((id, index) => (
        <FileRow
          key={id}
          file={files[index] ?? null}
          onOpen={(file) => (isPicture(file.name) ? setShown(id) : ignoreApiError(openFile(file)))}
          onRemove={onRemove === null ? null : () => onRemove(id)}
        />
      ))}
      {children}
      {first === -1 ? null : (
        <Suspense>
          <PictureViewer pictures={pictures} first={first} onClose={() => setShown(null)} />
        </Suspense>
      )}
    </ul>
  )
}

interface FileRowProps {
  readonly file: StoredFile | null
  readonly onOpen: (file: StoredFile) => void
  readonly onRemove: (() => void) | null
}

function FileRow({ file, onOpen, onRemove }: FileRowProps) {
  const t = useT()
  if (file === null) return <li className={Classes.SKELETON}>…</li>
  return (
    <li>
      {hasThumbnail(file.name, file.size) ? <Thumbnail id={file.id} name="" /> : <PaperclipIcon aria-hidden />}
      <button type="button" className="field-file" onClick={() => onOpen(file)}>
        {file.name}
      </button>
      <span className={Classes.TEXT_MUTED}>{sizeText(file.size)}</span>
      {onRemove === null ? null : (
        <Button
          variant="minimal"
          size="small"
          icon={<SmallCrossIcon />}
          aria-label={t('records.input.removeOne', [file.name])}
          onClick={onRemove}
        />
      )}
    </li>
  )
}
