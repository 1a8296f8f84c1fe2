import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type RefObject, useEffect, useState } from 'react'
import { isBlank } from '#machines/ticket/engine/visibleText.ts'
import { toast } from '#src/client/components/ui/popups/toast.ts'
import { ApiError, errorText } from '#src/client/platform/http/error.ts'
import { call } from '#src/client/platform/http/transport.ts'
import { useLanguage, useT } from '#src/client/platform/i18n/index.ts'
import { type Captcha, type CaptchaKind, useCaptcha, useLoginSettings } from '../settings.ts'
import { type EntryFaults, type EntryInput, type EntryValues, focusProblem, useEntryInputs } from './useEntryInputs.ts'

/** Values of a form that may ask for a captcha. */
export type FormValues = EntryValues & { readonly captcha: string }

/** What every form that is sent before sign-in has, whatever its fields. */
export interface EntryState {
  readonly form: RefObject<HTMLFormElement | null>
  /** Refused as a whole. */
  readonly refusal: string | null
  readonly isSending: boolean
  /** What the server said when it took the form; null before. */
  readonly done: string | null
  /** Null when the server has it off. */
  readonly captcha:
    | ({
        readonly kind: CaptchaKind
        readonly captcha: Captcha
        readonly onRefresh: () => void
        readonly onSwitch: () => void
      } & EntryInput<string>)
    | null
  readonly submit: (event: FormEvent<HTMLFormElement>) => void
  /** False when `login.selfService` is off; undefined until it is known. */
  readonly isOffered: boolean | undefined
}

export interface EntryForm<F extends FormValues> extends EntryState {
  readonly values: F
  /** What a control is given. */
  input<K extends keyof F & string>(field: K): EntryInput<F[K]>
}

/** A form of the sign-in family that is sent to one address: own checks first, then the server's; every refusal brings a fresh captcha, since one works once. */
export function useEntryForm<F extends FormValues>(
  path: string,
  initial: F,
  check: (values: F) => EntryFaults<F>,
): EntryForm<F> {
  const t = useT()
  const language = useLanguage()
  const settings = useLoginSettings(language)
  const [kind, setKind] = useState<CaptchaKind>('image')
  const captcha = useCaptcha(settings.data?.hasCaptcha ?? false, kind, language)
  const sending = useMutation({
    mutationFn: async (values: F) =>
      (
        await call('post', path, {
          body: { ...values, captcha: values.captcha.trim(), captchaKey: captcha.data?.key ?? '' },
        })
      ).msg ?? '',
    onError: (error) => {
      toast('warning', errorText(error, t('http.failed')))
      setCaptcha('')
      if (settings.data?.hasCaptcha) captcha.refetch()
    },
  })
  const refused = sending.error instanceof ApiError ? sending.error.errors : {}
  const checkAll = (values: F): EntryFaults<F> => {
    const isMissing = captcha.data && isBlank(values.captcha)
    return { ...check(values), ...(isMissing && { captcha: t('login.required') }) }
  }
  const { form, values, set, input, attempt } = useEntryInputs<F>({
    initial,
    check: checkAll,
    refusedAt: (field) => refused[field]?.[0] ?? null,
  })
  const setCaptcha = (text: string): void => set('captcha', text as F['captcha'])
  // Under an empty name stands what concerns the form as a whole.
  const hasFieldFaults = Object.keys(refused).some((field) => field !== '')
  useEffect(() => {
    if (hasFieldFaults) focusProblem(form.current)
  }, [hasFieldFaults, form])

  return {
    form,
    values,
    input,
    refusal: sending.error === null || hasFieldFaults ? null : errorText(sending.error, t('http.failed')),
    isSending: sending.isPending,
    done: sending.isSuccess ? sending.data : null,
    captcha: captcha.data
      ? {
          ...input('captcha'),
          value: values.captcha,
          onChange: setCaptcha,
          kind,
          captcha: captcha.data,
          onRefresh: () => captcha.refetch(),
          onSwitch: () => {
            setKind(kind === 'image' ? 'text' : 'image')
            setCaptcha('')
          },
        }
      : null,
    submit: (event) => {
      event.preventDefault()
      sending.reset()
      if (attempt()) sending.mutate(values)
    },
    isOffered: settings.data?.hasSelfService,
  }
}
