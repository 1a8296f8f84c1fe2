/** Specification §8: every cause of failure at every place where it may be met, and what is said there. */
import { prerender } from 'react-dom/static'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { browser, form } from './fakeBrowser.ts'

interface Said {
  readonly kind: string
  readonly text: string
}
const said = vi.hoisted((): Said[] => [])
vi.mock('#src/client/components/ui/popups/toast.ts', () => ({
  TOAST_TIMEOUT: 5_000,
  toast: (kind: string, text: string) => void said.push({ kind, text }),
}))

/** What the network or the server does, in place of an answer. */
const causes = {
  timeout: () => new Promise<Response>(() => undefined),
  network: () => Promise.reject(new TypeError('Failed to fetch')),
  statusText: () => new Response('<html>', { status: 502, statusText: 'Bad Gateway' }),
  noAnswer: () => new Response(null, { status: 404, statusText: 'Not Found' }),
  noCode: () => Response.json({ data: 1 }),
  swagger: () => Response.json({ swagger: '2.0' }),
  refused: () => Response.json({ code: 4001, msg: '余额不足' }),
  code400: () => Response.json({ code: 400, msg: '参数有误' }),
} as const
type Cause = keyof typeof causes

/** Heading and text of each cause. */
const words: Readonly<Record<Cause, readonly [kind: 'danger' | 'warning', text: string]>> = {
  timeout: ['danger', '网络超时'],
  network: ['danger', '网络连接错误'],
  statusText: ['danger', 'Bad Gateway'],
  noAnswer: ['danger', '接口路径找不到'],
  noCode: ['warning', '接口返回数据格式异常'],
  swagger: ['warning', 'Swagger接口页面'],
  refused: ['warning', '余额不足'],
  code400: ['warning', '参数有误'],
}
const PATH = '/api/personal/push/'
const WRITE = '/api/personal/avatar/'
const NOTICES = '/api/v1/sms/notice/get_self_receive/'
type PageOf = Awaited<ReturnType<typeof browser>>

/** Rejects with what a place fails of; the clock goes on, so that nothing is waited for. */
async function failureOf(run: Promise<unknown>): Promise<unknown> {
  const settled = run.then(
    () => new Error('it did not fail'),
    (error: unknown) => error,
  )
  await vi.advanceTimersByTimeAsync(180_000)
  return settled
}
const textIn = async (node: React.ReactNode): Promise<string> => {
  const { prelude } = await prerender(node)
  return new Response(prelude).text()
}

/** A place: what the person does there, and what is then said. */
const places: Readonly<Record<string, (page: PageOf, [kind, text]: (typeof words)[Cause]) => Promise<void>>> = {
  async write(page, [kind, text]) {
    await failureOf(page.api.post(WRITE, {}))
    expect(said).toEqual([{ kind, text }])
  },
  async upload(page, [kind, text]) {
    await failureOf(page.api.upload(WRITE, new FormData()))
    expect(said).toEqual([{ kind, text }])
  },
  async download(page, [kind, text]) {
    await failureOf(page.api.download(PATH))
    expect(said).toEqual([{ kind, text }])
  },
  async list(page, [, text]) {
    const error = await failureOf(page.api.list(PATH, {}, { quiet: true }))
    expect(said).toEqual([])
    const { FailedState } = await import('#src/client/components/ui/states.tsx')
    expect(await textIn(<FailedState error={error} onRetry={() => undefined} />)).toContain(text)
  },
  async search(page, [, text]) {
    const error = await failureOf(page.api.get(PATH, { quiet: true }))
    const { errorText } = await import('#src/client/platform/http/http.ts')
    expect([said, errorText(error, '')]).toEqual([[], text])
  },
  async bell(page, [, text]) {
    const error = await failureOf(page.api.list(NOTICES, {}, { quiet: true }))
    const { noticeFailure } = await import('#src/client/platform/live/unread.ts')
    expect([said, noticeFailure(error)]).toEqual([[], `消息获取失败！错误：${text}`])
  },
  async counter(_page, [, text]) {
    const { fetchUnread } = await import('#src/client/platform/live/unread.ts')
    await failureOf(fetchUnread(new AbortController().signal))
    expect(said).toEqual([{ kind: 'danger', text: `消息获取失败！错误：${text}` }])
  },
}

const signedIn = async (handlers: Parameters<typeof browser>[0]): Promise<PageOf> => {
  const page = await browser({
    '/api/login/': () => ({ code: 2000, data: { access: 'first', username: 'zhang39', mustChangePassword: false } }),
    ...handlers,
  })
  page.startSession()
  page.session.send({ ...form, remember: false })
  await vi.waitFor(() => expect(page.session.getSnapshot().hasTag('ready')).toBe(true))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  return page
}

beforeEach(() => {
  said.length = 0
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe.each(Object.keys(causes) as Cause[])('§8 %s', (cause) => {
  it.each(Object.keys(places))('at %s', async (place) => {
    const page = await signedIn({ [PATH]: causes[cause], [WRITE]: causes[cause], [NOTICES]: causes[cause] })
    await places[place]?.(page, words[cause])
  })
})

describe('§8 the renewal of the token', () => {
  it.each(['timeout', 'network', 'statusText', 'noAnswer'] as const)(
    'says %s where a write was answered 401 and the renewal is not reached; the person stays',
    async (cause) => {
      const page = await signedIn({ [WRITE]: () => ({ code: 401, msg: '' }), '/token/refresh/': causes[cause] })
      await failureOf(page.api.post(WRITE, {}))
      const [kind, text] = words[cause]
      expect(said).toEqual([{ kind, text }])
      expect(page.session.getSnapshot().context.access).toBe('first')
    },
  )

  it('says nothing of its own where the server refuses it: the session ends with its own warning', async () => {
    const page = await signedIn({ [WRITE]: () => ({ code: 401 }), '/token/refresh/': () => ({ code: 401, msg: 'no' }) })
    await failureOf(page.api.post(WRITE, {}))
    expect(said).toEqual([])
    expect(page.location.assign).toHaveBeenCalledWith('/login?from=%2Fhome')
  })
})

describe('§8 a page whose code is not there yet', () => {
  const opened = async (handlers: Parameters<typeof browser>[0]): Promise<void> => {
    await browser(handlers)
    vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined }))
  }
  const missing = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))

  it('is the offline prompt with a retry while the network is gone', async () => {
    await opened({ '/healthz': causes.network })
    const { loadPage } = await import('#src/client/app/pageRoute.ts')
    const Page = await loadPage(missing)
    const drawn = await textIn(<Page />)
    expect([drawn.includes('网络已断开'), drawn.includes('重试')]).toEqual([true, true])
  })

  it('is the page of a crash where the server answers and has no such code', async () => {
    await opened({ '/healthz': () => ({}) })
    const { loadPage } = await import('#src/client/app/pageRoute.ts')
    const Page = await loadPage(missing)
    await expect(textIn(<Page />)).rejects.toThrow('dynamically imported')
  })
})
