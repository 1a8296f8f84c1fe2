/** What the browser keeps of a session (specification §3, §9): the access token and the person in cookies at path /, the rest in session storage as serialised values. The refresh token lives in the server's HttpOnly cookie; only a server that hands it out in the body instead (plain http, where browsers do not say where a call comes from) has it kept here. What every tab has to know stands in local storage: that refresh token, the lock, and when somebody was last active. */

import type { Credentials, Problem, SessionInput, StartUp } from '#machines/session/session.ts'
import {
  hasShape,
  isObject,
  parsedAs,
  readCookie,
  readPreference,
  TOKEN,
  writePreference,
} from '#src/client/platform/preference.ts'

const cookies = { token: TOKEN, person: 'person', user: 'userInfo' } as const
/** What a browser keeps of one cookie, in bytes; more of it is dropped silently. */
const COOKIE_LIMIT = 4_000
const REMEMBER_SECONDS = 30 * 24 * 3600
const keys = {
  refresh: 'refresh',
  locked: 'locked',
  activeAt: 'activeAt',
  problem: 'problem',
} as const
/** The person's own lock time, an interface setting. */
const LOCK_SECONDS = 'lockSeconds'
/** Session storage keys of the start-up data, named as the calls they come from. */
const startUpKeys: readonly (keyof StartUp)[] = ['permissions', 'settings', 'departments', 'dictionaries', 'menus']

function writeCookie(name: string, value: string, maxAge: number | null): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API exists in secure contexts only, and bureaus run on plain http too
  document.cookie = `${name}=${encodeURIComponent(value)}; Path=/; SameSite=Strict${secure}${maxAge === null ? '' : `; Max-Age=${maxAge}`}`
}

interface Person {
  readonly username: string
  readonly remember: boolean
}
const isPerson = (value: unknown): value is Person => hasShape(value, { username: 'string', remember: 'boolean' })
const isProblem = (value: unknown): value is Problem =>
  hasShape(value, { key: 'string' }) && isObject(value) && (value.text === null || typeof value.text === 'string')
const isSeconds = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0

const lifeOf = (remember: boolean): number | null => (remember ? REMEMBER_SECONDS : null)
const readPerson = (): Person | null => parsedAs(readCookie(cookies.person), isPerson)

/** The pair another tab, or this one before a reload, has kept; null without an access token. */
export function readCredentials(): Credentials | null {
  const access = readCookie(cookies.token)
  if (access === null || access === '') return null
  const person = readPerson()
  return {
    access,
    refresh: localStorage.getItem(keys.refresh),
    username: person?.username ?? '',
    remember: person?.remember ?? false,
  }
}

/** Keeps the pair: 30 days with `remember`, else as long as the browser runs (LOG-05). */
export function writeCredentials({ access, refresh, username, remember }: Credentials): void {
  writeCookie(cookies.token, access, lifeOf(remember))
  writeCookie(cookies.person, JSON.stringify({ username, remember }), lifeOf(remember))
  if (refresh === null) localStorage.removeItem(keys.refresh)
  else localStorage.setItem(keys.refresh, refresh)
}

/** Keys of what this browser keeps about a person's work, not about the look of pages: gone with the session, since the next to sit here may be somebody else. */
export const TRACES = 'trace.'

export function clearCredentials(): void {
  for (const name of Object.values(cookies)) writeCookie(name, '', 0)
  const kept = Array.from({ length: localStorage.length }, (_, at) => localStorage.key(at) ?? '')
  for (const key of kept) if (key.startsWith(TRACES)) localStorage.removeItem(key)
  // What a page that loads without a network knows of the person; browsers have no caches on plain http.
  void globalThis.caches?.delete('scan-personal')
  localStorage.removeItem(keys.refresh)
  localStorage.removeItem(keys.locked)
  localStorage.removeItem(keys.activeAt)
}

/** What the session machine starts with; the problem is shown once. */
export function readInput(): SessionInput {
  const problem = parsedAs(sessionStorage.getItem(keys.problem), isProblem)
  sessionStorage.removeItem(keys.problem)
  return {
    credentials: readCredentials(),
    locked: localStorage.getItem(keys.locked) !== null,
    ownLockSeconds: readOwnLockSeconds(),
    problem,
  }
}

/** Keeps the lock for reloads and for tabs that are opened later. */
export function writeLock(locked: boolean): void {
  if (locked) localStorage.setItem(keys.locked, '1')
  else localStorage.removeItem(keys.locked)
}

/** The lock time this person chose, in seconds; null: as the settings say. */
function readOwnLockSeconds(): number | null {
  return parsedAs(readPreference(LOCK_SECONDS), isSeconds)
}
export function writeOwnLockSeconds(seconds: number | null): void {
  writePreference(LOCK_SECONDS, seconds === null ? null : String(seconds))
}

/** Hears the choice another tab made. */
export function onOwnLockSeconds(listener: (seconds: number | null) => void): void {
  addEventListener('storage', ({ key }) => {
    if (key === null || key === LOCK_SECONDS) listener(readOwnLockSeconds())
  })
}

/** When the person was last active in any tab, in milliseconds of the browser's clock; now where nothing tells. */
export function readActiveAt(): number {
  return Number(localStorage.getItem(keys.activeAt) ?? Date.now())
}
export function writeActiveAt(at: number): void {
  localStorage.setItem(keys.activeAt, String(at))
}

/** Carries the reason of an involuntary end over the full page load that follows it. */
export function writeProblem(problem: Problem): void {
  sessionStorage.setItem(keys.problem, JSON.stringify(problem))
}

/** The start-up data as serialised values: the person in the cookie store, the rest in session storage (specification §3, §9). */
export function writeStartUp(startUp: StartUp): void {
  const user = JSON.stringify(startUp.user)
  if (encodeURIComponent(user).length < COOKIE_LIMIT)
    writeCookie(cookies.user, user, lifeOf(readPerson()?.remember ?? false))
  for (const key of startUpKeys) sessionStorage.setItem(key, JSON.stringify(startUp[key]))
}

/** Empties session storage. */
export function clearTab(): void {
  sessionStorage.clear()
}

/** Forgets every interface setting this browser keeps (theme, layout, language, lists), and nothing of the session; `spared` are other keys to stay. */
export function restoreDefaults(spared: readonly string[]): void {
  const stay = new Set<string>([...Object.values(keys), ...spared])
  for (const key of Object.keys(localStorage)) if (!stay.has(key)) localStorage.removeItem(key)
  const own = new Set<string>(Object.values(cookies))
  for (const name of document.cookie.split('; ').map((it) => it.split('=')[0] ?? ''))
    if (name !== '' && !own.has(name)) writeCookie(name, '', 0)
}
