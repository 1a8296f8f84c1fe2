import { lazy, Suspense, useState } from 'react'
import { unsavedForms, useUser } from '#src/client/platform/session/index.ts'

const UnsavedForms = lazy(() => import('#src/client/records/form/UnsavedForms.tsx'))

/** Where unsaved record forms are offered after the sign-in expired; loaded only when there are some. */
export function UnsavedSlot() {
  const { username } = useUser()
  const [isNeeded] = useState(() => unsavedForms(username).length > 0)
  return isNeeded ? (
    <Suspense>
      <UnsavedForms />
    </Suspense>
  ) : null
}
