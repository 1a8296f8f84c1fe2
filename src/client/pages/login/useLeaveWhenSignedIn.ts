import { useEffect } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { useSession } from '#src/client/platform/session/useSession.ts'
import { targetOf } from './from.ts'

/** Leaves for the first visited path as soon as the person is in. */
export function useLeaveWhenSignedIn(): void {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const isIn = useSession((moment) => moment.matches('signedIn'))
  useEffect(() => {
    if (isIn) void navigate(targetOf(search.get('from')), { replace: true })
  }, [isIn, navigate, search])
}
