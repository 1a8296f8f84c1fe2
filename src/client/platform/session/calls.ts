/** The session's own calls: they carry their token themselves and never wait for a renewed one. */
import {
  type Department,
  type Dictionary,
  type MenuItem,
  SessionFailure,
  type SignInAnswer,
  type SignInForm,
  type StartUp,
  type Tokens,
  type UserInfo,
} from '#machines/session/session.ts'
import { startCalls } from '#src/client/early/startCalls.ts'
import { ApiError } from '#src/client/platform/http/error.ts'
import { call, LONG_TIMEOUT } from '#src/client/platform/http/transport.ts'
import { askedFor, secondStep } from './secondStep.ts'
import { readCredentials } from './storage.ts'

async function failing<T>(run: Promise<T>): Promise<T> {
  try {
    return await run
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    // Under an empty name stands what concerns the form as a whole.
    const field = Object.keys(error.errors).find((name) => name !== '')
    throw new SessionFailure(error.isUnreachable ? 'unreachable' : 'refused', {
      key: error.errKey ?? 'http.failed',
      text: error.message,
      ...(field !== undefined && { field }),
    })
  }
}

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

export async function signIn(form: SignInForm): Promise<SignInAnswer> {
  const { username, password, captcha, captchaKey, remember, otp = '' } = form
  // The server asked this person for a code: what it gave for that stands in the place of a captcha.
  const step = otp === '' ? null : secondStep()
  const solved = step === null ? { captcha, captchaKey } : { captcha: username, captchaKey: step.pass }
  const { data } = await failing(
    // The server lets an attempt wait up to 30 s where many have failed at the same address (LOG-03).
    call('post', '/api/login/', {
      body: { username, password, ...solved, remember, otp },
      timeout: LONG_TIMEOUT,
    }).catch((error: unknown) => {
      askedFor(error)
      throw error
    }),
  )
  const answer = data as { access: string; refresh?: string; username: string; mustChangePassword?: boolean }
  return {
    access: answer.access,
    refresh: textOf(answer.refresh),
    username: answer.username,
    mustChangePassword: answer.mustChangePassword ?? false,
  }
}

export async function signOut({ access, refresh }: Tokens): Promise<void> {
  await failing(call('post', '/api/logout/', { access, body: refresh === null ? {} : { refresh } }))
}

/** Why the last renewal got no answer; null after one that did. */
let unreached: ApiError | null = null

/** What a call failed of that was answered 401 while the renewal of its token could not be reached. */
export const renewalFailure = (): ApiError | null => unreached

/** Renews the pair under a lock shared by all tabs: a rotated refresh token used twice would revoke the family (LOG-05). */
export async function refresh({ access, refresh: token }: Tokens): Promise<Tokens> {
  unreached = null
  return exclusively(async () => {
    const kept = readCredentials()
    // Another tab was faster: its pair is the valid one.
    if (kept !== null && kept.access !== access) return { access: kept.access, refresh: kept.refresh }
    const { data } = await failing(
      call('post', '/token/refresh/', { body: token === null ? {} : { refresh: token } }).catch((error: unknown) => {
        if (error instanceof ApiError && error.isUnreachable) unreached = error
        throw error
      }),
    )
    const answer = data as { access: string; refresh?: string }
    return { access: answer.access, refresh: textOf(answer.refresh) }
  })
}

async function exclusively<T>(run: () => Promise<T>): Promise<T> {
  // Web locks exist in secure contexts only; elsewhere tabs of one browser race as they did before.
  return 'locks' in navigator ? navigator.locks.request('session-refresh', run) : run()
}

export async function changePassword(
  access: string,
  passwords: { readonly oldPassword: string; readonly newPassword: string },
): Promise<void> {
  await failing(call('post', '/api/system/user/change_password/', { access, body: passwords }))
}

export async function verifyPassword(access: string, password: string): Promise<void> {
  await failing(call('post', '/api/system/user/verify_password/', { access, body: { password } }))
}

/** All a signed-in page needs before its first drawing (specification §2); `read` renews the token where it must. */
export async function loadStartUp(read: <T>(path: string) => Promise<T>): Promise<StartUp> {
  const [user, permissions, settings, departments, dictionaries, menus] = await failing(
    Promise.all([
      read<UserInfo>(startCalls.user),
      read<readonly string[]>(startCalls.permissions),
      read<Readonly<Record<string, unknown>>>(startCalls.settings),
      read<readonly Department[]>(startCalls.departments),
      read<readonly Dictionary[]>(startCalls.dictionaries),
      read<readonly MenuItem[]>(startCalls.menus),
      loadFrameTexts(),
    ]),
  )
  return { user, permissions, settings, departments, dictionaries, menus }
}

async function loadFrameTexts(): Promise<void> {
  const { needFrameTexts } = await import('#src/client/platform/parts/index.ts')
  await needFrameTexts()
}
