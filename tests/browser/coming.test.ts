/** Routes whose pages are not built yet (D13), through the screen. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { partsIndex } from '#src/client/platform/parts/derive.ts'
import { modules } from '#src/modules.ts'
import { complaintsOf, expectAccessible, goWithin, openSite, type Site } from './harness.ts'

const pages = partsIndex().comingPages
const titleOf = (path: string, application: string | null): string => {
  const trees = modules.map(
    ({ messages }) =>
      messages.zhHans as {
        comingPages?: Record<string, { title: string }>
        applications?: Record<string, { title: string }>
      },
  )
  const found = trees.map((tree) =>
    application === null ? tree.comingPages?.[path] : tree.applications?.[application],
  )
  return found.find((one) => one !== undefined)?.title ?? ''
}

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site?.close())

const permissionsOf = async (username: string): Promise<ReadonlySet<string>> =>
  new Set(await (await site.as(username)).get<readonly string[]>('/api/system/menu_button/menu_button_all_permission/'))

describe('a route that is not built yet', () => {
  it('D13 says what it will hold to those who will have it, and to others that they may not see it; it is in no menu', {
    timeout: 600_000,
  }, async () => {
    for (const username of ['pan42', 'fang54']) {
      const held = await permissionsOf(username)
      const page = await site.signedIn(username)
      const complaints = complaintsOf(page)
      const links = await page.locator('nav a').evaluateAll((all) => all.map((one) => one.getAttribute('href')))
      expect(links.filter((link) => pages.some(({ path }) => path === link))).toEqual([])
      for (const { path, permissions, application, catalogue } of pages) {
        await goWithin(page, path)
        const mine = permissions.some((permission) => held.has(permission))
        const title = mine ? titleOf(path, application) : '无权访问'
        await page.locator('main#main h1', { hasText: title }).waitFor()
        await page.locator('header, nav').first().waitFor()
        const tag = application === null ? '敬请期待' : '敬请期待 · 尚未开放'
        // Two pages that may not be seen have the same heading: the rest tells when the second is there.
        const crumbs = page.getByRole('navigation', { name: '当前位置' }).getByRole('listitem')
        await expect.poll(async () => [path, await crumbs.allInnerTexts()]).toEqual([path, [catalogue.name, title]])
        expect([path, await page.title()]).toEqual([path, expect.stringContaining(`${title} - `)])
        expect([path, await page.locator('main#main .bp6-tag').allInnerTexts()]).toEqual([path, mine ? [tag] : []])
      }
      expect(complaints).toEqual([])
      await page.context().close()
    }
  })

  it('20.5 the application centre shows types that are not open yet apart, also to a search, and leads to what they will be for', async () => {
    const page = await site.signedIn('shui37', { path: '/workflow/applications' })
    const section = page.getByRole('region', { name: '尚未开放' })
    await section.getByRole('link', { name: '批量集中采购' }).waitFor()
    expect(await page.getByRole('region', { name: '采购', exact: true }).getByText('批量集中采购').count()).toBe(0)
    await expectAccessible(page, 'types not open yet')
    await page.getByRole('searchbox').fill('pljzcg')
    await section.getByRole('link', { name: '批量集中采购' }).waitFor()
    await page.getByRole('searchbox').fill('批量')
    await section.getByRole('link', { name: '批量集中采购' }).click()
    await page.locator('main#main h1', { hasText: '批量集中采购' }).waitFor()
    await page.getByRole('button', { name: '查看可用的申请' }).click()
    await page.waitForURL('**/workflow/applications')
    await page.context().close()
  })
})
