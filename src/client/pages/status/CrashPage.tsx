import { Button } from '@blueprintjs/core'
import { Refresh } from '@blueprintjs/icons'
import { useT } from '#src/client/platform/i18n/index.ts'
import { StatusPage } from './StatusPage.tsx'

/** A page could not be drawn or its code not be loaded, e.g. after a new version was installed. */
export function CrashPage() {
  const t = useT()
  return (
    <StatusPage
      mark="!"
      title={t('misc.crashed')}
      text={t('misc.crashedText')}
      actions={<Button intent="primary" icon={<Refresh />} text={t('misc.reload')} onClick={() => location.reload()} />}
    />
  )
}
