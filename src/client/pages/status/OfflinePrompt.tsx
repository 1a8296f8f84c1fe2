import { Offline, Refresh } from '@blueprintjs/icons'
import { useEffect, useState } from 'react'
import { useT } from '#src/client/platform/i18n/index.ts'
import { isThere } from '#src/client/platform/release/isThere.ts'
import { BusyButton } from '#src/client/records/form/BusyButton.tsx'
import './offline.css'

/** Fetches again what is on the page; the sign-in page has no query cache yet. */
async function fetchAnew(): Promise<void> {
  const { queries } = await import('#src/client/platform/queries.ts')
  await queries.invalidateQueries()
}

type State = 'online' | 'offline' | 'trying' | 'still'

/** The line at the window's foot while the network is gone (specification §8); it goes when the network is back, and what was on the page is fetched again. */
export function OfflinePrompt() {
  const t = useT()
  const [state, setState] = useState<State>(navigator.onLine ? 'online' : 'offline')
  useEffect(() => {
    const goes = (): void => setState('offline')
    const comes = (): void => {
      setState('online')
      void fetchAnew()
    }
    addEventListener('offline', goes)
    addEventListener('online', comes)
    return () => {
      removeEventListener('offline', goes)
      removeEventListener('online', comes)
    }
  }, [])
  if (state === 'online') return null
  const retry = async (): Promise<void> => {
    setState('trying')
    const isBack = await isThere()
    setState(isBack ? 'online' : 'still')
    if (isBack) void fetchAnew()
  }
  return (
    <div className="offline" role="alert">
      <Offline size={20} />
      <div>
        <strong>{t('misc.offline')}</strong>
        <p>{state === 'still' ? t('misc.stillOffline') : t('misc.offlineText')}</p>
      </div>
      <BusyButton
        size="small"
        icon={<Refresh />}
        text={t('common.retry')}
        isBusy={state === 'trying'}
        onClick={() => void retry()}
      />
    </div>
  )
}
