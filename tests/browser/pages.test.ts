/** Every page in Chinese; `reading.test.ts` looks at them in English. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSite, type Site } from './harness.ts'
import { fillQueue } from './queue.ts'
import { examine, visitorsOf, visits } from './sound.ts'

let site: Site
let ticket: number
beforeAll(async () => {
  site = await openSite()
  ticket = (await fillQueue(site))[3]?.id ?? 0
})
afterAll(() => site?.close())

describe('every page in Chinese', () => {
  const visitors = visitorsOf(() => site, 'zhHans')
  afterAll(() => visitors.close())

  it('/login is sound', async () => {
    const { page, complaints } = await visitors.show(null, '/login', '#username')
    await examine(page, '/login', 'zhHans', complaints)
  })

  it.each(visits)('$path is sound for $username', async ({ username, path, ready }) => {
    const { page, complaints } = await visitors.show(username, path.replace('{id}', String(ticket)), ready)
    await examine(page, path, 'zhHans', complaints)
  })

  it('/workflow/workflow with its proof is sound', async () => {
    const { page, complaints } = await visitors.show('fang54', '/workflow/workflow', '.diagram-node')
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
