import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { toast } from '#src/client/components/ui/popups/toast.ts'
import { ApiError, errorText } from '#src/client/platform/http/error.ts'
import { call } from '#src/client/platform/http/transport.ts'
import { useLanguage, useT } from '#src/client/platform/i18n/index.ts'
import { type Captcha, type CaptchaKind, useCaptcha, useLoginSettings } from './settings.ts'

/** Values of a form before sign-in. */
type Values = Readonly<Record<string, string | number | boolean>>

/** Texts of what is wrong, by field. */
type Faults<F> = Partial<Readonly<Record<keyof F | 'captcha', string>>>

/** What every such form has, whatever its fields. */
export interface EntryState {
  /** What is wrong with a field; null before the first attempt, and when nothing is. */
  problem(field: 'captcha'): string | null
  /** Refused as a whole. */
  readonly refusal: string | null
  readonly isSending: boolean
  /** What the server said when it took the form; null before. */
  readonly done: string | null
  /** Null when the server has it off. */
  readonly captcha: Captcha | null
  readonly captchaKind: CaptchaKind
  readonly switchCaptcha: () => void
  readonly captchaText: string
  readonly setCaptchaText: (text: string) => void
  readonly renewCaptcha: () => void
  readonly submit: (event: FormEvent<HTMLFormElement>) => void
  /** False when `login.selfService` is off; undefined until it is known. */
  readonly isOffered: boolean | undefined
}

export interface EntryForm<F extends Values> extends EntryState {
  readonly values: F
  set<K extends keyof F>(field: K, value: F[K]): void
  problem(field: keyof F | 'captcha'): string | null
}

/** A form of the sign-in family: own checks first, then the server's; the first faulty field is focused, and every refusal brings a fresh captcha, since one works once. */
export function useEntryForm<F extends Values>(
  path: string,
  initial: F,
  check: (values: F) => Faults<F>,
): EntryForm<F> {
  const t = useT()
  const language = useLanguage()
  const settings = useLoginSettings(language)
  const [captchaKind, setCaptchaKind] = useState<CaptchaKind>('image')
  const captcha = useCaptcha(settings.data?.hasCaptcha ?? false, captchaKind, language)
  const [values, setValues] = useState(initial)
  const [captchaText, setCaptchaText] = useState('')
  const [tried, setTried] = useState(false)
  /** Attempts that were not complete. */
  const [missed, setMissed] = useState(0)
  const form = useRef<HTMLFormElement>(null)
  const sending = useMutation({
    mutationFn: async () =>
      (
        await call('post', path, {
          body: { ...values, captcha: captchaText.trim(), captchaKey: captcha.data?.key ?? '' },
        })
      ).msg ?? '',
    onError: (error) => {
      toast('warning', errorText(error, t('http.failed')))
      setCaptchaText('')
      if (settings.data?.hasCaptcha) captcha.refetch()
    },
  })
  const own: Faults<F> = tried ? check(values) : {}
  const refused = sending.error instanceof ApiError ? sending.error.errors : {}
  const needsCaptcha = captcha.data !== null && captcha.data !== undefined

  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    form.current = event.currentTarget
    setTried(true)
    sending.reset()
    const isComplete = Object.keys(check(values)).length === 0 && (!needsCaptcha || captchaText.trim() !== '')
    if (isComplete) sending.mutate()
    else setMissed((before) => before + 1)
  }
  // Under an empty name stands what concerns the form as a whole.
  const hasFieldFaults = Object.keys(refused).some((field) => field !== '')
  useEffect(() => {
    if (hasFieldFaults || missed > 0) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [hasFieldFaults, missed])

  return {
    values,
    set: (field, value) => setValues((before) => ({ ...before, [field]: value })),
    problem: (field) => {
      if (field === 'captcha' && tried && needsCaptcha && captchaText.trim() === '') return t('login.required')
      return own[field] ?? refused[String(field)]?.[0] ?? null
    },
    refusal: sending.error === null || hasFieldFaults ? null : errorText(sending.error, t('http.failed')),
    isSending: sending.isPending,
    done: sending.isSuccess ? sending.data : null,
    captcha: captcha.data ?? null,
    captchaKind,
    switchCaptcha: () => {
      setCaptchaKind(captchaKind === 'image' ? 'text' : 'image')
      setCaptchaText('')
    },
    captchaText,
    setCaptchaText,
    renewCaptcha: () => captcha.refetch(),
    submit,
    isOffered: settings.data?.hasSelfService,
  }
}
