/** Lists wider than their place: what the columns that stay in place cover can be seen to go on, and be reached. */
import type { Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { goTo, type Look, openSite, type Site } from './harness.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site?.close())

const windows = new Map<string, Page>()
/** Shows a list with its rows, in one window for each person and language: the first list is loaded, to the next one the program goes. */
async function showList(
  username: string,
  path: string,
  { language = 'zhHans', width = 1440 }: Look = {},
): Promise<Page> {
  const key = `${username} ${language}`
  const page = windows.get(key) ?? (await site.signedIn(username, { language, path }))
  windows.set(key, page)
  await page.setViewportSize({ width, height: 900 })
  await goTo(page, path)
  await page.locator('.list-scroll tbody tr').first().waitFor()
  // A page that is shown again keeps how far its list was scrolled.
  await page
    .locator('.list-scroll')
    .first()
    .evaluate((list) => list.scrollTo({ left: 0 }))
  return page
}

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
      const page = await showList(username, path, { width })
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
    },
  )
})

/** Wide lists, and who reads them. */
const wide = [
  { username: 'qin17', path: '/financial' },
  { username: 'qin17', path: '/travelWork' },
  { username: 'qin17', path: '/business/year-planning' },
  { username: 'qin17', path: '/projectbank' },
  { username: 'qin17', path: '/workflow/ticket' },
  { username: 'cao25', path: '/carmanagement/car' },
  { username: 'shi22', path: '/stockmanage/asset' },
  { username: 'fang54', path: '/system/user' },
] as const

/** Figures and dates of the first list that can be read though a part of them is covered; how many are covered in part; and how many scrolled places were looked at. */
const cutFigures = (page: Page): Promise<{ read: readonly string[]; covered: number; places: number }> =>
  page
    .locator('.list-scroll')
    .first()
    .evaluate(async (list) => {
      const drawn = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
      const read: string[] = []
      let covered = 0
      let places = 0
      const step = Math.max(1, Math.ceil((list.scrollWidth - list.clientWidth) / 6))
      for (let left = 0; left <= list.scrollWidth - list.clientWidth; left += step) {
        list.scrollTo({ left })
        await drawn()
        places += 1
        const cells = () => {
          const box = list.getBoundingClientRect()
          const row = list.querySelector('tbody tr')
          const from = Math.max(box.left, row?.querySelector('.is-first')?.getBoundingClientRect().right ?? 0)
          const to = Math.min(box.right, row?.querySelector('.list-actions')?.getBoundingClientRect().left ?? box.right)
          return [...(row?.querySelectorAll('.is-right, .is-whole') ?? [])].filter((cell) => {
            const { left: start, right: end } = cell.getBoundingClientRect()
            const isCut = (start < from - 1 && end > from + 1) || (start < to - 1 && end > to + 1)
            return isCut && !cell.matches('.is-first')
          })
        }
        const isRead = (cell: Element): boolean => {
          const text = cell.querySelector('.list-cell')
          return text?.checkVisibility({ opacityProperty: true }) === true && (text.textContent ?? '').trim() !== ''
        }
        // Values that arrive late move the columns.
        for (let frame = 0; frame < 30 && cells().some(isRead); frame++) await drawn()
        covered += cells().length
        for (const cell of cells().filter(isRead)) read.push(`${cell.textContent} at ${left}`)
      }
      return { read, covered, places }
    })

it.each(['zhHans', 'en'] as const)('no figure or date is shown in part on any wide list, in %s', async (language) => {
  const found: Record<string, readonly string[]> = {}
  let covered = 0
  for (const { username, path } of wide) {
    const page = await showList(username, path, { language })
    const cut = await cutFigures(page)
    if (cut.read.length > 0) found[path] = cut.read
    covered += cut.covered
  }
  expect(found).toEqual({})
  // Otherwise nothing was looked at.
  expect(covered).toBeGreaterThan(10)
})
