import { Button } from '@blueprintjs/core'
import { Applications, Home, Time } from '@blueprintjs/icons'
import { useNavigate } from 'react-router-dom'
import { StatusPage } from '#src/client/pages/status/StatusPage.tsx'
import { textOf, useT } from '#src/client/platform/i18n/index.ts'

interface Props {
  readonly path: string
  /** The type that will be filed there; null for any other page. */
  readonly application: string | null
}

/** A route of the product whose page is not built yet: its name, and what it will hold (D13). */
export default function ComingPage({ path, application }: Props) {
  const t = useT()
  const navigate = useNavigate()
  const [title, text] =
    application === null
      ? [textOf(`comingPages.${path}.title`), textOf(`comingPages.${path}.text`)]
      : [t(`applications.${application}.title`), t(`applications.${application}.purpose`)]
  const home = <Button icon={<Home />} text={t('misc.home')} onClick={() => void navigate('/')} />
  return (
    <StatusPage
      mark={<Time size={40} />}
      title={title}
      tag={t(application === null ? 'misc.comingSoon' : 'misc.typeNotOpen')}
      text={text}
      actions={
        application === null ? (
          home
        ) : (
          <>
            <Button
              intent="primary"
              icon={<Applications />}
              text={t('misc.otherTypes')}
              onClick={() => void navigate('/workflow/applications')}
            />
            {home}
          </>
        )
      }
    />
  )
}
