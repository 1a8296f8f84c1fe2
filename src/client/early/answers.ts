/** Answers to calls that left before the program had arrived. */

/** Milliseconds after which an answer is too old to stand for a new one. */
const MAX_AGE_MS = 10_000

interface SentCall {
  readonly at: number
  readonly headers: Readonly<Record<string, string>>
  readonly answer: Promise<Response>
}

const sentCalls = new Map<string, SentCall>()

/** Sends a call whose answer is wanted soon. */
export function askEarly(path: string, headers: SentCall['headers']): void {
  const answer = fetch(path, { headers })
  // Taken, it fails as the call that takes it; else nothing has missed it.
  answer.catch(() => undefined)
  sentCalls.set(path, { at: performance.now(), headers, answer })
}

/** The answer to this very call of the same person in the same language, once; null when it was not sent or is too old. */
export function takeEarly(request: Request): Promise<Response> | null {
  const { pathname, search } = new URL(request.url)
  const found = request.method === 'GET' ? sentCalls.get(pathname + search) : undefined
  if (found === undefined) return null
  sentCalls.delete(pathname + search)
  const isSame =
    (request.headers.get('authorization') ?? '') === (found.headers.Authorization ?? '') &&
    request.headers.get('accept-language') === found.headers['Accept-Language']
  return isSame && performance.now() - found.at < MAX_AGE_MS ? found.answer : null
}
