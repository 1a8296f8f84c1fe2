import './proposals.css'
import { Callout } from '@blueprintjs/core'
import { Link } from 'react-router-dom'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useMay } from '#src/client/platform/session/index.ts'
import { useProposals } from './calls.ts'

/** Tells whoever is asked that changes wait for their confirmation; stands where they look for approvals anyway. */
export function WaitingNotice() {
  const t = useT()
  const may = useMay('proposal:Confirm')
  const { data } = useProposals({ state: 'open', mine: 'true', limit: 1 }, may)
  if (data === undefined || data.total === 0) return null
  return (
    <Callout intent="warning" compact className="proposal-here">
      {t('proposals.waiting', [data.total])} <Link to="/workflow/proposal">{t('proposals.see')}</Link>
    </Callout>
  )
}
