import { useState } from 'react'
import { PageLoading } from '#src/client/components/ui/PageLoading.tsx'
import { useTitle } from '#src/client/components/ui/useTitle.ts'
import { useLanguage, useT } from '#src/client/platform/i18n/index.ts'
import { DemoAccounts } from './DemoAccounts.tsx'
import { EntryFrame } from './entry/EntryFrame.tsx'
import { LoginForm } from './LoginForm.tsx'
import { LoginLinks } from './LoginLinks.tsx'
import { hasCaptchaIn, useLoginSettings } from './settings.ts'
import { useLeaveWhenSignedIn } from './useLeaveWhenSignedIn.ts'

/** `/login`: who are you? */
export default function LoginPage() {
  const t = useT()
  const language = useLanguage()
  useTitle(t('login.title'))
  const settings = useLoginSettings(language)
  const [username, setUsername] = useState('')
  useLeaveWhenSignedIn()
  // The settings say how wide the card is: drawn before, it would jump.
  if (settings.isPending)
    return (
      <>
        <PageLoading />
        {/* The fonts are found and fetched while the answer is on its way. */}
        <p className="visually-hidden" aria-hidden>
          {t('login.lead')} <strong>{t('common.product')}</strong> <code>{t('login.username')}</code>
        </p>
      </>
    )
  const accounts = settings.data?.demoAccounts ?? []
  const choose = (chosen: string): void => {
    setUsername(chosen)
    document.getElementsByName('current-password')[0]?.focus()
  }
  return (
    <EntryFrame
      title={t('common.product')}
      lead={t('login.lead')}
      beside={accounts.length > 0 ? <DemoAccounts accounts={accounts} onChoose={choose} /> : null}
    >
      <LoginForm hasCaptcha={hasCaptchaIn(settings)} username={username} onUsername={setUsername} />
      <LoginLinks hasSelfService={settings.data?.hasSelfService ?? false} />
    </EntryFrame>
  )
}
