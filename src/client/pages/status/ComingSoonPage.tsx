import { Button } from '@blueprintjs/core'
import { Home, Notifications, Tick, Time } from '@blueprintjs/icons'
import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate, useSearchParams } from 'react-router-dom'
import { api } from '#src/client/platform/http/http.ts'
import { useLanguage, usePlural, useT } from '#src/client/platform/i18n/index.ts'
import { useSession } from '#src/client/platform/session/index.ts'
import { BusyButton } from '#src/client/records/form/BusyButton.tsx'
import { daysAhead, longDay } from './day.ts'
import { StatusPage } from './StatusPage.tsx'

/** `/misc/coming-soon?date=`: what is not there yet, when it is expected, and a reminder for that day. */
export default function ComingSoonPage() {
  const t = useT()
  const plural = usePlural()
  const language = useLanguage()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const isSignedIn = useSession((moment) => moment.matches('signedIn'))
  const day = search.get('date') ?? ''
  // The server decides whether the day is ahead; this only hides a button that could not work.
  const left = daysAhead(day, new Date())
  const isKnown = left !== null
  const subscribing = useMutation({
    mutationFn: () => api.post('/api/v1/sms/notice/remind_me/', { date: day }),
  })
  const shown = isKnown ? longDay(day, language) : ''
  return (
    <StatusPage
      isWhole
      mark={<Time size={40} />}
      title={t('misc.comingSoon')}
      text={isKnown ? t('misc.comingSoonOn', [shown]) : t('misc.comingSoonText')}
      {...(isKnown && left > 0 && { note: <span>{plural('misc.daysLeft', left)}</span> })}
      actions={
        <>
          {!isKnown || left <= 0 ? null : subscribing.isSuccess ? (
            <span role="status" className="status-done">
              <Tick /> {t('misc.subscribed', [shown])}
            </span>
          ) : isSignedIn ? (
            <BusyButton
              intent="primary"
              icon={<Notifications />}
              text={t('misc.subscribe')}
              isBusy={subscribing.isPending}
              onClick={() => subscribing.mutate()}
            />
          ) : (
            <Link className="status-link" to={`/login?from=${encodeURIComponent(`/misc/coming-soon?date=${day}`)}`}>
              {t('misc.signIn')}
            </Link>
          )}
          <Button icon={<Home />} text={t('misc.home')} onClick={() => void navigate('/')} />
        </>
      }
    />
  )
}
