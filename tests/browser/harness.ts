/** People in front of screens: the built server, Chromium, and a window of its own for each person. */
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type Browser, type BrowserContext, chromium, type Locator, type Page } from '@playwright/test'
import { expect } from 'vitest'
import type { EngineKind } from '#tests/harness/engines.ts'
import { START } from '#tests/harness/server.ts'
import { type Caller, callerOf, PASSWORD } from './caller.ts'
import { startServer } from './server.ts'

export interface Look {
  readonly language?: 'zhHans' | 'en'
  readonly theme?: 'light' | 'dark'
  /** Pixels of the window; 1440 by default. */
  readonly width?: number
  /** A browser that has kept no choice at all. */
  readonly isNew?: boolean
  /** Decisions can be undone before they are sent; by default these people have chosen to send them at once. */
  readonly hasUndo?: boolean
  /** What the clock of the browser says; the server's start by default. */
  readonly at?: string
}

/** How a window begins: at home, or at a page. */
export interface Start extends Look {
  readonly path?: string
}

export interface Site {
  readonly url: string
  /** A browser profile of its own: no cookie and no storage is shared with another one. */
  profile(look?: Look): Promise<BrowserContext>
  /** A window in a profile of its own that keeps a session already. */
  signedIn(username: string, start?: Start): Promise<Page>
  /** A person without a screen, to prepare what the screens then show. */
  as(username: string): Promise<Caller>
  /** The server goes on at another time; windows and callers of before are of no use any more. */
  moveTo(now: string): Promise<void>
  close(): Promise<void>
}

/** Milliseconds after which a screen does not come any more; two slow cores share the work. */
export const TIMEOUT_MS = 60_000
/** Milliseconds for the first page of a profile, which brings the whole program; several people may come at once. */
const ARRIVAL = 120_000
const HEIGHTS = { wide: 900, narrow: 844 }
/** The shell without a window first: it draws the same and takes a third less of the machine. */
const chromiumPlaces = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/microsoft-edge',
]

/** Starts a server for the tests of one file, and windows in front of it; on PostgreSQL where there is one, unless told otherwise. Close it. */
export async function openSite(engine?: EngineKind): Promise<Site> {
  const server = await startServer(engine)
  const windows = windowsOf(server.url)
  return {
    url: server.url,
    profile: windows.profile,
    signedIn: windows.signedIn,
    as: (username) => callerOf(server.url, username),
    moveTo: (now) => server.moveTo(now),
    close: async () => {
      await windows.close()
      await server.stop()
    },
  }
}

/** Windows in front of the server at this address. Close them. */
export function windowsOf(url: string): Pick<Site, 'profile' | 'signedIn' | 'close'> {
  const profiles = new Set<BrowserContext>()
  const profile = async (look: Look = {}): Promise<BrowserContext> => {
    const context = await openProfile(await sharedBrowser(), url, look)
    profiles.add(context)
    return context
  }
  return {
    profile,
    signedIn: async (username, start) => {
      const context = await profile(start)
      await keepSession(context, url, username)
      const page = await context.newPage()
      await page.goto(start?.path ?? '/home')
      await arrive(page)
      return page
    },
    close: async () => {
      await Promise.all([...profiles].map((context) => context.close()))
    },
  }
}

let shared: Promise<Browser> | undefined
/** One Chromium for the files that a worker runs one after the other: profiles share nothing, and it ends with the worker. */
async function sharedBrowser(): Promise<Browser> {
  shared ??= launch()
  const browser = await shared
  if (browser.isConnected()) return browser
  shared = launch()
  return shared
}

/** The Chromium of this machine. */
export async function launch(): Promise<Browser> {
  const executablePath = process.env.CHROMIUM_PATH ?? chromiumPlaces.find((place) => existsSync(place))
  if (executablePath === undefined) throw new Error('no Chromium found: install chromium, or set CHROMIUM_PATH')
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'] })
}

async function openProfile(browser: Browser, baseURL: string, look: Look): Promise<BrowserContext> {
  const { language = 'zhHans', theme = 'light', width = 1440, isNew = false, hasUndo = false, at = START } = look
  const context = await browser.newContext({
    baseURL,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    viewport: { width, height: width < 600 ? HEIGHTS.narrow : HEIGHTS.wide },
    reducedMotion: 'reduce',
  })
  context.setDefaultTimeout(TIMEOUT_MS)
  await context.clock.setFixedTime(at)
  // Kept choices, as if the person had made them before; what is chosen during the test stays.
  await context.addInitScript(
    (choices) => {
      for (const [key, value] of Object.entries(choices))
        if (localStorage.getItem(key) === null) localStorage.setItem(key, value)
    },
    isNew ? {} : { language, theme, undoDecisions: String(hasUndo) },
  )
  return context
}

/** Through the sign-in page, as everybody. */
export async function signIn(page: Page, username: string): Promise<void> {
  // Until the settings are known a captcha is asked for.
  const known = page.waitForResponse('**/api/init/settings/')
  await page.goto('/login')
  await known
  await page.locator('#username').fill(username)
  await page.locator('input[name=current-password]').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.pathname !== '/login')
  await arrive(page)
}

async function arrive(page: Page): Promise<void> {
  await page.locator('main#main h1').first().waitFor({ timeout: ARRIVAL })
  // Off the navigation, which opens over the page under the pointer.
  await page.mouse.move(700, 450)
}

/** Goes to an address as the browser's own buttons do, without loading the program anew. */
export const goWithin = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: null }))
  }, path)

/** Goes there within the program, and waits until the page has come, by its title or its heading; stays when it is there already, since a page follows what changes. */
export async function goTo(page: Page, path: string): Promise<void> {
  const { pathname, search } = new URL(page.url())
  if (pathname + search === path) return
  const [address = ''] = path.split('?')
  // Another tab or filter of the same page keeps its title and heading.
  if (pathname === address) {
    await goWithin(page, path)
    await page.waitForFunction(isTabShown, new URL(path, page.url()).searchParams.get('tab'))
    return
  }
  const title = await page.title()
  // What is printed has none.
  const [heading = null] = await page.locator('main#main h1').elementHandles()
  await goWithin(page, path)
  await page.waitForFunction(([before, left]) => document.title !== before || left?.isConnected === false, [
    title,
    heading,
  ] as const)
}

/** In the page: the tab of this name is the chosen one, or there is none of this name. */
function isTabShown(name: string | null): boolean {
  const tab = name === null ? null : document.querySelector(`main [role=tab][id$="_${CSS.escape(name)}"]`)
  return tab === null || tab.getAttribute('aria-selected') === 'true'
}

/** Ticks a checkbox, a switch or a radio button, or takes the tick away, by the label around it, as a person does: Blueprint draws over the control. */
export async function tick(control: Locator, isOn = true): Promise<void> {
  if ((await control.isChecked()) !== isOn) await control.locator('xpath=ancestor::label[1]').click()
  await expect.poll(() => control.isChecked()).toBe(isOn)
}

/** Answers the question that says so, with 确认 by default, and waits until it has gone: while it fades it still has its buttons and the focus. */
export async function answer(page: Page, text: string | RegExp, name = '确认'): Promise<void> {
  const question = page.getByRole('alertdialog').filter({ hasText: text })
  await question.getByRole('button', { name, exact: true }).click()
  await question.waitFor({ state: 'detached' })
}

/** Leaves in the browser what the sign-in page leaves there; that page has tests of its own. */
async function keepSession(context: BrowserContext, url: string, username: string): Promise<void> {
  const answer = await context.request.post('/api/login/', {
    data: { username, password: PASSWORD, remember: false },
    headers: { 'sec-fetch-site': 'same-origin', origin: url },
  })
  const { data } = (await answer.json()) as { data: { access: string } }
  const cookies = { token: data.access, person: JSON.stringify({ username, remember: false }) }
  await context.addCookies(
    Object.entries(cookies).map(([name, value]) => ({
      name,
      value: encodeURIComponent(value),
      url,
      sameSite: 'Strict',
    })),
  )
}

/** Everything the browser complains about from now on: errors of scripts and of the console. */
export function complaintsOf(page: Page): readonly string[] {
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(`error: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`console: ${message.text()}`)
  })
  return complaints
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** WCAG 2.2 AA; nothing is fetched for it. */
const axeOptions = {
  resultTypes: ['violations'],
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
  preload: false,
}

interface Finding {
  readonly id: string
  readonly impact: string | null
  readonly nodes: readonly { readonly target: readonly unknown[]; readonly failureSummary?: string }[]
}

/** Transitions and animations that have started on the page since the first call. */
const countAnimations = (): number => {
  const counting = window as { animations?: number }
  if (counting.animations === undefined) {
    counting.animations = 0
    for (const begin of ['transitionrun', 'animationstart'])
      document.addEventListener(begin, () => (counting.animations = (counting.animations ?? 0) + 1), true)
  }
  return counting.animations
}

/** Waits for running transitions and animations, infinite ones excepted: axe would read an intermediate colour. */
const animationsFinished = () =>
  Promise.allSettled(
    document
      .getAnimations()
      .filter(
        ({ effect, playState }) =>
          playState === 'running' && Number.isFinite(Number(effect?.getComputedTiming().endTime)),
      )
      .map(({ finished }) => finished),
  )

/** Runs of axe on a page that keeps starting animations; then the last result counts. */
const MAX_RUNS = 4

/** What axe finds serious or critical. A run during which an animation started, such as a dialog that opens, is repeated. */
async function findingsOn(page: Page): Promise<readonly Finding[]> {
  for (let run = 1; ; run += 1) {
    await page.evaluate(animationsFinished)
    const before = await page.evaluate(countAnimations)
    const isBehind = (await page.locator('.bp6-overlay-backdrop').count()) > 0
    const context = isBehind ? "{ exclude: ['#root'] }" : 'document'
    const findings: readonly Finding[] = await page.evaluate(
      `axe.run(${context}, ${JSON.stringify(axeOptions)}).then(({ violations }) => violations)`,
    )
    const serious = findings.filter(({ impact }) => impact === 'serious' || impact === 'critical')
    if (serious.length === 0 || run === MAX_RUNS || (await page.evaluate(countAnimations)) === before) return serious
  }
}

/** Asserts that axe finds nothing serious or critical on the screen; behind a modal dialog nothing can be reached, so that what it half covers is no target. */
export async function expectAccessible(page: Page, where: string): Promise<void> {
  // A page keeps it while the program goes from page to page.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeSource)
  await page.evaluate(countAnimations)
  const violations = (await findingsOn(page)).flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary ?? ''}`),
  )
  expect(violations, `axe on ${where}`).toEqual([])
}
