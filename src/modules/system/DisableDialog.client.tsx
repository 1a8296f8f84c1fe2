import { Button, Callout, Checkbox } from '@blueprintjs/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, api, newKey } from '#src/client/http.ts'
import { useT } from '#src/client/i18n/index.ts'
import { BusyButton } from '#src/client/records/BusyButton.tsx'
import { Sheet } from '#src/client/records/Sheet.tsx'
import type { RecordRow } from '#src/client/records/useRecordList.ts'
import { FailedState, SkeletonRows, toast } from '#src/client/ui/index.ts'

interface Leaving {
  readonly sessions: number
  readonly tasks: number
  readonly applications: number
  readonly delegations: number
  readonly departments: readonly string[]
}
const counted = ['sessions', 'tasks', 'applications', 'delegations'] as const

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
  const { data, error, refetch } = useQuery({
    queryKey: ['user', row.id, 'leaving'],
    queryFn: ({ signal }) => api.get<Leaving>(`/api/system/user/${row.id}/leaving/`, { signal, quiet: true }),
    staleTime: 0,
  })
  const disable = async (): Promise<void> => {
    setSaving(true)
    try {
      await api.post(`/api/system/user/${row.id}/disable/`, { version: row.version }, { key: newKey(), quiet: true })
      await client.invalidateQueries({ queryKey: ['user'] })
      toast('success', t('user.disabled', [1]))
      onClose()
    } catch (refused) {
      if (!(refused instanceof ApiError)) throw refused
      setProblem(refused.message)
    } finally {
      setSaving(false)
    }
  }
  const lines =
    data === undefined
      ? []
      : [
          ...counted.filter((key) => data[key] > 0).map((key) => t(`user.leaving.${key}`, [data[key]])),
          ...(data.departments.length > 0
            ? [t('user.leaving.departments', [data.departments.join(t('common.listSeparator'))])]
            : []),
        ]
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
            disabled={data === undefined || (lines.length > 0 && !isChecked)}
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
        <p>{t('user.leaving.nothing')}</p>
      ) : (
        <>
          <p>{t('user.disableLead')}</p>
          <ul className="leaving">
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
          <Checkbox label={t('user.leavingConfirm')} checked={isChecked} onChange={() => setChecked(!isChecked)} />
        </>
      )}
    </Sheet>
  )
}
