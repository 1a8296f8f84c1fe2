/** The plan sheet with 2,000 lines: from a key to the picture, and the frames of a scroll; and a payroll of as many rows. */
import type { Page } from '@playwright/test'
import { afterAll, beforeAll, describe, it } from 'vitest'
import writeXlsxFile from 'write-excel-file/node'
import { evenSplit, MAX_LINES } from '#src/modules/budget/plan/year-plan-lines.ts'
import { openSite, type Site } from '#tests/browser/harness.ts'
import { print, timed } from './figures.ts'

const KEYS = 60
const FRAMES = 150
/** Pixels of one step of the scroll. */
const STEP = 90
const ROWS = 2_000
const TIMES = 3

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
const scrolling = (page: Page, place: string): Promise<readonly number[]> =>
  page.evaluate(
    async ([frames, step, where]) => {
      const view = document.querySelector(where)
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
    [FRAMES, STEP, place] as const,
  )

describe('the plan sheet', () => {
  let site: Site
  beforeAll(async () => {
    site = await openSite()
  })
  afterAll(() => site?.close())

  it(`types and scrolls with ${MAX_LINES} lines`, async () => {
    const page = await site.signedIn('liu58')
    await page.route('**/plan_sheet/*/', async (route) => {
      const response = await route.fetch()
      const answer = (await response.json()) as { data: object }
      const lines = Array.from({ length: MAX_LINES }, (_, index) => ({
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
    await page.locator('.plan-unit', { hasText: '督察审计处' }).click()
    await page.locator('.sheet-grid .bp6-table-cell').nth(6).click()
    await page.locator('.sheet-editor:focus').waitFor()
    const keys = Array.from({ length: KEYS }, (_, index) => (index % 6 === 5 ? 'Enter' : String(index % 10)))
    print('typing, milliseconds to the picture', await typing(page, keys))
    print(
      'moving, milliseconds to the picture',
      (await typing(page, Array<string>(KEYS).fill('ArrowDown'))).slice(-KEYS),
    )
    const frames = await scrolling(page, '.bp6-table-quadrant-main .bp6-table-quadrant-scroll-container')
    const late = frames.filter((frame) => frame > 50).length
    print('scrolling, milliseconds per picture', frames, `${late} of ${frames.length} above 50`)
  })

  it(`reads, checks and shows a payroll of ${ROWS} rows`, async () => {
    const page = await site.signedIn('wei11')
    const titles = '人员,基本工资,岗位工资,绩效,加班,其他应发,社保,公积金,个税,其他扣款,备注'.split(',')
    // Each time another pay: what was checked already is not asked again.
    const sheetOf = (base: number) => {
      const row = ['SJ0011', base, 500, 0, 0, 0, 300, 200, 0, 0, '']
      return writeXlsxFile([titles, ...Array<typeof row>(ROWS).fill(row)]).toBuffer()
    }
    await page.goto('/workflow/finance/personSalary')
    const sheet = page.getByRole('group', { name: '薪酬表', exact: true })
    const [shown, checked]: [number[], number[]] = [[], []]
    for (let time = 0; time < TIMES; time += 1) {
      const buffer = await sheetOf(4000 + time)
      await sheet.getByRole('button', { name: '从 Excel 导入' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.locator('input[type=file]').setInputFiles({
        name: 'payroll.xlsx',
        mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        buffer,
      })
      const check = page.waitForResponse((response) => response.url().includes('/ticket/check/'))
      checked.push(
        await timed(async () => {
          shown.push(
            await timed(async () => {
              await dialog.getByRole('button', { name: '开始导入', exact: true }).click()
              await dialog.waitFor({ state: 'detached' })
              await sheet.getByText(`共${ROWS}行`).waitFor()
            }),
          )
          await check
        }),
      )
    }
    print('payroll, milliseconds from the button to the rows', shown)
    print('payroll, milliseconds from the button to the check of all rows', checked)
    print('payroll, scrolling, milliseconds per picture', await scrolling(page, '.lines-sheet.is-long'))
  })
})
