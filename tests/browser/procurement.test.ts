/** Buying in front of screens: quotes side by side, a score sheet on a phone, and the draft that the guide leaves. */
import type { Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { complaintsOf, expectAccessible, goTo, openSite, type Site } from './harness.ts'

interface Listed {
  readonly id: number
  readonly subject: string
  readonly scoring: string
  readonly sheets: number
}

describe('selections and the guide', () => {
  let site: Site
  let officer: Page
  let member: Page
  let selections: readonly Listed[]
  let complaints: readonly (readonly string[])[]
  /** The opened selection that is scored and of which so many sheets are in. */
  const withSheets = (sheets: number): Listed => {
    const found = selections.find((one) => one.scoring === 'weighted' && one.sheets === sheets)
    if (found === undefined) throw new Error(`no selection with ${sheets} sheets`)
    return found
  }

  beforeAll(async () => {
    site = await openSite('embedded')
    const reader = await site.as('dou38')
    selections = await reader.get<readonly Listed[]>('/api/procurement/selection/?state=opened&limit=50')
    ;[officer, member] = await Promise.all([
      site.signedIn('dou38'),
      site.signedIn('xi44', { width: 390, language: 'en' }),
    ])
    complaints = [officer, member].map(complaintsOf)
  })
  afterAll(() => site?.close())

  it('50.10 quotes stand side by side by line, with the lowest and what is missing marked, and are exported', async () => {
    await goTo(officer, `/procurement/selective-module?id=${withSheets(3).id}`)
    const matrix = officer.getByRole('region', { name: '各供应商分项报价' })
    await matrix.getByText('最低', { exact: true }).first().waitFor()
    expect(await matrix.getByText('未报', { exact: true }).count()).toBeGreaterThan(0)
    await matrix.getByRole('row', { name: /^综合得分/ }).waitFor()
    await officer.getByRole('region', { name: '评分表' }).getByRole('columnheader').first().waitFor()
    await expectAccessible(officer, 'the comparison of quotes')
    const [download] = await Promise.all([
      officer.waitForEvent('download'),
      officer.getByRole('button', { name: '导出对比表' }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^comparison_.*\.xlsx$/)
  })

  it('E13 a member scores alone on a phone: what is out of range is named, and no other sheet is shown', async () => {
    await goTo(member, `/procurement/review?id=${withSheets(1).id}`)
    await member.getByText('1 of 3 score sheets received').waitFor()
    const send = member.getByRole('button', { name: 'Submit score sheet' })
    await send.click()
    await member.getByText('Quality: Enter a number from 0 to 30, with one decimal at most').waitFor()
    await expectAccessible(member, 'the score sheet')
    for (const box of await member.getByRole('textbox', { name: / score of / }).all()) await box.fill('12.5')
    await send.click()
    await member.getByText('2 of 3 score sheets received').waitFor()
    await member.getByRole('button', { name: 'Update score sheet' }).waitFor()
    expect(await member.getByRole('columnheader', { name: 'Member' }).count()).toBe(0)
  })

  it('E14 the guide names the method and leaves a draft of what was asked', async () => {
    await goTo(officer, '/workflow/applications?ask=buying')
    await officer.getByRole('textbox', { name: '预计总金额（元）' }).fill('20000')
    await officer.getByRole('textbox', { name: '采购内容' }).fill('执法记录仪')
    await officer.getByRole('button', { name: '查询', exact: true }).click()
    await officer.getByRole('heading', { name: '查询结果' }).waitFor()
    await expectAccessible(officer, 'the guide to buying')
    await officer.getByRole('button', { name: /^填写“比价采购”/ }).click()
    await officer.waitForURL(/\/workflow\/procurement\/comparison/)
    await officer.getByRole('textbox', { name: '采购内容' }).waitFor()
    expect(await officer.getByRole('textbox', { name: '采购内容' }).first().inputValue()).toBe('执法记录仪')
    expect(complaints).toEqual([[], []])
  })
})
