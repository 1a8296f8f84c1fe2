/** A fault met by a page (60.9): what browser and server both have to know of it. */

/** What a page tells of a fault. */
export interface Fault {
  readonly level: 'error' | 'warning'
  readonly message: string
  /** Empty when there is none. */
  readonly stack: string
  /** Path of the page, without its query. */
  readonly page: string
  /** Build of the page's code. */
  readonly version: string
}

/** Bytes of one report at most. */
export const FAULT_BYTES = 8 * 1024
/** Characters of its parts. */
export const FAULT_LIMITS = { message: 1000, stack: 4000, page: 300, version: 64 } as const

/** Everything that looks like a credential, wherever it stands. */
const credentials: readonly (readonly [pattern: RegExp, put: string])[] = [
  [/\beyJ[\w-]+\.[\w-]+(?:\.[\w-]*)?/g, '***'],
  [/\b(Bearer|JWT)\s+[^\s"']+/gi, '$1 ***'],
  [/(\/ws\/)[^/\s?"']+/g, '$1***'],
  [
    /((?:password|passwd|token|access|refresh|ticket|secret|captcha|authorization)["']?\s*[=:]\s*["']?)[^\s"'&,;})]+/gi,
    '$1***',
  ],
]

/** The text without passwords and tokens (SYS-92). */
export function withoutSecrets(text: string): string {
  return credentials.reduce((rest, [pattern, put]) => rest.replace(pattern, put), text)
}

/** Lines of a stack that tell one fault from another; those below are how it was reached. */
const TELLING_LINES = 4

/** The same for the same fault, whoever meets it: numbers, ids and builds left out. 14 hexadecimal digits. */
export function fingerprintOf({ level, message, stack }: Pick<Fault, 'level' | 'message' | 'stack'>): string {
  const text = [level, message, ...stack.split('\n').slice(0, TELLING_LINES)]
    .join('\n')
    .replace(/-[\w-]{8}\.js/g, '.js')
    .replace(/https?:\/\/[^/\s]+/g, '')
    .replace(/\d+/g, '0')
  // Two 28-bit FNV hashes: told apart well enough, and short.
  let [low, high] = [0x811c9dc5, 0x1000193]
  for (let at = 0; at < text.length; at += 1) {
    low = Math.imul(low ^ text.charCodeAt(at), 0x01000193)
    high = Math.imul(high ^ text.charCodeAt(at), 0x85ebca6b) + at
  }
  return [low, high].map((part) => (part >>> 4).toString(16).padStart(7, '0')).join('')
}
