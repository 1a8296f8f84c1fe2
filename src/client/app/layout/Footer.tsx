import { Link } from 'react-router-dom'
import { useSiteTitle } from '#src/client/components/ui/site.ts'
import { useT } from '#src/client/platform/i18n/index.ts'

/** Below every page, unless the person hid it. */
export function Footer() {
  const t = useT()
  const site = useSiteTitle()
  return (
    <footer className="footer">
      <div className="footer-inner">
        <span>{t('layout.footer', [site])}</span>
        <Link to={`/workflow/receive/otherBusiness?title=${encodeURIComponent(t('layout.feedbackTitle'))}`}>
          {t('misc.feedback')}
        </Link>
      </div>
    </footer>
  )
}
