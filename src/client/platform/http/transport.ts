import ky, { HTTPError, NetworkError, type Options, TimeoutError } from 'ky'
import { takeEarly } from '#src/client/early/answers.ts'
import { currentLanguage, t, tagOf, textsHere } from '#src/client/platform/i18n/index.ts'
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

/** Browsers finish calls of up to 64 KiB after their page, and a character takes up to three bytes. */
const MAX_URGENT_LENGTH = 20_000

/** Whether the browser finishes a call with this body when the page is left. */
export const outlivesPage = (body: unknown): boolean => JSON.stringify(body).length <= MAX_URGENT_LENGTH

export type Method = 'get' | 'post' | 'put' | 'delete'

export interface CallOptions {
  readonly query?: Query
  /** Sent as JSON, or as it is when it is a FormData. */
  readonly body?: unknown
  readonly signal?: AbortSignal
  /** Milliseconds per attempt; default 12 s. */
  readonly timeout?: number
  /** X-Idempotency-Key of a write: the same for every attempt of one form, so that a retry is never a second action. */
  readonly key?: string
  /** The browser finishes the call when the page is left meanwhile; where the body allows it ({@link outlivesPage}). */
  readonly isUrgent?: boolean
  readonly access?: string | null
}

/** A body that is no JSON stays what it is, so that it can be told from none. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return text
    throw error
  }
}

/** An answer has arrived when its body has: one that stops in the middle is late like one that never begins, and is asked for once more. */
const wholeAnswer: typeof fetch = async (input, init) => {
  const early = input instanceof Request ? takeEarly(input) : null
  const response = await (early ?? fetch(input, init))
  const body = await response.arrayBuffer()
  return new Response(body.byteLength === 0 ? null : body, response)
}

const client = ky.create({
  fetch: wholeAnswer,
  timeout: TIMEOUT,
  parseJson,
  retry: {
    limit: 1,
    methods: ['get', 'post', 'put', 'delete'],
    statusCodes: [408, 502, 503, 504],
    afterStatusCodes: [],
    retryOnTimeout: true,
    delay: () => RETRY_DELAY,
  },
})

const listeners = new Set<() => void>()

/** Tells `listener` of every answer: the server is there. */
export function onAnswered(listener: () => void): void {
  listeners.add(listener)
}

/** One call as specification §7 and §8 say, without renewing tokens: for the session's own calls and for `api`. Throws ApiError, or AbortError when `signal` was used. */
export async function call(method: Method, path: string, options: CallOptions = {}): Promise<Envelope> {
  const response = await send(method, path, options)
  return openEnvelope(await response.json())
}

/** The raw answer of one call, e.g. a file; failures are thrown as by `call`. */
export async function send(method: Method, path: string, options: CallOptions): Promise<Response> {
  const headers: Record<string, string> = { 'Accept-Language': tagOf(currentLanguage()) }
  if (options.access) headers.Authorization = `Bearer ${options.access}`
  if (method !== 'get') headers['X-Idempotency-Key'] = options.key ?? newKey()
  const request: Options = { method, headers, timeout: options.timeout ?? TIMEOUT }
  if (options.query) request.searchParams = searchOf(options.query)
  if (options.signal) request.signal = options.signal
  if (options.body instanceof FormData) request.body = options.body
  else if (options.body !== undefined) {
    request.json = options.body
    if (options.isUrgent === true && outlivesPage(options.body)) request.keepalive = true
  }
  try {
    const response = await client(path, request)
    for (const listener of listeners) listener()
    return response
  } catch (error) {
    throw await failureOf(error, options.signal)
  }
}

async function failureOf(error: unknown, signal: AbortSignal | undefined): Promise<unknown> {
  if (signal?.aborted) return error
  // The first calls leave before the texts have arrived that say what went wrong.
  await textsHere()
  if (error instanceof TimeoutError) return new ApiError(t('http.timeout'), { code: 0, errKey: 'network.timeout' })
  if (error instanceof HTTPError) return httpFailure(error)
  if (error instanceof TypeError && /ISO-8859-1|Latin|ByteString/i.test(error.message))
    return new ApiError(t('http.headerText'), { code: codes.file, errKey: 'http.headerText' })
  if (error instanceof NetworkError || error instanceof TypeError)
    return new ApiError(t('http.network'), { code: 0, errKey: 'network.error' })
  return error
}

/** Answers from below the application (specification §8): its own envelope when there is one, the HTTP status text when there is anything else, and 接口路径找不到 when there is nothing. */
async function httpFailure(error: HTTPError): Promise<ApiError> {
  const { status, statusText } = error.response
  const body: unknown = error.data
  if (
    typeof body === 'object' &&
    body !== null &&
    'code' in body &&
    typeof body.code === 'number' &&
    body.code >= 4000
  ) {
    try {
      openEnvelope(body)
    } catch (refusal) {
      if (refusal instanceof ApiError) return refusal
    }
  }
  const code = status === 401 ? codes.unauthorized : status
  if (body === undefined || body === null || body === '')
    return new ApiError(t('http.noPath'), { code, errKey: 'http.noPath' })
  return new ApiError(statusText === '' ? t('http.status', [status]) : statusText, { code, errKey: 'http.status' })
}
