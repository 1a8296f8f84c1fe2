import type { Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { complaintsOf, type Desk, expectAccessible, type Look, openDesk } from './harness.ts'
import { fillQueue } from './queue.ts'

type Language = NonNullable<Look['language']>

/** Who looks at what; `ready` is there once the page has its data. */
const visits = [
  { username: 'zhang39', path: '/home', ready: '.counter-number' },
  { username: 'zhang39', path: '/workflow/ticket', ready: '.ticket-title' },
  { username: 'zhang39', path: '/workflow/ticket/{id}', ready: '.step' },
  { username: 'zhang39', path: '/workflow/ticket/{id}/print', ready: '.print-facts' },
  { username: 'zhang39', path: '/workflow/ticketApproval', ready: '.centre-reading .step' },
  { username: 'ge43', path: '/workflow/applications', ready: '.apply-card' },
  { username: 'ge43', path: '/workflow/receive/leaveApproval', ready: '.apply-side .step' },
  { username: 'ge43', path: '/workflow/finance/financialReimbursementOne', ready: '.apply-side .step' },
  { username: 'ge43', path: '/workflow/receive/otherBusiness', ready: '.apply-side .step' },
  { username: 'fang54', path: '/workflow/workflow', ready: '.diagram-node' },
  { username: 'fang54', path: '/system/dept', ready: '.dept-name' },
  { username: 'fang54', path: '/system/apiDocs?tag=leave/quota', ready: '.api-call' },
  { username: 'fang54', path: '/no/such/page', ready: '.status-link' },
] as const

const widths = [1440, 390]
const themes = ['light', 'dark'] as const

/** Names of message catalogues; a text that begins like one was not found in it. */
const rawKey =
  /\b(?:tickets|applications|records|workflows|workflow|dept|common|layout|home|login|misc|http|check|errors|rules?|dictionaries|pages)\.[a-zA-Z][\w.]*\w/g

/** Everything a person reads or hears on the screen. */
const wordsOf = (page: Page): Promise<string> =>
  page.evaluate(() =>
    [
      document.title,
      document.body.innerText,
      ...[...document.querySelectorAll('[aria-label], [title], [placeholder]')].flatMap((element) =>
        ['aria-label', 'title', 'placeholder'].map((name) => element.getAttribute(name) ?? ''),
      ),
    ].join('\n'),
  )

/** As another tab that changed the theme tells this one; the colours have arrived when it resolves. */
const showTheme = (page: Page, theme: string): Promise<void> =>
  page.evaluate(async (newValue) => {
    localStorage.setItem('theme', newValue)
    dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue }))
    await Promise.allSettled(document.getAnimations().map((animation) => animation.finished))
  }, theme)

let desk: Desk
let ticket: number
beforeAll(async () => {
  desk = await openDesk()
  ticket = (await fillQueue(desk))[3]?.id ?? 0
})
afterAll(() => desk?.close())

/** Axe at both widths, no sideways scrolling, no raw key, no complaint of the browser. Each language shows one theme at each width, the other language the other: together all four are examined. */
async function examine(page: Page, where: string, language: Language, complaints: readonly string[]): Promise<void> {
  const words = await wordsOf(page)
  expect(words.match(rawKey) ?? [], `raw keys on ${where}`).toEqual([])
  for (const [index, width] of widths.entries()) {
    await page.setViewportSize({ width, height: 900 })
    const theme = themes[language === 'en' ? index : 1 - index] ?? 'light'
    await showTheme(page, theme)
    await expectAccessible(page, `${where}, ${theme}, ${width}`)
    const sideways = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(sideways, `pixels beyond the window on ${where} at ${width}`).toBeLessThanOrEqual(0)
  }
  expect(complaints, `complaints on ${where}`).toEqual([])
}

describe.each(['zhHans', 'en'] as const)('every page in %s', (language: Language) => {
  const windows = new Map<string, { page: Page; complaints: readonly string[] }>()
  afterAll(() => Promise.all([...windows.values()].map(({ page }) => page.context().close())))

  async function windowOf(username: string): Promise<{ page: Page; complaints: readonly string[] }> {
    const open = windows.get(username)
    if (open !== undefined) return open
    const page = await desk.signedIn(username, { language })
    const opened = { page, complaints: complaintsOf(page) }
    windows.set(username, opened)
    return opened
  }

  it('/login is sound', async () => {
    const page = await (await desk.profile({ language })).newPage()
    const complaints = complaintsOf(page)
    await page.goto('/login')
    await page.locator('#username').waitFor()
    await examine(page, '/login', language, complaints)
    await page.context().close()
  })

  it.each(visits)('$path is sound for $username', async ({ username, path, ready }) => {
    const { page, complaints } = await windowOf(username)
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(path.replace('{id}', String(ticket)))
    await page.locator(ready).first().waitFor()
    await examine(page, path, language, complaints)
  })

  it('/workflow/workflow with its proof is sound', async () => {
    const { page, complaints } = await windowOf('fang54')
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto('/workflow/workflow')
    await page.getByRole('button', { name: language === 'en' ? 'Verify' : '校验', exact: true }).click()
    await page.locator('.workflow-panel [role=status]').waitFor()
    await examine(page, '/workflow/workflow, verified', language, complaints)
  })
})

it('finds an application by the initials of its name (20.5)', async () => {
  const page = await desk.signedIn('ge43')
  await page.goto('/workflow/applications')
  await page.locator('.apply-card').nth(2).waitFor()
  await page.getByRole('searchbox').fill('qxj')
  await page.locator('.apply-card').nth(1).waitFor({ state: 'detached' })
  await page.locator('.apply-card').waitFor()
  expect(await page.locator('.apply-card a').allInnerTexts()).toEqual(['请休假'])
  await page.context().close()
})
