/** Generated ways through the session machine, gone in one page against the real server; time is the page's own clock, and what another tab would say comes over the channel of the tabs. */
import type { Locator, Page, Route, WebSocketRoute } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type SessionEvent,
  type SessionSnapshot,
  SIGN_OUT_TIMEOUT_MS,
  sessionMachine,
} from '#machines/session/session.ts'
import type { RecordFrame } from '#src/define/answers/live.ts'
import { START } from '#tests/harness/server.ts'
import { type ModelPath, type ModelStep, runPath, transitionCoverage } from '#tests/models/model.ts'
import { PASSWORD } from './caller.ts'
import { openSite, type Site } from './harness.ts'
import { tell, tokensOf } from './otherTab.ts'
import { isIdle, isRenewing, LOCK_SECONDS, paths, refused, unreachable } from './session-model.ts'

/** Milliseconds of the page's clock that pass while the test looks once more. */
const TICK = 20
/** Milliseconds of the wall's clock the page may take to show a state. */
const POLLING = { timeout: 120_000, interval: 10 }
const WARNING = '令牌已过期，请重新登录'

/** Calls that wait for the test, by what the machine calls them. */
const calls = {
  signIn: '**/api/login/',
  signOut: '**/api/logout/',
  refresh: '**/token/refresh/',
  startUp: '**/api/system/menu/web_router/',
  changePassword: '**/api/system/user/change_password/',
  verifyPassword: '**/api/system/user/verify_password/',
} as const
type Call = keyof typeof calls
const callOf = (actorId: string): Call => (/startUp$/i.test(actorId) ? 'startUp' : (actorId as Call))

let site: Site
let page: Page
const held = new Map<Call, Route[]>()
let lines: WebSocketRoute[] = []
/** The token that the server no longer takes. */
let spent: string | null = null
/** The server wants a new password before anything else. */
let wantsPassword = false
/** The person's password now. */
let password = PASSWORD
let lists = 0

async function soon(what: string, look: () => Promise<boolean>): Promise<void> {
  await expect
    .poll(
      async () => {
        if (await look()) return true
        await page.clock.runFor(TICK)
        return look()
      },
      { ...POLLING, message: what },
    )
    .toBe(true)
}

async function take(call: Call): Promise<Route> {
  await soon(`${call} is asked`, async () => waits(call))
  const routes = held.get(call) ?? []
  held.set(call, [])
  const newest = routes.pop()
  if (newest === undefined) throw new Error(`${call} was not asked`)
  // Whoever asked before does not wait any more.
  for (const route of routes) await route.abort()
  return newest
}

/** Lets the server answer a call, or refuse it for a reason of its own; what cannot be reached fails in between. */
async function answer(actorId: string, given: { readonly output?: unknown; readonly error?: unknown }): Promise<void> {
  const call = callOf(actorId)
  const route = await take(call)
  if (given.error === unreachable) return route.fulfill({ status: 500, body: '' })
  const body = (route.request().postDataJSON() ?? {}) as Readonly<Record<string, unknown>>
  if (given.error === refused) {
    const wrong = { ...body, password: 'wrong', oldPassword: 'wrong', refresh: 'wrong' }
    return route.continue({ postData: wrong, headers: { ...route.request().headers(), cookie: '' } })
  }
  if (call === 'changePassword') password = String(body.newPassword)
  const output = given.output as { readonly mustChangePassword?: boolean } | undefined
  if (call === 'refresh') {
    const answered = page.waitForResponse(calls.refresh)
    await route.continue()
    await (await answered).finished()
    return page.clock.runFor(TICK)
  }
  if (output?.mustChangePassword !== true) return route.continue()
  const response = await route.fetch()
  const { data, ...rest } = (await response.json()) as { data: object }
  return route.fulfill({ response, json: { ...rest, data: { ...data, mustChangePassword: true } } })
}

const button = (name: string) => page.getByRole('button', { name, exact: true })
/** Clicks what a frame or two of the page's clock may still have to bring. */
async function press(target: Locator): Promise<void> {
  await soon(`there is ${target}`, () => target.isVisible())
  await target.click()
}
async function account(item: string): Promise<void> {
  await press(page.getByRole('button', { name: /的账号菜单$/ }))
  await press(page.getByRole('menuitem', { name: item }))
}

/** A page that no cache has: its list is asked of the server. */
async function openList(): Promise<void> {
  lists += 1
  await page.evaluate((query) => {
    history.pushState(null, '', `/workflow/ticket?label=submitted&search=${query}`)
    dispatchEvent(new PopStateEvent('popstate'))
  }, lists)
}

/** What another tab that has these tokens leaves in the browser. */
async function keepTokens(username: string): Promise<{ readonly access: string; readonly refresh: string | null }> {
  const tokens = await tokensOf(site.url, username, username === 'pan42' ? password : PASSWORD)
  const person = JSON.stringify({ username, remember: false })
  await page.context().addCookies(
    Object.entries({ token: tokens.access, person }).map(([name, value]) => ({
      name,
      value: encodeURIComponent(value),
      url: site.url,
    })),
  )
  await page.evaluate((refresh) => {
    if (refresh === null) localStorage.removeItem('refresh')
    else localStorage.setItem('refresh', refresh)
  }, tokens.refresh)
  return tokens
}

/** Makes happen what the event says. */
async function perform({ event }: ModelStep, before: SessionSnapshot): Promise<void> {
  if ('actorId' in event) return answer(String(event.actorId), event as never)
  const said = event as SessionEvent
  switch (said.type) {
    case 'SIGN_IN':
      await page.locator('#username').fill(said.username)
      await page.locator('input[name=current-password]').fill(password)
      return page.keyboard.press('Enter')
    case 'SIGN_OUT':
      await account('退出登录')
      return press(button('确认'))
    case 'UNAUTHORIZED':
      spent = (await page.context().cookies()).find(({ name }) => name === 'token')?.value ?? ''
      return openList()
    case 'PASSWORD_CHANGE_REQUIRED':
      wantsPassword = true
      if (isIdle(before)) return openList()
      return (await take('startUp')).fallback()
    case 'CHANGE_PASSWORD':
      await page.locator('input[name=current-password]').fill(password)
      for (const field of await page.locator('input[name=new-password]').all())
        await field.fill(password === PASSWORD ? said.newPassword : `${password}x`)
      return press(button('修改密码'))
    case 'RETRY':
      return press(button('重试'))
    case 'RELOAD':
      return lines
        .at(-1)
        ?.send(JSON.stringify({ contentType: 'RECORD', content: '', record: 'access', id: null } satisfies RecordFrame))
    case 'LOCK':
      return account('锁定屏幕')
    case 'UNLOCK':
      await page.locator('.lock input[name=current-password]').fill(password)
      return press(button('解锁'))
    case 'LOCK_TIME_SET':
      return page.evaluate((seconds) => {
        localStorage.setItem('lockSeconds', String(seconds))
        dispatchEvent(new StorageEvent('storage', { key: 'lockSeconds' }))
      }, said.seconds)
    case 'TOKEN_CHANGED':
      return tell(page, { ...said, ...(await keepTokens(said.username)) })
    case 'SIGNED_OUT_ELSEWHERE':
      // The tab that signed out has emptied what all tabs share.
      await page.context().clearCookies()
      return tell(page, said as never)
    case 'ACTIVE':
    case 'LOCKED_ELSEWHERE':
    case 'UNLOCKED_ELSEWHERE':
      // Whoever did that in the other tab was active there.
      await page.evaluate(() => localStorage.setItem('activeAt', String(Date.now())))
      return tell(page, said as never)
    default:
      return page.clock.fastForward(event.type.includes('signOutTimeout') ? SIGN_OUT_TIMEOUT_MS : LOCK_SECONDS * 1000)
  }
}

const isBusy = (name: string) => page.locator('button[aria-busy=true]').filter({ hasText: name }).isVisible()
const waits = (call: Call): boolean => (held.get(call) ?? []).length > 0

/** A line that opens again fetches what was missed, in its own time. */
async function letReload(): Promise<void> {
  const reloads = held.get('startUp') ?? []
  held.set('startUp', [])
  for (const route of reloads) await route.continue()
}

/** The moment as the person sees it, and which call is on its way. */
async function isShown(moment: SessionSnapshot): Promise<boolean> {
  if (moment.matches('signedOut')) {
    const isThere = await page.locator('.login-form button[type=submit][aria-busy=false]').isVisible()
    if (!isThere || new URL(page.url()).pathname !== '/login') return false
    const isWarned = await page.getByRole('alert').getByText(WARNING).isVisible()
    return isWarned === (moment.context.problem?.key === 'token.expired')
  }
  if (moment.matches('signingIn'))
    return waits('signIn') && (await page.locator('.login-form [aria-busy=true]').isVisible())
  if (moment.matches('signingOut')) return waits('signOut')
  // A call that another tab made needless may still be on its way.
  if (isRenewing(moment) && !waits('refresh')) return false
  const isFresh = moment.matches({ signedIn: { page: { fresh: 'loading' } } })
  if (moment.matches({ signedIn: { screen: 'locked' } })) {
    // Without the start-up data no page is on the screen yet, and nothing to lock.
    if (isFresh && moment.context.startUp === null) return waits('startUp')
    if (!(await page.locator('.lock').isVisible())) return false
    if (moment.matches({ signedIn: { screen: { locked: 'checking' } } }) && !(await isBusy('解锁'))) return false
  } else if (moment.matches({ signedIn: { page: { mustChangePassword: 'changing' } } })) {
    if (!(await isBusy('修改密码'))) return false
  } else if (moment.matches({ signedIn: { page: 'mustChangePassword' } })) {
    if (!(await button('修改密码').isVisible())) return false
  } else if (moment.matches({ signedIn: { page: { fresh: 'failed' } } })) {
    if (!(await button('重试').isVisible())) return false
  } else if (moment.hasTag('ready')) {
    if (!(await page.locator('.navbar').isVisible()) || (await page.locator('.lock').isVisible())) return false
    if (lines.length === 0) return false
  }
  if (isIdle(moment) && waits('startUp')) await letReload()
  return (isFresh || moment.matches({ signedIn: { page: { ready: 'reloading' } } })) === waits('startUp')
}

/** A browser as the machine finds it: with tokens and a locked screen, or empty. */
async function arrive({ input }: ModelPath): Promise<void> {
  held.clear()
  lines = []
  await page.context().clearCookies()
  await page.goto('/favicon.svg')
  await page.evaluate(() => localStorage.clear())
  const { credentials } = input as { readonly credentials: { readonly username: string } | null }
  if (credentials !== null) {
    await keepTokens(credentials.username)
    await page.evaluate(() => localStorage.setItem('locked', '1'))
  }
  await page.goto('/home')
}

describe('the session machine in the browser', () => {
  const coverage = transitionCoverage(sessionMachine)
  beforeAll(async () => {
    site = await openSite()
    page = await (await site.profile({ isNew: true })).newPage()
    await page.clock.install({ time: START })
    await page.clock.pauseAt(Date.parse(START) + 1_000)
    // The server takes a spent token for what it is, and asks for a new password when one is due.
    await page.route(/\/api\/(workflow|system\/menu\/web_router)\//, async (route) => {
      if (wantsPassword) {
        wantsPassword = false
        return route.fulfill({ json: { code: 4003, errKey: 'password.mustChange', msg: '请先修改密码', data: null } })
      }
      const headers = await route.request().allHeaders()
      const isSpent = spent !== null && headers.authorization === `Bearer ${spent}`
      return route.continue(isSpent ? { headers: { ...headers, authorization: 'Bearer spent' } } : {})
    })
    for (const [call, address] of Object.entries(calls) as [Call, string][])
      await page.route(address, (route) => void held.set(call, [...(held.get(call) ?? []), route]))
    await page.routeWebSocket(/\/ws\//, (line) => {
      lines.push(line)
      const server = line.connectToServer()
      server.onMessage((text) => line.send(text))
      // The page's clock stands still, and the server may tire of waiting for the heartbeat.
      server.onClose(() => undefined)
    })
  })
  afterAll(() => site?.close())

  it.each(paths.map((path) => [path.steps.length, path] as const))('a path of %i steps', async (_, path) => {
    const moments: SessionSnapshot[] = []
    const run = runPath(sessionMachine, path, (moment) => moments.push(moment as SessionSnapshot))
    await arrive(path)
    for (const [at, moment] of moments.entries()) {
      const before = moments[at - 1]
      const step = path.steps[at - 1]
      if (before !== undefined && step !== undefined) await perform(step, before)
      await soon(`${at}. ${step?.event.type ?? 'start'}: ${JSON.stringify(moment.value)}`, () => isShown(moment))
      // Leaving is a page load: whatever was on its way is gone with the page.
      if (moment.matches('signedOut') && before?.matches('signedIn')) held.clear()
      if (moment.matches('signedOut')) lines = []
    }
    coverage.add(run)
  })

  it('takes every transition', () => coverage.assertFullCoverage())
})
