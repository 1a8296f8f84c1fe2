/** Says that an administrator wants to sign in although the others have to wait. */
const ADMINISTRATOR = 'administrator'

const PAGE = '/misc/under-maintenance'

/** The way in for administrators during maintenance. */
export const administratorPath = `/login?${ADMINISTRATOR}=1`

/** Where to wait, with the way back; null when this page may stay. */
export function maintenancePath({ pathname, search }: Pick<Location, 'pathname' | 'search'>): string | null {
  if (pathname === PAGE) return null
  if (pathname.startsWith('/login') && new URLSearchParams(search).has(ADMINISTRATOR)) return null
  return `${PAGE}?from=${encodeURIComponent(pathname + search)}`
}
