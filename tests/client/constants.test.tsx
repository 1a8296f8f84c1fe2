import { readFileSync } from 'node:fs'
import { prerender } from 'react-dom/static'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { TOAST_TIMEOUT } from '#src/client/components/ui/popups/toast.ts'
import { call, LONG_TIMEOUT, RETRY_DELAY, TIMEOUT } from '#src/client/platform/http/transport.ts'
import Calendar from '#src/fields/date/Calendar.client.tsx'

afterEach(() => vi.unstubAllGlobals())

describe('the constants of specification §9', () => {
  it('§9 request timeout 12 s, per call 60 s, one retry after 1 s, toast 5 s', () => {
    expect([TIMEOUT, LONG_TIMEOUT, RETRY_DELAY, TOAST_TIMEOUT]).toEqual([12_000, 60_000, 1_000, 5_000])
  })

  it('§9 content type JSON UTF-8', async () => {
    const sent: Request[] = []
    vi.stubGlobal('fetch', async (request: Request) => {
      sent.push(request.clone())
      return Response.json({ code: 2000, msg: '', data: null })
    })
    await call('post', 'http://bureau.test/api/x/', { body: { title: '请假' } })
    const [request] = sent
    expect(request?.headers.get('content-type')).toBe('application/json')
    expect(new TextDecoder('utf-8', { fatal: true }).decode(await request?.arrayBuffer())).toBe('{"title":"请假"}')
  })

  it('§9 first day of week Monday', async () => {
    const { prelude } = await prerender(
      <Calendar value="2026-03-11" withTime={false} today="2026-03-11" onChange={() => undefined} />,
    )
    const days = [...(await new Response(prelude).text()).matchAll(/<th[^>]*>(.*?)<\/th>/g)]
    expect(days.map(([, day = '']) => day.replace(/<[^>]*>/g, ''))).toEqual(['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'])
  })

  it('§9 horizontal nav opens with slide-y-reverse', () => {
    const sheet = readFileSync(
      new URL('../../src/client/app/layout/navigation/navigation.css', import.meta.url),
      'utf8',
    )
    const rules = [...sheet.matchAll(/\.horizontal-nav-panel(\[hidden\])? \{([^}]*)\}/g)].map(([, , body = '']) => body)
    // Shown in its place; it comes from below, and goes back there.
    expect(rules.slice(0, 3).map((body) => /transform: translateY\(\d+px\)/.test(body))).toEqual([false, true, true])
    expect(rules[0]).toMatch(/transition:[^;]*transform \d+ms/)
  })
})
