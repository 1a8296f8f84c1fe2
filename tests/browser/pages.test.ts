/** Every page in Chinese; `reading.test.ts` looks at them in English. */
import type { Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { complaintsOf, openSite, type Site } from './harness.ts'
import { fillQueue } from './queue.ts'
import { examine, visits } from './sound.ts'

let site: Site
let ticket: number
beforeAll(async () => {
  site = await openSite()
  ticket = (await fillQueue(site))[3]?.id ?? 0
})
afterAll(() => site?.close())

describe('every page in Chinese', () => {
  const windows = new Map<string, { page: Page; complaints: readonly string[] }>()
  afterAll(() => Promise.all([...windows.values()].map(({ page }) => page.context().close())))

  async function windowOf(username: string): Promise<{ page: Page; complaints: readonly string[] }> {
    const open = windows.get(username)
    if (open !== undefined) return open
    const page = await site.signedIn(username)
    const opened = { page, complaints: complaintsOf(page) }
    windows.set(username, opened)
    return opened
  }

  it('/login is sound', async () => {
    const page = await (await site.profile()).newPage()
    const complaints = complaintsOf(page)
    await page.goto('/login')
    await page.locator('#username').waitFor()
    await examine(page, '/login', 'zhHans', complaints)
    await page.context().close()
  })

  it.each(visits)('$path is sound for $username', async ({ username, path, ready }) => {
    const { page, complaints } = await windowOf(username)
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(path.replace('{id}', String(ticket)))
    await page.locator(ready).first().waitFor()
    await examine(page, path, 'zhHans', complaints)
  })

  it('/workflow/workflow with its proof is sound', async () => {
    const { page, complaints } = await windowOf('fang54')
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto('/workflow/workflow')
    await page.getByRole('button', { name: '校验', exact: true }).click()
    await page.locator('.workflow-panel [role=status]').waitFor()
    await examine(page, '/workflow/workflow, verified', 'zhHans', complaints)
  })
})

it('finds an application by the initials of its name (20.5)', async () => {
  const page = await site.signedIn('ge43', { path: '/workflow/applications' })
  await page.locator('.apply-card').nth(2).waitFor()
  await page.getByRole('searchbox').fill('qxj')
  await page.locator('.apply-card').nth(1).waitFor({ state: 'detached' })
  await page.locator('.apply-card').waitFor()
  expect(await page.locator('.apply-card a').allInnerTexts()).toEqual(['请休假'])
  await page.context().close()
})
