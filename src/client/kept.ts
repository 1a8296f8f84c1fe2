/** What this browser keeps of a person's choices: in browser storage and in a cookie of the same name (specification §9). */

const YEAR_SECONDS = 365 * 24 * 3600
const hasBrowser = typeof document !== 'undefined'

/** The kept text of a choice: storage first, the cookie where storage was emptied; null when nothing was chosen. */
export function kept(name: string): string | null {
  if (!hasBrowser) return null
  const stored = localStorage.getItem(name)
  if (stored !== null) return stored
  const found = document.cookie.split('; ').find((it) => it.startsWith(`${name}=`))
  return found === undefined ? null : decodeURIComponent(found.slice(name.length + 1))
}

/** Keeps a choice; null forgets it. */
export function keep(name: string, value: string | null): void {
  if (!hasBrowser) return
  if (value === null) localStorage.removeItem(name)
  else localStorage.setItem(name, value)
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API exists in secure contexts only, and bureaus run on plain http too
  document.cookie = `${name}=${encodeURIComponent(value ?? '')}; Path=/; SameSite=Lax${secure}; Max-Age=${value === null ? 0 : YEAR_SECONDS}`
}
