import { Button, Callout } from '@blueprintjs/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { ApiError, api, newKey } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import type { RecordDefinition } from '#src/define/record.ts'
import { Sheet } from '../list/Sheet.tsx'
import type { RecordRow } from '../list/useRecordList.ts'
import { BoundCallout } from './BoundNotice.tsx'
import { BusyButton } from './BusyButton.tsx'
import { OwnPassword } from './OwnPassword.tsx'
import { useBoundRow } from './useBoundRow.ts'

/** Asks before a row is removed, with the doer's own password (SYS-122). */
export function RemoveDialog({
  record,
  row,
  name,
  onClose,
}: {
  readonly record: RecordDefinition
  readonly row: RecordRow
  readonly name: string
  readonly onClose: () => void
}) {
  const t = useT()
  const id = useId()
  const client = useQueryClient()
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [isSending, setSending] = useState(false)
  const notice = useBoundRow(record, row, 'remove', { isSending })
  const remove = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (notice !== null) return
    setSending(true)
    try {
      await api.delete(`${record.path}${row.id}/`, { id: row.id, password }, { key: newKey(), quiet: true })
      await client.invalidateQueries({ queryKey: [record.name] })
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
      title={t('common.confirmDelete', [name])}
      shape="dialog"
      onClose={onClose}
      footer={
        <>
          <Button text={t('common.cancel')} onClick={onClose} />
          <BusyButton
            type="submit"
            form={id}
            intent="danger"
            text={t('common.remove')}
            isBusy={isSending}
            isOff={notice !== null}
          />
        </>
      }
    >
      <form id={id} onSubmit={(event) => void remove(event)}>
        {notice === null ? null : <BoundCallout notice={notice} />}
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
