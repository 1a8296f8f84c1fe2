import type { Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import writeXlsxFile from 'write-excel-file/node'
import { openSite, type Site, tick } from './harness.ts'

/** More rows than two windows hold. */
const ROWS = 50
const form = { reason: '会议室设备故障', bizType: 'IT', content: '三楼会议室投影仪无法开机，请派人检查。' }

/** Every row that is drawn, by its place in the table; the head is 1. */
const drawn = (page: Page): Promise<readonly number[]> =>
  page.locator('.list-table tbody tr[aria-rowindex]').evaluateAll((rows) => rows.map((row) => Number(row.ariaRowIndex)))
const widths = (page: Page): Promise<readonly number[]> =>
  page.locator('.list-table th').evaluateAll((heads) => heads.map((head) => head.getBoundingClientRect().width))
/** Scrolls the list and waits for the row that stands there then. */
async function scrollTo(page: Page, place: 'top' | 'end'): Promise<void> {
  await page.locator('.list-scroll').evaluate((list, where) => {
    list.scrollTop = where === 'top' ? 0 : list.scrollHeight
  }, place)
  await page.locator(`.list-table tbody tr[aria-rowindex="${place === 'top' ? 2 : ROWS + 1}"]`).waitFor()
}

/** Pixels by which the drawn rows reach below what is seen of the list. */
const lowest = (page: Page): Promise<number> =>
  page.locator('.list-scroll').evaluate((list) => {
    const last = [...list.querySelectorAll('tbody tr[aria-rowindex]')].at(-1)
    return (last?.getBoundingClientRect().bottom ?? 0) - list.getBoundingClientRect().bottom
  })

/** In which row of its table the focus stands; the head is 1. */
const focusedRow = (page: Page): Promise<number> =>
  page.evaluate(() => Number(document.activeElement?.closest('tr')?.ariaRowIndex ?? 0))

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site?.close())

describe('a page of many rows', () => {
  let page: Page
  beforeAll(async () => {
    const person = await site.as('xi44')
    for (let count = 0; count < ROWS; count += 1)
      await person.file('otherBusiness', { ...form, title: `第${count + 1}号故障${'，请尽快处理'.repeat(count % 3)}` })
    page = await site.signedIn('zhang39')
    await page.goto(`/workflow/ticket?limit=${ROWS}`)
    await page.locator('.ticket-table tbody tr').first().waitFor()
  })

  it('draws those in sight and says how many there are', async () => {
    await expect.poll(() => page.locator('.ticket-table').getAttribute('aria-rowcount')).toBe(String(ROWS + 1))
    // Piece by piece, until the window is full.
    await expect.poll(() => lowest(page)).toBeGreaterThan(0)
    const atTop = await drawn(page)
    expect(atTop[0]).toBe(2)
    expect(atTop.length).toBeLessThan(ROWS / 2)
    const before = await widths(page)
    await scrollTo(page, 'end')
    const atEnd = await drawn(page)
    expect(atEnd.at(-1)).toBe(ROWS + 1)
    expect(atEnd).not.toContain(2)
    await scrollTo(page, 'top')
    await expect.poll(() => drawn(page)).toEqual(expect.arrayContaining([...atTop]))
    expect(await drawn(page)).not.toContain(ROWS + 1)
    // Columns have found their width and keep it.
    const after = await widths(page)
    expect(after.every((width, at) => width >= (before[at] ?? 0) - 1)).toBe(true)
    await scrollTo(page, 'end')
    await expect.poll(() => widths(page)).toEqual(after)
    await scrollTo(page, 'top')
  })

  it('chooses all of them at once, drawn or not', async () => {
    await tick(page.getByRole('checkbox', { name: '选择本页' }))
    await page.getByText(`已选${ROWS}项`).waitFor()
    await scrollTo(page, 'end')
    await page.locator(`tr.is-selected[aria-rowindex="${ROWS + 1}"]`).waitFor()
    await scrollTo(page, 'top')
    await tick(page.getByRole('checkbox', { name: '选择本页' }), false)
  })

  it('the keyboard goes on from row to row beyond those in sight, and the focus outlives its row going out of sight', async () => {
    await page.locator('tbody tr[aria-rowindex="2"] a').first().focus()
    for (let presses = 0; (await focusedRow(page)) < ROWS; presses += 1) {
      if (presses > ROWS * 8) throw new Error(`the focus is caught in row ${await focusedRow(page)}`)
      await page.keyboard.press('Tab')
    }
    const row = await focusedRow(page)
    await scrollTo(page, 'top')
    expect(await drawn(page)).toContain(row)
    expect(await focusedRow(page)).toBe(row)
    await page.keyboard.press('Shift+Tab')
    await expect.poll(() => focusedRow(page)).toBeGreaterThan(ROWS - 3)
  })

  it('arrows lead to the same control of the next row, Home and End to the first and last, drawn or not', async () => {
    await scrollTo(page, 'top')
    const boxOf = (row: number) => page.locator(`tbody tr[aria-rowindex="${row}"] input[type=checkbox]`)
    const isOnBox = () => page.evaluate(() => document.activeElement?.matches('input[type=checkbox]') === true)
    await boxOf(2).focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    expect([await focusedRow(page), await isOnBox()]).toEqual([4, true])
    await page.keyboard.press('ArrowUp')
    expect([await focusedRow(page), await isOnBox()]).toEqual([3, true])
    await page.keyboard.press('ArrowRight')
    expect([await focusedRow(page), await isOnBox()]).toEqual([3, false])
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('End')
    await expect.poll(() => focusedRow(page)).toBe(ROWS + 1)
    expect(await isOnBox()).toBe(true)
    await page.keyboard.press('Home')
    await expect.poll(() => focusedRow(page)).toBe(2)
  })

  it('Space chooses a row, Shift with it all rows since then', async () => {
    const boxOf = (row: number) => page.locator(`tbody tr[aria-rowindex="${row}"] input[type=checkbox]`)
    await boxOf(3).focus()
    const placeOfNext = await boxOf(4).boundingBox()
    await page.keyboard.press('Space')
    await page.getByText('已选1项').waitFor()
    // What can be done with the rows moves none of them: the next press would tick another one.
    expect(await boxOf(4).boundingBox()).toEqual(placeOfNext)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Shift+Space')
    await page.getByText('已选3项').waitFor()
    await boxOf(3).focus()
    await page.keyboard.press('Shift+Space')
    await page.locator('tr.is-selected').first().waitFor({ state: 'detached' })
  })

  it('prints all of them', async () => {
    await scrollTo(page, 'top')
    // The row last worked in stays drawn with its neighbours: the first, lest it be one beside the last.
    await page.locator('tbody tr[aria-rowindex="2"] a').first().focus()
    await page.evaluate(() => {
      addEventListener('beforeprint', () =>
        Object.assign(globalThis, { printed: document.querySelectorAll('.ticket-table tbody tr').length }),
      )
    })
    await page.pdf()
    expect(await page.evaluate(() => (globalThis as unknown as { printed: number }).printed)).toBe(ROWS)
    await page.locator(`tr[aria-rowindex="${ROWS + 1}"]`).waitFor({ state: 'detached' })
  })

  it('is found scrolled as it was left behind its tab', async () => {
    await scrollTo(page, 'end')
    await page.locator('.tag-link', { hasText: '工作台' }).click()
    await page.getByRole('heading', { level: 1, name: '章示壬' }).or(page.locator('.home-head')).first().waitFor()
    await page.locator('.tag-link', { hasText: '我的工单' }).click()
    await page.locator(`tr[aria-rowindex="${ROWS + 1}"]`).waitFor()
  })

  it('of no more than the usual page draws every row', async () => {
    await page.goto('/workflow/ticket?limit=20')
    await page.locator('.ticket-table tbody tr').nth(19).waitFor()
    expect(await page.locator('.ticket-table').getAttribute('aria-rowcount')).toBeNull()
  })
})

describe('a sub-table of many rows', () => {
  const MANY = 80
  let page: Page
  /** A payroll of many lines from a spreadsheet. */
  const bring = async (at: Page): Promise<void> => {
    const titles = '人员,基本工资,岗位工资,绩效,加班,其他应发,社保,公积金,个税,其他扣款,备注'.split(',')
    const row = ['SJ0011', 4000, 500, 0, 0, 0, 300, 200, 0, 0, '']
    const buffer = await writeXlsxFile([titles, ...Array<typeof row>(MANY).fill(row)]).toBuffer()
    await at.getByRole('button', { name: '从 Excel 导入' }).click()
    const dialog = at.getByRole('dialog')
    await dialog.locator('input[type=file]').setInputFiles({
      name: 'payroll.xlsx',
      mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      buffer,
    })
    await dialog.getByRole('button', { name: '开始导入', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    await at.getByText(`共${MANY}行`).waitFor()
  }
  const table = (at: Page) => at.getByRole('table', { name: '薪酬表', exact: true })
  /** How many lines the table says it has; an attempt that failed may have added one. */
  const linesOf = async (at: Page): Promise<number> => Number(await table(at).getAttribute('aria-rowcount')) - 1
  beforeAll(async () => {
    page = await site.signedIn('wei11')
    await page.goto('/workflow/finance/personSalary')
    await bring(page)
  })

  it('draws those in sight', async () => {
    expect(await linesOf(page)).toBe(MANY)
    await table(page).locator('tr[aria-rowindex="2"]').waitFor()
    expect(await table(page).locator('tbody tr[aria-rowindex]').count()).toBeLessThan(MANY / 2)
  })

  it('begins a new line at its first control, far from those in sight', async () => {
    const lines = await linesOf(page)
    await page.getByRole('button', { name: '添加一行', exact: true }).click()
    await expect.poll(() => focusedRow(page)).toBe(lines + 2)
    expect(await page.evaluate(() => document.activeElement?.matches('input, select, textarea, button'))).toBe(true)
  })

  it('begins it there also while those in sight are still to be drawn', async () => {
    const FIRST = 6
    const slow = await site.signedIn('wei11', { path: '/workflow/finance/personSalary' })
    await slow.getByRole('button', { name: '从 Excel 导入' }).waitFor()
    // Rows after the first ones are drawn with the next pictures: on this screen none comes.
    await slow.evaluate(() => {
      window.requestAnimationFrame = () => 0
    })
    await bring(slow)
    await table(slow).locator('tr[aria-rowindex="2"]').waitFor()
    expect(await table(slow).locator('tbody tr[aria-rowindex]').count()).toBe(FIRST)
    await slow.getByRole('button', { name: '添加一行', exact: true }).click()
    await expect.poll(() => focusedRow(slow)).toBe(MANY + 2)
    await slow.context().close()
  })

  it('draws again the line that is written in and no other, also when the check has answered', async () => {
    await page.locator('.lines-sheet').evaluate((sheet) => {
      sheet.scrollTop = 0
    })
    const remark = (row: number) =>
      table(page).locator(`tr[aria-rowindex="${row}"]`).getByRole('textbox', { name: /^备注/ })
    // What a script leaves in a box goes when its line is drawn again.
    await remark(5).evaluate((box: HTMLInputElement) => {
      box.value = 'left behind'
    })
    const checked = page.waitForResponse('**/ticket/check/')
    await remark(4).fill('补发')
    await checked
    await expect.poll(() => remark(4).inputValue()).toBe('补发')
    expect(await remark(5).inputValue()).toBe('left behind')
    await remark(5).fill('')
  })

  it('leads to the cell of a problem in a line that is not drawn, and its form to the list of problems', async () => {
    await page.locator('.lines-sheet').evaluate((sheet) => {
      sheet.scrollTop = 0
    })
    await page.getByRole('button', { name: '提交', exact: true }).click()
    await page.locator('.lines-problems').waitFor()
    await page.locator('.lines-problems button').first().click()
    // The lines that were brought are whole: the first problem is in the first that was added.
    await expect.poll(() => focusedRow(page)).toBe(MANY + 2)
    const label = await page.evaluate(() => document.activeElement?.closest('td')?.textContent ?? '')
    expect(label).toContain('人员')
  })
})

describe('a list on paper', () => {
  it('is its title and its table, which fits on the sheet, without tools', async () => {
    const page = await site.signedIn('fang54', { path: '/system/user' })
    await page.locator('.list-table tbody tr').first().waitFor()
    await page.emulateMedia({ media: 'print' })
    for (const tool of ['.list-filters', '.pagination nav', '.page-header-actions', '.navbar'])
      await page.locator(tool).first().waitFor({ state: 'hidden' })
    await page.getByRole('heading', { level: 1 }).waitFor()
    // Pixels of A4 upright, less its margins: what the columns cannot do without.
    const least = await page.locator('.list-table').evaluate((table: HTMLElement) => {
      table.style.width = 'min-content'
      return table.getBoundingClientRect().width
    })
    expect(least).toBeLessThanOrEqual(718)
    await page.context().close()
  })
})
