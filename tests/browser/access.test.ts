import type { Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { answer, complaintsOf, expectAccessible, goTo, openSite, type Site } from './harness.ts'
import { examine } from './sound.ts'

describe('roles and menus as their administrators keep them (60.2, 60.4)', () => {
  let site: Site
  let yu: Page
  let fang: Page
  let pan: Page
  beforeAll(async () => {
    site = await openSite()
    ;[yu, fang, pan] = await Promise.all([site.signedIn('yu55'), site.signedIn('fang54'), site.signedIn('pan42')])
  })
  afterAll(() => site?.close())

  const dialog = (page: Page) => page.getByRole('dialog')
  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
  const navigation = (page: Page) => page.getByRole('navigation', { name: '主导航' })

  /** Each try makes what it needs under names of its own, and begins with a colleague who is nothing but staff. */
  let count = 0
  /** For names that are letters alone. */
  const letter = (): string => String.fromCharCode(64 + count)
  const staffOnly = async (username: string): Promise<void> => {
    const security = await site.as('yu55')
    const roles = await security.get<readonly { id: number; key: string }[]>('/api/system/user/assignable_roles/')
    const people = await security.get<readonly { id: number; username: string }[]>(
      `/api/system/user/?search=${username}`,
    )
    await security.post(`/api/system/user/${people.find((one) => one.username === username)?.id}/assign_roles/`, {
      roleIds: roles.filter(({ key }) => key === 'staff').map(({ id }) => id),
    })
  }

  it('a role is made, its menu ticked with all its buttons, and given to somebody, who sees the page at once; taken away, it closes under their eyes (SYS-14)', async () => {
    const [name, key] = [`机构查看${++count}`, `deptViewer${letter()}`]
    await staffOnly('pan42')
    await goTo(pan, '/home')
    await navigation(pan).getByRole('button', { name: '系统管理' }).waitFor()
    await goTo(yu, '/system/role')
    await press(yu, '新建')
    await dialog(yu).getByRole('textbox', { name: '角色名称', exact: true }).fill(name)
    await dialog(yu).getByRole('textbox', { name: '角色标识', exact: true }).fill(key)
    await press(yu, '保存')
    await dialog(yu).waitFor({ state: 'detached' })
    await goTo(yu, `/system/role?search=${key}`)
    await yu.getByRole('row').filter({ hasText: key }).getByText(name, { exact: true }).click()
    await yu.waitForURL(/\/system\/role\/\d+/)

    const tick = (name: string) => yu.getByRole('checkbox', { name, exact: true })
    await yu.getByRole('searchbox', { name: '按菜单、按钮或权限值查找' }).fill('部门管理')
    await tick('部门管理').press('Space')
    await expect.poll(() => tick('查询').isChecked()).toBe(true)
    // SYS-25: what only administrators may do cannot be ticked.
    await expect.poll(() => tick('删除').isDisabled()).toBe(true)
    await tick('查看').press('Space')
    await expect.poll(() => tick('部门管理').evaluate((box: HTMLInputElement) => box.indeterminate)).toBe(true)
    await press(yu, '保存授权')
    await yu.getByText('已授权1个菜单、1个按钮').waitFor()

    expect(await navigation(pan).getByText('部门管理').count()).toBe(0)
    await yu.getByRole('tab', { name: '人员' }).click()
    await yu.getByRole('combobox', { name: '添加人员' }).fill('pan42')
    await yu.getByRole('option', { name: /潘示乙/ }).click()
    await yu.getByRole('cell', { name: 'pan42', exact: true }).waitFor()
    await navigation(pan).getByRole('button', { name: '系统管理' }).click()
    await navigation(pan).getByRole('link', { name: '部门管理' }).click()
    await pan.getByRole('heading', { name: '部门管理' }).waitFor()

    await yu.getByRole('button', { name: /移出/ }).click()
    await answer(yu, '潘示乙')
    await pan.getByText('无权访问').first().waitFor()
    await expect.poll(() => navigation(pan).getByText('部门管理').count()).toBe(0)
  })

  const words = {
    zhHans: {
      menu: '部门管理',
      button: '查询 dept:Search',
      expand: '展开部门管理',
      collapse: '收起部门管理',
      catalogue: '收起系统管理',
      save: '保存授权',
      nothing: /已授权0个按钮，共\d+个/,
      one: /已授权1个按钮，共\d+个/,
      saved: '已授权1个菜单、1个按钮',
    },
    en: {
      menu: 'Departments',
      button: 'Search dept:Search',
      expand: 'Expand Departments',
      collapse: 'Collapse Departments',
      catalogue: 'Collapse System',
      save: 'Save',
      nothing: /0 of \d+ buttons granted/,
      one: /1 of \d+ buttons granted/,
      saved: '1 menus and 1 buttons granted',
    },
  }
  it.each(['zhHans', 'en'] as const)(
    'on a phone pages stand one below the other with what they grant, unfold into their buttons, and are ticked by keyboard: %s',
    async (language) => {
      const said = words[language]
      const security = await site.as('yu55')
      const { id } = await security.post<{ id: number }>('/api/system/role/', {
        name: `手机授权${++count}`,
        key: `phone${letter()}`,
        dataScope: '0',
        sort: 100,
        state: true,
      })
      const phone = await site.signedIn('yu55', { language, width: 390 })
      const complaints = complaintsOf(phone)
      await goTo(phone, `/system/role/${id}`)
      const line = phone.locator('.grant-line').filter({ has: phone.getByRole('checkbox', { name: said.menu }) })
      const button = phone.getByRole('checkbox', { name: said.button, exact: true })
      const name = () => phone.evaluate(() => document.activeElement?.getAttribute('aria-label'))
      await line.getByText(said.nothing).waitFor()
      expect(await button.count()).toBe(0)

      await phone.getByRole('button', { name: said.expand, exact: true }).focus()
      await phone.keyboard.press('Enter')
      await expect.poll(name).toBe(said.collapse)
      await phone.keyboard.press('Tab')
      await phone.keyboard.press('Tab')
      await expect.poll(() => button.evaluate((box) => box === document.activeElement)).toBe(true)
      await phone.keyboard.press('Space')
      await line.getByText(said.one).waitFor()
      const height = await button
        .locator('xpath=ancestor::label')
        .evaluate((label) => label.getBoundingClientRect().height)
      expect(height).toBeGreaterThanOrEqual(44)

      // Its place is kept when it was saved.
      await phone.getByRole('button', { name: said.save, exact: true }).press('Enter')
      await phone.getByText(said.saved).waitFor()
      expect(await button.isChecked()).toBe(true)
      await phone.getByRole('button', { name: said.collapse, exact: true }).press('Enter')
      await button.waitFor({ state: 'detached' })
      await line.getByText(said.one).waitFor()
      await phone.getByRole('button', { name: said.expand, exact: true }).press('Space')
      await button.waitFor()
      await examine(phone, `a role in ${language}`, language, complaints)

      await phone.getByRole('button', { name: said.catalogue, exact: true }).press('Enter')
      await line.waitFor({ state: 'detached' })
    },
  )

  it('60.2 a data scope names departments: searched, chosen with what is below, told first, taken away one by one', async () => {
    const security = await site.as('yu55')
    const { id } = await security.post<{ id: number }>('/api/system/role/', {
      name: `范围部门${++count}`,
      key: `reach${letter()}`,
      dataScope: '0',
      sort: 100,
      state: true,
    })
    await goTo(yu, `/system/role/${id}?tab=scope`)
    await yu.getByLabel('角色的数据范围').selectOption({ label: '自定义' })
    const tree = yu.getByRole('group', { name: '角色的数据范围' })
    const chosen = tree.getByRole('list', { name: '已选部门' })
    const tick = (name: string) => tree.getByRole('checkbox', { name, exact: true })
    await tree.getByRole('searchbox', { name: '查找部门' }).fill('财务')
    await tick('办公室').waitFor({ state: 'detached' })
    await tick('警务保障部').press('Space')
    await chosen.getByText('警务保障部及下级5个部门').waitFor()
    await tree.getByRole('searchbox', { name: '查找部门' }).fill('')
    await tick('采购科').press('Space')
    await expect.poll(() => chosen.getByRole('listitem').count()).toBe(5)
    await chosen.getByRole('button', { name: /财务科/ }).press('Enter')
    await expect.poll(() => tick('财务科').isChecked()).toBe(false)
    await press(yu, '保存授权')
    await yu.getByText('已保存').first().waitFor()
    const kept = await security.get<{ dataScope: string; scopeDeptIds: readonly number[] }>(`/api/system/role/${id}/`)
    expect([kept.dataScope, kept.scopeDeptIds.length]).toEqual(['4', 4])
    for (const width of [1440, 390]) {
      await yu.setViewportSize({ width, height: 900 })
      await expectAccessible(yu, `departments of a data scope at ${width}`)
    }
    await yu.setViewportSize({ width: 1440, height: 900 })
  })

  it('two roles are compared', async () => {
    await goTo(yu, '/system/role?search=sysAdmin')
    await yu.getByRole('row').filter({ hasText: 'sysAdmin' }).getByText('系统管理员', { exact: true }).click()
    await yu.waitForURL(/\/system\/role\/\d+/)
    await yu.getByRole('tab', { name: '对比' }).click()
    await yu.getByRole('combobox', { name: '对比角色' }).fill('督办')
    await yu.getByRole('option', { name: '督办专员' }).click()
    await yu.getByRole('row').filter({ hasText: 'dept:Search' }).waitFor()
    // On a phone both roles are in sight at once.
    await yu.setViewportSize({ width: 390, height: 844 })
    const table = yu.getByRole('region', { name: '对比' })
    await expect.poll(() => table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
    expect(await yu.getByRole('columnheader', { name: '督办专员' }).isVisible()).toBe(true)
    await expectAccessible(yu, 'two roles compared on a phone')
    const abroad = await site.signedIn('yu55', { language: 'en', width: 390 })
    await abroad.goto(new URL('?tab=compare', yu.url()).href)
    await abroad.getByRole('combobox', { name: 'Compare with' }).fill('Cashier')
    await abroad.getByRole('option', { name: 'Cashier' }).click()
    await abroad.getByRole('columnheader', { name: 'System administrator' }).waitFor()
    await yu.setViewportSize({ width: 1440, height: 900 })
  })

  it('a menu leads to a page of the product, is moved by its row menu, and its buttons are generated', async () => {
    const [title, resource] = [`机构一览${++count}`, `orgView${letter()}`]
    await goTo(fang, '/system/menu')
    await press(fang, '新增菜单')
    await dialog(fang).getByRole('combobox', { name: '目标页面' }).selectOption('/system/dept')
    await dialog(fang).getByRole('textbox', { name: '菜单名称', exact: true }).fill(title)
    await dialog(fang).getByRole('textbox', { name: '访问路径', exact: true }).fill(`/my/departments${count}`)
    await press(fang, '保存')
    await dialog(fang).waitFor({ state: 'detached' })
    const line = fang.getByRole('row').filter({ hasText: title })
    await line.waitFor()
    await expect.poll(() => line.getAttribute('aria-level')).toBe('1')
    await press(fang, `${title}: 更多`)
    await fang.getByRole('menuitem', { name: '上移' }).click()
    await fang.getByText('已移动').first().waitFor()
    await press(fang, `${title}: 更多`)
    await fang.getByRole('menuitem', { name: '移动到' }).click()
    await dialog(fang).getByRole('combobox', { name: '上级目录' }).fill('系统')
    await fang.getByRole('option', { name: '系统管理' }).click()
    await press(fang, '移动到')
    await dialog(fang).waitFor({ state: 'detached' })
    await fang.locator('tr[aria-level="2"]').filter({ hasText: title }).waitFor()

    await goTo(fang, '/system/menuButton')
    await fang.getByRole('navigation', { name: '菜单管理' }).getByRole('button', { name: title }).click()
    await press(fang, '生成标准按钮')
    await dialog(fang).getByRole('textbox', { name: '资源标识' }).fill(resource)
    await dialog(fang).getByRole('button', { name: '生成标准按钮' }).click()
    await fang.getByRole('cell', { name: `${resource}:Search`, exact: true }).waitFor()
  })
})
