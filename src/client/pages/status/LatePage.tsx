import { Button } from '@blueprintjs/core'
import { Refresh } from '@blueprintjs/icons'
import { type ComponentType, useEffect, useState } from 'react'
import { useT } from '#src/client/platform/i18n/index.ts'
import { waitOf } from '#src/client/platform/release/waits.ts'
import { StatusPage } from './StatusPage.tsx'

interface LatePageProps {
  /** Fetches the code of the page. */
  readonly load: () => Promise<ComponentType>
  /** Whether the server answers; where it does, missing code is no matter of the network. */
  readonly isThere: () => Promise<boolean>
}

/** A page whose code could not be fetched since the network is gone: the offline prompt with a retry (specification §8). It comes by itself when the network is back. */
export function LatePage({ load, isThere }: LatePageProps) {
  const t = useT()
  const [arrived, setArrived] = useState<{ readonly Page: ComponentType } | null>(null)
  const [error, setError] = useState<unknown>(null)
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    let isLeft = false
    const tryAgain = async (): Promise<void> => {
      const isBack = await isThere()
      if (isLeft) return
      if (!isBack) return setAttempt((now) => now + 1)
      try {
        const Page = await load()
        if (!isLeft) setArrived({ Page })
      } catch (failure) {
        // The server is there and has no such code any more: a new version was installed.
        if (!isLeft) setError(failure)
      }
    }
    const now = (): void => void tryAgain()
    const timer = setTimeout(now, waitOf(attempt))
    addEventListener('online', now)
    addEventListener('focus', now)
    return () => {
      isLeft = true
      clearTimeout(timer)
      removeEventListener('online', now)
      removeEventListener('focus', now)
    }
  }, [attempt, load, isThere])
  if (error !== null) throw error
  if (arrived !== null) return <arrived.Page />
  return (
    <StatusPage
      mark="!"
      title={t('misc.offline')}
      text={t('misc.offlinePage')}
      actions={
        <Button
          intent="primary"
          icon={<Refresh />}
          text={t('common.retry')}
          onClick={() => setAttempt((now) => now + 1)}
        />
      }
    />
  )
}
