import type { Page } from '@playwright/test'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { expectAccessible, openSite, type Site, tick } from './harness.ts'

describe('accounts and the personal centre', () => {
  let site: Site
  let page: Page
  beforeAll(async () => {
    site = await openSite()
    page = await site.signedIn('fang54')
  })
  // Whatever stood open before.
  beforeEach(async () => {
    await page.goto('/system/user')
    await row('li04').waitFor()
  })
  afterAll(() => site?.close())

  const row = (username: string) =>
    page.getByRole('row').filter({ has: page.getByRole('cell', { name: username, exact: true }) })
  const dialog = () => page.getByRole('dialog')
  const fill = (label: string, value: string) => dialog().getByRole('textbox', { name: label, exact: true }).fill(value)

  let count = 0
  /** What nobody else has; each try takes another. */
  const identity = () => {
    const number = ++count
    return { username: `newcomer${number}`, empNo: `XJ000${number}`, mobile: `1390000000${number}` }
  }
  /** A detective of one try alone. */
  const newColleague = async (): Promise<string> => {
    const fang = await site.as('fang54')
    const all = await fang.get<readonly { readonly id: number; readonly key: string }[]>('/api/system/dept/all_dept/')
    const own = identity()
    const deptId = all.find(({ key }) => key === 'D10')?.id
    await fang.post('/api/system/user/', { name: '新来丙', post: '侦查员', deptId, ...own })
    return own.username
  }

  it('60.1 makes an account and shows its password once', async () => {
    const own = identity()
    await page.getByRole('button', { name: '新建', exact: true }).click()
    await fill('姓名', '新来乙')
    await fill('登录名', own.username)
    await fill('工号', own.empNo)
    await dialog().getByRole('combobox', { name: '部门', exact: true }).fill('刑事侦查')
    await page.getByRole('option', { name: /刑事侦查支队/ }).click()
    await fill('职务/岗位', '侦查员')
    await fill('手机', own.mobile)
    await dialog().getByRole('button', { name: '保存', exact: true }).click()
    await dialog().getByText('只显示这一次').waitFor()
    await expect.poll(() => dialog().locator('output').textContent()).toMatch(/^\w{5}-\w{5}-\w{5}$/)
    await dialog().getByRole('button', { name: '我已记录', exact: true }).click()
    await dialog().waitFor({ state: 'detached' })
  })

  it('60.1 narrows the people by the tree, and shows what hangs on somebody before switching them off', async () => {
    const username = await newColleague()
    await page
      .getByRole('navigation', { name: '按部门筛选' })
      .getByRole('button', { name: /^刑事侦查支队/ })
      .click()
    await row(username).waitFor()
    await row('li04').waitFor({ state: 'detached' })
    await row('zhang39').getByRole('button', { name: /更多/ }).click()
    await page.getByRole('menuitem', { name: '停用', exact: true }).click()
    await dialog().getByText('1个部门失去负责人，或移交给接收人').waitFor()
    await dialog().getByText('刑事侦查支队', { exact: true }).waitFor()
    await expect.poll(() => dialog().getByRole('button', { name: '停用', exact: true }).isDisabled()).toBe(true)
    await expectAccessible(page, 'the dialog before disabling')
    await dialog().getByRole('button', { name: '取消', exact: true }).click()
  })

  it('SYS-15 only the security administrator sees and sets roles', async () => {
    const username = await newColleague()
    expect(await page.getByRole('columnheader', { name: '角色', exact: true }).count()).toBe(0)
    const other = await site.signedIn('yu55', { path: `/system/user?search=${username}` })
    const line = other.getByRole('row').filter({ hasText: username })
    await line.getByRole('button', { name: /更多/ }).click()
    await other.getByRole('menuitem', { name: '分配角色', exact: true }).click()
    const roles = other.getByRole('dialog')
    await tick(roles.getByRole('checkbox', { name: '出纳', exact: true }))
    await tick(roles.getByRole('checkbox', { name: '财务审核员', exact: true }))
    await roles.getByRole('button', { name: '保存', exact: true }).click()
    await roles.getByRole('alert').getByText('不能由同一人担任').waitFor()
    await tick(roles.getByRole('checkbox', { name: '财务审核员', exact: true }), false)
    await roles.getByRole('button', { name: '保存', exact: true }).click()
    await roles.waitFor({ state: 'detached' })
    // SYS-139: a role that pays waits for its second person.
    await other.getByText('已提交，须第二人确认后生效').waitFor()
    expect(await line.getByText('出纳').count()).toBe(0)
    const auditor = await site.as('bao59')
    const waiting = await auditor.get<readonly { readonly id: number; readonly kind: string }[]>('/api/proposal/')
    const { id } = waiting.find(({ kind }) => kind === 'userRoles') ?? {}
    await auditor.post(`/api/proposal/${id}/confirm/`, {})
    await line.getByText('出纳').waitFor()
    await other.context().close()
  })

  it('10.3 changes the own profile, and shows the tabs the modules bring', async () => {
    await page.goto('/personal-center')
    await page.getByRole('textbox', { name: '办公电话', exact: true }).fill('010-5555')
    await page.getByRole('button', { name: '保存', exact: true }).click()
    await page.getByText('已保存').first().waitFor()
    await page.getByRole('tab', { name: '我的假期', exact: true }).click()
    await page.getByRole('heading', { name: /年假期额度/ }).waitFor()
    await page.getByRole('tab', { name: '账号安全', exact: true }).click()
    await page.getByText('当前设备').waitFor()
    await expectAccessible(page, 'the personal centre')
  })
})
