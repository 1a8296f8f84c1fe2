/** Routes whose pages are not built yet (D13), through the screen. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { partsIndex } from '#src/client/platform/parts/derive.ts'
import { modules } from '#src/modules.ts'
import { complaintsOf, goWithin, openSite, type Site } from './harness.ts'

const pages = partsIndex().comingPages
const titleOf = (path: string): string => {
  const trees = modules.map(({ messages }) => messages.zhHans as { comingPages?: Record<string, { title: string }> })
  return trees.map((tree) => tree.comingPages?.[path]).find((one) => one !== undefined)?.title ?? ''
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
      for (const { path, permissions, catalogue } of pages) {
        await goWithin(page, path)
        const mine = permissions.some((permission) => held.has(permission))
        const title = mine ? titleOf(path) : '无权访问'
        await page.locator('main#main h1', { hasText: title }).waitFor()
        await page.locator('header, nav').first().waitFor()
        // Two pages that may not be seen have the same heading: the rest tells when the second is there.
        const crumbs = page.getByRole('navigation', { name: '当前位置' }).getByRole('listitem')
        await expect.poll(async () => [path, await crumbs.allInnerTexts()]).toEqual([path, [catalogue.name, title]])
        expect([path, await page.title()]).toEqual([path, expect.stringContaining(`${title} - `)])
        expect([path, await page.locator('main#main .bp6-tag').allInnerTexts()]).toEqual([
          path,
          mine ? ['敬请期待'] : [],
        ])
      }
      expect(complaints).toEqual([])
      await page.context().close()
    }
  })
})
