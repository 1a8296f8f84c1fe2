import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { ignoreApiError } from '#src/client/components/forms/ignoreApiError.ts'
import { api, newKey } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useMayCheck } from '#src/client/platform/session/index.ts'
import { WaitingHere } from '#src/client/proposals/ProposalList.tsx'
import { type ListAdditions, RecordList } from '#src/client/records/list/RecordList.tsx'
import type { RecordRow } from '#src/client/records/list/useRecordList.ts'
import { machineAccount } from './machine-account.ts'
import { ShownOnce } from './ShownOnce.client.tsx'

const waiting = ['machineAccount'] as const

/** Accounts of programs, those that wait for a second person, and the token of a new one. */
export function MachineAccounts() {
  const t = useT()
  const may = useMayCheck()
  const client = useQueryClient()
  const [shown, setShown] = useState<{ readonly name: string; readonly token: string } | null>(null)
  const itemsOf = useCallback(
    (row: RecordRow) => {
      const issue = async (): Promise<void> => {
        const path = `/api/system/machine_account/${row.id}/token/` as const
        const { token } = await api.post(path, { version: Number(row.version) }, { key: newKey() })
        setShown({ name: String(row.name), token })
        await client.invalidateQueries({ queryKey: ['machineAccount'] })
      }
      return row.standing === 'waiting' && may('machineAccount:Create')
        ? [{ text: t('machineAccounts.getToken'), onClick: () => ignoreApiError(issue()) }]
        : []
    },
    [t, may, client],
  )
  const more = useMemo((): ListAdditions => ({ itemsOf }), [itemsOf])
  return (
    <>
      <p className="form-notice">{t('machineAccounts.lead')}</p>
      <WaitingHere kinds={waiting} />
      <RecordList record={machineAccount} more={more} />
      {shown === null ? null : (
        <ShownOnce
          title={t('machineAccounts.tokenOf', [shown.name])}
          hint={t('machineAccounts.tokenOnce')}
          secret={shown.token}
          onClose={() => setShown(null)}
        />
      )}
    </>
  )
}
