/** Where to go after signing in: a path of this site, never another origin, never the sign-in page itself. */
export function targetOf(from: string | null): string {
  if (from === null || !from.startsWith('/') || from.startsWith('/login')) return '/'
  // A browser reads `//host` and `/\host` as another site.
  const url = new URL(from, 'http://site.invalid')
  return url.origin === 'http://site.invalid' && !/^\/[\\/]/.test(from) ? url.pathname + url.search + url.hash : '/'
}
