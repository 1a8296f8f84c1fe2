/** The command palette: everything a person can go to or do, by keyboard alone. */
import type { Page } from '@playwright/test'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { leaveForm } from '#tests/harness/tickets.ts'
import { complaintsOf, expectAccessible, openSite, type Site } from './harness.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site?.close())

const box = (page: Page) => page.getByRole('combobox', { name: /搜索|Search/ })
const options = (page: Page) => page.getByRole('option')
const openPalette = async (page: Page): Promise<void> => {
  await page.keyboard.press('Control+k')
  // What is typed before the focus is there is lost.
  await expect.poll(() => box(page).evaluate((input) => input === document.activeElement)).toBe(true)
}

it('is loaded at the first use only, takes the focus, and gives it back', async () => {
  const page = await site.signedIn('ge43')
  const complaints = complaintsOf(page)
  const scripts: string[] = []
  page.on('request', (request) => scripts.push(new URL(request.url()).pathname))
  await page.waitForLoadState('networkidle')
  expect(scripts.filter((path) => path.includes('Palette-'))).toEqual([])
  const button = page.getByRole('button', { name: '搜索页面、工单、人员' })
  await button.focus()
  await page.keyboard.press('Enter')
  await box(page).waitFor()
  expect(scripts.filter((path) => path.includes('Palette-')).length).toBeGreaterThan(0)
  await expect.poll(() => box(page).evaluate((input) => input === document.activeElement)).toBe(true)
  await page.keyboard.press('Escape')
  await box(page).waitFor({ state: 'detached' })
  await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true)
  expect(complaints).toEqual([])
  await page.context().close()
})

it('keeps what is typed while its code is still on the way, and keeps it from the page behind', async () => {
  const applicant = await site.as('pan42')
  await applicant.file('otherBusiness', {
    reason: '会议室设备故障',
    bizType: 'IT',
    content: '三楼会议室投影仪无法开机，请派人检查。',
  })
  const page = await site.signedIn('zhang39', { path: '/workflow/ticketApproval' })
  await page.getByRole('button', { name: '同意', exact: true }).first().waitFor()
  let arrive = (): void => {}
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve
  })
  await page.route(/\/Palette-[^/]+\.js/, async (route) => {
    await arrived
    await route.continue()
  })
  const asked = page.waitForRequest(/\/Palette-[^/]+\.js/)
  await page.keyboard.press('Control+k')
  await asked
  // A and R are actions in the approval centre.
  await page.keyboard.type('arx')
  await page.keyboard.press('Backspace')
  arrive()
  await expect.poll(() => box(page).inputValue()).toBe('ar')
  expect(await page.getByRole('dialog').count()).toBe(1)
  await page.context().close()
})

it('goes to a page by its initials, and offers it again as used before', async () => {
  const page = await site.signedIn('ge43')
  await openPalette(page)
  await page.keyboard.type('sqzx')
  await page.getByRole('group', { name: '页面' }).getByRole('option', { name: '申请中心' }).waitFor()
  const isLed = (input: HTMLElement | SVGElement): boolean =>
    input.getAttribute('aria-activedescendant') === document.querySelector('[role=option][aria-selected=true]')?.id
  await expect.poll(() => box(page).evaluate(isLed)).toBe(true)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/workflow/applications')
  await openPalette(page)
  await expect
    .poll(() => page.getByRole('group', { name: '最近使用' }).getByRole('option').allInnerTexts())
    .toEqual([expect.stringContaining('申请中心')])
  await page.context().close()
})

it('starts an application from words typed and Enter pressed at once', async () => {
  const page = await site.signedIn('ge43')
  for (const [language, words] of [
    ['zhHans', '申请休假'],
    ['en', 'apply for leave'],
  ] as const) {
    await page.evaluate((chosen) => localStorage.setItem('language', chosen), language)
    await page.goto('/home')
    await page.locator('main#main h1').waitFor()
    await openPalette(page)
    await page.keyboard.type(words)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/workflow/receive/leaveApproval')
  }
  await page.context().close()
})

it('finds a ticket by the end of its number and a colleague by pinyin', async () => {
  const person = await site.as('ge43')
  const ticket = await person.file(
    'leaveApproval',
    leaveForm('2026-03-16', '2026-03-18', { reason: '父亲住院手术，需陪护照料' }),
  )
  const page = await site.signedIn('ge43')
  await openPalette(page)
  await page.keyboard.type(ticket.no.slice(-9))
  await page.getByRole('group', { name: '工单' }).getByRole('option', { name: ticket.no }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/workflow/ticket/${ticket.id}`)
  await openPalette(page)
  await page.keyboard.type('zhangshiren')
  await page.getByRole('group', { name: '人员' }).getByRole('option', { name: '章示壬' }).waitFor()
  await page.context().close()
})

it('changes the language by a command, and offers a way on when nothing was found (20)', async () => {
  const page = await site.signedIn('ge43')
  await openPalette(page)
  await page.keyboard.type('english')
  await page.getByRole('option', { name: 'Switch to English' }).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForFunction(() => document.documentElement.lang === 'en')
  await openPalette(page)
  await page.keyboard.type('qqqqqq')
  await page.getByText('No results for "qqqqqq"').waitFor()
  await expect
    .poll(() => options(page).allInnerTexts())
    .toEqual(['Browse applications', 'Ask for help with an application'])
  await expectAccessible(page, 'palette, nothing found')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/workflow\/receive\/otherBusiness\?title=/)
  await page.context().close()
})

it('finds a department by its initials, and leads to its tickets (20)', async () => {
  const page = await site.signedIn('zhang39')
  await openPalette(page)
  await page.keyboard.type('jwbz')
  await page.getByRole('group', { name: '部门' }).getByRole('option', { name: '警务保障部' }).click()
  await page.waitForURL(/\/workflow\/ticket\?deptId=\d+/)
  await page.context().close()
})

it.each([
  ['light', 1440],
  ['dark', 1440],
  ['dark', 390],
] as const)('is accessible in %s at %d pixels', async (theme, width) => {
  const page = await site.signedIn('ge43', { theme, width })
  await openPalette(page)
  await expectAccessible(page, `palette, empty, ${theme}, ${width}`)
  await page.keyboard.type('申请')
  await page.getByRole('group', { name: '发起申请' }).waitFor()
  await expectAccessible(page, `palette, found, ${theme}, ${width}`)
  await page.context().close()
})
