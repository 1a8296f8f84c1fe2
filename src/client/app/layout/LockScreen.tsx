import { Button } from '@blueprintjs/core'
import { type FormEvent, useMemo, useRef, useState } from 'react'
import { Avatar } from '#src/client/components/ui/index.ts'
import { PasswordField } from '#src/client/pages/login/fields/PasswordField.tsx'
import { PersonField } from '#src/client/pages/login/fields/PersonField.tsx'
import { SessionRefusal, useRefusal, useRefusalText } from '#src/client/pages/login/SessionRefusal.tsx'
import { useT } from '#src/client/platform/i18n/index.ts'
import { session, useSession } from '#src/client/platform/session/index.ts'
import { BusyButton } from '#src/client/records/form/BusyButton.tsx'
import { signOut } from './signOut.ts'
import './lock.css'

/** Covers the page until the person proves to be back; nothing of the page can be read or reached behind it. */
export default function LockScreen() {
  const t = useT()
  const [password, setPassword] = useState('')
  const name = useSession((moment) => moment.context.startUp?.user.name ?? moment.context.username ?? '')
  const problem = useSession((moment) => moment.context.problem)
  const checking = useSession((moment) => moment.matches({ signedIn: { screen: { locked: 'checking' } } }))
  const refusal = useMemo(() => {
    if (checking || problem === null) return null
    return problem.key === 'password.wrong' ? { ...problem, text: t('layout.wrongPassword') } : problem
  }, [checking, problem, t])
  const textOf = useRefusalText()
  const element = useRef<HTMLFormElement>(null)
  useRefusal(element, refusal)
  const unlock = (event: FormEvent): void => {
    event.preventDefault()
    session.send({ type: 'UNLOCK', password })
    setPassword('')
  }
  return (
    <div className="lock" role="dialog" aria-modal="true" aria-labelledby="lock-title">
      <form ref={element} className="lock-card card" onSubmit={unlock} noValidate>
        <Avatar name={name} size={56} />
        <PersonField />
        <h1 id="lock-title">{name}</h1>
        <p>{t('layout.locked')}</p>
        <PasswordField
          label={t('login.password')}
          value={password}
          onChange={setPassword}
          autoComplete="current-password"
          autoFocus
          problem={refusal?.field === 'password' ? textOf(refusal) : null}
        />
        {/* The one field stands directly above the button: what is said there is not said twice. */}
        <SessionRefusal problem={refusal?.field === 'password' ? null : refusal} />
        <BusyButton
          type="submit"
          intent="primary"
          fill
          text={t('layout.unlock')}
          isBusy={checking}
          disabled={password === ''}
        />
        <Button variant="minimal" fill text={t('layout.signOut')} onClick={() => void signOut()} />
      </form>
    </div>
  )
}
