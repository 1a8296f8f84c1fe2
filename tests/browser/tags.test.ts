import type { Page } from '@playwright/test'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { answer, expectAccessible, openSite, type Site } from './harness.ts'
import { fillQueue } from './queue.ts'

let site: Site
let page: Page
beforeAll(async () => {
  site = await openSite()
  await fillQueue(site)
  page = await site.signedIn('zhang39')
})
afterAll(() => site?.close())

const tags = (): Promise<string[]> => page.locator('.tag-link').allInnerTexts()
const tag = (name: string) => page.locator('.tag-link', { hasText: name })
const shown = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor()
/** Through the navigation, as a person goes. */
async function visit(...titles: readonly string[]): Promise<void> {
  for (const title of titles) {
    await page.locator('.side-nav').hover()
    const link = page.locator('.side-nav').getByRole('link', { name: title, exact: true })
    if (!(await link.isVisible())) {
      const catalogue = title === '请休假' || title === '其他事项' ? '领用与事务' : '工作流'
      await page.locator('.side-nav').getByRole('button', { name: catalogue }).click()
    }
    await link.click()
    await shown(title)
    // Off the navigation, which stands over the page while the pointer is on it.
    await page.mouse.move(700, 450)
  }
}

beforeEach(async () => {
  await page.evaluate(() => sessionStorage.removeItem('tags'))
  await page.goto('/home')
  await page.locator('.tag').first().waitFor()
})

describe('the open pages', () => {
  it('stand as tabs, the affixed one first and without a way to close it, and outlive a reload', async () => {
    await visit('审批中心', '我的工单')
    await expect.poll(() => tags()).toEqual(['工作台', '审批中心', '我的工单'])
    expect(await page.locator('.tag').first().getByRole('button').count()).toBe(0)
    await page.reload()
    await page.locator('.tag').nth(2).waitFor()
    await expect.poll(() => tags()).toEqual(['工作台', '审批中心', '我的工单'])
    await expect.poll(() => page.locator('.tag-link[aria-current=page]').allInnerTexts()).toEqual(['我的工单'])
  })

  it('have their ticket’s title, and the window says page - site', async () => {
    await visit('我的工单')
    await expect.poll(() => page.title()).toBe('我的工单 - 智慧警保')
    await page.goto('/workflow/ticket?label=approved')
    await page.goto('/workflow/ticketApproval')
    await page.locator('.centre-reading .step').first().waitFor()
    await expect.poll(() => page.title()).toBe('审批中心 - 智慧警保')
  })

  it('close by their button, and the tab beside is shown', async () => {
    await visit('审批中心', '我的工单')
    await page.getByRole('button', { name: '关闭审批中心' }).click()
    await expect.poll(() => tags()).toEqual(['工作台', '我的工单'])
    await page.getByRole('button', { name: '关闭我的工单' }).click()
    await page.waitForURL('**/home')
    await expect.poll(() => tags()).toEqual(['工作台'])
  })

  it('are one stop for Tab; arrows, Home and End move, Delete closes, the focus stays among them', async () => {
    await visit('审批中心', '我的工单')
    await expect.poll(() => page.locator('.tag-link[tabindex="0"]').count()).toBe(1)
    const focused = () => page.evaluate(() => document.activeElement?.textContent)
    await tag('我的工单').focus()
    await page.keyboard.press('ArrowLeft')
    await expect.poll(() => focused()).toBe('审批中心')
    await page.keyboard.press('Home')
    await expect.poll(() => focused()).toBe('工作台')
    await page.keyboard.press('Delete')
    expect(await tags()).toHaveLength(3)
    await page.keyboard.press('End')
    await page.keyboard.press('Delete')
    await page.waitForURL('**/workflow/ticketApproval')
    await page.waitForFunction(() => document.activeElement?.textContent === '审批中心')
    await expect.poll(() => tags()).toEqual(['工作台', '审批中心'])
  })

  it('close others and all from the menu, by pointer and by key', async () => {
    await visit('审批中心', '我的工单', '申请中心')
    await tag('审批中心').click({ button: 'right' })
    await page.getByRole('menuitem', { name: '关闭其他' }).click()
    await page.waitForURL('**/workflow/ticketApproval')
    await expect.poll(() => tags()).toEqual(['工作台', '审批中心'])
    await visit('我的工单')
    await tag('我的工单').focus()
    await page.keyboard.press('Shift+F10')
    await page.getByRole('menuitem', { name: '关闭全部' }).click()
    await page.waitForURL('**/home')
    await expect.poll(() => tags()).toEqual(['工作台'])
  })

  it('are accessible with their menu open, in both themes', async () => {
    await visit('审批中心')
    await page.getByRole('button', { name: '标签页操作' }).click()
    await page.getByRole('menuitem', { name: '关闭全部' }).waitFor()
    await expectAccessible(page, 'the menu of a tab')
    await page.keyboard.press('Escape')
  })
})

describe('a page put aside', () => {
  const reason = () => page.getByRole('textbox', { name: '申请理由', exact: true })

  it('keeps what was not saved yet, without asking, and is not in the document meanwhile', async () => {
    await visit('请休假')
    await reason().fill('写到一半的事由')
    await visit('审批中心')
    await expect.poll(() => page.getByRole('heading', { level: 1 }).count()).toBe(1)
    await expect.poll(() => reason().count()).toBe(0)
    await tag('请休假').click()
    await expect.poll(() => reason().inputValue()).toBe('写到一半的事由')
  })

  it('asks before its tab is closed or drawn anew while something is unsaved', async () => {
    await visit('请休假')
    await reason().fill('写到一半的事由')
    await visit('审批中心')
    await page.getByRole('button', { name: '关闭请休假' }).click()
    await answer(page, '有未保存的修改', '取消')
    await expect.poll(() => tags()).toContain('请休假')
    await tag('请休假').click({ button: 'right' })
    await page.getByRole('menuitem', { name: '刷新' }).click()
    await answer(page, '有未保存的修改')
    await page.waitForURL('**/leaveApproval')
    await reason().waitFor()
    await expect.poll(() => reason().inputValue()).toBe('')
  })

  it('does not open a menu again that was closed before it was left', async () => {
    const more = () => page.locator('main td button[aria-haspopup=menu]').first()
    await visit('我的工单')
    await more().click()
    await page.getByRole('menu').waitFor()
    // The menu hears the key once it has the focus.
    await expect
      .poll(async () => {
        await page.keyboard.press('Escape')
        return page.getByRole('menu').count()
      })
      .toBe(0)
    await visit('审批中心')
    await tag('我的工单').click()
    await page.getByRole('heading', { level: 1, name: '我的工单' }).waitFor()
    await more().waitFor()
    expect(await page.getByRole('menu').count()).toBe(0)
  })

  it('keeps its filters and its scroll, also when one comes back through the navigation', async () => {
    await page.setViewportSize({ width: 1440, height: 500 })
    await visit('我的工单')
    await page.getByRole('tab', { name: /已审批/ }).click()
    await page.waitForURL('**/workflow/ticket?label=approved')
    await visit('申请中心')
    await page.locator('.apply-card').nth(2).waitFor()
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    const far = await page.evaluate(() => scrollY)
    await visit('我的工单')
    expect(new URL(page.url()).search).toBe('?label=approved')
    await tag('申请中心').click()
    await page.waitForFunction((y) => Math.abs(scrollY - y) < 2, far)
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  it('keeps nothing once the person does not want it (tagsViewCache): leaving unsaved work asks', async () => {
    await page.evaluate(() => localStorage.setItem('tagsViewCache', 'false'))
    await page.reload()
    await page.locator('.tag').first().waitFor()
    await visit('请休假')
    await reason().fill('写到一半的事由')
    await tag('工作台').click()
    await answer(page, '有未保存的修改')
    await page.waitForURL('**/home')
    await tag('请休假').click()
    await reason().waitFor()
    await expect.poll(() => reason().inputValue()).toBe('')
    await page.reload()
    await page.locator('.tag-current').waitFor()
    await expect.poll(() => tags()).toEqual(['工作台', '请休假'])
    await page.evaluate(() => localStorage.removeItem('tagsViewCache'))
    await page.context().clearCookies({ name: 'tagsViewCache' })
  })
})

describe('the frame', () => {
  it('§4 offers the way to the top beyond 200 px, and goes there', async () => {
    await page.setViewportSize({ width: 1440, height: 400 })
    const top = page.getByRole('button', { name: '回到顶部' })
    // A form that is still on its way is too short to scroll, and moves what is scrolled when it comes.
    await visit('请休假')
    await page.getByRole('textbox', { name: '申请理由', exact: true }).waitFor()
    await page.waitForFunction(() => document.documentElement.scrollHeight > 2 * innerHeight)
    await page.evaluate(() => scrollTo(0, 200))
    await page.waitForFunction(() => scrollY === 200)
    expect(await top.count()).toBe(0)
    await page.evaluate(() => scrollTo(0, 201))
    await top.click()
    await page.waitForFunction(() => scrollY === 0 && document.activeElement?.id === 'main')
    await top.waitFor({ state: 'detached' })
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  it('§4 shows the watermark of base.watermark over the page, where no page style reaches it', async () => {
    const mark = page.locator('[data-watermark]')
    expect(await mark.getAttribute('data-watermark')).toMatch(/^章示壬 \d{4}$/)
    expect(await mark.evaluate((host) => host.shadowRoot)).toBeNull()
  })

  it('shows a bar while a page is on its way', async () => {
    let arrive: () => void = () => undefined
    const held = new Promise<void>((resolve) => {
      arrive = resolve
    })
    const other = await site.signedIn('ge43')
    await other.route('**/assets/*.js', async (route) => {
      await held
      await route.continue()
    })
    await other.locator('.side-nav').hover()
    await other.locator('.side-nav').getByRole('button', { name: '工作流' }).click()
    await other.locator('.side-nav').getByRole('link', { name: '我的工单' }).click()
    await other.getByRole('progressbar', { name: '加载中' }).waitFor()
    arrive()
    await other.getByRole('heading', { level: 1, name: '我的工单' }).waitFor()
    await other.getByRole('progressbar', { name: '加载中' }).waitFor({ state: 'detached' })
    await other.context().close()
  })

  it('keeps shortcuts: the page on the screen can be added', async () => {
    await page.getByRole('button', { name: '快捷方式' }).click()
    const list = page.getByRole('region', { name: '快捷方式' })
    await list.getByRole('button', { name: '添加本页' }).click()
    await list.getByRole('link', { name: '工作台' }).waitFor()
    await page.reload()
    await page.getByRole('button', { name: '快捷方式' }).click()
    await list.getByRole('link', { name: '工作台' }).waitFor()
  })

  it('§6 a page of this product that the person may not see says so in its place; an unknown one does not exist', async () => {
    await page.goto('/system/dept')
    await page.getByRole('button', { name: '刷新权限' }).waitFor()
    await page.getByText('没有操作权限，请联系管理员').waitFor()
    expect(new URL(page.url()).pathname).toBe('/system/dept')
    await page.goto('/no/such/page')
    await page.getByRole('heading', { level: 1, name: '页面不存在' }).waitFor()
  })
})
