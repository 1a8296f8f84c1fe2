/** What the browser keeps of a session (specification §9): the access token in a cookie at path /, the rest in session storage. The refresh token lives in the server's HttpOnly cookie; only a server that hands it out in the body instead has it kept here. */
import type { Credentials, Problem, SessionInput, StartUp } from '#machines/session.ts'

const COOKIE = 'token'
const REMEMBER_SECONDS = 30 * 24 * 3600
const keys = {
  person: 'person',
  refresh: 'refresh',
  locked: 'locked',
  lockSeconds: 'lockSeconds',
  problem: 'problem',
} as const
/** Session storage keys of the start-up data, named as the calls they come from. */
const startUpKeys: readonly (keyof StartUp)[] = [
  'user',
  'permissions',
  'settings',
  'departments',
  'dictionaries',
  'menus',
]

export function readCookie(name: string): string | null {
  const found = document.cookie.split('; ').find((it) => it.startsWith(`${name}=`))
  return found === undefined ? null : decodeURIComponent(found.slice(name.length + 1))
}

function writeCookie(value: string, maxAge: number | null): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API exists in secure contexts only, and bureaus run on plain http too
  document.cookie = `${COOKIE}=${encodeURIComponent(value)}; Path=/; SameSite=Strict${secure}${maxAge === null ? '' : `; Max-Age=${maxAge}`}`
}

function readJson<T>(storage: Storage, key: string): T | null {
  const stored = storage.getItem(key)
  if (stored === null) return null
  try {
    return JSON.parse(stored) as T
  } catch (error) {
    // Somebody else's value under our key is as good as none.
    if (error instanceof SyntaxError) return null
    throw error
  }
}

/** The pair another tab, or this one before a reload, has kept; null without an access token. */
export function readCredentials(): Credentials | null {
  const access = readCookie(COOKIE)
  if (access === null || access === '') return null
  const person = readJson<{ username: string; remember: boolean }>(localStorage, keys.person)
  return {
    access,
    refresh: localStorage.getItem(keys.refresh),
    username: person?.username ?? '',
    remember: person?.remember ?? false,
  }
}

/** Keeps the pair: 30 days with `remember`, else as long as the browser runs (LOG-05). */
export function writeCredentials({ access, refresh, username, remember }: Credentials): void {
  writeCookie(access, remember ? REMEMBER_SECONDS : null)
  localStorage.setItem(keys.person, JSON.stringify({ username, remember }))
  if (refresh === null) localStorage.removeItem(keys.refresh)
  else localStorage.setItem(keys.refresh, refresh)
}

export function clearCredentials(): void {
  writeCookie('', 0)
  localStorage.removeItem(keys.person)
  localStorage.removeItem(keys.refresh)
}

/** What the session machine starts with; the problem is shown once. */
export function readInput(): SessionInput {
  const problem = readJson<Problem>(sessionStorage, keys.problem)
  sessionStorage.removeItem(keys.problem)
  return {
    credentials: readCredentials(),
    locked: sessionStorage.getItem(keys.locked) === '1',
    ownLockSeconds: readJson<number>(localStorage, keys.lockSeconds),
    problem,
  }
}

export function writeLock(locked: boolean): void {
  if (locked) sessionStorage.setItem(keys.locked, '1')
  else sessionStorage.removeItem(keys.locked)
}

/** Carries the reason of an involuntary end over the full page load that follows it. */
export function writeProblem(problem: Problem): void {
  sessionStorage.setItem(keys.problem, JSON.stringify(problem))
}

/** The start-up data as serialised values (specification §3, §9). */
export function writeStartUp(startUp: StartUp): void {
  for (const key of startUpKeys) sessionStorage.setItem(key, JSON.stringify(startUp[key]))
}

/** Empties session storage. */
export function clearTab(): void {
  sessionStorage.clear()
}
