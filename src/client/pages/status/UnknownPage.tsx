import { useLocation } from 'react-router-dom'
import { isShipped } from '#src/client/app/pages.ts'
import NotAuthorizedPage from './NotAuthorizedPage.tsx'
import NotFoundPage from './NotFoundPage.tsx'

/** An address the person's menu does not hold: a page of this product they may not see, or no page at all (specification §8). */
export default function UnknownPage() {
  const { pathname } = useLocation()
  return isShipped(pathname) ? <NotAuthorizedPage isWhole={false} /> : <NotFoundPage />
}
