import type { Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PASSWORD } from './caller.ts'
import { answer, expectAccessible, goTo, openSite, type Site } from './harness.ts'
import { confirmChange } from './owner.ts'

describe('the pages by which the house is set up (60.5, 60.6, 60.7, 60.11)', () => {
  let site: Site
  let page: Page
  beforeAll(async () => {
    site = await openSite()
    page = await site.signedIn('fang54')
  })
  afterAll(() => site?.close())

  const dialog = () => page.getByRole('dialog')
  const fill = (name: string, text: string) => dialog().getByRole('textbox', { name, exact: true }).fill(text)
  const save = async (): Promise<void> => {
    await dialog().getByRole('button', { name: '保存', exact: true }).click()
    await dialog().waitFor({ state: 'detached' })
  }

  it('SYS-51, SYS-54 an entry is added to an extensible dictionary, and the page offers it in forms without a reload', async () => {
    await goTo(page, '/system/dictionary?key=articleCategory')
    await page.getByRole('heading', { name: '文章栏目', exact: true }).waitFor()
    await page.getByRole('button', { name: '新建', exact: true }).click()
    await fill('标签', '学习园地')
    await fill('英文标签', 'Learning')
    await fill('值', 'learning')
    await save()
    await page.getByRole('button', { name: '学习园地', exact: true }).waitFor()
    await expectAccessible(page, 'dictionaries')
    await page.getByRole('button', { name: /^性别/ }).click()
    await page.getByRole('heading', { name: '性别', exact: true }).waitFor()
    await expect.poll(() => page.getByRole('button', { name: '新建', exact: true }).count()).toBe(0)
  })

  it('SYS-61 the tree of areas loads what is opened, and a city is disabled with all below', async () => {
    await goTo(page, '/system/areas')
    await page.getByRole('button', { name: '展开示例省', exact: true }).click()
    await page.getByRole('button', { name: '展开省会示例市', exact: true }).click()
    await page.getByRole('button', { name: '城中区', exact: true }).waitFor()
    await page.getByRole('button', { name: '省会示例市: 更多', exact: true }).click()
    await page.getByRole('menuitem', { name: '停用', exact: true }).click()
    await answer(page, '省会示例市')
    await page.getByRole('row').filter({ hasText: '城中区' }).getByText('停用', { exact: true }).waitFor()
  })

  it('SYS-71, SYS-74 a value that breaks its order is refused with both names; a sound one waits for a second person', async () => {
    await goTo(page, '/system/config?tab=wf')
    const first = page.getByRole('textbox', { name: '一档金额', exact: true })
    // A figure loses its form when it is entered.
    const type = async (text: string): Promise<void> => {
      await first.click()
      await first.press('ControlOrMeta+a')
      await first.pressSequentially(text)
    }
    await type('30000')
    await page.getByRole('button', { name: '保存', exact: true }).click()
    await page.getByRole('main').getByRole('alert').getByText('“二档金额”必须大于“一档金额”（30000）').waitFor()
    await type('6000')
    await page.getByRole('button', { name: '保存', exact: true }).click()
    // SYS-137: a threshold waits for its second person, and stays as it was until then.
    await page.getByText('已提交，须第二人确认后生效').waitFor()
    await page.reload()
    await expect.poll(() => first.inputValue()).toMatch(/^5,?000/)
    await expectAccessible(page, 'configuration')
  })

  it('SYS-71, SYS-74 a value that others confirmed is given back from its history, and is in force once they confirm that too', async () => {
    const value = (text: RegExp) =>
      expect.poll(() => page.getByRole('textbox', { name: '一档金额', exact: true }).inputValue()).toMatch(text)
    // The thresholds part the chains of finance and of procurement: both owners confirm.
    const owners = ['qin17', 'han14']
    await confirmChange(site, '一档金额', owners)
    await page.reload()
    await value(/^6,?000/)
    await page.getByRole('button', { name: '历史 · 一档金额', exact: true }).click()
    await dialog().getByRole('button', { name: '恢复为此值', exact: true }).click()
    await answer(page, '一档金额', '恢复为此值')
    await page.getByText('已提交，须第二人确认后生效').waitFor()
    await page.reload()
    await value(/^6,?000/)
    await confirmChange(site, '一档金额', owners)
    await page.reload()
    await value(/^5,?000/)
  })

  it('60.7 a day of the year is marked and made ordinary again', async () => {
    await goTo(page, '/system/config?tab=calendar&year=2026')
    await page.getByRole('button', { name: '18 2026-06-18 工作日', exact: true }).click()
    await fill('名称', '示例纪念日')
    await save()
    await page.getByRole('button', { name: '18 2026-06-18 法定假日 示例纪念日', exact: true }).click()
    await dialog().getByRole('button', { name: '恢复为普通日', exact: true }).click()
    await page.getByRole('button', { name: '18 2026-06-18 工作日', exact: true }).waitFor()
  })

  it('SYS-112 a published version is offered to a page that is open', async () => {
    const reader = await site.signedIn('pan42')
    await goTo(page, '/system/appVersion')
    await page.getByRole('button', { name: '新建', exact: true }).click()
    await fill('版本号', '3.0.0')
    await fill('标题', '新的设置页面')
    await fill('更新说明（Markdown）', '字典、区划和配置')
    await save()
    await page.getByRole('button', { name: '3.0.0的更多操作', exact: true }).click()
    await page.getByRole('menuitem', { name: '发布', exact: true }).click()
    await answer(page, '确认对3.0.0执行“发布”吗？', '发布')
    await reader.getByText('新的设置页面').waitFor()
    await reader.close()
  })

  it('SYS-122, SYS-132 a call is opened with the password and by a second person, who sees who gains what', async () => {
    const security = await site.signedIn('yu55', { path: '/system/whiteList' })
    await security.getByRole('button', { name: '新建', exact: true }).click()
    const form = security.getByRole('dialog')
    await form.getByRole('combobox', { name: '接口' }).selectOption('/api/leave/quota/')
    await form.getByRole('textbox', { name: '原因', exact: true }).fill('大屏展示需要')
    await form.getByRole('textbox', { name: '到期日', exact: true }).fill('2026-06-30')
    await form.getByRole('button', { name: '保存', exact: true }).click()
    await form.getByRole('alert').getByText('原密码错误').waitFor()
    await expectAccessible(security, 'a new entry of the white list')
    await form.locator('input[type=password]').fill(PASSWORD)
    await form.getByRole('button', { name: '保存', exact: true }).click()
    await form.waitFor({ state: 'detached' })
    await security.getByText('有1项变更待确认').waitFor()
    await expect.poll(() => security.getByRole('button', { name: '/api/leave/quota/', exact: true }).count()).toBe(0)

    const auditor = await site.signedIn('bao59', { path: '/workflow/proposal' })
    await auditor.getByRole('button', { name: '查看“/api/leave/quota/”', exact: true }).click()
    const sheet = auditor.getByRole('dialog')
    await sheet.getByText(/人登录后也可查询，但只能查到本人的记录/).waitFor()
    await expectAccessible(auditor, 'a white list entry to confirm')
    await sheet.locator('input[type=password]').fill(PASSWORD)
    await sheet.getByRole('button', { name: '确认生效', exact: true }).click()
    await answer(auditor, '确定让“/api/leave/quota/”的变更生效吗？', '确认生效')
    await auditor.getByText('已确认，变更已生效').waitFor()
    await auditor.close()
    await security.getByRole('button', { name: '/api/leave/quota/', exact: true }).waitFor()
    await security.close()
  })

  it('60.2 whether a person may use an address, and why, is asked by keyboard alone, on a phone as well', async () => {
    const security = await site.signedIn('yu55', { path: '/system/role' })
    await security.getByRole('tab', { name: '权限核查' }).press('Enter')
    await security.getByRole('tab', { name: '权限核查', selected: true }).waitFor()
    await security.getByRole('combobox', { name: '人员', exact: true }).focus()
    await security.keyboard.type('姜示甲')
    await expect.poll(() => security.getByRole('option').allInnerTexts()).toEqual([expect.stringContaining('姜示甲')])
    await security.keyboard.press('Enter')
    await security.getByRole('combobox', { name: '地址', exact: true }).focus()
    await security.keyboard.type('/maintenance')
    await security.keyboard.press('Enter')
    const said = security.getByRole('status').filter({ hasText: '姜示甲可以使用：所持角色授予了所需权限' })
    await said.waitFor()
    await security.getByText('部门领导（部门：后勤服务科）', { exact: true }).waitFor()
    await expectAccessible(security, 'a check of access')
    const link = security.url()
    await security.close()

    const auditor = await site.signedIn('bao59', { path: link.slice(new URL(link).origin.length), width: 390 })
    await auditor.getByRole('status').filter({ hasText: '姜示甲可以使用' }).waitFor()
    expect(await auditor.getByRole('tab').allInnerTexts()).toEqual(['权限核查'])
    const isWide = () => auditor.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)
    expect(await isWide()).toBe(false)
    await expectAccessible(auditor, 'a check of access on a phone')
    await auditor.close()
  })
})
