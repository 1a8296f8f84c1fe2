import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { HomeLayout } from '#src/modules/home/home.types.ts'
import { expectAccessible, goTo, openSite, type Site } from './harness.ts'

let site: Site
beforeAll(async () => {
  site = await openSite('embedded')
})
afterAll(() => site?.close())

const layoutsOf = async (username: string): Promise<HomeLayout[]> =>
  (await site.as(username)).get<HomeLayout[]>('/api/home/layouts/')

describe('layouts of the home page (10.2)', () => {
  it('is laid out by keyboard, kept, shown on a phone without being changed, and taken back', async () => {
    const page = await site.signedIn('pan42')
    await page.getByRole('button', { name: '编辑布局' }).click()
    const editor = page.getByRole('region', { name: '编辑布局' })
    const tile = editor.getByRole('button', { name: '我的申请', exact: true })
    await tile.focus()
    await tile.press('Shift+ArrowLeft')
    await editor
      .getByRole('status')
      .filter({ hasText: /^我的申请：第1列第\d+行，宽7高9$/ })
      .waitFor()
    await editor.getByRole('button', { name: '添加组件' }).click()
    await page.getByRole('menuitem', { name: '消息', exact: true }).click()
    await editor.getByRole('button', { name: '消息', exact: true }).waitFor()
    await expectAccessible(page, 'the editor of a layout')
    await editor.getByRole('textbox', { name: '布局名称' }).fill('办案')
    await editor.getByRole('button', { name: '保存' }).click()
    const grid = page.locator('.home-grid')
    await grid.getByRole('region', { name: '消息' }).waitFor()
    const [kept] = await layoutsOf('pan42')
    expect([kept?.name, kept?.isDefault, kept?.widgets.find(({ id }) => id === 'myTickets')?.w]).toEqual([
      '办案',
      true,
      7,
    ])

    const phone = await site.signedIn('pan42', { width: 390 })
    await phone.locator('.home-grid').getByRole('region', { name: '消息' }).waitFor()
    expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await expectAccessible(phone, 'a layout on the phone')
    await phone.context().close()
    expect(await layoutsOf('pan42')).toEqual([kept])

    await goTo(page, '/homeCopy')
    const card = page.locator('.layout-card', { hasText: '办案' })
    await expectAccessible(page, 'the gallery of layouts')
    await card.getByRole('button', { name: '取消默认' }).click()
    await card.getByRole('button', { name: '设为默认' }).waitFor()
    await goTo(page, '/home')
    await expect.poll(() => page.locator('.home-grid').count()).toBe(0)
    await page.context().close()
  })

  it('a draft survives a lost page, and an earlier state comes back', async () => {
    const person = await site.as('ge43')
    const widgets = [{ id: 'quickApply', x: 0, y: 0, w: 4, h: 5 }]
    const made = await person.post<HomeLayout>('/api/home/layouts/', { name: '值班', widgets, isDefault: true })
    const page = await site.signedIn('ge43', { path: `/home?edit=${made.id}` })
    await page.getByRole('textbox', { name: '布局名称' }).fill('值班二')
    // The page is gone, as it is when a browser crashes: nothing is asked.
    await page.close({ runBeforeUnload: false })
    const again = await page.context().newPage()
    await again.goto(`/home?edit=${made.id}`)
    const name = again.getByRole('textbox', { name: '布局名称' })
    await name.waitFor()
    expect(await name.inputValue()).toBe('值班二')
    await again.getByRole('button', { name: '保存' }).click()
    await again.locator('.home-grid').waitFor()
    await goTo(again, '/homeCopy')
    await again.locator('.layout-card', { hasText: '值班二' }).getByRole('button', { name: '值班二的更多操作' }).click()
    await again.getByRole('menuitem', { name: '历史版本' }).click()
    const history = again.getByRole('dialog', { name: '“值班二”的历史版本' })
    await expectAccessible(again, 'the history of a layout')
    await history.getByRole('button', { name: /^恢复/ }).click()
    await again.locator('.layout-card h2', { hasText: /^值班$/ }).waitFor()
    await again.context().close()
  })

  it('leaders see seven figures, each the way to its list, in both languages', async () => {
    const page = await site.signedIn('zhao01', { path: '/home/bak' })
    const figures = page.locator('a.cockpit-figure')
    await expect.poll(() => figures.count()).toBe(7)
    await expectAccessible(page, 'the cockpit')
    const late = page.locator('.cockpit-figure', { hasText: '督办超期' })
    const count = await late.locator('.cockpit-value').textContent()
    await late.click()
    await page.waitForURL('**/supervision?tab=all&light=red')
    await page.getByText(`共${count}条`).first().waitFor()
    await page.context().close()
    const abroad = await site.signedIn('zhao01', { path: '/home/bak', language: 'en', width: 390, theme: 'dark' })
    await expect.poll(() => abroad.locator('a.cockpit-figure').count()).toBe(7)
    await expectAccessible(abroad, 'the cockpit on the phone in English')
    await abroad.context().close()
  })
})
