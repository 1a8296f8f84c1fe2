import { lazy, type ReactNode, Suspense } from 'react'
import type { Need } from '#src/client/platform/session/index.ts'
import { useMay } from '#src/client/platform/session/index.ts'
import { PageLoading } from './PageLoading.tsx'

const NotAuthorizedPage = lazy(() => import('#src/client/pages/status/NotAuthorizedPage.tsx'))

/** The display rule of a whole route: its page, or the text that says who may help. */
export function RouteMay({ need, children }: { readonly need: Need; readonly children?: ReactNode }) {
  if (useMay(need)) return children
  return (
    <Suspense fallback={<PageLoading />}>
      <NotAuthorizedPage isWhole={false} />
    </Suspense>
  )
}
