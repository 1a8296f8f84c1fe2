import type { Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectAccessible, openSite, type Site, tick } from './harness.ts'

/** One row of specification §4 or §9: what is chosen, and how the screen then looks. */
interface Row {
  readonly row: string
  readonly name: string
  readonly value: string
  /** An expression in the browser; true when the choice shows. */
  readonly shows: string
}

const primary = "getComputedStyle(document.documentElement).getPropertyValue('--primary')"
const style = (selector: string, property: string): string =>
  `getComputedStyle(document.querySelector('${selector}')).${property}`

/** Settings that can be seen side by side: each is chosen and looked at by itself, then one reload shows that all were kept. */
const batches: readonly (readonly Row[])[] = [
  [
    { row: '§4 theme light', name: 'theme', value: 'light', shows: "!document.documentElement.matches('.bp6-dark')" },
    {
      row: '§3 primary colour for the light theme',
      name: 'primaryLight',
      value: '#0d9394',
      shows: `${primary} === '#0d9394'`,
    },
    {
      row: '§4 skin bordered',
      name: 'skin',
      value: 'bordered',
      shows: `${style('.rail-body', 'boxShadow')} === 'none'`,
    },
    {
      row: '§3 semi-dark vertical menu',
      name: 'semiDark',
      value: 'true',
      shows: `${style('.rail-body', 'backgroundColor')} === 'rgb(47, 51, 73)'`,
    },
    {
      row: '§3 vertical nav, not collapsed',
      name: 'navigation',
      value: 'vertical',
      shows: "document.querySelector('.rail-body').offsetWidth > 200",
    },
    {
      row: '§4 content width boxed',
      name: 'contentWidth',
      value: 'boxed',
      shows: `${style('.page', 'maxWidth')} === '1440px'`,
    },
    { row: '§4 navbar static', name: 'navbar', value: 'static', shows: `${style('.navbar', 'position')} !== 'sticky'` },
    { row: '§4 footer sticky', name: 'footer', value: 'sticky', shows: `${style('.footer', 'position')} === 'sticky'` },
    {
      row: '§4 direction rtl',
      name: 'direction',
      value: 'rtl',
      shows:
        "document.documentElement.dir === 'rtl' && document.querySelector('.rail').getBoundingClientRect().left > innerWidth / 2",
    },
    {
      row: '§4 tags-view cache off',
      name: 'tagsViewCache',
      value: 'false',
      shows: "sessionStorage.getItem('tags') === null",
    },
  ],
  [
    { row: '§4 theme dark', name: 'theme', value: 'dark', shows: "document.documentElement.matches('.bp6-dark')" },
    {
      row: '§3 primary colour for the dark theme',
      name: 'primaryDark',
      value: '#ff9f43',
      shows: `${primary} === '#ff9f43'`,
    },
    {
      row: '§9 vertical nav, collapsed',
      name: 'navigation',
      value: 'collapsed',
      shows: "document.querySelector('.rail').offsetWidth === 64",
    },
    {
      row: '§4 content width fluid',
      name: 'contentWidth',
      value: 'fluid',
      shows: `${style('.page', 'maxWidth')} === 'none'`,
    },
    { row: '§4 navbar sticky', name: 'navbar', value: 'sticky', shows: `${style('.navbar', 'position')} === 'sticky'` },
    {
      row: '§3 navbar blur off',
      name: 'navbarBlur',
      value: 'false',
      shows: "getComputedStyle(document.querySelector('.navbar'), '::before').backdropFilter === 'none'",
    },
    { row: '§4 footer static', name: 'footer', value: 'static', shows: `${style('.footer', 'position')} === 'static'` },
    { row: '§4 direction ltr', name: 'direction', value: 'ltr', shows: "document.documentElement.dir === 'ltr'" },
  ],
  [
    { row: '§4 theme system', name: 'theme', value: 'system', shows: "!document.documentElement.matches('.bp6-dark')" },
    {
      row: '§4 skin default',
      name: 'skin',
      value: 'default',
      shows: `${style('.rail-body', 'boxShadow')} !== 'none'`,
    },
    { row: '§4 navbar hidden', name: 'navbar', value: 'hidden', shows: "document.querySelector('.navbar') === null" },
    { row: '§4 footer hidden', name: 'footer', value: 'hidden', shows: "document.querySelector('.footer') === null" },
  ],
  [
    {
      row: '§4 horizontal navigation',
      name: 'navigation',
      value: 'horizontal',
      shows: "document.querySelector('.rail') === null && document.querySelector('.horizontal-nav-top') !== null",
    },
    {
      row: '§3 horizontal nav type static',
      name: 'horizontalNav',
      value: 'static',
      shows: `${style('.horizontal-nav', 'position')} !== 'sticky'`,
    },
  ],
  [
    {
      row: '§3 horizontal nav type hidden',
      name: 'horizontalNav',
      value: 'hidden',
      shows: "document.querySelector('.horizontal-nav') === null",
    },
  ],
  [
    {
      row: '§9 horizontal nav sticky',
      name: 'horizontalNav',
      value: 'sticky',
      shows: `${style('.horizontal-nav', 'position')} === 'sticky'`,
    },
    { row: '§3 language', name: 'language', value: 'en', shows: "document.documentElement.lang === 'en'" },
  ],
]

/** Keys under which the layout machine's and the catalogue's choices are kept differ from their inputs. */
const keptAs = ({ name, value }: Pick<Row, 'name' | 'value'>): Readonly<Record<string, string>> => {
  if (name !== 'navigation') return { [name]: value }
  return value === 'horizontal'
    ? { navigation: 'horizontal' }
    : { navigation: 'vertical', collapsed: String(value === 'collapsed') }
}

const title = /^(界面设置|Appearance)$/

/** Waits until the expression holds; the page's policy lets no script be made from text, so the asking is done from here. */
async function shows(page: Page, expression: string): Promise<void> {
  await expect.poll(() => page.evaluate(expression)).toBe(true)
}

async function openSettings(page: Page): Promise<void> {
  await page.getByRole('button', { name: title }).first().click()
  await page.locator('.customizer h2').first().waitFor()
}

async function closeSettings(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await page.locator('.customizer').waitFor({ state: 'detached' })
}

/** Switches have no name of their own in the page: they are found by their words. */
const switches: Readonly<Record<string, string>> = {
  semiDark: '深色垂直菜单',
  navbarBlur: '顶栏模糊',
  tagsViewCache: '标签页缓存',
}
async function choose(page: Page, { name, value }: Pick<Row, 'name' | 'value'>): Promise<void> {
  const label = switches[name]
  if (label === undefined) await tick(page.locator(`input[name=${name}][value='${value}']`))
  else await tick(page.getByRole('switch', { name: label }).or(page.getByLabel(label)).first(), value === 'true')
}

const keptIn = async (page: Page, key: string): Promise<readonly [string | null, string | undefined]> => [
  await page.evaluate((name) => localStorage.getItem(name), key),
  decodeURIComponent((await page.context().cookies()).find((cookie) => cookie.name === key)?.value ?? ''),
]

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site?.close())

describe('every setting applies at once, is kept in browser storage and a cookie, and outlives a reload:', () => {
  let page: Page
  beforeAll(async () => {
    page = await site.signedIn('fang54', { isNew: true })
  })
  afterAll(() => page?.context().close())

  describe.each(batches.map((batch) => [batch.map(({ row }) => row).join(', '), batch] as const))('%s', (_, batch) => {
    beforeAll(() => openSettings(page))

    it.each(batch)('$row', async (row) => {
      await choose(page, row)
      await shows(page, row.shows)
      for (const [key, value] of Object.entries(keptAs(row)))
        expect(await keptIn(page, key), `${key} is kept`).toEqual([value, value])
    })

    it('all of them after a reload', async () => {
      await page.reload()
      await page.locator('main#main h1').first().waitFor()
      for (const row of batch) await shows(page, row.shows)
    })
  })

  it('§4 restoring the defaults applies at once and leaves nothing kept', async () => {
    await openSettings(page)
    await page.getByRole('button', { name: 'Restore defaults' }).click()
    await page.locator('.rail').waitFor()
    await shows(page, "!document.documentElement.matches('.bp6-dark')")
    for (const key of new Set(batches.flat().flatMap((row) => Object.keys(keptAs(row)))))
      if (key !== 'language') expect(await keptIn(page, key), key).toEqual([null, ''])
  })
})

describe('a browser that kept nothing (specification §9)', () => {
  let page: Page
  beforeAll(async () => {
    page = await site.signedIn('fang54', { isNew: true })
  })
  afterAll(() => page?.context().close())

  it.each([
    ['§9 fluid width by default', "document.querySelector('.shell').dataset.width === 'fluid'"],
    [
      '§9 vertical nav, collapsed by default',
      "document.querySelector('.shell').matches('.shell-vertical.shell-collapsed')",
    ],
    ['§9 footer hidden by default', "document.querySelector('.footer') === null"],
    [
      '§9 sticky navbar with blur by default',
      `${style('.navbar', 'position')} === 'sticky' && document.querySelector('.shell').dataset.blur === 'true'`,
    ],
    ['§9 horizontal nav sticky by default', "document.querySelector('.shell').dataset.horizontal === 'sticky'"],
    ['§9 skin default', "document.documentElement.dataset.skin === 'default'"],
    ['§9 Simplified Chinese by default', "document.documentElement.lang === 'zh-Hans'"],
    ['§9 customizer enabled', "document.querySelector('[aria-label=界面设置]') !== null"],
    ['§9 light background #F8F7FA', `${style('body', 'backgroundColor')} === 'rgb(248, 247, 250)'`],
    ['§9 font Public Sans', `${style('body', 'fontFamily')}.includes('Public Sans')`],
  ])('%s', async (_, expression) => {
    await shows(page, expression)
  })

  it('§9 font Public Sans is bundled in weights 300 to 700', async () => {
    const faces = await page.evaluate(() =>
      [...document.fonts].filter((face) => face.family.includes('Public Sans')).map((face) => face.weight),
    )
    expect(new Set(faces)).toEqual(new Set(['100 900']))
  })

  it('§9 inputs outlined and compact, small chips', async () => {
    await page.goto('/system/user')
    await page.locator('.chip').first().waitFor()
    const looks = await page.evaluate(() => {
      const of = (selector: string) => {
        const element = document.querySelector(selector)
        return element === null
          ? null
          : { ...getComputedStyle(element), height: element.getBoundingClientRect().height }
      }
      const input = of('main .bp6-input')
      return { outline: input?.boxShadow, height: input?.height ?? 99, chip: of('main .chip')?.height ?? 99 }
    })
    expect(looks.outline).toMatch(/0px 0px 0px 1px inset|inset 0(px)? 0(px)? 0(px)? 1px/)
    expect([looks.height <= 32, looks.chip <= 24]).toEqual([true, true])
  })

  it('§9 theme system: follows the operating system while it runs', async () => {
    await page.emulateMedia({ colorScheme: 'dark' })
    await shows(page, "document.documentElement.matches('.bp6-dark')")
    await shows(page, `${style('body', 'backgroundColor')} === 'rgb(37, 41, 60)'`)
    await page.emulateMedia({ colorScheme: 'light' })
    await shows(page, "!document.documentElement.matches('.bp6-dark')")
  })

  it('§9 pop-ups stand at level 9999', async () => {
    await openSettings(page)
    expect(
      await page.evaluate("getComputedStyle(document.querySelector('.customizer').closest('.bp6-portal')).zIndex"),
    ).toBe('9999')
    await closeSettings(page)
  })

  it('the settings are accessible in both themes, at both widths and from right to left', async () => {
    await openSettings(page)
    for (const value of ['dark', 'light']) {
      await choose(page, { name: 'theme', value })
      await page.evaluate(() => Promise.allSettled(document.getAnimations().map((animation) => animation.finished)))
      await expectAccessible(page, `settings, ${value}`)
    }
    await page.setViewportSize({ width: 390, height: 844 })
    await choose(page, { name: 'direction', value: 'rtl' })
    await expectAccessible(page, 'settings, 390, rtl')
  })

  it('another tab follows', async () => {
    const other = await page.context().newPage()
    await other.goto('/home')
    await other.locator('main#main h1').waitFor()
    await choose(page, { name: 'skin', value: 'bordered' })
    await choose(page, { name: 'navigation', value: 'horizontal' })
    await shows(other, "document.documentElement.dataset.skin === 'bordered'")
    await other.locator('.shell-horizontal, .shell-overlay').waitFor()
    await choose(page, { name: 'language', value: 'en' })
    await shows(other, "document.documentElement.lang === 'en'")
    // What the server words is asked for again.
    await shows(other, "document.title.startsWith('Workbench')")
  })
})
