import { Button, Classes } from '@blueprintjs/core'
import { UploadIcon } from '@blueprintjs/icons'
import { type DragEvent, useRef, useState } from 'react'
import { buttonAriaOf } from '#src/client/components/forms/attributes.ts'
import type { InputProps, KindInput } from '#src/client/components/forms/kinds.ts'
import { uploadFile, useStoredFiles } from '#src/client/components/forms/storedFiles.ts'
import { limitsOf, refusalOf } from '#src/client/components/forms/upload.ts'
import { Waiting } from '#src/client/components/ui/index.ts'
import { ApiError, newKey } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { idsOf } from '../identity.ts'
import { FileList } from './FileList.client.tsx'

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
  const limits = limitsOf(field)
  const isFull = ids.length + sending.length >= field.max

  const send = async (file: File): Promise<void> => {
    const key = newKey()
    setSending((files) => [...files, { key, name: file.name }])
    try {
      const stored = await uploadFile(file, limits.use)
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
      const reason = index >= room ? 'many' : refusalOf(file, limits)
      return reason === null
        ? []
        : [t(`records.files.${reason}`, [file.name, reason === 'size' ? limits.most : field.max])]
    })
    setRefused(problems)
    const accepted = added.slice(0, Math.max(0, room)).filter((file) => refusalOf(file, limits) === null)
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
        accept={limits.extensions.map((extension) => `.${extension}`).join(',')}
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
          <span className={Classes.TEXT_MUTED}>{t('records.files.hint', [field.max, limits.most])}</span>
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

export const filesClient: KindInput<'files'> = { Input: FilesInput }
