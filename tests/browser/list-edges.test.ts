/** Lists wider than their place: what the columns that stay in place cover can be seen to go on, and be reached. */
import type { Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSite, type Site } from './harness.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site?.close())

const lists = [
  { username: 'qin17', path: '/workflow/ticket' },
  { username: 'qin17', path: '/travelWork' },
  { username: 'qin17', path: '/projectbank' },
  { username: 'fang54', path: '/system/user' },
] as const

interface Edges {
  readonly isWider: boolean
  readonly hasAfter: boolean
  readonly hasBefore: boolean
  /** Whether the columns that stay at the end cast a shadow on what they cover. */
  readonly isShaded: boolean
  /** Pixels of the last column of data below the column that stays at the end. */
  readonly covered: number
}

const edgesOf = (page: Page): Promise<Edges> =>
  page
    .locator('.list-scroll')
    .first()
    .evaluate((list) => {
      const row = list.querySelector('tbody tr')
      const actions = row?.querySelector('.list-actions')
      const last = actions?.previousElementSibling
      if (actions === null || actions === undefined || last === null || last === undefined)
        throw new Error('the list has no row with actions')
      return {
        isWider: list.scrollWidth > list.clientWidth,
        hasAfter: list.hasAttribute('data-after'),
        hasBefore: list.hasAttribute('data-before'),
        isShaded: getComputedStyle(actions).boxShadow !== 'none',
        covered: Math.max(0, Math.round(last.getBoundingClientRect().right - actions.getBoundingClientRect().left)),
      }
    })

describe.each([1440, 1280])('at %i pixels', (width) => {
  it.each(lists)(
    '$path shows that columns go on below its actions, and shows them whole when scrolled',
    async ({ username, path }) => {
      const page = await site.signedIn(username, { width, path })
      await page.locator('.list-scroll tbody .list-actions').first().waitFor()
      await expect
        .poll(() => edgesOf(page))
        .toMatchObject({ isWider: true, hasAfter: true, hasBefore: false, isShaded: true })
      expect((await edgesOf(page)).covered).toBeGreaterThan(0)
      await page
        .locator('.list-scroll')
        .first()
        .evaluate((list) => list.scrollTo({ left: list.scrollWidth }))
      await expect
        .poll(() => edgesOf(page))
        .toEqual({ isWider: true, hasAfter: false, hasBefore: true, isShaded: false, covered: 0 })
      await page.context().close()
    },
  )
})
