import type { Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  arrangementOf,
  DEFAULT_LAYOUT,
  type LayoutChoice,
  type LayoutEvent,
  type LayoutSnapshot,
  layoutMachine,
} from '#machines/layout/layout.ts'
import { runPath, shortestPathsCoveringTransitions, transitionCoverage } from '#tests/models/model.ts'
import { openSite, type Site, tick } from './harness.ts'

const WIDTHS = [1440, 976, 975, 390]

/** What a person can do at a moment; an open navigation covers everything else. */
function doable(moment: LayoutSnapshot): readonly LayoutEvent[] {
  const sizes = WIDTHS.map((width): LayoutEvent => ({ type: 'RESIZED', width }))
  if (moment.matches({ narrow: 'overlayOpen' }))
    return [...sizes, { type: 'TOGGLE_OVERLAY' }, { type: 'CLOSE_OVERLAY' }]
  return [
    ...sizes,
    { type: 'CHOOSE_NAVIGATION', navigation: 'horizontal' },
    { type: 'CHOOSE_NAVIGATION', navigation: 'vertical' },
    // Only the vertical navigation can be collapsed on the screen.
    ...(moment.context.choice.navigation === 'vertical'
      ? [true, false].map((collapsed): LayoutEvent => ({ type: 'CHOOSE_COLLAPSED', collapsed }))
      : []),
    { type: 'CHOSEN_ELSEWHERE', choice: { navigation: 'horizontal', collapsed: false } },
    { type: 'RESTORE_DEFAULTS' },
    { type: 'TOGGLE_OVERLAY' },
  ]
}

const paths = shortestPathsCoveringTransitions(layoutMachine, {
  events: (moment) => doable(moment as LayoutSnapshot),
  inputs: [{ width: 1440, choice: DEFAULT_LAYOUT }],
})

async function inSettings(page: Page, width: number, act: () => Promise<void>): Promise<void> {
  if (width < 600) {
    await page.getByRole('button', { name: /账号菜单/ }).click()
    await page.getByRole('menuitem', { name: '界面设置' }).click()
  } else await page.locator('.navbar').getByRole('button', { name: '界面设置' }).click()
  await page.locator('.customizer h2').first().waitFor()
  await act()
  await page.keyboard.press('Escape')
  await page.locator('.customizer').waitFor({ state: 'detached' })
}

/** Does on the screen what the event says. */
async function perform(page: Page, event: LayoutEvent, before: { width: number; choice: LayoutChoice }): Promise<void> {
  const card = (value: string) =>
    inSettings(page, before.width, () => tick(page.locator(`input[name=navigation][value=${value}]`)))
  switch (event.type) {
    case 'RESIZED':
      return page.setViewportSize({ width: event.width, height: 900 })
    case 'CHOOSE_NAVIGATION':
      return card(event.navigation === 'horizontal' ? 'horizontal' : before.choice.collapsed ? 'collapsed' : 'vertical')
    case 'CHOOSE_COLLAPSED':
      return card(event.collapsed ? 'collapsed' : 'vertical')
    case 'RESTORE_DEFAULTS':
      return inSettings(page, before.width, () => page.getByRole('button', { name: '恢复默认' }).click())
    case 'CHOSEN_ELSEWHERE':
      return page.evaluate(({ navigation, collapsed }) => {
        localStorage.setItem('navigation', navigation)
        localStorage.setItem('collapsed', String(collapsed))
        dispatchEvent(new StorageEvent('storage', { key: 'navigation', newValue: navigation }))
      }, event.choice)
    case 'TOGGLE_OVERLAY':
      return page
        .getByRole('button', { name: '打开导航', includeHidden: true })
        .evaluate((button: HTMLElement) => button.click())
    case 'CLOSE_OVERLAY':
      return page.keyboard.press('Escape')
  }
}

/** The arrangement as it is drawn. */
async function expectDrawn(page: Page, moment: LayoutSnapshot): Promise<void> {
  const { navigation, collapsed, overlay } = arrangementOf(moment)
  const shape = overlay === 'none' ? navigation : 'overlay'
  await page.locator(`.shell-${shape}`).waitFor()
  expect(await page.locator('.shell').evaluate((shell) => shell.matches('.shell-collapsed'))).toBe(collapsed)
  expect(await page.locator('.rail').count()).toBe(shape === 'vertical' ? 1 : 0)
  await page.locator('.horizontal-nav').waitFor({ state: shape === 'horizontal' ? 'visible' : 'detached' })
  await page.locator('.nav-drawer').waitFor({ state: overlay === 'open' ? 'visible' : 'detached' })
}

let site: Site
let page: Page
beforeAll(async () => {
  site = await openSite()
  page = await site.signedIn('zhang39', { isNew: true })
})
afterAll(() => site?.close())

describe('the layout machine in the browser, at 1440, 976, 975 and 390 px', () => {
  const coverage = transitionCoverage(layoutMachine)

  it.each(paths.map((path) => [path.description, path] as const))('%s', async (_, path) => {
    await page.setViewportSize({ width: 1440, height: 900 })
    for (const name of ['navigation', 'collapsed']) {
      await page.evaluate((key) => localStorage.removeItem(key), name)
      await page.context().clearCookies({ name })
    }
    await page.reload()
    await page.locator('main#main h1').waitFor()
    let before = path.initial as LayoutSnapshot
    await expectDrawn(page, before)
    for (const { event, state } of path.steps) {
      await perform(page, event as LayoutEvent, before.context)
      before = state as LayoutSnapshot
      await expectDrawn(page, before)
    }
    coverage.add(runPath(layoutMachine, path))
  })

  it('takes every transition', () => coverage.assertFullCoverage())
})

it('a menu of the horizontal navigation stands over the tabs below it', async () => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/workflow/ticket')
  await page.locator('main#main h1').waitFor()
  await perform(page, { type: 'CHOOSE_NAVIGATION', navigation: 'horizontal' }, { width: 1440, choice: DEFAULT_LAYOUT })
  await page.locator('.horizontal-nav').waitFor()
  await page.locator('.horizontal-nav').getByRole('button', { name: '首页', exact: true }).hover()
  await page.locator('.horizontal-nav-panel').getByRole('link', { name: '工作台', exact: true }).click()
  await page.waitForURL('**/home')
})

describe('at 390 px an approver', () => {
  beforeAll(() => page.setViewportSize({ width: 390, height: 844 }))

  it('finds the chosen tab of a long row in sight', async () => {
    await page.goto('/personal-center?tab=look')
    const chosen = page.getByRole('tab', { selected: true })
    await expect.poll(() => chosen.evaluate((tab) => tab.getBoundingClientRect().right <= innerWidth)).toBe(true)
  })

  it.each(['/home', '/workflow/ticketApproval', '/workflow/ticket'])(
    'reads %s without scrolling sideways, and every target is large enough',
    async (path) => {
      await page.goto(path)
      await page.locator('main#main h1').first().waitFor()
      const { sideways, small } = await page.evaluate(() => ({
        sideways: document.documentElement.scrollWidth - innerWidth,
        small: [...document.querySelectorAll('.navbar button')]
          .filter((button) => button.getBoundingClientRect().width > 0)
          .filter((button) => button.getBoundingClientRect().width < 36 || button.getBoundingClientRect().height < 40)
          .map((button) => button.getAttribute('aria-label')),
      }))
      expect([sideways <= 0, small]).toEqual([true, []])
    },
  )

  it('opens the navigation, goes on with it, and it closes by itself', async () => {
    await page.goto('/home')
    await page.getByRole('button', { name: '打开导航' }).click()
    const drawer = page.locator('.nav-drawer')
    await drawer.getByRole('button', { name: '工作流' }).click()
    await drawer.getByRole('link', { name: '审批中心' }).click()
    await page.waitForURL('**/workflow/ticketApproval')
    await drawer.waitFor({ state: 'detached' })
  })

  it('keeps the bar although it was hidden: nothing else leads to the navigation', async () => {
    await page.evaluate(() => localStorage.setItem('navbar', 'hidden'))
    await page.reload()
    await page.locator('.navbar').waitFor()
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.locator('.navbar').waitFor({ state: 'detached' })
    await page.locator('.customizer-edge').waitFor()
  })
})
