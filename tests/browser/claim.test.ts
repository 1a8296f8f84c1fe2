import type { Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tinyPdf } from '#tests/harness/files.ts'
import { expectAccessible, openSite, type Site } from './harness.ts'
import { budgetLineOf, fileClaim } from './queue.ts'

describe('a claim that drains its budget line', () => {
  let site: Site
  let page: Page
  beforeAll(async () => {
    site = await openSite('embedded')
    // D10's office line has 3,000.00 left (70.4): a colleague takes a third of it.
    const ge = await site.as('ge43')
    await fileClaim(ge, await budgetLineOf(ge, '30201'), '1000.00')
    page = await site.signedIn('pan42')
  })
  afterAll(() => site?.close())

  /** Fills in the form: one line of expense and one invoice with its file, over the same amount. */
  async function fillIn(title: string, amount: string, invoiceNo: string): Promise<void> {
    await page.goto('/workflow/finance/financialReimbursementOne')
    await page.getByRole('textbox', { name: '标题', exact: true }).fill(title)
    await page.getByRole('textbox', { name: '申请理由', exact: true }).fill('购买办公用品一批')
    await page.getByRole('combobox', { name: '预算指标', exact: true }).fill('30201')
    await page.getByRole('option', { name: /^30201/ }).click()
    const lines = page.getByRole('group', { name: '费用明细', exact: true })
    await lines.getByRole('button', { name: '添加一行' }).click()
    await lines.getByRole('textbox', { name: /^发生日期/ }).fill('2026-03-06')
    await lines.getByRole('textbox', { name: /^说明/ }).fill('打印纸与硒鼓')
    await lines.getByRole('textbox', { name: /^金额/ }).fill(amount)
    const invoices = page.getByRole('group', { name: '发票', exact: true })
    await invoices.getByRole('button', { name: '添加一行' }).click()
    await invoices.getByRole('textbox', { name: /^发票号码/ }).fill(invoiceNo)
    await invoices.getByRole('textbox', { name: /^开票日期/ }).fill('2026-03-06')
    await invoices.getByRole('textbox', { name: /^销售方/ }).fill('示例供应商01')
    await invoices.getByRole('textbox', { name: /^价税合计/ }).fill(amount)
    await invoices
      .locator('input[type=file]')
      .setInputFiles({ name: '办公用品发票.pdf', mimeType: 'application/pdf', buffer: tinyPdf })
    await invoices.getByRole('button', { name: '办公用品发票.pdf', exact: true }).waitFor()
    await page.getByRole('textbox', { name: '开户行', exact: true }).fill('示例银行示范支行')
    await page.getByRole('textbox', { name: '账号', exact: true }).fill('6200000000000000042')
  }
  const submit = () => page.getByRole('button', { name: '提交', exact: true }).click()

  it('is submitted with its invoice file, and the line is empty (BUD-01, INV-06)', async () => {
    await fillIn('三月办公用品', '2000.00', '90000000000000001001')
    await submit()
    await page.getByRole('heading', { level: 1, name: '三月办公用品' }).waitFor()
    const checks = page.getByRole('region', { name: '实时校验' })
    await expect.poll(() => checks.innerText()).toMatch(/可用余额\s+0\.00/)
  })

  it('refuses the second one with the exact words of budget.insufficient', async () => {
    await fillIn('四月办公用品', '2000.00', '90000000000000001002')
    await submit()
    const refusal = page.locator('#apply-budgetLineId-problem')
    await refusal.waitFor()
    await expect.poll(() => refusal.innerText()).toBe('预算余额不足：可用 0.00 元，本次 2,000.00 元')
    expect(new URL(page.url()).pathname).toBe('/workflow/finance/financialReimbursementOne')
  })

  it('opens pictures in front of the page, one after the other, and goes back to the file they were opened from', async () => {
    const picture = await page.screenshot({ clip: { x: 0, y: 0, width: 20, height: 40 } })
    const files = ['现场.png', '票据.png'].map((name) => ({ name, mimeType: 'image/png', buffer: picture }))
    await page.locator('input[type=file][multiple]').first().setInputFiles(files)
    await page.getByRole('button', { name: '现场.png', exact: true }).click()
    const viewer = (name: string) => page.getByRole('dialog', { name })
    await viewer('现场.png（1/2）').getByRole('img', { name: '现场.png' }).waitFor()
    await page.keyboard.press('ArrowRight')
    await viewer('票据.png（2/2）').getByRole('img', { name: '票据.png' }).waitFor()
    await expectAccessible(page, 'a picture in front of the page')
    await page.keyboard.press('Escape')
    await viewer('票据.png（2/2）').waitFor({ state: 'hidden' })
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('现场.png')
  })

  it('shows the statechart of the first, its log, and any moment of its past (WF-19)', async () => {
    page.once('dialog', (dialog) => void dialog.accept())
    await page.goto('/workflow/ticket?label=submitted')
    await page.getByRole('link', { name: '三月办公用品' }).click()
    await page.getByRole('tab', { name: '流程图' }).click()
    const chart = page.getByRole('region', { name: '流程图：三月办公用品' })
    await chart.locator('.diagram-node.is-current').getByText('部门领导审批').waitFor()
    await expect.poll(() => chart.locator('.diagram-node').count()).toBe(8)
    await page.getByRole('tab', { name: '记录' }).click()
    await page.locator('.ticket-log').getByText('提交', { exact: true }).waitFor()
    await page.getByRole('button', { name: '查看第 1 步时的状态' }).click()
    const slider = page.getByRole('slider')
    await slider.waitFor()
    await page.getByText('审批记录完整，未被改动').waitFor()
    await expect.poll(() => slider.inputValue()).toBe('1')
    await slider.press('End')
    await page.getByText(/截至第 (\d+) 步（共 \1 步）/).waitFor()
  })
})
