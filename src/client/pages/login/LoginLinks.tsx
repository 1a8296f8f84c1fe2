import { Link, useLocation } from 'react-router-dom'
import { useT } from '#src/client/platform/i18n/index.ts'

/** Ways beside signing in. */
export function LoginLinks({
  hasSelfService,
  isPlain = false,
}: {
  /** `login.selfService`. */
  readonly hasSelfService: boolean
  readonly isPlain?: boolean
}) {
  const t = useT()
  const { search } = useLocation()
  return (
    <nav className="login-links" aria-label={t('login.title')}>
      {hasSelfService ? (
        <>
          <Link to="/register">{t('login.register')}</Link>
          <Link to="/misc/forgot-password">{t('login.forgot')}</Link>
        </>
      ) : null}
      {isPlain ? (
        <Link to={`/login${search}`}>{t('login.full')}</Link>
      ) : (
        <Link to={`/login/bak${search}`}>{t('login.plain')}</Link>
      )}
    </nav>
  )
}
