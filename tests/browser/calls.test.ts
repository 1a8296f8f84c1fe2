/** What the first page asks the server for. */
import type { Page } from '@playwright/test'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openSite, type Site, signIn } from './harness.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site?.close())

/** Calls that are made twice between the sign-in page and the home page at rest, each for a reason of its own. */
const TWICE: readonly string[] = [
  // Before the sign-in only the public settings are given, after it those of everybody in the bureau.
  'GET /api/init/settings/',
]

function callsOf(page: Page): ReadonlyMap<string, number> {
  const calls = new Map<string, number>()
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    const call = `${request.method()} ${pathname}${search}`
    if (/^\/(api|token)\//.test(pathname)) calls.set(call, (calls.get(call) ?? 0) + 1)
  })
  return calls
}

/** The line is open, and whatever its opening led to has been sent: a beat goes out every two seconds. */
async function untilAtRest(page: Page): Promise<void> {
  const socket = await page.waitForEvent('websocket')
  await socket.waitForEvent('framesent')
  await socket.waitForEvent('framesent')
  await page.waitForLoadState('networkidle')
}

it.each(['zhang39', 'qin17', 'fang54'])(
  'from the sign-in to the home page at rest no call is made twice without a reason, for %s',
  async (username) => {
    const context = await site.profile()
    const page = await context.newPage()
    const calls = callsOf(page)
    const atRest = untilAtRest(page)
    await signIn(page, username)
    await atRest
    const twice = [...calls].filter(([call, times]) => times > 1 && !TWICE.includes(call))
    expect(twice).toEqual([])
    expect([...calls.keys()]).toEqual(expect.arrayContaining(['GET /api/workflow/application_types/', ...TWICE]))
    await context.close()
  },
)
