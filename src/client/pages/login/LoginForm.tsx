import { Callout } from '@blueprintjs/core'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { isBlank } from '#machines/ticket/engine/visibleText.ts'
import { afterPaint } from '#src/client/components/ui/afterPaint.ts'
import { useLanguage, useT } from '#src/client/platform/i18n/index.ts'
import { endSecondStep, type SecondStep, secondStep } from '#src/client/platform/session/secondStep.ts'
import { session } from '#src/client/platform/session/session.ts'
import { useSession } from '#src/client/platform/session/useSession.ts'
import { BusyButton } from '#src/client/records/form/BusyButton.tsx'
import { useEntryInputs } from './entry/useEntryInputs.ts'
import { CaptchaField } from './fields/CaptchaField.tsx'
import { CheckField } from './fields/CheckField.tsx'
import { OtpField } from './fields/OtpField.tsx'
import { PasswordField } from './fields/PasswordField.tsx'
import { TextField } from './fields/TextField.tsx'
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
  const problem = useSession((moment) => moment.context.problem)
  const busy = useSession((moment) => !moment.matches('signedOut'))
  const [step, setStep] = useState<SecondStep | null>(null)
  const [kind, setKind] = useState<CaptchaKind>('image')
  // Where the settings have it off, the server asks all the same after many failures at this address (LOG-03).
  const [isRequired, setRequired] = useState(false)
  const isCaptchaOn = hasCaptcha === true || isRequired
  const captcha = useCaptcha(isCaptchaOn, kind, useLanguage())
  const needsCaptcha = isCaptchaOn && captcha.data !== null
  // A person faster than the settings presses the button once: sending goes on by itself when they are here.
  const [isEarly, setEarly] = useState(false)
  const isKnown = (hasCaptcha === false && !isRequired) || (isCaptchaOn && !captcha.isPending)
  // The captcha that was refused is gone, and what is said stands until the next attempt.
  const shownProblem = busy ? null : problem
  const note = shownProblem !== null && notes.has(shownProblem.key) ? shownProblem : null
  const refusal = shownProblem === null || note !== null ? null : shownProblem
  const textOf = useRefusalText()
  const required =
    (...fields: readonly (keyof typeof empty)[]) =>
    (values: typeof empty) =>
      Object.fromEntries(
        fields.filter((field) => isBlank(String(values[field]))).map((field) => [field, t('login.required')]),
      )
  const { form, values, set, input, attempt, forgetAttempt } = useEntryInputs({
    initial: empty,
    check: (given) => ({
      ...(isBlank(username) && { username: t('login.required') }),
      ...required('password')(given),
      ...(step === null ? isKnown && needsCaptcha && required('captcha')(given) : required('otp')(given)),
    }),
    refusedAt: (field) => (refusal?.field === field ? textOf(refusal) : null),
  })
  useRefusal(form, refusal)
  const isFirstStep = step === null
  useEffect(() => {
    // Once the page is painted: a focus asked for while it is put together lays it out in the middle of it.
    if (isFirstStep) afterPaint(focusFirst)
  }, [isFirstStep])
  useNews(problem, () => {
    forgetAttempt()
    set('captcha', '')
    set('otp', '')
    setStep(secondStep())
    if (problem?.key === 'captcha.invalid') setRequired(true)
    if (needsCaptcha) captcha.refetch()
  })
  const signIn = (): void =>
    session.send({
      type: 'SIGN_IN',
      username: username.trim(),
      password: values.password,
      captcha: values.captcha.trim(),
      captchaKey: captcha.data?.key ?? '',
      remember: values.remember,
      ...(step === null ? {} : { otp: values.otp.trim() }),
    })
  useEffect(() => {
    if (!isEarly || !isKnown) return
    setEarly(false)
    if (!needsCaptcha) signIn()
    else {
      // The captcha was not there to be filled in.
      forgetAttempt()
      document.getElementById('captcha')?.focus()
    }
  })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (!attempt()) return
    if (isKnown) signIn()
    else setEarly(true)
  }
  return (
    <form ref={form} className="login-form" onSubmit={submit} noValidate>
      {note === null ? null : (
        <Callout intent={note.key === 'token.expired' ? 'warning' : 'primary'} compact role="alert" icon={null}>
          {textOf(note)}
        </Callout>
      )}
      {step === null ? (
        <>
          <TextField
            {...input('username')}
            id="username"
            label={t('login.username')}
            value={username}
            onChange={onUsername}
            maxLength={64}
            autoComplete="username"
          />
          <PasswordField label={t('login.password')} large autoComplete="current-password" {...input('password')} />
          {needsCaptcha ? (
            <CaptchaField
              {...input('captcha')}
              kind={kind}
              captcha={captcha.data}
              onRefresh={() => captcha.refetch()}
              onSwitch={() => {
                setKind(kind === 'image' ? 'text' : 'image')
                set('captcha', '')
              }}
            />
          ) : null}
          <CheckField
            label={t('login.remember')}
            isChecked={values.remember}
            onChange={(isChecked) => set('remember', isChecked)}
          />
        </>
      ) : (
        <OtpField
          {...input('otp')}
          uri={step.uri}
          onBack={() => {
            endSecondStep()
            setStep(null)
          }}
        />
      )}
      <SessionRefusal problem={refusal} />
      <BusyButton type="submit" intent="primary" size="large" fill text={t('login.signIn')} isBusy={busy || isEarly} />
    </form>
  )
}

const empty = { username: '', password: '', captcha: '', otp: '', remember: false }

/** Puts the focus on the first field, unless a person works elsewhere already. */
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
