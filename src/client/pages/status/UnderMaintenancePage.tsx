import { Build, Refresh } from '@blueprintjs/icons'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router-dom'
import { dateText } from '#src/client/components/ui/format.ts'
import { targetOf } from '#src/client/pages/login/from.ts'
import { ApiError } from '#src/client/platform/http/error.ts'
import { api } from '#src/client/platform/http/http.ts'
import { useLanguage, useT } from '#src/client/platform/i18n/index.ts'
import { session, useSession } from '#src/client/platform/session/index.ts'
import { BusyButton } from '#src/client/records/form/BusyButton.tsx'
import { administratorPath } from './maintenance.ts'
import { StatusPage } from './StatusPage.tsx'

/** Milliseconds between two looks whether the server is back (10.1). */
const AGAIN = 60_000

/** `base.maintenanceNotice` in the reader's language. */
interface Notice {
  readonly title: string
  readonly text: string
  /** Wire time; empty when nobody knows. */
  readonly endAt: string
}

function noticeOf(error: unknown): Partial<Notice> {
  return error instanceof ApiError && typeof error.data === 'object' && error.data !== null ? error.data : {}
}

/** `/misc/under-maintenance`: says why and how long, and goes back by itself. */
export default function UnderMaintenancePage() {
  const t = useT()
  const language = useLanguage()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const isSignedIn = useSession((moment) => moment.matches('signedIn'))
  const { error, isSuccess, isFetching, refetch } = useQuery({
    queryKey: ['maintenance', language],
    queryFn: ({ signal }) => api.get('/api/init/settings/', { signal, quiet: true }),
    staleTime: 0,
    refetchInterval: AGAIN,
    refetchIntervalInBackground: true,
  })
  const from = search.get('from')
  useEffect(() => {
    if (!isSuccess) return
    session.send({ type: 'RETRY' })
    void navigate(from?.startsWith('/login') ? from : targetOf(from), { replace: true })
  }, [isSuccess, from, navigate])
  const { title, text, endAt } = noticeOf(error)
  return (
    <StatusPage
      isWhole
      mark={<Build size={40} />}
      title={title ?? t('misc.maintenance')}
      text={text ?? ''}
      note={
        <>
          {endAt ? <strong>{t('misc.maintenanceUntil', [dateText(endAt)])}</strong> : null}
          <span>{t('misc.maintenanceRetry')}</span>
        </>
      }
      actions={
        <>
          <BusyButton
            intent="primary"
            icon={<Refresh />}
            text={t('common.retry')}
            isBusy={isFetching}
            onClick={() => void refetch()}
          />
          {isSignedIn ? null : (
            <Link className="status-link" to={administratorPath}>
              {t('misc.maintenanceAdmin')}
            </Link>
          )}
        </>
      }
    />
  )
}
