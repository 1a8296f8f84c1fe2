import { HelpIcon } from '@blueprintjs/icons'
import { Link } from 'react-router-dom'
import { useT } from '#src/client/platform/i18n/index.ts'
import './guide.css'

/** Above the forms of procurement: a link to the question which of them is the right one. */
export function BuyingGuideLink() {
  const t = useT()
  return (
    <p className="buying-link">
      <HelpIcon /> <Link to="/workflow/applications?ask=buying">{t('procurement.buying.link')}</Link>
    </p>
  )
}
