import { Button, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core'
import { type FormEvent, useRef, useState } from 'react'
import { useT } from '#src/client/platform/i18n/index.ts'
import { session, useSession } from '#src/client/platform/session/index.ts'
import { BusyButton } from '#src/client/records/form/BusyButton.tsx'
import { PasswordField } from './PasswordField.tsx'
import { PersonField } from './PersonField.tsx'
import './dialog.css'
import { isStrong } from './password.ts'
import { SessionRefusal, useRefusal, useRefusalText } from './SessionRefusal.tsx'
import '#src/client/platform/theme/rest.ts'

/** LOG-04: nothing else works before the password is changed; only signing out is open. */
export default function PasswordDialog() {
  const t = useT()
  const [form, setForm] = useState({ old: '', next: '', again: '' })
  const [tried, setTried] = useState(false)
  const problem = useSession((moment) => moment.context.problem)
  const changing = useSession((moment) => moment.matches({ signedIn: { page: { mustChangePassword: 'changing' } } }))
  const weak = !isStrong(form.next)
  const unequal = form.next !== form.again
  const refusal = changing ? null : problem
  const textOf = useRefusalText()
  const refusedAt = (field: string): string | null => (refusal?.field === field ? textOf(refusal) : null)
  const element = useRef<HTMLFormElement>(null)
  useRefusal(element, refusal)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setTried(true)
    if (form.old === '' || weak || unequal) return
    session.send({ type: 'CHANGE_PASSWORD', oldPassword: form.old, newPassword: form.next })
  }
  return (
    <Dialog
      isOpen
      title={t('login.changeTitle')}
      isCloseButtonShown={false}
      canEscapeKeyClose={false}
      canOutsideClickClose={false}
      style={{ width: 420 }}
    >
      <form ref={element} onSubmit={submit} noValidate>
        <DialogBody>
          <PersonField />
          <p className="dialog-lead">{t('login.changeWhy')}</p>
          <PasswordField
            label={t('login.oldPassword')}
            value={form.old}
            autoComplete="current-password"
            autoFocus
            onChange={(old) => setForm({ ...form, old })}
            problem={tried && form.old === '' ? t('login.required') : refusedAt('oldPassword')}
          />
          <PasswordField
            label={t('login.newPassword')}
            value={form.next}
            autoComplete="new-password"
            onChange={(next) => setForm({ ...form, next })}
            help={t('login.passwordRule')}
            problem={tried && weak ? t('login.passwordRule') : refusedAt('newPassword')}
          />
          <PasswordField
            label={t('login.newPasswordAgain')}
            value={form.again}
            autoComplete="new-password"
            onChange={(again) => setForm({ ...form, again })}
            problem={tried && unequal ? t('login.passwordsDiffer') : null}
          />
          <SessionRefusal problem={refusal} />
        </DialogBody>
        <DialogFooter
          actions={
            <>
              <Button text={t('layout.signOut')} variant="minimal" onClick={() => session.send({ type: 'SIGN_OUT' })} />
              <BusyButton type="submit" intent="primary" text={t('login.change')} isBusy={changing} />
            </>
          }
        />
      </form>
    </Dialog>
  )
}
