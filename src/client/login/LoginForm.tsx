import { Callout, Checkbox, FormGroup, InputGroup } from '@blueprintjs/core'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useLanguage, useT } from '#src/client/i18n/index.ts'
import { BusyButton } from '#src/client/records/BusyButton.tsx'
import { endSecondStep, type SecondStep, secondStep } from '#src/client/session/secondStep.ts'
import { session } from '#src/client/session/session.ts'
import { useSession } from '#src/client/session/useSession.ts'
import { afterPaint } from '#src/client/ui/afterPaint.ts'
import { CaptchaField } from './CaptchaField.tsx'
import { OtpField } from './OtpField.tsx'
import { PasswordField } from './PasswordField.tsx'
import { type CaptchaKind, useCaptcha } from './settings.ts'

interface Props {
  /** Null until the settings have said it. */
  readonly hasCaptcha: boolean | null
  readonly username: string
  readonly onUsername: (username: string) => void
}

/** Username, password, captcha, remember. What was refused is said once, above the fields. */
export function LoginForm({ hasCaptcha, username, onUsername }: Props) {
  const t = useT()
  const [form, setForm] = useState({ password: '', captcha: '', remember: false })
  const [tried, setTried] = useState(false)
  const problem = useSession((moment) => moment.context.problem)
  const busy = useSession((moment) => !moment.matches('signedOut'))
  const [step, setStep] = useState<SecondStep | null>(null)
  const [otp, setOtp] = useState('')
  const [kind, setKind] = useState<CaptchaKind>('image')
  const captcha = useCaptcha(hasCaptcha === true, kind, useLanguage())
  const needsCaptcha = hasCaptcha === true && captcha.data !== null
  // Whoever is faster than the settings has pressed once and for all: it goes on by itself when they are here.
  const [isEarly, setEarly] = useState(false)
  const isKnown = hasCaptcha === false || (hasCaptcha === true && !captcha.isPending)
  const isFirstStep = step === null
  useEffect(() => {
    // Once the page is painted: a focus asked for while it is put together lays it out in the middle of it.
    if (isFirstStep) afterPaint(focusFirst)
  }, [isFirstStep])
  useRefusal(problem, () => {
    setTried(false)
    setForm((it) => ({ ...it, captcha: '' }))
    setStep(secondStep())
    setOtp('')
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
  const missing = (value: string): string | null => (tried && value.trim() === '' ? t('login.required') : null)
  return (
    <form className="login-form" onSubmit={submit} noValidate>
      {problem === null || busy ? null : (
        <Callout intent={intentOf(problem.key)} compact role="alert" icon={null}>
          {problem.text ?? t(problem.key === 'token.expired' ? 'login.expired' : 'http.failed')}
        </Callout>
      )}
      {step === null ? null : (
        <OtpField
          uri={step.uri}
          value={otp}
          problem={missing(otp)}
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
            problem={missing(form.password)}
          />
          {needsCaptcha ? (
            <CaptchaField
              kind={kind}
              captcha={captcha.data}
              value={form.captcha}
              problem={missing(form.captcha)}
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
      <BusyButton type="submit" intent="primary" size="large" fill text={t('login.signIn')} isBusy={busy || isEarly} />
    </form>
  )
}

/** Where one begins, unless somebody has begun elsewhere already. */
function focusFirst(): void {
  if (document.activeElement === document.body) document.getElementById('username')?.focus()
}

/** What is asked for is no fault of the person. */
function intentOf(key: string): 'warning' | 'primary' | 'danger' {
  if (key === 'token.expired') return 'warning'
  return key === 'login.otpNeeded' || key === 'login.otpEnrol' ? 'primary' : 'danger'
}

/** Runs once per refusal: a captcha works once, so every refusal brings the next. */
function useRefusal(problem: unknown, renew: () => void): void {
  const seen = useRef(problem)
  useEffect(() => {
    if (problem !== null && problem !== seen.current) renew()
    seen.current = problem
  })
}
