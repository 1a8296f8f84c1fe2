import { Callout } from '@blueprintjs/core'
import { TickCircle } from '@blueprintjs/icons'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link, Navigate } from 'react-router-dom'
import { useT } from '#src/client/platform/i18n/index.ts'
import { BusyButton } from '#src/client/records/form/BusyButton.tsx'
import { CaptchaField } from '../fields/CaptchaField.tsx'
import type { EntryState } from './useEntryForm.ts'

interface Props {
  readonly form: EntryState
  readonly send: string
  /** What happens next, below the server's answer. */
  readonly next: string
  readonly children: ReactNode
}

/** Frame of a form before sign-in: refusal, fields, captcha, button; then the neutral answer in their place. */
export function EntryForm({ form, send, next, children }: Props) {
  const t = useT()
  const answer = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (form.done !== null) answer.current?.focus()
  }, [form.done])
  if (form.isOffered === false) return <Navigate to="/login" replace />
  return (
    <>
      {form.done === null ? (
        <form ref={form.form} className="login-form" onSubmit={form.submit} noValidate>
          {children}
          {form.captcha === null ? null : <CaptchaField {...form.captcha} />}
          {form.refusal === null ? null : (
            <Callout intent="danger" compact role="alert" icon={null}>
              {form.refusal}
            </Callout>
          )}
          <BusyButton type="submit" intent="primary" size="large" fill text={send} isBusy={form.isSending} />
        </form>
      ) : (
        <div className="login-done">
          <TickCircle size={28} />
          <p ref={answer} tabIndex={-1} role="status">
            <strong>{form.done}</strong>
          </p>
          <p>{next}</p>
        </div>
      )}
      <nav className="login-links" aria-label={t('login.title')}>
        <Link to="/login">{t('login.toSignIn')}</Link>
      </nav>
    </>
  )
}
