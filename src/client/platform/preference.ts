/** What this browser keeps of a person's choices: in browser storage and in a cookie of the same name (specification §9). */

const YEAR_SECONDS = 365 * 24 * 3600
const hasBrowser = typeof document !== 'undefined'
/** The cookie of the access token (specification §3). */
export const TOKEN = 'token'

/** The kept text of a choice: storage first, the cookie where storage was emptied; null when nothing was chosen. */
export function readPreference(name: string): string | null {
  if (!hasBrowser) return null
  const stored = localStorage.getItem(name)
  return stored ?? readCookie(name)
}

/** The text of a cookie; null when there is none. */
export function readCookie(name: string): string | null {
  const found = document.cookie.split('; ').find((it) => it.startsWith(`${name}=`))
  return found === undefined ? null : decodeText(found.slice(name.length + 1))
}

/** The text of a cookie; null where somebody else wrote what no text stands for. */
export function decodeText(value: string): string | null {
  try {
    return decodeURIComponent(value)
  } catch (error) {
    if (error instanceof URIError) return null
    throw error
  }
}

/** Keeps a choice; null forgets it. */
export function writePreference(name: string, value: string | null): void {
  if (!hasBrowser) return
  if (value === null) localStorage.removeItem(name)
  else localStorage.setItem(name, value)
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API exists in secure contexts only, and bureaus run on plain http too
  document.cookie = `${name}=${encodeURIComponent(value ?? '')}; Path=/; SameSite=Lax${secure}; Max-Age=${value === null ? 0 : YEAR_SECONDS}`
}

/** What a kept text stands for; null where there is none. What a browser keeps may be from another version or edited by hand: anything of another shape is as good as none, and never in the way of the start. */
export function parsedAs<T>(text: string | null, isShape: (value: unknown) => value is T): T | null {
  if (text === null) return null
  try {
    const value: unknown = JSON.parse(text)
    return isShape(value) ? value : null
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

/** Whether a value has these properties, each of its type. */
export function hasShape(value: unknown, shape: Readonly<Record<string, 'string' | 'number' | 'boolean'>>): boolean {
  return isObject(value) && Object.entries(shape).every(([name, type]) => typeof value[name] === type)
}

/** Whether a value is an object with names, no list. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
