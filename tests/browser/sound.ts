/** What every page is examined for, in both languages. */
import type { Page } from '@playwright/test'
import { expect } from 'vitest'
import { complaintsOf, expectAccessible, goWithin, type Look, type Site } from './harness.ts'

/** Who looks at what behind the sign-in; `ready` is there once the page has its data. */
export const visits = [
  { username: 'zhang39', path: '/home', ready: '.counter-number' },
  { username: 'zhang39', path: '/workflow/ticket', ready: '.ticket-title' },
  { username: 'zhang39', path: '/workflow/ticket/{id}', ready: '.step' },
  { username: 'zhang39', path: '/workflow/ticket/{id}/print', ready: '.print-facts' },
  { username: 'zhang39', path: '/workflow/ticketApproval', ready: '.centre-reading .step' },
  { username: 'ge43', path: '/workflow/applications', ready: '.apply-card' },
  { username: 'ge43', path: '/workflow/receive/leaveApproval', ready: '.apply-side .step' },
  { username: 'ge43', path: '/workflow/finance/financialReimbursementOne', ready: '.apply-side .step' },
  { username: 'ge43', path: '/workflow/receive/otherBusiness', ready: '.apply-side .step' },
  { username: 'ge43', path: '/publicarticles', ready: '.article-line' },
  { username: 'shui37', path: '/workflow/procurement/bulkProject', ready: '.apply-side .step' },
  { username: 'lyu21', path: '/stockmanage/standardEquipment', ready: '.list-table tbody tr' },
  { username: 'zhang39', path: '/stockmanage/standardEquipment', ready: '.standard-departments' },
  { username: 'fang54', path: '/workflow/workflow', ready: '.diagram-node' },
  { username: 'fang54', path: '/system/dept', ready: '.tree-name' },
  { username: 'fang54', path: '/system/apiDocs?tag=leave/quota', ready: '.api-call' },
  { username: 'fang54', path: '/no/such/page', ready: '.status-link' },
] as const

/** A person's window, and what the browser complained about in it. */
export interface Watched {
  readonly page: Page
  readonly complaints: readonly string[]
}

/** Shows page after page in one window for each person: the first is loaded, to the next one the program goes by itself. */
export function visitorsOf(site: () => Site, language: NonNullable<Look['language']>) {
  const windows = new Map<string, Watched>()
  return {
    async show(username: string | null, path: string, ready: string): Promise<Watched> {
      const key = username ?? 'guest'
      const known = windows.get(key)
      const { page, complaints } = known ?? (await open(username))
      windows.set(key, { page, complaints })
      await page.setViewportSize({ width: 1440, height: 900 })
      // Before the sign-in pages share their title, by which the next page is known to have come; a page shown again keeps it.
      const isShown = new URL(page.url()).pathname === path
      if (known === undefined || username === null) await page.goto(path)
      else if (!isShown) {
        const title = await page.title()
        await goWithin(page, path)
        await page.waitForFunction((left) => document.title !== left, title)
      }
      await page.locator(ready).first().waitFor()
      return { page, complaints }
    },
    close: () => Promise.all([...windows.values()].map(({ page }) => page.context().close())),
  }
  async function open(username: string | null): Promise<Watched> {
    const look = { language }
    const page =
      username === null ? await (await site().profile(look)).newPage() : await site().signedIn(username, look)
    return { page, complaints: complaintsOf(page) }
  }
}

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

/** Axe at both widths, no sideways scrolling, no raw key, no complaint of the browser. Each language shows one theme at each width, the other language the other: together all four are examined. */
export async function examine(
  page: Page,
  where: string,
  language: NonNullable<Look['language']>,
  complaints: readonly string[],
): Promise<void> {
  const words = await wordsOf(page)
  // The guide of the API names error keys, as code.
  const code = await page.locator('code').allInnerTexts()
  expect(
    (words.match(rawKey) ?? []).filter((key) => !code.includes(key)),
    `raw keys on ${where}`,
  ).toEqual([])
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
