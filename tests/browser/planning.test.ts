import type { Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Desk, openDesk } from './harness.ts'

describe('a year plan and its projects, by the keyboard', () => {
  let desk: Desk
  let feng: Page
  let qin: Page
  beforeAll(async () => {
    desk = await openDesk()
    ;[feng, qin] = (await Promise.all([desk.signedIn('feng53'), desk.signedIn('qin17')])) as [Page, Page]
  })
  afterAll(() => desk?.close())

  /** The cell that has the focus. */
  const cell = (page: Page) => page.locator('.sheet-editor:focus')
  const press = async (page: Page, ...keys: string[]): Promise<void> => {
    for (const key of keys) await page.keyboard.press(key)
  }
  const confirm = (page: Page, name: string) =>
    page.getByRole('alertdialog').getByRole('button', { name, exact: true }).click()

  it('is typed and pasted into the sheet, submitted, reviewed and published by another, and stands among the budget lines (S09)', async () => {
    await feng.goto('/business/year-planning?tab=plans')
    await feng.getByRole('button', { name: /科技信息化支队.*开始编制/ }).click()
    await feng.getByRole('textbox', { name: '编制依据' }).fill('按上年执行情况与重点工作测算')
    await feng.getByRole('button', { name: '保存', exact: true }).click()
    // A click on a list that is chosen already would open it.
    await feng.locator('.sheet-grid .bp6-table-cell').nth(1).click()
    await press(feng, 'ArrowLeft')
    await expect.poll(() => cell(feng).getAttribute('aria-label')).toContain('经济科目')
    await cell(feng).selectOption('30201')
    await press(feng, 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight')
    await feng.keyboard.type('1200')
    await press(feng, 'Enter')
    await expect.poll(() => feng.getByRole('region', { name: '按科目合计' }).innerText()).toContain('1,200.00')
    // The next line comes out of another program: subject, kind, project, source, basis, last year, amount.
    await press(feng, 'Home')
    await feng.evaluate(() => {
      const data = new DataTransfer()
      data.setData('text/plain', '30202 印刷费\t基本支出\t\t财政拨款\t三万份\t\t"2,400.00"\n')
      document.activeElement?.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
      )
    })
    const totals = feng.getByRole('region', { name: '按科目合计' })
    await expect.poll(() => totals.innerText()).toContain('3,600.00')
    await press(feng, 'Control+z')
    await expect.poll(() => totals.innerText()).not.toContain('3,600.00')
    await press(feng, 'Control+y')
    await expect.poll(() => totals.innerText()).toContain('3,600.00')
    await press(feng, 'Control+s')
    await expect.poll(() => feng.getByRole('button', { name: '保存', exact: true }).isDisabled()).toBe(true)
    await feng.getByRole('button', { name: '上报', exact: true }).click()
    await confirm(feng, '上报')
    await feng.getByRole('region', { name: /2027/ }).getByText('已上报').waitFor()

    await qin.goto('/business/year-planning?tab=plans')
    await qin.getByRole('button', { name: /科技信息化支队.*已上报/ }).click()
    await qin.getByRole('button', { name: '审核通过' }).click()
    await qin.getByRole('dialog').getByRole('button', { name: '审核通过' }).click()
    await qin.getByRole('button', { name: '下达', exact: true }).click()
    await confirm(qin, '下达')
    await qin.getByRole('region', { name: /2027/ }).getByText('已下达').waitFor()
    const lines = await (await desk.as('qin17')).get<{ subjectCode: string; approved: string }[]>(
      '/api/budget/line/?year=2027&ordering=subjectCode',
    )
    expect(lines.map(({ subjectCode, approved }) => [subjectCode, approved])).toEqual([
      ['30201', '1200.00'],
      ['30202', '2400.00'],
    ])
  })

  it('a card of the board goes on by its menu, with the deed a drop asks for', async () => {
    await qin.goto('/business/project-library/indexCopy')
    const card = (column: string) =>
      qin.getByRole('list', { name: column, exact: true }).getByRole('listitem').filter({ hasText: '移动警务终端扩容' })
    const menu = card('已入库').getByRole('button', { name: /^办理/ })
    await menu.focus()
    await press(qin, 'Enter')
    await qin.getByRole('menuitem', { name: '纳入预算' }).focus()
    await press(qin, 'Enter')
    await qin.getByRole('alertdialog').getByRole('button', { name: '纳入预算' }).waitFor()
    await press(qin, 'Tab')
    await confirm(qin, '纳入预算')
    await card('纳入预算').waitFor()
  })
})
