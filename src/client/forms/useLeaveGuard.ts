import { useEffect } from 'react'
import { useBlocker } from 'react-router-dom'
import { t } from '#src/client/i18n/index.ts'
import { session } from '#src/client/session/index.ts'
import { confirmDialog } from '#src/client/ui/index.ts'

/** Asks before unsaved work would be lost (FORM-STD); yes means leave. */
export function confirmLeave(): Promise<boolean> {
  return confirmDialog({ text: t('common.unsaved') })
}

/** While `isDirty`, another page, a reload and closing the tab ask first. */
export function useLeaveGuard(isDirty: boolean): void {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isDirty && currentLocation.pathname !== nextLocation.pathname,
  )

  useEffect(() => {
    if (blocker.state !== 'blocked') return
    void confirmLeave().then((leave) => (leave ? blocker.proceed() : blocker.reset()))
  }, [blocker])

  useEffect(() => {
    if (!isDirty) return
    const warn = (event: BeforeUnloadEvent): void => {
      // The end of the session takes the page away; asking could not stop it.
      if (session.getSnapshot().matches('signedIn')) event.preventDefault()
    }
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [isDirty])
}
