import { Button, Callout, Checkbox } from '@blueprintjs/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { FieldInput } from '#src/client/components/forms/inputs/FieldInput.tsx'
import { FailedState, SkeletonRows, toast } from '#src/client/components/ui/index.ts'
import { ApiError, api, newKey } from '#src/client/platform/http/http.ts'
import { textOf, useT } from '#src/client/platform/i18n/index.ts'
import { BusyButton } from '#src/client/records/form/BusyButton.tsx'
import { Sheet } from '#src/client/records/list/Sheet.tsx'
import type { RecordRow } from '#src/client/records/list/useRecordList.ts'
import { person } from '#src/fields/field.ts'

const successorField = person()

/** What hangs on somebody, to be looked over before the account is switched off (60.1, INV-15). */
export function DisableDialog({
  row,
  name,
  onClose,
}: {
  readonly row: RecordRow
  readonly name: string
  readonly onClose: () => void
}) {
  const t = useT()
  const client = useQueryClient()
  const [isChecked, setChecked] = useState(false)
  const [isSaving, setSaving] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [successorId, setSuccessor] = useState<number | null>(null)
  const id = useId()
  const { data, error, refetch } = useQuery({
    queryKey: ['user', row.id, 'leaving'],
    queryFn: ({ signal }) => api.get(`/api/system/user/${row.id}/leaving/`, { signal, quiet: true }),
    staleTime: 0,
  })
  const lines = data ?? []
  const disable = async (): Promise<void> => {
    setSaving(true)
    try {
      const farewell = { version: row.version, confirmed: isChecked, successorId }
      await api.post(`/api/system/user/${row.id}/disable/`, farewell, { key: newKey(), quiet: true })
      await client.invalidateQueries({ queryKey: ['user'] })
      toast('success', t('user.disabled', [1]))
      onClose()
    } catch (refused) {
      if (!(refused instanceof ApiError)) throw refused
      setProblem(Object.values(refused.errors).flat()[0] ?? refused.message)
      // What the person holds may have changed while it was looked over.
      await refetch()
    } finally {
      setSaving(false)
    }
  }
  const mayHandOver = lines.some((line) => line.successor !== undefined)
  const mustHandOver = lines.some((line) => line.successor === 'needed')
  const isReady = data !== undefined && (lines.length === 0 || isChecked) && (!mustHandOver || successorId !== null)
  return (
    <Sheet
      title={t('user.disableTitle', [name])}
      shape="dialog"
      onClose={onClose}
      footer={
        <>
          <Button text={t('common.cancel')} onClick={onClose} />
          <BusyButton
            intent="danger"
            text={t('user.disable')}
            disabled={!isReady}
            isBusy={isSaving}
            onClick={() => void disable()}
          />
        </>
      }
    >
      {problem === null ? null : (
        <Callout intent="danger" role="alert" className="form-notice">
          {problem}
        </Callout>
      )}
      {data === undefined ? (
        error === null ? (
          <SkeletonRows rows={4} />
        ) : (
          <FailedState compact error={error} onRetry={() => void refetch()} />
        )
      ) : lines.length === 0 ? (
        <p>{t('user.leavingNothing')}</p>
      ) : (
        <>
          <p>{t('user.disableLead')}</p>
          <ul className="leaving">
            {lines.map(({ key, count, names = [] }) => (
              <li key={key}>
                {textOf(`holdings.${key}`, [count])}
                {names.map((name) => (
                  <div key={name} className="leaving-name">
                    {name}
                  </div>
                ))}
                {names.length > 0 && count > names.length ? (
                  <div className="leaving-name">{t('user.leavingMore')}</div>
                ) : null}
              </li>
            ))}
          </ul>
          {mayHandOver ? (
            <>
              <FieldInput
                id={`${id}-successor`}
                name="successorId"
                field={successorField}
                value={successorId}
                onChange={(value) => setSuccessor(typeof value === 'number' ? value : null)}
                problems={{}}
                label={t('user.successor')}
                required={mustHandOver}
                context={{ labels: () => t('user.successor') }}
              />
              <p className="leaving-hint">{t('user.successorHint')}</p>
            </>
          ) : null}
          <Checkbox label={t('user.leavingConfirm')} checked={isChecked} onChange={() => setChecked(!isChecked)} />
        </>
      )}
    </Sheet>
  )
}
