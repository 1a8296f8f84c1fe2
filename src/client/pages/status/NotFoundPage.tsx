import { Button } from '@blueprintjs/core'
import { Home } from '@blueprintjs/icons'
import { Link, useNavigate } from 'react-router-dom'
import { useT } from '#src/client/platform/i18n/index.ts'
import { StatusPage } from './StatusPage.tsx'

/** Any address no page answers to, or that the person's menu does not hold. */
export default function NotFoundPage() {
  const t = useT()
  const navigate = useNavigate()
  return (
    <StatusPage
      mark="404"
      title={t('misc.notFound')}
      text={t('misc.notFoundText')}
      actions={
        <>
          <Button intent="primary" icon={<Home />} text={t('misc.home')} onClick={() => void navigate('/')} />
          <Link
            className="status-link"
            to={`/workflow/receive/otherBusiness?title=${encodeURIComponent(t('misc.feedbackTitle', [location.pathname]))}`}
          >
            {t('misc.feedback')}
          </Link>
        </>
      }
    />
  )
}
