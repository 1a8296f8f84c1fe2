import { Button } from '@blueprintjs/core'
import { Home, Lock, LogIn, Refresh } from '@blueprintjs/icons'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import { pageOf } from '#src/client/app/menu.ts'
import { toast } from '#src/client/components/ui/popups/toast.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { session, useSession } from '#src/client/platform/session/index.ts'
import { BusyButton } from '#src/client/records/form/BusyButton.tsx'
import { StatusPage } from './StatusPage.tsx'

interface Props {
  /** Stands alone in the window; false inside the frame, in the place of a page. */
  readonly isWhole?: boolean
}

/** `/misc/not-authorized`: asks the server again for menus and permissions. */
export default function NotAuthorizedPage({ isWhole = true }: Props) {
  const t = useT()
  const navigate = useNavigate()
  const isSignedIn = useSession((moment) => moment.matches('signedIn'))
  const reloading = useSession((moment) => moment.matches({ signedIn: { page: { ready: 'reloading' } } }))
  // Before the first answer there is nothing to ask anew.
  const isFirst = useSession((moment) => moment.matches({ signedIn: { page: { fresh: 'loading' } } }))
  const failed = useSession((moment) => moment.context.problem !== null)
  useEnd(reloading, () => {
    if (failed) return
    toast('success', t('misc.reauthorized'))
    // The router asks for the routes of an address once only.
    if (!isWhole && pageOf(session.getSnapshot().context.startUp?.menus ?? [], location.pathname)) location.reload()
  })
  return (
    <StatusPage
      isWhole={isWhole}
      mark={<Lock size={40} />}
      title={t('misc.notAuthorized')}
      text={t('common.forbidden')}
      actions={
        isSignedIn ? (
          <>
            <BusyButton
              intent="primary"
              icon={<Refresh />}
              text={t('misc.reauthorize')}
              isBusy={reloading || isFirst}
              onClick={() => session.send({ type: 'RELOAD' })}
            />
            <Button icon={<Home />} text={t('misc.home')} onClick={() => void navigate('/')} />
          </>
        ) : (
          <Button intent="primary" icon={<LogIn />} text={t('misc.signIn')} onClick={() => void navigate('/login')} />
        )
      }
    />
  )
}

/** Runs once each time something that was going on has ended. */
function useEnd(isOn: boolean, run: () => void): void {
  const was = useRef(isOn)
  useEffect(() => {
    if (was.current && !isOn) run()
    was.current = isOn
  })
}
