import { Button, Classes } from '@blueprintjs/core'
import { PaperclipIcon, SmallCrossIcon, UploadIcon } from '@blueprintjs/icons'
import { type DragEvent, lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import { buttonAriaOf } from '#src/client/forms/attributes.ts'
import type { InputProps, KindClient, TextProps } from '#src/client/forms/kinds.ts'
import { isPicture, openFile, type StoredFile, uploadFile, useStoredFiles } from '#src/client/forms/storedFiles.ts'
import { hasThumbnail, Thumbnail } from '#src/client/forms/Thumbnail.tsx'
import { told } from '#src/client/forms/told.ts'
import { extensions, maxBytes, refusalOf, sizeText } from '#src/client/forms/upload.ts'
import { ApiError, newKey } from '#src/client/http.ts'
import { useT } from '#src/client/i18n/index.ts'
import { Waiting } from '#src/client/ui/index.ts'
import { idsOf } from '../identity.ts'

const PictureViewer = lazy(() => import('#src/client/forms/PictureViewer.tsx'))

function FilesInput(props: InputProps<'files'>) {
  const { id, field, value, disabled, onChange } = props
  const t = useT()
  const ids = idsOf(value)
  const chosen = useRef(ids)
  chosen.current = ids
  const picker = useRef<HTMLInputElement>(null)
  const [sending, setSending] = useState<readonly { readonly key: string; readonly name: string }[]>([])
  const [refused, setRefused] = useState<readonly string[]>([])
  const [isOver, setOver] = useState(false)
  const { files, remember } = useStoredFiles(ids)
  const isFull = ids.length + sending.length >= field.max

  const send = async (file: File): Promise<void> => {
    const key = newKey()
    setSending((files) => [...files, { key, name: file.name }])
    try {
      const stored = await uploadFile(file)
      remember(stored)
      chosen.current = [...chosen.current, stored.id]
      onChange(chosen.current)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setRefused((texts) => [...texts, t('records.files.failed', [file.name, error.message])])
    } finally {
      setSending((files) => files.filter((one) => one.key !== key))
    }
  }
  const add = async (added: readonly File[]): Promise<void> => {
    const room = field.max - chosen.current.length - sending.length
    const problems = added.flatMap((file, index) => {
      const reason = index >= room ? 'many' : refusalOf(file)
      return reason === null ? [] : [t(`records.files.${reason}`, [file.name, field.max])]
    })
    setRefused(problems)
    const accepted = added.slice(0, Math.max(0, room)).filter((file) => refusalOf(file) === null)
    // One after the other, so that the list keeps the order in which they were chosen.
    for (const file of accepted) await send(file)
  }
  const handleDrop = (event: DragEvent): void => {
    event.preventDefault()
    setOver(false)
    if (!disabled) void add([...event.dataTransfer.files])
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut; the button in it does the same for everybody.
    <div
      className={isOver ? 'field-files is-over' : 'field-files'}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(!disabled)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={handleDrop}
    >
      <input
        ref={picker}
        type="file"
        hidden
        tabIndex={-1}
        multiple={field.max > 1}
        accept={extensions.map((extension) => `.${extension}`).join(',')}
        onChange={(event) => {
          const added = [...(event.target.files ?? [])]
          event.target.value = ''
          void add(added)
        }}
      />
      {disabled ? null : (
        <div className="field-files-drop">
          <Button
            id={id}
            aria-label={`${props.label} ${t('records.files.choose')}`}
            icon={<UploadIcon />}
            text={t('records.files.choose')}
            disabled={isFull}
            onClick={() => picker.current?.click()}
            {...buttonAriaOf(props)}
          />
          <span className={Classes.TEXT_MUTED}>{t('records.files.hint', [field.max, maxBytes / 1024 / 1024])}</span>
        </div>
      )}
      {ids.length + sending.length === 0 ? null : (
        <FileList
          ids={ids}
          files={files}
          label={props.label}
          onRemove={disabled ? null : (removed) => onChange(ids.filter((id) => id !== removed))}
        >
          {sending.map(({ key, name }) => (
            <li key={key} aria-busy>
              <Waiting size={16} />
              <span>{name}</span>
            </li>
          ))}
        </FileList>
      )}
      <div role="status" className="field-files-refused">
        {refused.map((text) => (
          <p key={text}>{text}</p>
        ))}
      </div>
    </div>
  )
}

interface FileListProps {
  readonly ids: readonly number[]
  /** In the order of the ids; null while one is not known yet. */
  readonly files: readonly (StoredFile | null)[]
  readonly label?: string
  readonly onRemove: ((id: number) => void) | null
  readonly children?: ReactNode
}

/** Files with their deeds; pictures open in front of the page, a PDF in a tab of its own, since nothing foreign runs inside this one. */
function FileList({ ids, files, label, onRemove, children }: FileListProps) {
  const [shown, setShown] = useState<number | null>(null)
  const pictures = files.filter((file) => file !== null && isPicture(file.name)) as readonly StoredFile[]
  const first = pictures.findIndex((picture) => picture.id === shown)
  return (
    <ul className="field-files-list" aria-label={label}>
      {ids.map((id, index) => (
        <FileRow
          key={id}
          file={files[index] ?? null}
          onOpen={(file) => (isPicture(file.name) ? setShown(id) : told(openFile(file)))}
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

function FilesText({ value }: TextProps<'files'>) {
  const ids = Array.isArray(value) ? value.filter((id): id is number => typeof id === 'number') : []
  const { files } = useStoredFiles(ids)
  return <FileList ids={ids} files={files} onRemove={null} />
}

export const filesClient: KindClient<'files'> = { Input: FilesInput, Text: FilesText, wide: true }
