import { lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router-dom'

const ExportsDrawer = lazy(() => import('./ExportsDrawer.tsx'))

/** The parameter that opens one's exports on any page, so that a notice can lead there. */
export const EXPORTS_PARAMETER = 'exports'

/** One's exports beside the page, while the address asks for them. */
export function ExportsHost() {
  const [params, setParams] = useSearchParams()
  if (!params.has(EXPORTS_PARAMETER)) return null
  const close = (): void =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now)
        next.delete(EXPORTS_PARAMETER)
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  return (
    <Suspense>
      <ExportsDrawer onClose={close} />
    </Suspense>
  )
}
