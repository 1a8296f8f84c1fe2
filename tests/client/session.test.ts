import { afterEach, describe, expect, it, vi } from 'vitest'
import { browser, form, jar, written } from './fakeBrowser.ts'

const answered = { code: 2000, data: { access: 'first', username: 'zhang39', mustChangePassword: false } }

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('the session in the browser (specification §9)', () => {
  it('keeps the token and the person in cookies at path /, everything else in session storage, and wipes both at the end', async () => {
    const page = await browser({ '/api/login/': () => answered })
    page.startSession()
    page.session.send({ ...form, remember: false })
    await vi.waitFor(() => expect(page.session.getSnapshot().hasTag('ready')).toBe(true))
    expect(written('token')).toBe('token=first; Path=/; SameSite=Strict')
    expect(sessionStorage.getItem('permissions')).toBe('[]')
    expect([jar.has('person'), jar.has('userInfo'), sessionStorage.getItem('user')]).toEqual([true, true, null])
    // What was looked up last names colleagues and tickets; the look of pages is nobody's secret.
    localStorage.setItem('trace.palette.7', '[{"title":"QT-20260105-0001"}]')
    localStorage.setItem('theme', 'dark')
    // What the page for counting assets has stored of the person, for days without a network.
    const deleted = vi.fn(async () => true)
    vi.stubGlobal('caches', { delete: deleted })
    page.session.send({ type: 'SIGN_OUT' })
    await vi.waitFor(() => expect(page.location.assign).toHaveBeenCalledWith('/login'))
    expect([jar.size, sessionStorage.length, localStorage.getItem('refresh')]).toEqual([0, 0, null])
    expect([localStorage.getItem('trace.palette.7'), localStorage.getItem('theme')]).toEqual([null, 'dark'])
    expect(deleted).toHaveBeenCalledWith('scan-personal')
  })

  it('§2 loads person, permissions, settings, departments, dictionaries and menus once, after the sign-in', async () => {
    const page = await browser({ '/api/login/': () => answered })
    const calls = [
      '/api/system/user/user_info/',
      '/api/system/menu_button/menu_button_all_permission/',
      '/api/init/settings/',
      '/api/system/dept/all_dept/',
      '/api/init/dictionary/',
      '/api/system/menu/web_router/',
    ]
    const asked = (): number[] => calls.map((path) => page.of(path).length)
    page.startSession()
    expect(asked()).toEqual([0, 0, 0, 0, 0, 0])
    page.session.send({ ...form, remember: false })
    await vi.waitFor(() => expect(page.session.getSnapshot().hasTag('ready')).toBe(true))
    expect(asked()).toEqual([1, 1, 1, 1, 1, 1])
    expect(page.of('/api/init/dictionary/')[0]?.url).toMatch(/\?dictionary_key=all$/)
  })

  it('LOG-05 stays signed in for 30 days when asked to', async () => {
    const page = await browser({ '/api/login/': () => answered })
    page.startSession()
    page.session.send({ ...form, remember: true })
    await vi.waitFor(() => expect(page.session.getSnapshot().hasTag('ready')).toBe(true))
    expect(written('token')).toBe(`token=first; Path=/; SameSite=Strict; Max-Age=${30 * 24 * 3600}`)
  })

  it('twenty calls that are answered 401 at once renew the token once and are all replayed', async () => {
    const page = await browser({
      '/api/login/': () => answered,
      '/token/refresh/': () => ({ access: 'second' }),
      '/api/personal/push/': (request) =>
        request.headers.get('authorization') === 'Bearer second'
          ? { code: 2000, data: 'thing' }
          : { code: 401, msg: 'expired' },
    })
    page.startSession()
    page.session.send({ ...form, remember: false })
    await vi.waitFor(() => expect(page.session.getSnapshot().hasTag('ready')).toBe(true))
    const got = await Promise.all(Array.from({ length: 20 }, () => page.api.get('/api/personal/push/')))
    expect(got).toEqual(Array.from({ length: 20 }, () => 'thing'))
    expect([page.of('/token/refresh/').length, page.of('/api/personal/push/').length, jar.get('token')]).toEqual([
      1,
      40,
      'second',
    ])
  })

  it('a replayed write keeps its idempotency key', async () => {
    const page = await browser({
      '/api/login/': () => answered,
      '/token/refresh/': () => ({ access: 'second' }),
      '/api/personal/avatar/': (request) =>
        request.headers.get('authorization') === 'Bearer second' ? { code: 2000, data: 'done' } : { code: 401 },
    })
    page.startSession()
    page.session.send({ ...form, remember: false })
    await vi.waitFor(() => expect(page.session.getSnapshot().hasTag('ready')).toBe(true))
    await page.api.post('/api/personal/avatar/', { a: 1 })
    const keys = page.of('/api/personal/avatar/').map((request) => request.headers.get('x-idempotency-key'))
    expect([keys.length, keys[0]]).toEqual([2, keys[1]])
  })

  it('a token that cannot be renewed leads to the sign-in page with the warning, and back afterwards', async () => {
    const page = await browser({
      '/api/login/': () => answered,
      '/token/refresh/': () => ({ code: 401, msg: 'no' }),
      '/api/personal/push/': () => ({ code: 401 }),
    })
    page.startSession()
    page.session.send({ ...form, remember: false })
    await vi.waitFor(() => expect(page.session.getSnapshot().hasTag('ready')).toBe(true))
    await expect(page.api.get('/api/personal/push/')).rejects.toMatchObject({ code: 401 })
    expect(page.location.assign).toHaveBeenCalledWith('/login?from=%2Fhome')
    expect([JSON.parse(sessionStorage.getItem('problem') ?? 'null'), jar.size]).toEqual([
      { key: 'token.expired', text: null },
      0,
    ])
  })

  it('a token another tab has renewed meanwhile is used instead of the old refresh token', async () => {
    const page = await browser({
      '/api/login/': () => answered,
      '/token/refresh/': () => ({ code: 401, msg: 'used' }),
      '/api/personal/push/': (request) =>
        request.headers.get('authorization') === 'Bearer other-tab' ? { code: 2000, data: 'thing' } : { code: 401 },
    })
    page.startSession()
    page.session.send({ ...form, remember: false })
    await vi.waitFor(() => expect(page.session.getSnapshot().hasTag('ready')).toBe(true))
    jar.set('token', 'other-tab')
    expect(await page.api.get('/api/personal/push/')).toBe('thing')
    expect(page.of('/token/refresh/')).toHaveLength(0)
  })
})
