import { useState } from 'react'
import { useTitle } from '#src/client/components/ui/useTitle.ts'
import { useLanguage, useT } from '#src/client/platform/i18n/index.ts'
import { Announcements } from './Announcements.tsx'
import { EntryFrame } from './entry/EntryFrame.tsx'
import { LoginForm } from './LoginForm.tsx'
import { LoginLinks } from './LoginLinks.tsx'
import { hasCaptchaIn, useLoginSettings } from './settings.ts'
import { useLeaveWhenSignedIn } from './useLeaveWhenSignedIn.ts'

/** `/login/bak`: the same sign-in for slow lines: no picture, no web font, large inputs; and what the bureau tells everybody. */
export default function PlainLoginPage() {
  const t = useT()
  useTitle(t('login.title'))
  const settings = useLoginSettings(useLanguage())
  const [username, setUsername] = useState('')
  useLeaveWhenSignedIn()
  return (
    <EntryFrame title={t('common.product')} lead={t('login.lead')} look="plain">
      <LoginForm hasCaptcha={hasCaptchaIn(settings)} username={username} onUsername={setUsername} />
      <LoginLinks hasSelfService={settings.data?.hasSelfService ?? false} isPlain />
      <Announcements />
    </EntryFrame>
  )
}
