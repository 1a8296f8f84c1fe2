import { currentLanguage, t, tagOf } from '#src/client/i18n/index.ts'
import { hasShape, parsedAs } from '#src/client/kept.ts'
import { type Envelope, openEnvelope } from './envelope.ts'
import { ApiError, codes } from './error.ts'
import { newKey } from './key.ts'
import { type Query, searchOf } from './query.ts'

/** Milliseconds one attempt of a call may take. */
export const TIMEOUT = 12_000
/** Milliseconds for calls that are known to be long (imports, exports). */
export const LONG_TIMEOUT = 60_000
/** Milliseconds before the one retry. */
export const RETRY_DELAY = 1_000

export type Method = 'get' | 'post' | 'put' | 'delete'

export interface CallOptions {
  readonly query?: Query
  /** Sent as JSON, or as it is when it is a FormData. */
  readonly body?: unknown
  readonly signal?: AbortSignal
  /** Milliseconds per attempt; default 12 s. */
  readonly timeout?: number
  /** X-Idempotency-Key of a write: the same for every attempt of one form, so that a retry is never a second deed. */
  readonly key?: string
  readonly access?: string | null
}

/** Answers of servers that may give a better one in a moment. */
const RETRIED: readonly number[] = [408, 502, 503, 504]

/** One call as specification §7 and §8 say, without renewing tokens: for the session's own calls and for `api`. Throws ApiError, or AbortError when `signal` was used. */
export async function call(method: Method, path: string, options: CallOptions = {}): Promise<Envelope> {
  const response = await send(method, path, options)
  return openEnvelope(await bodyOf(response, options.signal))
}

/** The JSON of an answer; `null` when it is not JSON. */
export async function bodyOf(response: Response, signal?: AbortSignal): Promise<unknown> {
  try {
    return await response.json()
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw failureOf(error, signal)
  }
}

/** The raw answer of one call, e.g. a file; failures are thrown as by `call`. */
export async function send(method: Method, path: string, options: CallOptions): Promise<Response> {
  const search = options.query === undefined ? '' : searchOf(options.query).toString()
  const address = search === '' ? path : `${path}?${search}`
  const init = initOf(method, options)
  try {
    const response = await attempt(address, init, options).catch((error: unknown) => error)
    const answer = isFinal(response, options.signal) ? response : await again(address, init, options)
    if (!(answer instanceof Response)) throw answer
    if (answer.ok) return answer
    throw await httpFailure(answer)
  } catch (error) {
    throw failureOf(error, options.signal)
  }
}

/** Headers and body, the same for every attempt: a retry must never be a second deed. */
function initOf(method: Method, { access, key, body }: CallOptions): RequestInit {
  const headers: Record<string, string> = { 'Accept-Language': tagOf(currentLanguage()) }
  if (access) headers.Authorization = `Bearer ${access}`
  if (method !== 'get') headers['X-Idempotency-Key'] = key ?? newKey()
  const init: RequestInit = { method: method.toUpperCase(), headers }
  if (body instanceof FormData) return { ...init, body }
  if (body === undefined) return init
  headers['Content-Type'] = 'application/json'
  return { ...init, body: JSON.stringify(body) }
}

/** Nobody answered in time. */
class Timeout extends Error {}

async function attempt(address: string, init: RequestInit, { signal, timeout = TIMEOUT }: CallOptions) {
  const control = new AbortController()
  const giveUp = (): void => control.abort(signal?.reason)
  signal?.addEventListener('abort', giveUp)
  if (signal?.aborted) giveUp()
  const timer = setTimeout(() => control.abort(new Timeout()), timeout)
  try {
    return await fetch(new Request(address, { ...init, signal: control.signal }))
  } catch (error) {
    throw control.signal.reason instanceof Timeout ? control.signal.reason : error
  } finally {
    // The body may still be on its way: whoever gives the call up gives that up too.
    clearTimeout(timer)
  }
}

/** Whether trying once more is of no use: somebody answered, nobody asks any more, or the call itself is wrong. */
function isFinal(outcome: unknown, signal: AbortSignal | undefined): boolean {
  if (outcome instanceof Response) return !RETRIED.includes(outcome.status)
  return (
    signal?.aborted === true || isHeaderFault(outcome) || !(outcome instanceof Timeout || outcome instanceof TypeError)
  )
}

/** What browsers throw for a header value that is not Latin-1. */
function isHeaderFault(error: unknown): boolean {
  return error instanceof TypeError && /ISO-8859-1|Latin|ByteString/i.test(error.message)
}

async function again(address: string, init: RequestInit, options: CallOptions): Promise<Response> {
  await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY))
  options.signal?.throwIfAborted()
  return attempt(address, init, options)
}

function failureOf(error: unknown, signal: AbortSignal | undefined): unknown {
  if (signal?.aborted || error instanceof ApiError) return error
  if (error instanceof Timeout) return new ApiError(t('http.timeout'), { code: 0, errKey: 'network.timeout' })
  if (isHeaderFault(error)) return new ApiError(t('http.headerText'), { code: codes.file, errKey: 'http.headerText' })
  if (error instanceof TypeError) return new ApiError(t('http.network'), { code: 0, errKey: 'network.error' })
  return error
}

/** Answers from below the application (specification §8): its own envelope when there is one, the HTTP status text when there is anything else, and 接口路径找不到 when there is nothing. */
async function httpFailure(response: Response): Promise<ApiError> {
  const { status, statusText } = response
  const text = await response.text()
  const body = parsedAs(text, hasCode)
  if (body !== null && body.code >= 4000) {
    try {
      openEnvelope(body)
    } catch (refusal) {
      if (refusal instanceof ApiError) return refusal
    }
  }
  const code = status === 401 ? codes.unauthorized : status
  if (text === '' || text === 'null') return new ApiError(t('http.noPath'), { code, errKey: 'http.noPath' })
  return new ApiError(statusText === '' ? t('http.status', [status]) : statusText, { code, errKey: 'http.status' })
}

const hasCode = (value: unknown): value is { readonly code: number } => hasShape(value, { code: 'number' })
