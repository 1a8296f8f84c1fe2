/** Data of a period as a file (10.6): from the page of backups to the person's own exports. */
import type { Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { complaintsOf, expectAccessible, goTo, openSite, type Site } from './harness.ts'

describe('the export of data', () => {
  let site: Site
  let page: Page
  let complaints: readonly string[]
  beforeAll(async () => {
    site = await openSite('embedded')
    page = await site.signedIn('fang54')
    complaints = complaintsOf(page)
    await goTo(page, '/databackup?tab=data')
  })
  afterAll(() => site?.close())

  it('is refused beside the field for an end before its begin', async () => {
    await page.getByRole('textbox', { name: '起始日期' }).fill('2026-03-05')
    await page.getByRole('textbox', { name: '截止日期' }).fill('2026-03-01')
    await page.getByRole('button', { name: '开始导出' }).click()
    await page.getByText('不能早于').first().waitFor()
    await expectAccessible(page, 'the export of data')
  })

  it('is made of what was chosen, and found among the own exports', async () => {
    await page.getByRole('textbox', { name: '截止日期' }).fill('')
    await page.getByLabel('数据', { exact: true }).selectOption('user')
    await page.getByLabel('格式').selectOption('csv')
    await page.getByRole('button', { name: '开始导出' }).click()
    await page.getByText(/正在导出.*，共 \d+ 行/).waitFor()
    await page.getByRole('button', { name: '查看我的导出' }).click()
    await page.getByRole('dialog').getByText('用户').first().waitFor()
    expect(complaints).toEqual([])
  })
})
