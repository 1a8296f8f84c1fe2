import type { Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Desk, openDesk } from './harness.ts'

describe('workflows as the system administrator reads them (20.9)', () => {
  let desk: Desk
  let page: Page
  beforeAll(async () => {
    desk = await openDesk()
    page = await desk.signedIn('fang54')
    await page.goto('/workflow/workflow')
  })
  afterAll(() => desk?.close())

  it('lists every workflow and draws the chosen one', async () => {
    await page.getByRole('button', { name: '日常费用报销', exact: true }).click()
    const chart = page.getByRole('region', { name: '流程图：日常费用报销' })
    await chart.waitFor()
    const states = await chart.locator('.diagram-label > span').allInnerTexts()
    expect(states.toSorted()).toEqual(
      ['开始', '部门领导审批', '财务审核', '分管领导审批', '财务负责人审批', '局长审批', '出纳付款', '结束'].toSorted(),
    )
  })

  it('says who acts in words, not in keys', async () => {
    const row = page.getByRole('row', { name: /财务审核/ })
    expect(await row.innerText()).toContain('财务审核员')
  })

  it('proves it: every path ends (WFD-01)', async () => {
    await page.getByRole('button', { name: '校验', exact: true }).click()
    await page.getByText('校验通过：所有路径都能走到结束').waitFor()
  })

  it('hands out its statechart as a file', async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: '导出 XState' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('financialReimbursementOne.json')
  })
})
