/** The plan sheet with 2,000 lines: from a key to the picture, and the frames of a scroll. */
import type { Page } from '@playwright/test'
import { afterAll, beforeAll, describe, it } from 'vitest'
import { evenSplit, MOST_LINES } from '#src/modules/budget/plan/year-plan-lines.ts'
import { type Desk, openDesk } from '#tests/browser/harness.ts'
import { print } from './figures.ts'

const KEYS = 60
const FRAMES = 150
/** Pixels of one step of the scroll. */
const STEP = 90

/** Milliseconds from each key to the picture after it. */
async function typing(page: Page, keys: readonly string[]): Promise<readonly number[]> {
  await page.evaluate(() => {
    const times: number[] = []
    Object.assign(globalThis, { times })
    addEventListener(
      'keydown',
      () => {
        const start = performance.now()
        requestAnimationFrame(() => setTimeout(() => times.push(performance.now() - start)))
      },
      { capture: true },
    )
  })
  for (const key of keys) await page.keyboard.press(key)
  return page.evaluate(() => (globalThis as unknown as { times: number[] }).times)
}

/** Milliseconds between the pictures while the sheet is scrolled. */
const scrolling = (page: Page): Promise<readonly number[]> =>
  page.evaluate(
    async ([frames, step]) => {
      const view = document.querySelector('.bp6-table-quadrant-main .bp6-table-quadrant-scroll-container')
      const next = (): Promise<number> => new Promise((done) => requestAnimationFrame(done))
      const times: number[] = []
      let last = await next()
      for (let frame = 0; frame < frames; frame += 1) {
        if (view) view.scrollTop += step
        const now = await next()
        times.push(now - last)
        last = now
      }
      return times
    },
    [FRAMES, STEP] as const,
  )

describe('the plan sheet', () => {
  let desk: Desk
  beforeAll(async () => {
    desk = await openDesk()
  })
  afterAll(() => desk?.close())

  it(`types and scrolls with ${MOST_LINES} lines`, async () => {
    const page = await desk.signedIn('liu58')
    await page.route('**/plan_sheet/*/', async (route) => {
      const response = await route.fetch()
      const answer = (await response.json()) as { data: object }
      const lines = Array.from({ length: MOST_LINES }, (_, index) => ({
        id: index + 1,
        subjectCode: '30201',
        kind: 'basic',
        projectId: null,
        fundSource: 'fiscal',
        qtyBasis: '',
        amount: '1200.00',
        monthly: evenSplit('1200.00'),
        overReason: '',
        remark: '',
        reviewedAmount: null,
      }))
      await route.fulfill({ response, json: { ...answer, data: { ...answer.data, lines } } })
    })
    await page.goto('/business/year-planning?tab=plans')
    await page.getByRole('button', { name: /督察审计处/ }).click()
    await page.locator('.sheet-grid .bp6-table-cell').nth(6).click()
    await page.locator('.sheet-editor:focus').waitFor()
    const keys = Array.from({ length: KEYS }, (_, index) => (index % 6 === 5 ? 'Enter' : String(index % 10)))
    print('typing, milliseconds to the picture', await typing(page, keys))
    print(
      'moving, milliseconds to the picture',
      (await typing(page, Array<string>(KEYS).fill('ArrowDown'))).slice(-KEYS),
    )
    const frames = await scrolling(page)
    const late = frames.filter((frame) => frame > 50).length
    print('scrolling, milliseconds per picture', frames, `${late} of ${frames.length} above 50`)
  })
})
