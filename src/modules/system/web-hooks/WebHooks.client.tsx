import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { ignoreApiError } from '#src/client/components/forms/ignoreApiError.ts'
import { api, newKey } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useMayCheck } from '#src/client/platform/session/index.ts'
import { type ListAdditions, RecordList } from '#src/client/records/list/RecordList.tsx'
import type { RecordRow } from '#src/client/records/list/useRecordList.ts'
import { ShownOnce } from '../machine-accounts/ShownOnce.client.tsx'
import { webHook } from './web-hook.ts'

/** External programs that are notified of ticket events, and the secret of each, shown once. */
export function WebHooks() {
  const t = useT()
  const may = useMayCheck()
  const client = useQueryClient()
  const [shown, setShown] = useState<{ readonly name: string; readonly secret: string } | null>(null)
  const itemsOf = useCallback(
    (row: RecordRow) => {
      const renew = async (): Promise<void> => {
        const path = `/api/system/web_hook/${row.id}/secret/` as const
        const { secret } = await api.post(path, { version: Number(row.version) }, { key: newKey() })
        setShown({ name: String(row.name), secret })
        await client.invalidateQueries({ queryKey: ['webHook'] })
      }
      return may('webHook:Update') ? [{ text: t('webHooks.newSecret'), onClick: () => ignoreApiError(renew()) }] : []
    },
    [t, may, client],
  )
  const more = useMemo((): ListAdditions => ({ itemsOf }), [itemsOf])
  return (
    <>
      <p className="form-notice">{t('webHooks.lead')}</p>
      <RecordList record={webHook} more={more} />
      {shown === null ? null : (
        <ShownOnce
          title={t('webHooks.secretOf', [shown.name])}
          hint={t('webHooks.secretOnce')}
          secret={shown.secret}
          onClose={() => setShown(null)}
        />
      )}
    </>
  )
}
