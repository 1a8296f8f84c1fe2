import type { Page } from '@playwright/test'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { answer, openSite, type Site } from './harness.ts'

/** Keys of the bureau, its office and its detectives. */
const [BUREAU, OFFICE, DETECTIVES] = ['D00', 'D02', 'D10']

describe('departments as the system administrator keeps them (60.3)', () => {
  let site: Site
  let page: Page
  beforeAll(async () => {
    site = await openSite()
    page = await site.signedIn('fang54')
  })
  // Whatever stood open before.
  beforeEach(async () => {
    await page.goto('/system/dept')
    await lineOf('督察审计处').waitFor()
  })
  afterAll(() => site?.close())

  const lineOf = (name: string) =>
    page.getByRole('row').filter({ has: page.getByRole('button', { name, exact: true }) })
  const menu = async (name: string, item: string): Promise<void> => {
    await page.getByRole('button', { name: `${name}: 更多`, exact: true }).click()
    await page.getByRole('menuitem', { name: item, exact: true }).click()
  }
  const dialog = () => page.getByRole('dialog')
  const lineAt = (level: number, name: string) => page.locator(`tr[aria-level="${level}"]`).filter({ hasText: name })

  let count = 0
  /** An empty department of one try alone, below another one. */
  const newDepartment = async (parent: string): Promise<string> => {
    const fang = await site.as('fang54')
    const all = await fang.get<readonly { readonly id: number; readonly key: string }[]>('/api/system/dept/all_dept/')
    const number = ++count
    const name = `法医${number}室`
    await fang.post('/api/system/dept/', {
      name,
      key: `T${number}`,
      parent: all.find(({ key }) => key === parent)?.id,
      // Beside what it is dragged to.
      sort: 1,
      isBudgetUnit: false,
      state: true,
    })
    await lineOf(name).waitFor()
    return name
  }

  it('creates one', async () => {
    const number = ++count
    await page.getByRole('button', { name: '新建', exact: true }).click()
    await dialog().getByRole('textbox', { name: '部门名称', exact: true }).fill(`法医中心${number}`)
    await dialog().getByRole('textbox', { name: '部门标识', exact: true }).fill(`C${number}`)
    await dialog().getByRole('combobox', { name: '上级部门', exact: true }).fill('刑事侦查')
    await page.getByRole('option', { name: /刑事侦查支队/ }).click()
    await dialog().getByRole('button', { name: '保存', exact: true }).click()
    await dialog().waitFor({ state: 'detached' })
    await lineAt(3, `法医中心${number}`).waitFor()
  })

  it('moves it with the menu alone (an alternative to dragging)', async () => {
    const name = await newDepartment(DETECTIVES)
    await menu(name, '移动到')
    await dialog().getByRole('combobox', { name: '上级部门', exact: true }).fill('示范市公安局')
    await page.getByRole('option', { name: '示范市公安局', exact: true }).click()
    await dialog().getByRole('button', { name: '移动到', exact: true }).click()
    await dialog().waitFor({ state: 'detached' })
    await lineAt(2, name).waitFor()
  })

  it('moves it by dragging', async () => {
    const name = await newDepartment(BUREAU)
    await lineAt(2, name).waitFor()
    await lineOf(name).dragTo(lineOf('办公室'))
    await lineAt(3, name).waitFor()
  })

  it('SYS-31 shows why a department cannot go below itself', async () => {
    const name = await newDepartment(OFFICE)
    await menu('办公室', '移动到')
    await dialog().getByRole('combobox', { name: '上级部门', exact: true }).fill(name)
    await page.getByRole('option', { name: new RegExp(name) }).click()
    await dialog().getByRole('button', { name: '移动到', exact: true }).click()
    await dialog().getByRole('alert').getByText('上级部门不能是本部门或其下级，且层级不超过5级').waitFor()
    await page.keyboard.press('Escape')
    await answer(page, '有未保存的修改')
    await dialog().waitFor({ state: 'detached' })
  })

  it('SYS-32 shows why a department with people cannot be deleted', async () => {
    await menu('督察审计处', '删除')
    await answer(page, '确认删除督察审计处吗？')
    await page.getByText('部门“督察审计处”下有人员，不能删除').waitFor()
    await lineOf('督察审计处').waitFor()
  })

  it('deletes an empty one after asking', async () => {
    const name = await newDepartment(DETECTIVES)
    await menu(name, '删除')
    await answer(page, `确认删除${name}吗？`)
    await lineOf(name).waitFor({ state: 'detached' })
  })

  it('goes from row to row by the keyboard, folds, unfolds and opens', async () => {
    const focused = () => page.evaluate(() => document.activeElement?.querySelector('.tree-link')?.textContent ?? '')
    const expandedAt = () => page.evaluate(() => document.activeElement?.getAttribute('aria-expanded') ?? null)
    const rows = page.locator('.list-table tbody tr')
    const names = await rows.locator('.tree-link').allTextContents()
    await page.locator('.list-table tbody tr[tabindex="0"]').focus()
    expect(await page.locator('.list-table tbody tr[tabindex="0"]').count()).toBe(1)
    expect(await focused()).toBe(names[0])
    await page.keyboard.press('ArrowDown')
    expect(await focused()).toBe(names[1])
    await page.keyboard.press('End')
    expect(await focused()).toBe(names.at(-1))
    await page.keyboard.press('Home')
    expect(await focused()).toBe(names[0])
    expect(await expandedAt()).toBe('true')
    await page.keyboard.press('ArrowLeft')
    await expect.poll(expandedAt).toBe('false')
    await expect.poll(() => rows.count()).toBe(1)
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => rows.count()).toBe(names.length)
    await page.keyboard.press('ArrowRight')
    expect(await focused()).toBe(names[1])
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    expect(await focused()).toBe(names[0])
    await page.keyboard.press('Enter')
    await dialog()
      .getByRole('heading', { name: names[0] as string })
      .first()
      .waitFor()
    await page.keyboard.press('Escape')
    await dialog().waitFor({ state: 'detached' })
  })
})
