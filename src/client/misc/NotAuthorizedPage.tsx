import { Button } from '@blueprintjs/core'
import { Home, Lock, Refresh } from '@blueprintjs/icons'
import { useNavigate } from 'react-router-dom'
import { useT } from '#src/client/i18n/index.ts'
import { session, useSession } from '#src/client/session/index.ts'
import { StatusPage } from './StatusPage.tsx'

/** `/misc/not-authorized`: asks the server again for menus and permissions. */
export default function NotAuthorizedPage() {
  const t = useT()
  const navigate = useNavigate()
  const reloading = useSession((moment) => moment.matches({ signedIn: { page: { ready: 'reloading' } } }))
  return (
    <StatusPage
      mark={<Lock size={40} />}
      title={t('misc.notAuthorized')}
      text={t('common.forbidden')}
      actions={
        <>
          <Button
            intent="primary"
            icon={<Refresh />}
            text={t('misc.reauthorize')}
            loading={reloading}
            onClick={() => session.send({ type: 'RELOAD' })}
          />
          <Button icon={<Home />} text={t('misc.home')} onClick={() => void navigate('/')} />
        </>
      }
    />
  )
}
