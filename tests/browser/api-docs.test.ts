/** The page of the API: its guide, and calls that are sent from it. */
import type { Locator, Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { answer, complaintsOf, openSite, type Site } from './harness.ts'
import { examine } from './sound.ts'

let site: Site
beforeAll(async () => {
  site = await openSite('embedded')
})
afterAll(() => site?.close())

const DEPT = '/api/system/dept/'

/** Opens the card of a call. */
async function cardOf(page: Page, method: string, path: string): Promise<Locator> {
  const card = page
    .locator('.api-call')
    .filter({ has: page.locator('.api-call-method', { hasText: new RegExp(`^${method}$`) }) })
    .filter({ has: page.locator('summary code').getByText(path, { exact: true }) })
  await card.locator('summary').click()
  await card.locator('.api-try').waitFor()
  return card
}
const codeOf = (card: Locator): Promise<string> => card.locator('.api-try-result .bp6-tag').first().innerText()

describe.each([
  ['zhHans', '发送', '登录、续期与退出'],
  ['en', 'Send', 'Sign in, refresh, sign out'],
] as const)('the API page in %s', (language, send, section) => {
  it('starts with the guide and is sound with a call that was tried', async () => {
    const page = await site.signedIn('fang54', { language })
    const complaints = complaintsOf(page)
    await page.goto('/system/apiDocs')
    await page.getByRole('heading', { name: section, level: 2 }).waitFor()
    expect(await page.locator('.api-guide-code').count()).toBeGreaterThan(20)
    await examine(page, '/system/apiDocs', language, complaints)
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto('/system/apiDocs?tag=system/dept')
    const list = await cardOf(page, 'GET', DEPT)
    await list.getByLabel('limit', { exact: true }).fill('2')
    await list.getByRole('button', { name: send, exact: true }).click()
    await list.locator('.api-try-result').waitFor()
    expect(await codeOf(list)).toBe('HTTP 200 · code 2000')
    expect(JSON.parse(await list.locator('.api-try-result pre').innerText())).toMatchObject({ code: 2000, limit: 2 })
    expect(await list.locator('.api-try-headers dt').allInnerTexts()).toContain('x-request-id')
    await examine(page, '/system/apiDocs with a tried call', language, complaints)
    await page.context().close()
  })
})

describe('a call tried on the API page', () => {
  it('that writes is confirmed first, and really writes', async () => {
    const page = await site.signedIn('fang54', { path: '/system/apiDocs?tag=system/dept' })
    const create = await cardOf(page, 'POST', DEPT)
    const body = { name: '试用科', key: 'TRYIT', sort: 99 }
    await create.getByRole('textbox', { name: '请求内容' }).fill(JSON.stringify(body))
    const button = create.getByRole('button', { name: '发送', exact: true })
    const fang = await site.as('fang54')
    const made = async () => (await fang.get<{ name: string }[]>(`${DEPT}?search=TRYIT`)).map(({ name }) => name)
    await button.click()
    await answer(page, `POST ${DEPT}`, '取消')
    expect(await create.locator('.api-try-result').count()).toBe(0)
    expect(await made()).toEqual([])
    await button.click()
    await answer(page, `POST ${DEPT}`, '发送')
    await create.locator('.api-try-result').waitFor()
    expect(await codeOf(create)).toBe('HTTP 200 · code 2000')
    expect(await made()).toEqual(['试用科'])
    await page.context().close()
  })

  it("has its caller's own permissions, and shows refusals as they come", async () => {
    const page = await site.signedIn('fang54', { path: '/system/apiDocs?search=finance/payment' })
    await page.locator('.api-call').first().waitFor()
    const refused = await cardOf(page, 'GET', '/api/finance/payment/')
    await refused.getByRole('button', { name: '发送', exact: true }).click()
    await refused.locator('.api-try-result').waitFor()
    expect(await codeOf(refused)).toBe('HTTP 200 · code 4003')
    await page.context().close()
  })
})
