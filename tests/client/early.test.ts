import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { askEarly, takeEarly } from '#src/client/early/answers.ts'

const PATH = '/api/init/settings/?group=all'
const headers = { Authorization: 'Bearer a', 'Accept-Language': 'zh-Hans' }
const call = (path = PATH, own: Readonly<Record<string, string>> = headers, method = 'GET'): Request =>
  new Request(`http://localhost${path}`, { headers: own, method })

describe('a call that left before the program had arrived', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['performance'] })
    vi.stubGlobal(
      'fetch',
      vi.fn(async () => new Response('answer')),
    )
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
    takeEarly(call())
  })

  it('is answered once, to the very same call', async () => {
    askEarly(PATH, headers)
    expect(takeEarly(call('/api/init/settings/'))).toBeNull()
    expect(await (await takeEarly(call()))?.text()).toBe('answer')
    expect(takeEarly(call())).toBeNull()
  })

  it.each([
    ['another person', call(PATH, { ...headers, Authorization: 'Bearer b' })],
    ['no person', call(PATH, { 'Accept-Language': 'zh-Hans' })],
    ['another language', call(PATH, { ...headers, 'Accept-Language': 'en' })],
    ['another method', call(PATH, headers, 'DELETE')],
  ])('is no answer to that of %s', (_who, other) => {
    askEarly(PATH, headers)
    expect(takeEarly(other)).toBeNull()
  })

  it.each([
    [9_999, true],
    [10_000, false],
  ])('is taken after %i ms: %s', (elapsed, isTaken) => {
    askEarly(PATH, headers)
    vi.advanceTimersByTime(elapsed)
    expect(takeEarly(call()) !== null).toBe(isTaken)
  })

  it('fails as the call that takes it', async () => {
    vi.mocked(fetch).mockRejectedValue(new TypeError('no network'))
    askEarly(PATH, headers)
    await expect(takeEarly(call())).rejects.toThrow('no network')
  })
})
