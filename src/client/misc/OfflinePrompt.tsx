import { Offline, Refresh } from '@blueprintjs/icons'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useT } from '#src/client/i18n/index.ts'
import { BusyButton } from '#src/client/records/BusyButton.tsx'
import './offline.css'

/** The line at the window's foot while the network is gone (specification §8); it goes when the network is back, and what was on the page is fetched again. */
export function OfflinePrompt() {
  const t = useT()
  const client = useQueryClient()
  const [isOffline, setOffline] = useState(!navigator.onLine)
  const retry = useMutation({
    // Reached only past the browser's own opinion, which knows cables and not servers.
    mutationFn: async () => {
      const response = await fetch('/healthz', { cache: 'no-store' })
      if (!response.ok) throw new Error(response.statusText)
    },
    onSuccess: () => setOffline(false),
    networkMode: 'always',
  })
  useEffect(() => {
    const goes = (): void => {
      retry.reset()
      setOffline(true)
    }
    const comes = (): void => {
      setOffline(false)
      void client.invalidateQueries()
    }
    addEventListener('offline', goes)
    addEventListener('online', comes)
    return () => {
      removeEventListener('offline', goes)
      removeEventListener('online', comes)
    }
  }, [client, retry.reset])
  if (!isOffline) return null
  return (
    <div className="offline" role="alert">
      <Offline size={20} />
      <div>
        <strong>{t('misc.offline')}</strong>
        <p>{retry.isError ? t('misc.stillOffline') : t('misc.offlineText')}</p>
      </div>
      <BusyButton
        size="small"
        icon={<Refresh />}
        text={t('common.retry')}
        isBusy={retry.isPending}
        onClick={() => retry.mutate()}
      />
    </div>
  )
}
