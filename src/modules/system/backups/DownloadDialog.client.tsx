import { Button, Callout } from '@blueprintjs/core'
import { type FormEvent, useId, useState } from 'react'
import { saveBlob } from '#src/client/components/forms/storedFiles.ts'
import { ApiError, api, newKey } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { BusyButton } from '#src/client/records/form/BusyButton.tsx'
import { OwnPassword } from '#src/client/records/form/OwnPassword.tsx'
import { Sheet } from '#src/client/records/list/Sheet.tsx'
import { BACKUPS } from './backup-calls.client.tsx'

/** Asks for the own password before a backup leaves the server (BKP-04). */
export function DownloadDialog({ name, onClose }: { readonly name: string; readonly onClose: () => void }) {
  const t = useT()
  const id = useId()
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [isSending, setSending] = useState(false)
  const fetchFile = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setSending(true)
    setProblem(null)
    try {
      const { ticket } = await api.post(`${BACKUPS}${name}/link/`, { password }, { key: newKey(), quiet: true })
      const { blob } = await api.download(`${BACKUPS}${name}/download/`, { query: { ticket }, quiet: true })
      saveBlob(blob, name)
      onClose()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setProblem(error.message)
    } finally {
      setSending(false)
    }
  }
  return (
    <Sheet
      title={t('backups.downloadTitle')}
      shape="dialog"
      onClose={onClose}
      footer={
        <>
          <Button text={t('common.cancel')} onClick={onClose} />
          <BusyButton type="submit" form={id} intent="primary" text={t('backups.download')} isBusy={isSending} />
        </>
      }
    >
      <form id={id} onSubmit={(event) => void fetchFile(event)}>
        <Callout intent="warning" className="form-notice">
          {t('backups.downloadHint')}
        </Callout>
        {problem === null ? null : (
          <Callout intent="danger" role="alert" className="form-notice">
            {problem}
          </Callout>
        )}
        <OwnPassword value={password} onChange={setPassword} />
      </form>
    </Sheet>
  )
}
