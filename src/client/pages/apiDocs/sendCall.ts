/** One call of the page's reader, sent as it is written and shown as it is answered. */
import { renewedAccess } from '#machines/session/session.ts'
import { codes } from '#src/client/platform/http/error.ts'
import { newKey } from '#src/client/platform/http/key.ts'
import { currentLanguage, tagOf } from '#src/client/platform/i18n/index.ts'
import { session } from '#src/client/platform/session/index.ts'

/** What the reader filled in. */
export interface Sending {
  readonly method: string
  /** With its ids and its query. */
  readonly url: string
  /** JSON text, or a form with a file; null for none. */
  readonly body: string | FormData | null
}

/** How it was answered. */
export interface CallResponse {
  readonly status: number
  /** `code` of the envelope; null for a file. */
  readonly code: number | null
  readonly milliseconds: number
  /** Headers that tell something of the call, by name. */
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** Indented JSON or plain text; null for a file. */
  readonly text: string | null
  readonly file: { readonly name: string; readonly blob: Blob } | null
}

/** Headers an integrator looks at. */
const telling = [
  'x-request-id',
  'content-type',
  'content-disposition',
  'x-row-count',
  'allow',
  'retry-after',
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
] as const

const isText = (type: string): boolean => /json|^text\//.test(type)

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch (error) {
    if (error instanceof SyntaxError) return text
    throw error
  }
}

function codeIn(text: string): number | null {
  const found = /^\s*\{\s*"code"\s*:\s*(\d+)/.exec(text)?.[1]
  return found === undefined ? null : Number(found)
}

async function attempt({ method, url, body }: Sending, key: string, access: string | null): Promise<CallResponse> {
  const headers = new Headers({ 'Accept-Language': tagOf(currentLanguage()) })
  if (access !== null) headers.set('Authorization', `Bearer ${access}`)
  if (method !== 'GET') headers.set('Idempotency-Key', key)
  if (typeof body === 'string') headers.set('Content-Type', 'application/json')
  const startedAt = performance.now()
  const response = await fetch(url, { method, headers, body, credentials: 'same-origin' })
  const blob = await response.blob()
  const milliseconds = Math.round(performance.now() - startedAt)
  const shown = telling.flatMap((name): [string, string][] => {
    const value = response.headers.get(name)
    return value === null ? [] : [[name, value]]
  })
  const disposition = response.headers.get('content-disposition') ?? ''
  const isFile = disposition.startsWith('attachment') || !isText(response.headers.get('content-type') ?? '')
  const name = /filename="?([^";]+)"?/.exec(disposition)?.[1] ?? 'download'
  const text = isFile ? null : indented(await blob.text())
  return {
    status: response.status,
    code: text === null ? null : codeIn(text),
    milliseconds,
    headers: shown,
    text,
    file: isFile ? { name, blob } : null,
  }
}

/** Sends the call with the reader's own session, whose token is renewed once when it has run out. @throws TypeError without an answer */
export async function sendCall(sending: Sending): Promise<CallResponse> {
  const key = newKey()
  const { access } = session.getSnapshot().context
  const first = await attempt(sending, key, access)
  if (first.code !== codes.unauthorized || access === null) return first
  const renewed = await renewedAccess(session, access)
  return renewed === null ? first : attempt(sending, key, renewed)
}

/** Calls that write although they read by their method. */
const writingReads = /\/notice\/(mark_all_(un)?read|\{id\})\/$/

/** Whether the call changes something. */
export const isWriting = (method: string, path: string): boolean => method !== 'GET' || writingReads.test(path)

/** The address with its ids and query filled in; what is empty is left out of the query. */
export function addressOf(
  path: string,
  ids: Readonly<Record<string, string>>,
  query: Readonly<Record<string, string>>,
): string {
  const filled = path.replace(/\{(\w+)\}/g, (_whole, name: string) => encodeURIComponent(ids[name] ?? ''))
  const search = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== '')).toString()
  return search === '' ? filled : `${filled}?${search}`
}
