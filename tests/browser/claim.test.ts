import type { Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tinyPdf } from '#tests/harness/files.ts'
import { complaintsOf, type Desk, openDesk } from './harness.ts'

/** D10's office line has 3,000.00 left (70.4); this leaves exactly what the first claim needs. */
const before = '1000.00'

describe('claims on a budget line that runs dry (BUD-01, FIN-01)', () => {
  let desk: Desk
  let page: Page
  let complaints: readonly string[]
  beforeAll(async () => {
    desk = await openDesk()
    page = await desk.signedIn('pan42')
    complaints = complaintsOf(page)
  })
  afterAll(() => desk?.close())

  /** Fills in a claim of one line and one invoice over the same amount. */
  async function fillIn(amount: string, invoiceNo: string): Promise<void> {
    await page.goto('/workflow/finance/financialReimbursementOne')
    await page.locator('#apply-reason').fill('购买办公用品一批')
    await page.locator('#apply-budgetLineId').fill('30201')
    await page.getByRole('option', { name: /^30201/ }).click()
    await page.getByRole('group', { name: '费用明细' }).getByRole('button', { name: '添加一行' }).click()
    await page.getByLabel('说明 1', { exact: true }).fill('打印纸与硒鼓')
    await page.getByRole('group', { name: '费用明细' }).getByLabel('金额 1', { exact: true }).fill(amount)
    const invoices = page.getByRole('group', { name: '发票' })
    await invoices.getByRole('button', { name: '添加一行' }).click()
    await invoices.getByLabel('发票号码').fill(invoiceNo)
    await invoices.getByLabel('销售方').fill('示例供应商01')
    await invoices.getByLabel('价税合计').fill(amount)
    await invoices.locator('input[type=file]').setInputFiles({ name: '发票.pdf', mimeType: 'application/pdf', buffer: tinyPdf })
    await invoices.getByRole('button', { name: '发票.pdf', exact: true }).waitFor()
    await page.locator('#apply-bankName').fill('示例银行示范支行')
    await page.locator('#apply-bankAccount').fill('6200000000000000042')
  }

  it(`files a claim with an uploaded invoice, and the line goes down to what is left`, async () => {
    await fillIn(before, '90000000000000001001')
    const checks = page.locator('.apply-side .ticket-checks')
    await checks.getByText('3,000.00').first().waitFor()
    await page.getByRole('button', { name: '提交', exact: true }).click()
    await page.waitForURL(/\/workflow\/ticket\/\d+$/)
    await fillIn('2000.00', '90000000000000001002')
    await checks.getByText('2,000.00').first().waitFor()
    await page.getByRole('button', { name: '提交', exact: true }).click()
    await page.waitForURL(/\/workflow\/ticket\/\d+$/)
    await page.getByRole('heading', { level: 1, name: /潘示乙/ }).waitFor()
  })
})
