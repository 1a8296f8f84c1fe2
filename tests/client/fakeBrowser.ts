/** As much of a browser as the session and its calls need. */
import { vi } from 'vitest'

/** What the session needs of a browser, small enough to read. */
function storage(): Storage {
  const kept = new Map<string, string>()
  return {
    get length() {
      return kept.size
    },
    clear: () => kept.clear(),
    getItem: (key) => kept.get(key) ?? null,
    key: (at) => [...kept.keys()][at] ?? null,
    removeItem: (key) => void kept.delete(key),
    setItem: (key, value) => void kept.set(key, value),
  }
}
export const jar = new Map<string, string>()
const cookieDocument = {
  visibilityState: 'visible',
  addEventListener: () => undefined,
  documentElement: { lang: '', dir: '' },
  get cookie() {
    return [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
  },
  set cookie(whole: string) {
    const [pair = '', ...attributes] = whole.split('; ')
    const [name = '', value = ''] = pair.split('=')
    if (attributes.includes('Max-Age=0')) jar.delete(name)
    else jar.set(name, value)
    cookieWrites.push(whole)
  },
}
/** The last cookie of that name, as it was written. */
let cookieWrites: string[] = []
export const written = (name: string): string | undefined => cookieWrites.findLast((it) => it.startsWith(`${name}=`))

type Handler = (request: Request) => unknown
/** A page with a session, in front of a server that answers by path: a value as JSON, or a whole response. */
export async function browser(handlers: Readonly<Record<string, Handler>>) {
  vi.resetModules()
  jar.clear()
  cookieWrites = []
  const location = { protocol: 'http:', host: 'bureau.test', pathname: '/home', search: '', assign: vi.fn() }
  const calls: Request[] = []
  const requestOf = globalThis.Request
  vi.stubGlobal(
    'Request',
    class extends requestOf {
      constructor(input: RequestInfo | URL, init?: RequestInit) {
        super(typeof input === 'string' && input.startsWith('/') ? `http://bureau.test${input}` : input, init)
      }
    },
  )
  vi.stubGlobal('fetch', async (input: Request | string) => {
    const request = typeof input === 'string' ? new Request(input) : input
    calls.push(request)
    const answer = await (handlers[new URL(request.url).pathname]?.(request) ?? { code: 2000, data: [] })
    return answer instanceof Response ? answer : Response.json(answer)
  })
  vi.stubGlobal('document', cookieDocument)
  vi.stubGlobal('location', location)
  vi.stubGlobal('localStorage', storage())
  vi.stubGlobal('sessionStorage', storage())
  vi.stubGlobal('navigator', { userAgent: 'test' })
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal(
    'BroadcastChannel',
    class {
      addEventListener = (): void => undefined
      postMessage = (): void => undefined
    },
  )
  const { session, startSession } = await import('#src/client/platform/session/session.ts')
  const { api } = await import('#src/client/platform/http/http.ts')
  // Loaded on demand in the browser; here only so that no test waits for its first compilation.
  const [{ needTexts }, { firstTexts }, { needFrameTexts }] = await Promise.all([
    import('#src/client/platform/i18n/index.ts'),
    import('#src/client/messages/texts.ts'),
    import('#src/client/platform/parts/index.ts'),
  ])
  await Promise.all([needTexts(firstTexts), needFrameTexts()])
  const of = (path: string): Request[] => calls.filter((request) => new URL(request.url).pathname === path)
  return { session, startSession, api, location, of }
}

/** How a person signs in. */
export const form = { type: 'SIGN_IN', username: 'zhang39', password: 'p', captcha: '', captchaKey: '' } as const
