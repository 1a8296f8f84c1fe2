import { useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { useLanguage, useT } from '#src/client/i18n/index.ts'
import { Mark } from '#src/client/layout/Brand.tsx'
import { useSession } from '#src/client/session/index.ts'
import { SkeletonRows } from '#src/client/ui/states.tsx'
import { useTitle } from '#src/client/ui/useTitle.ts'
import { DemoAccounts } from './DemoAccounts.tsx'
import { targetOf } from './from.ts'
import { LoginForm } from './LoginForm.tsx'
import { LoginTools } from './LoginTools.tsx'
import { useLoginSettings } from './settings.ts'
import './login.css'

/** `/login`: who are you? */
export default function LoginPage() {
  const t = useT()
  const language = useLanguage()
  useTitle(t('login.title'))
  const settings = useLoginSettings(language)
  const [username, setUsername] = useState('')
  useWayIn()
  const accounts = settings.data?.demoAccounts ?? []
  return (
    <div className="login">
      <LoginTools />
      <main className={accounts.length > 0 ? 'login-card login-card-demo' : 'login-card'}>
        <section className="login-entry">
          <div className="login-head">
            <Mark size={40} />
            <h1>{t('common.product')}</h1>
            <p>{t('login.lead')}</p>
          </div>
          {settings.isPending ? (
            <SkeletonRows rows={4} />
          ) : (
            <LoginForm hasCaptcha={settings.data?.hasCaptcha ?? true} username={username} onUsername={setUsername} />
          )}
        </section>
        {accounts.length > 0 ? (
          <DemoAccounts
            accounts={accounts}
            onChoose={(chosen) => {
              setUsername(chosen)
              document.getElementsByName('current-password')[0]?.focus()
            }}
          />
        ) : null}
      </main>
    </div>
  )
}

/** Leaves for the first visited path as soon as the person is in. */
function useWayIn(): void {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const isIn = useSession((moment) => moment.matches('signedIn'))
  useEffect(() => {
    if (isIn) void navigate(targetOf(search.get('from')), { replace: true })
  }, [isIn, navigate, search])
}
