import { Button } from '@blueprintjs/core'
import { Home, Time } from '@blueprintjs/icons'
import { useNavigate } from 'react-router-dom'
import { StatusPage } from '#src/client/pages/status/StatusPage.tsx'
import { textOf, useT } from '#src/client/platform/i18n/index.ts'

/** A route of the product whose page is not built yet: its name, and what it will hold (D13). */
export default function ComingPage({ path }: { readonly path: string }) {
  const t = useT()
  const navigate = useNavigate()
  return (
    <StatusPage
      mark={<Time size={40} />}
      title={textOf(`comingPages.${path}.title`)}
      tag={t('misc.comingSoon')}
      text={textOf(`comingPages.${path}.text`)}
      actions={<Button icon={<Home />} text={t('misc.home')} onClick={() => void navigate('/')} />}
    />
  )
}
