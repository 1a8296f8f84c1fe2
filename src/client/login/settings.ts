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
  readonly demoAccounts: readonly DemoAccount[]
}

function settingsOf(data: unknown): LoginSettings {
  const settings = data as Readonly<Record<string, unknown>>
  const accounts = settings['base.demoAccounts']
  return {
    hasCaptcha: settings['base.captchaState'] !== false,
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

/** A fresh captcha; null when the server has it off. */
export interface Captcha {
  readonly key: string
  readonly image_base: string
}

function captchaOf({ key, image_base }: Partial<Captcha>): Captcha | null {
  return key === undefined || image_base === undefined ? null : { key, image_base }
}

export function useCaptcha(wanted: boolean) {
  return useQuery({
    queryKey: ['login', 'captcha'],
    queryFn: async ({ signal }): Promise<Captcha | null> =>
      captchaOf((await call('get', '/api/captcha/', { signal })).data as Partial<Captcha>),
    enabled: wanted,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  })
}
