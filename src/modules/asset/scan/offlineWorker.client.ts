/** Answers the page for counting assets when no network does: its document and files, and who is signed in. Serves `/scan` alone. */

const PAGE = '/scan'
const FILES = 'scan-files'
/** Answers meant for one person; signing out deletes them (`session/storage.ts`). */
const PERSONAL = 'scan-personal'
/** Milliseconds a weak network gets before what is stored answers instead. */
const ANSWER_WITHIN_MS = 5_000

/** What the page asks before it can draw anything; everything else it keeps itself. */
const stored: readonly RegExp[] = [
  /^\/api\/system\/user\/user_info\//,
  /^\/api\/system\/menu_button\/menu_button_all_permission\//,
  /^\/api\/init\/(settings|dictionary)\//,
  /^\/api\/system\/dept\/all_dept\//,
  /^\/api\/system\/menu\/web_router\//,
  /^\/api\/assets\/count\/mine\//,
]

/** The parts of a service worker's scope that are used here; the compiler knows only that of a page. */
interface Waiting extends Event {
  waitUntil(until: Promise<unknown>): void
}
interface Fetching extends Waiting {
  readonly request: Request
  respondWith(answer: Promise<Response>): void
}
interface Scope {
  readonly clients: { claim(): Promise<void> }
  skipWaiting(): Promise<void>
  addEventListener(type: 'install' | 'activate', listener: (event: Waiting) => void): void
  addEventListener(type: 'fetch', listener: (event: Fetching) => void): void
  addEventListener(
    type: 'message',
    listener: (event: Waiting & MessageEvent<{ readonly files: string[] }>) => void,
  ): void
}
const scope = self as unknown as Scope

/** The network's answer, unless it takes too long and something is stored. */
async function fromNetwork(request: Request, isStored: boolean): Promise<Response> {
  if (!isStored) return fetch(request)
  const late = new Promise<never>((_, reject) =>
    setTimeout(() => reject(new TypeError('no answer in time')), ANSWER_WITHIN_MS),
  )
  return Promise.race([fetch(request), late])
}

/** A device without room stores nothing, and what it was answered still counts. */
const store = (cache: Cache, url: string, answer: Response): Promise<void> =>
  cache.put(url, answer.clone()).catch(() => undefined)

/** The newest document there is. A new one is of another release: files of the former go. */
async function page(request: Request): Promise<Response> {
  const files = await caches.open(FILES)
  const before = await files.match(PAGE)
  let answer: Response
  try {
    answer = await fromNetwork(request, before !== undefined)
  } catch (error) {
    if (before === undefined) throw error
    return before
  }
  if (!answer.ok) return answer
  const text = await answer.clone().text()
  if (before === undefined || (await before.text()) !== text) {
    await Promise.all((await files.keys()).map((key) => files.delete(key)))
    await store(files, PAGE, answer)
  }
  return answer
}

/** Names of files change with their content: what is stored is right. */
async function file(request: Request): Promise<Response> {
  const files = await caches.open(FILES)
  const found = await files.match(request.url)
  if (found !== undefined) return found
  const answer = await fetch(request)
  if (answer.ok) await store(files, request.url, answer)
  return answer
}

/** The person of the token; null when it names no one, then nothing is stored. */
function personOf(request: Request): string | null {
  const payload = request.headers.get('authorization')?.split('.')[1]
  if (payload === undefined) return null
  try {
    const { sub } = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as { readonly sub?: unknown }
    return typeof sub === 'string' ? sub : null
  } catch {
    // No token of ours.
    return null
  }
}

/** An answer for one person: fresh where there is a network, else as it was last. */
async function personal(request: Request, person: string): Promise<Response> {
  const answers = await caches.open(PERSONAL)
  const language = request.headers.get('accept-language') ?? ''
  const url = new URL(request.url)
  url.searchParams.set('person', person)
  url.searchParams.set('language', language)
  const found = await answers.match(url.href)
  try {
    const answer = await fromNetwork(request, found !== undefined)
    if (answer.ok) await store(answers, url.href, answer)
    return answer
  } catch (error) {
    if (found === undefined) throw error
    return found
  }
}

scope.addEventListener('install', (event) => event.waitUntil(scope.skipWaiting()))
scope.addEventListener('activate', (event) => event.waitUntil(scope.clients.claim()))
// What the page loaded before it had a worker comes once more, mostly out of the browser's own cache.
scope.addEventListener('message', (event) =>
  event.waitUntil(
    page(new Request(PAGE, { headers: { accept: 'text/html' } })).then(() =>
      Promise.all(event.data.files.map((url) => file(new Request(url)))),
    ),
  ),
)
scope.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (request.mode === 'navigate') event.respondWith(page(request))
  else if (pathname.startsWith('/assets/')) event.respondWith(file(request))
  else if (stored.some((path) => path.test(pathname))) {
    const person = personOf(request)
    if (person !== null) event.respondWith(personal(request, person))
  }
})
