import { lazy, type ReactNode, Suspense, startTransition, useDeferredValue, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { FailedState, PageLoading } from '#src/client/components/ui/index.ts'
import { ApiError } from '#src/client/platform/http/error.ts'
import { queries } from '#src/client/platform/queries.ts'
import { session, useSession } from '#src/client/platform/session/index.ts'

const PasswordDialog = lazy(() => import('#src/client/pages/login/PasswordDialog.tsx'))
const LockScreen = lazy(() => import('./LockScreen.tsx'))

/** Lets a page through once the start-up data is there and nothing else is asked of the person first. */
export function Gate({ children }: { readonly children: ReactNode }) {
  const state = useSession((moment) =>
    moment.hasTag('locked')
      ? 'locked'
      : moment.hasTag('ready')
        ? 'ready'
        : moment.matches({ signedIn: { page: 'mustChangePassword' } })
          ? 'password'
          : moment.matches({ signedIn: { page: { fresh: 'failed' } } })
            ? 'failed'
            : 'loading',
  )
  const hasData = useSession((moment) => moment.context.startUp !== null)
  // The frame is drawn in pieces that leave room for keys and clicks.
  const isDrawn = useDeferredValue(hasData, false)
  const problem = useSession((moment) => moment.context.problem)
  const isRouting = useRouteAgain(hasData)
  useEffect(() => {
    // Somebody else signed in elsewhere: what the former person's pages had fetched is none of theirs.
    if (!hasData) queries.clear()
  }, [hasData])
  if (state === 'failed')
    return (
      <FailedState
        error={problem === null ? null : new ApiError(problem.text ?? '', { code: 0 })}
        onRetry={() => session.send({ type: 'RETRY' })}
      />
    )
  if (state === 'loading' || (state === 'ready' && isRouting) || (hasData && !isDrawn)) return <PageLoading />
  return (
    <>
      {hasData ? <div inert={state === 'locked'}>{children}</div> : null}
      <Suspense fallback={<PageLoading />}>
        {state === 'password' ? <PasswordDialog /> : null}
        {state === 'locked' ? <LockScreen /> : null}
      </Suspense>
    </>
  )
}

/** A page that was entered before the menu was known is matched again with it. True until it is: what was matched before is a page that nobody knew. */
function useRouteAgain(ready: boolean): boolean {
  const [isMatched, setMatched] = useState(ready)
  const wasReady = useRef(ready)
  const navigate = useNavigate()
  const here = useLocation()
  useEffect(() => {
    // The frame comes in a drawing that leaves room for keys and clicks.
    const match = (): void => startTransition(() => setMatched(true))
    if (ready && !wasReady.current) void Promise.resolve(navigate(here, { replace: true })).then(match)
    if (!ready) setMatched(false)
    wasReady.current = ready
  }, [ready, navigate, here])
  return !isMatched
}
