import { call } from '#src/client/platform/http/transport.ts'
import { type Answer, useAnswer } from './useAnswer.ts'

/** One demo account the sign-in page offers. */
export interface DemoAccount {
  readonly username: string
  readonly name: string
  readonly role: string
}

/** What the sign-in page needs to know of the public settings. */
export interface LoginSettings {
  readonly hasCaptcha: boolean
  /** Registration and forgotten passwords are offered. */
  readonly hasSelfService: boolean
  readonly demoAccounts: readonly DemoAccount[]
}

function settingsOf(data: unknown): LoginSettings {
  const settings = data as Readonly<Record<string, unknown>>
  const accounts = settings['base.demoAccounts']
  return {
    hasCaptcha: settings['base.captchaState'] !== false,
    hasSelfService: settings['login.selfService'] === true,
    demoAccounts: Array.isArray(accounts) ? (accounts as DemoAccount[]) : [],
  }
}

/** The settings, with what they say in the language of the page. */
export function useLoginSettings(language: string): Answer<LoginSettings> {
  return useAnswer(language, async (signal) => settingsOf((await call('get', '/api/init/settings/', { signal })).data))
}

/** Whether a captcha is asked: null until it is known, and where the settings cannot be had the captcha's own answer tells. */
export function hasCaptchaIn({ data, isPending }: Answer<LoginSettings>): boolean | null {
  return isPending ? null : (data?.hasCaptcha ?? true)
}

/** How a captcha is asked: letters in a picture, or a small sum in words. */
export type CaptchaKind = 'image' | 'text'

/** A fresh captcha; null when the server has it off. */
export interface Captcha {
  readonly key: string
  readonly image_base?: string
  readonly question?: string
}

function captchaOf({ key, ...rest }: Partial<Captcha>): Captcha | null {
  return key === undefined ? null : { key, ...rest }
}

/** The captcha of that kind; a sum is asked in the language of the page. */
export function useCaptcha(wanted: boolean, kind: CaptchaKind, language: string): Answer<Captcha | null> {
  const key = kind === 'text' ? `text ${language}` : 'image'
  const { data, ...answer } = useAnswer(wanted ? key : null, async (signal) => {
    const answered = await call('get', '/api/captcha/', { query: { kind }, signal })
    return { kind, captcha: captchaOf(answered.data as Partial<Captcha>) }
  })
  // A picture is no answer to who asked for a sum.
  return { ...answer, data: data?.kind === kind ? data.captcha : undefined }
}
