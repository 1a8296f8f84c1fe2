/** How screens talk to the server: `api` adds the token, renews it once on a 401 and shows failures as toasts (specification §4, §7, §8). */
import { renewedAccess } from '#machines/session/session.ts'
import { toast } from '#src/client/components/ui/popups/toast.ts'
import { t } from '#src/client/platform/i18n/index.ts'
import { renewalFailure } from '#src/client/platform/session/calls.ts'
import { session } from '#src/client/platform/session/session.ts'
import type { DataOf, KnownPath, Method, RowOf } from '#src/define/answers/answers.ts'
import { type Envelope, openEnvelope, type Page } from './envelope.ts'
import { ApiError, codes, errorText, kindOf } from './error.ts'
import { newKey } from './key.ts'
import type { Query } from './query.ts'
import { type CallOptions, call, LONG_TIMEOUT, send, type Method as WireMethod } from './transport.ts'

export { newKey, useIdempotencyKey } from './key.ts'
export type { Envelope, Page, Query }
export { ApiError, codes, errorText, kindOf, LONG_TIMEOUT }

export interface ReadOptions extends Pick<CallOptions, 'query' | 'signal' | 'timeout'> {
  /** The caller shows the failure itself: no toast. */
  readonly quiet?: boolean
}
export interface WriteOptions extends ReadOptions, Pick<CallOptions, 'key' | 'isUrgent'> {}

/** Calls whose answer follows from their address, which the compiler knows (`Answers`). */
export const api = {
  /** The `data` of one thing. */
  get: async <const Url extends string>(path: Url & KnownPath<'GET', Url>, options?: ReadOptions) =>
    dataOf<'GET', Url>(await request('get', path, options)),
  /** One page of a list, with its paging fields. */
  list: async <const Url extends string>(
    path: Url & KnownPath<'GET', Url>,
    query: Query,
    options?: Omit<ReadOptions, 'query'>,
  ) => (await request('get', path, { ...options, query })) as Page<RowOf<Url>>,
  post: async <const Url extends string>(path: Url & KnownPath<'POST', Url>, body?: unknown, options?: WriteOptions) =>
    dataOf<'POST', Url>(await request('post', path, { ...options, body })),
  put: async <const Url extends string>(path: Url & KnownPath<'PUT', Url>, body?: unknown, options?: WriteOptions) =>
    dataOf<'PUT', Url>(await request('put', path, { ...options, body })),
  delete: async <const Url extends string>(
    path: Url & KnownPath<'DELETE', Url>,
    body?: unknown,
    options?: WriteOptions,
  ) => dataOf<'DELETE', Url>(await request('delete', path, { ...options, body })),
  /** Sends a multipart form. */
  upload: async <const Url extends string>(
    path: Url & KnownPath<'POST', Url>,
    form: FormData,
    options?: WriteOptions,
  ) => dataOf<'POST', Url>(await request('post', path, { timeout: LONG_TIMEOUT, ...options, body: form })),
  /** A file, with the name the server gave it. */
  download,
  /** A file, or the data that the server answers in its place. */
  receive,
} as const

/** The same for shared parts that are given an address when the program runs: who uses them names the answer. A test lists the files. */
export const untypedApi = {
  get: async <T>(path: string, options?: ReadOptions): Promise<T> => (await request('get', path, options)).data as T,
  list: async <Row>(path: string, query: Query, options?: Omit<ReadOptions, 'query'>): Promise<Page<Row>> =>
    (await request('get', path, { ...options, query })) as Page<Row>,
  post: async <T>(path: string, body?: unknown, options?: WriteOptions): Promise<T> =>
    (await request('post', path, { ...options, body })).data as T,
} as const

/** The data of an envelope as the answer is declared. */
function dataOf<M extends Method, Url extends string>({ data }: Envelope): DataOf<M, Url> {
  return data as DataOf<M, Url>
}

type Options = CallOptions & { readonly quiet?: boolean }

async function request(method: WireMethod, path: string, options: Options = {}): Promise<Envelope> {
  // One key for all attempts, also for the one with the renewed token.
  const key = options.key ?? newKey()
  return withToken(options, (access) => call(method, path, { ...options, key, access }))
}

/** `post` for a file whose making is an action. */
interface FileOptions extends ReadOptions {
  readonly method?: 'get' | 'post'
}

/** A download as the browser keeps it. */
export interface Download {
  readonly blob: Blob
  readonly name: string
}

async function receive(
  path: string,
  { method = 'get', ...options }: FileOptions = {},
): Promise<{ readonly file: Download } | { readonly data: unknown }> {
  return withToken(options, async (access) => {
    const response = await send(method, path, { timeout: LONG_TIMEOUT, ...options, access })
    if (response.headers.get('content-type')?.startsWith('application/json'))
      return { data: openEnvelope(await response.json()).data }
    const name = /filename="?([^";]+)"?/.exec(response.headers.get('content-disposition') ?? '')?.[1]
    return { file: { blob: await response.blob(), name: name ?? 'download' } }
  })
}

async function download(path: string, options: FileOptions = {}): Promise<Download> {
  const received = await receive(path, options)
  if ('file' in received) return received.file
  throw new Error(`${path} is no file`)
}

/** Runs a call with the current token; on a 401 waits for the renewed one and runs it once more. */
async function withToken<T>(options: Options, run: (access: string | null) => Promise<T>): Promise<T> {
  const { access } = session.getSnapshot().context
  try {
    return await run(access)
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== codes.unauthorized || access === null)
      throw shownError(error, options)
    const renewed = await renewedAccess(session, access)
    if (renewed === null) {
      // The person stays signed in: what failed is the renewal, and nothing else says so.
      const unreached = renewalFailure()
      if (unreached !== null && session.getSnapshot().context.access === access) throw shownError(unreached, options)
      // The session has ended, and its own warning is shown.
      throw error
    }
    try {
      return await run(renewed)
    } catch (second) {
      throw shownError(second, options)
    }
  }
}

/** Shows a failure unless its caller does, and passes it on. */
function shownError(error: unknown, options: Options): unknown {
  if (options.signal?.aborted) return error
  if (error instanceof ApiError && error.errKey === 'password.mustChange')
    session.send({ type: 'PASSWORD_CHANGE_REQUIRED' })
  if (!options.quiet) toast(kindOf(error), errorText(error, t('http.failed')))
  return error
}
