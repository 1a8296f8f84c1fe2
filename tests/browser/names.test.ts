/** What a screen reader says and what stands beside the pointer, in the language of the page. */
import type { Page } from '@playwright/test'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { goTo, openSite, type Site } from './harness.ts'
import { visitorsOf } from './sound.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site?.close())

/** Proper names, keys and codes that are the same in every language. */
const PROPER: readonly RegExp[] = [
  /^English$/,
  // Keys of the keyboard and formats people know by these letters.
  /^(?:esc|tab|enter|ctrl.*|xlsx|csv|pdf|json|bpmn)$/i,
  // Keys and codes of rows: camelCase words, permissions, addresses, formats of days.
  /^[a-z]+(?:[A-Z][a-z\d]*)*$/,
  /^[\w.-]+[:@/][\w./:@{}-]*$/,
  /^y{4}-MM-dd/,
  // How a browser calls itself.
  /^Mozilla\//,
  /^\/[\w./{}*:-]+$/,
]

/** Names and titles of everything on the screen that are written in Latin words only. */
async function englishNames(page: Page): Promise<readonly string[]> {
  const names = await page.evaluate(() => {
    const found = [...document.querySelectorAll('[aria-label], [title], [placeholder], [alt], [aria-roledescription]')]
      .filter((element) => element.closest('[lang=en]:not(html)') === null)
      .flatMap((element) =>
        ['aria-label', 'title', 'placeholder', 'alt', 'aria-roledescription'].map(
          (name) => element.getAttribute(name) ?? '',
        ),
      )
    const pictures = [...document.querySelectorAll('svg title, svg desc')].map((element) => element.textContent ?? '')
    return [...found, ...pictures].map((text) => text.trim())
  })
  const isEnglish = (text: string): boolean => /[A-Za-z]{3}/.test(text) && !/\p{Script=Han}/u.test(text)
  return [...new Set(names.filter((text) => isEnglish(text) && !PROPER.some((one) => one.test(text))))]
}

const pages = [
  { username: 'zhang39', path: '/home', ready: '.counter-number' },
  { username: 'zhang39', path: '/workflow/ticket', ready: '.ticket-title' },
  { username: 'zhang39', path: '/workflow/ticketApproval', ready: '.centre-reading .step' },
  { username: 'zhang39', path: '/workflow/receive/leaveApproval', ready: '.apply-side .step' },
  { username: 'zhang39', path: '/workflow/finance/financialReimbursementOne', ready: '.apply-side .step' },
  { username: 'zhang39', path: '/personal-center?tab=security', ready: 'input[type=password]' },
  { username: 'qin17', path: '/business/year-planning', ready: '.list-table' },
  { username: 'qin17', path: '/business/budget-analysis', ready: '.analysis-charts figure' },
  { username: 'qin17', path: '/financialanalysis', ready: '.analysis-charts figure' },
  { username: 'qin17', path: '/travelWork', ready: '.list-table' },
  { username: 'fang54', path: '/system/user', ready: '.list-table' },
  { username: 'fang54', path: '/system/messageCenter', ready: '.list-table' },
  { username: 'fang54', path: '/system/areas', ready: '.list-table' },
  { username: 'fang54', path: '/workflow/workflow', ready: '.diagram-node' },
] as const

const visitors = visitorsOf(() => site, 'zhHans')

it('names everything in Chinese on the sign-in page', async () => {
  const page = await (await site.profile()).newPage()
  await page.goto('/login')
  await page.locator('#username').waitFor()
  expect(await englishNames(page)).toEqual([])
})

it.each(pages)('names everything in Chinese on $path for $username', async ({ username, path, ready }) => {
  const { page } = await visitors.show(username, path, ready)
  await page.waitForLoadState('networkidle')
  expect(await englishNames(page)).toEqual([])
})

it('names everything in Chinese in the pickers of days and of periods', async () => {
  const { page } = await visitors.show('zhang39', '/workflow/receive/leaveApproval', '.apply-side .step')
  await page
    .getByRole('button', { name: /日历|选择日期|起止/ })
    .first()
    .click()
  await page.locator('.bp6-datepicker, .bp6-daterangepicker').first().waitFor()
  expect(await englishNames(page)).toEqual([])
  await page.keyboard.press('Escape')
  await goTo(page, '/workflow/ticket')
  await page.getByRole('button', { name: /更多筛选/ }).click()
  await page
    .getByRole('button', { name: /起止|日历/ })
    .first()
    .click()
  await page.locator('.bp6-daterangepicker').first().waitFor()
  expect(await englishNames(page)).toEqual([])
})
