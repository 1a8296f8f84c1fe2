import { useContext, useEffect, useId } from 'react'
import { useBlocker } from 'react-router-dom'
import { confirmDialog } from '#src/client/components/ui/index.ts'
import { hasAnyUnsaved, holdUnsaved, KeptPage, releaseUnsaved } from '#src/client/components/ui/keptPage.ts'
import { t } from '#src/client/platform/i18n/index.ts'
import { session } from '#src/client/platform/session/index.ts'

/** Asks before unsaved work would be lost (FORM-STD); yes means leave. */
export function confirmLeave(): Promise<boolean> {
  return confirmDialog({ text: t('common.unsaved') })
}

// Forms of pages that are kept but not on the screen cannot speak for themselves.
globalThis.addEventListener?.('beforeunload', (event) => {
  if (hasAnyUnsaved()) warn(event)
})

function warn(event: BeforeUnloadEvent): void {
  // The end of the session takes the page away; asking could not stop it.
  if (session.getSnapshot().matches('signedIn')) event.preventDefault()
}

/** While `isDirty`, another page, a reload and closing the tab ask first. A kept page loses nothing when it is left: there closing its tab asks. */
export function useLeaveGuard(isDirty: boolean): void {
  const page = useContext(KeptPage)
  const form = useId()
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isDirty && page === null && currentLocation.pathname !== nextLocation.pathname,
  )

  useEffect(() => {
    if (blocker.state !== 'blocked') return
    void confirmLeave().then((leave) => (leave ? blocker.proceed() : blocker.reset()))
  }, [blocker])

  useEffect(() => {
    if (!isDirty) return
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [isDirty])

  useEffect(() => {
    if (!isDirty || page === null) return
    holdUnsaved(page, form)
    return () => {
      // Elsewhere already: the page was only put aside.
      if (location.pathname === page) releaseUnsaved(page, form)
    }
  }, [isDirty, page, form])
}
