import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '#src/client/http/transport.ts'

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

export function useLoginSettings(language: string) {
  return useQuery({
    queryKey: ['login', 'settings', language],
    queryFn: async ({ signal }): Promise<LoginSettings> =>
      settingsOf((await call('get', '/api/init/settings/', { signal })).data),
    placeholderData: keepPreviousData,
  })
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

export function useCaptcha(wanted: boolean, kind: CaptchaKind, language: string) {
  return useQuery({
    queryKey: ['login', 'captcha', kind, kind === 'text' ? language : null],
    queryFn: async ({ signal }): Promise<Captcha | null> =>
      captchaOf((await call('get', '/api/captcha/', { query: { kind }, signal })).data as Partial<Captcha>),
    enabled: wanted,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
}
