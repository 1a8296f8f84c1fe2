import { Button } from '@blueprintjs/core'
import { type FormEvent, useState } from 'react'
import { useT } from '#src/client/i18n/index.ts'
import { PasswordField } from '#src/client/login/PasswordField.tsx'
import { PersonField } from '#src/client/login/PersonField.tsx'
import { BusyButton } from '#src/client/records/BusyButton.tsx'
import { session, useSession } from '#src/client/session/index.ts'
import { Avatar } from '#src/client/ui/index.ts'
import './lock.css'

/** Covers the page until the person proves to be back; nothing of the page can be read or reached behind it. */
export default function LockScreen() {
  const t = useT()
  const [password, setPassword] = useState('')
  const name = useSession((moment) => moment.context.startUp?.user.name ?? moment.context.username ?? '')
  const problem = useSession((moment) => moment.context.problem)
  const checking = useSession((moment) => moment.matches({ signedIn: { screen: { locked: 'checking' } } }))
  const unlock = (event: FormEvent): void => {
    event.preventDefault()
    session.send({ type: 'UNLOCK', password })
    setPassword('')
  }
  return (
    <div className="lock" role="dialog" aria-modal="true" aria-labelledby="lock-title">
      <form className="lock-card card" onSubmit={unlock}>
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
          problem={
            problem === null ? null : problem.key === 'password.wrong' ? t('layout.wrongPassword') : problem.text
          }
        />
        <BusyButton
          type="submit"
          intent="primary"
          fill
          text={t('layout.unlock')}
          isBusy={checking}
          disabled={password === ''}
        />
        <Button variant="minimal" fill text={t('layout.signOut')} onClick={() => session.send({ type: 'SIGN_OUT' })} />
      </form>
    </div>
  )
}
