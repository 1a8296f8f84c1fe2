import { Button, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core'
import type { FormEvent } from 'react'
import { useT } from '#src/client/platform/i18n/index.ts'
import { session, useSession } from '#src/client/platform/session/index.ts'
import { BusyButton } from '#src/client/records/form/BusyButton.tsx'
import { PasswordField } from './fields/PasswordField.tsx'
import { PersonField } from './fields/PersonField.tsx'
import './dialog.css'
import { SessionRefusal, useRefusal } from './SessionRefusal.tsx'
import { useNewPassword } from './useNewPassword.ts'
import '#src/client/platform/theme/rest.ts'

/** LOG-04: nothing else works before the password is changed; only signing out is open. */
export default function PasswordDialog() {
  const t = useT()
  const problem = useSession((moment) => moment.context.problem)
  const changing = useSession((moment) => moment.matches({ signedIn: { page: { mustChangePassword: 'changing' } } }))
  const refusal = changing ? null : problem
  const { form, values, input, attempt } = useNewPassword(refusal)
  useRefusal(form, refusal)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (attempt())
      session.send({ type: 'CHANGE_PASSWORD', oldPassword: values.oldPassword, newPassword: values.newPassword })
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
      <form ref={form} onSubmit={submit} noValidate>
        <DialogBody>
          <PersonField />
          <p className="dialog-lead">{t('login.changeWhy')}</p>
          <PasswordField
            label={t('login.oldPassword')}
            autoComplete="current-password"
            autoFocus
            {...input('oldPassword')}
          />
          <PasswordField
            label={t('login.newPassword')}
            autoComplete="new-password"
            help={t('login.passwordRule')}
            {...input('newPassword')}
          />
          <PasswordField label={t('login.newPasswordAgain')} autoComplete="new-password" {...input('confirm')} />
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
