/** Nothing moves under the eye or the finger while a page with charts gets its data. */
import type { Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSite, type Site } from './harness.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site?.close())

/** Largest sum of layout shifts of a page. */
const MAX_SHIFT = 0.02

/** Pages with charts, and what is there once all their data are. */
const pages = [
  { path: '/home', ready: '.counter-number', count: 1 },
  { path: '/financialanalysis', ready: '.analysis-charts figure', count: 6 },
  { path: '/business/budget-analysis', ready: '.analysis-charts figure', count: 5 },
  { path: '/travelWork?tab=statistics', ready: '.travel-charts figure', count: 3 },
  { path: '/workflow/ticket?charts=1', ready: '.charts figure', count: 2 },
] as const

interface Shift {
  readonly value: number
  readonly hadRecentInput: boolean
}

/** Milliseconds from the first answer to the last. */
const SPREAD_MS = 400

/** Answers come in another order each time, as they do on a weak network. */
const shuffleAnswers = (page: Page): Promise<unknown> =>
  page.route('**/api/**', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, Math.random() * SPREAD_MS))
    await route.continue()
  })

async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: unknown[] = []
    Object.assign(globalThis, { shifts })
    new PerformanceObserver((list) => shifts.push(...list.getEntries())).observe({
      type: 'layout-shift',
      buffered: true,
    })
  })
}

const shiftOf = (page: Page): Promise<number> =>
  page.evaluate(() =>
    (globalThis as unknown as { shifts: Shift[] }).shifts
      .filter(({ hadRecentInput }) => !hadRecentInput)
      .reduce((sum, { value }) => sum + value, 0),
  )

const windows = new Map<number, Page>()
/** The window of that width, which loads one page after the other. */
async function windowOf(width: number): Promise<Page> {
  const known = windows.get(width)
  if (known !== undefined) return known
  const page = await site.signedIn('zhao01', { width })
  windows.set(width, page)
  await watchShifts(page)
  return page
}

describe.each([1440, 390])('at %i pixels', (width) => {
  it.each(pages)('$path does not move while its data arrive', async ({ path, ready, count }) => {
    const page = await windowOf(width)
    await shuffleAnswers(page)
    await page.goto(path)
    await page
      .locator(ready)
      .nth(count - 1)
      .waitFor()
    await page.waitForLoadState('networkidle')
    expect(await shiftOf(page)).toBeLessThan(MAX_SHIFT)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })
})
