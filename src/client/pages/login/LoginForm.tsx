import { Callout, Checkbox, FormGroup, InputGroup } from '@blueprintjs/core'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { afterPaint } from '#src/client/components/ui/afterPaint.ts'
import { useLanguage, useT } from '#src/client/platform/i18n/index.ts'
import { endSecondStep, type SecondStep, secondStep } from '#src/client/platform/session/secondStep.ts'
import { session } from '#src/client/platform/session/session.ts'
import { useSession } from '#src/client/platform/session/useSession.ts'
import { BusyButton } from '#src/client/records/form/BusyButton.tsx'
import { CaptchaField } from './CaptchaField.tsx'
import { OtpField } from './OtpField.tsx'
import { PasswordField } from './PasswordField.tsx'
import { SessionRefusal, useRefusal, useRefusalText } from './SessionRefusal.tsx'
import { type CaptchaKind, useCaptcha } from './settings.ts'

interface Props {
  /** Null until the settings have said it. */
  readonly hasCaptcha: boolean | null
  readonly username: string
  readonly onUsername: (username: string) => void
}

/** Username, password, captcha, remember. */
export function LoginForm({ hasCaptcha, username, onUsername }: Props) {
  const t = useT()
  const [form, setForm] = useState({ password: '', captcha: '', remember: false })
  const [tried, setTried] = useState(false)
  const problem = useSession((moment) => moment.context.problem)
  const busy = useSession((moment) => !moment.matches('signedOut'))
  const [step, setStep] = useState<SecondStep | null>(null)
  const [otp, setOtp] = useState('')
  const [kind, setKind] = useState<CaptchaKind>('image')
  // Where the settings have it off, the server asks all the same after many failures at this address (LOG-03).
  const [isAsked, setAsked] = useState(false)
  const isCaptchaOn = hasCaptcha === true || isAsked
  const captcha = useCaptcha(isCaptchaOn, kind, useLanguage())
  const needsCaptcha = isCaptchaOn && captcha.data !== null
  // Whoever is faster than the settings has pressed once and for all: it goes on by itself when they are here.
  const [isEarly, setEarly] = useState(false)
  const element = useRef<HTMLFormElement>(null)
  const isKnown = (hasCaptcha === false && !isAsked) || (isCaptchaOn && !captcha.isPending)
  const isFirstStep = step === null
  useEffect(() => {
    // Once the page is painted: a focus asked for while it is put together lays it out in the middle of it.
    if (isFirstStep) afterPaint(focusFirst)
  }, [isFirstStep])
  useNews(problem, () => {
    setTried(false)
    setForm((it) => ({ ...it, captcha: '' }))
    setStep(secondStep())
    setOtp('')
    if (problem?.key === 'captcha.invalid') setAsked(true)
    if (needsCaptcha) captcha.refetch()
  })
  const enter = (): void => {
    if (step !== null && otp.trim() === '') return
    if (username.trim() === '' || form.password === '') return
    if (!isKnown) {
      setEarly(true)
      return
    }
    if (step === null && needsCaptcha && form.captcha.trim() === '') return
    session.send({
      type: 'SIGN_IN',
      username: username.trim(),
      password: form.password,
      captcha: form.captcha.trim(),
      captchaKey: captcha.data?.key ?? '',
      remember: form.remember,
      ...(step === null ? {} : { otp: otp.trim() }),
    })
  }
  useEffect(() => {
    if (!isEarly || !isKnown) return
    setEarly(false)
    if (!needsCaptcha) enter()
    else {
      // Nobody has left out what was not asked yet.
      setTried(false)
      document.getElementById('captcha')?.focus()
    }
  })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setTried(true)
    enter()
  }
  // The captcha that was refused is gone, and what is said stands until the next attempt.
  const said = busy ? null : problem
  const note = said !== null && notes.has(said.key) ? said : null
  const refusal = said === null || note !== null ? null : said
  const textOf = useRefusalText()
  const refusedAt = (field: string): string | null => (refusal?.field === field ? textOf(refusal) : null)
  useRefusal(element, refusal)
  const missing = (value: string): string | null => (tried && value.trim() === '' ? t('login.required') : null)
  return (
    <form ref={element} className="login-form" onSubmit={submit} noValidate>
      {note === null ? null : (
        <Callout intent={note.key === 'token.expired' ? 'warning' : 'primary'} compact role="alert" icon={null}>
          {textOf(note)}
        </Callout>
      )}
      {step === null ? null : (
        <OtpField
          uri={step.uri}
          value={otp}
          problem={missing(otp) ?? refusedAt('otp')}
          onChange={setOtp}
          onBack={() => {
            endSecondStep()
            setStep(null)
          }}
        />
      )}
      {step === null ? (
        <>
          <FormGroup
            label={t('login.username')}
            labelFor="username"
            intent={missing(username) === null ? 'none' : 'danger'}
            helperText={missing(username)}
          >
            <InputGroup
              id="username"
              name="username"
              size="large"
              value={username}
              maxLength={64}
              autoComplete="username"
              autoCapitalize="off"
              spellCheck={false}
              aria-invalid={missing(username) !== null}
              onValueChange={onUsername}
            />
          </FormGroup>
          <PasswordField
            label={t('login.password')}
            large
            value={form.password}
            onChange={(password) => setForm({ ...form, password })}
            autoComplete="current-password"
            problem={missing(form.password) ?? refusedAt('password')}
          />
          {needsCaptcha ? (
            <CaptchaField
              kind={kind}
              captcha={captcha.data}
              value={form.captcha}
              problem={missing(form.captcha) ?? refusedAt('captcha')}
              onChange={(value) => setForm({ ...form, captcha: value })}
              onRefresh={() => captcha.refetch()}
              onSwitch={() => {
                setKind(kind === 'image' ? 'text' : 'image')
                setForm({ ...form, captcha: '' })
              }}
            />
          ) : null}
          <Checkbox
            checked={form.remember}
            onChange={({ currentTarget }) => setForm({ ...form, remember: currentTarget.checked })}
            label={t('login.remember')}
          />
        </>
      ) : null}
      <SessionRefusal problem={refusal} />
      <BusyButton type="submit" intent="primary" size="large" fill text={t('login.signIn')} isBusy={busy || isEarly} />
    </form>
  )
}

/** Where one begins, unless somebody has begun elsewhere already. */
function focusFirst(): void {
  if (document.activeElement === document.body) document.getElementById('username')?.focus()
}

/** What is asked for, or was over before the form, is no fault of the person: it stands above the form. */
const notes: ReadonlySet<string> = new Set(['token.expired', 'login.otpNeeded', 'login.otpEnrol'])

/** Runs once per refusal: a captcha works once, so every refusal brings the next. */
function useNews(problem: unknown, renew: () => void): void {
  const seen = useRef(problem)
  useEffect(() => {
    if (problem !== null && problem !== seen.current) renew()
    seen.current = problem
  })
}
