/** Every page in English: what `pages.test.ts` asks of it in Chinese, and what axe does not know of WCAG 2.2 AA: focus in sight, target sizes, reflow, text spacing, announced toasts; and no Chinese on an English page. */
import type { Page } from '@playwright/test'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { dictionaries } from '#src/catalogue/dictionaries.ts'
import type { Messages, MessageTree } from '#src/define/messages.ts'
import { seedItems } from '#src/modules/standard/standard-seed.server.ts'
import { modules } from '#src/modules.ts'
import { first, frame, pageCatalogues } from '#tests/harness/clientTexts.ts'
import { openSite, type Site } from './harness.ts'
import { fillQueue } from './queue.ts'
import { examine, visitorsOf, visits } from './sound.ts'

/** Before and beside the sign-in; `ready` is there once the page can be used. */
const entries = [
  { username: null, path: '/login', ready: '#username' },
  { username: null, path: '/login/bak', ready: '#username' },
  { username: null, path: '/register', ready: 'input[name=name]' },
  { username: null, path: '/misc/forgot-password', ready: 'input[name=mobile]' },
  { username: null, path: '/misc/not-authorized', ready: '.status-actions' },
  { username: 'ge43', path: '/misc/coming-soon?date=2026-04-01', ready: '.status-actions' },
] as const

const catalogues: readonly Messages[] = [
  first,
  frame,
  ...Object.values(pageCatalogues),
  ...modules.map((module) => module.messages),
]
function* textsIn(tree: MessageTree): Generator<string> {
  for (const value of Object.values(tree)) {
    if (typeof value === 'string') yield value
    else yield* textsIn(value)
  }
}
/** Names in the list of standards, which people wrote: some of them are also labels of a dictionary. */
const writtenNames = new Set(seedItems.map(({ name }) => name))
/** The product's own Chinese: what stands in a catalogue or a shipped dictionary, a placeholder matching anything. What people wrote and are called stays as it is in every language. */
const own: readonly string[] = [
  ...catalogues.flatMap((messages) => [...textsIn(messages.zhHans)]),
  ...dictionaries.flatMap(([, , , , entries]) => [...entries.matchAll(/=([^/]+)\//g)].map(([, label]) => label ?? '')),
].filter((text) => /[\u4e00-\u9fff]{2}/.test(text) && !writtenNames.has(text))
const hasPlace = /\{\w+\}/
const wholeTexts = [...new Set(own.filter((text) => !hasPlace.test(text)))]
const withPlaces = own
  .filter((text) => hasPlace.test(text))
  .map((text) => `^${text.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '.+')}$`)

/** What of it stands on the screen, or is read out. */
const chineseOf = (page: Page): Promise<readonly string[]> =>
  page.evaluate(
    ([whole, patterns]) => {
      const wholes = new Set(whole)
      const known = patterns.map((pattern) => new RegExp(pattern))
      const isChinese = (text: string): boolean =>
        /[\u4e00-\u9fff]/.test(text) && (wholes.has(text) || known.some((pattern) => pattern.test(text)))
      const texts: string[] = []
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        const text = (node.textContent ?? '').trim()
        if (isChinese(text) && node.parentElement?.closest('[lang=zh-Hans]') === null) texts.push(text)
      }
      for (const element of document.querySelectorAll('[aria-label], [title], [placeholder]'))
        for (const name of ['aria-label', 'title', 'placeholder']) {
          const text = element.getAttribute(name) ?? ''
          if (isChinese(text)) texts.push(`${name}: ${text}`)
        }
      return isChinese(document.title) ? [document.title, ...texts] : texts
    },
    [wholeTexts, withPlaces] as const,
  )

let site: Site
let ticket: number
beforeAll(async () => {
  site = await openSite()
  ticket = (await fillQueue(site))[3]?.id ?? 0
})
afterAll(() => site?.close())

const visitors = visitorsOf(() => site, 'en')
const show = (username: string | null, path: string, ready: string) =>
  visitors.show(username, path.replace('{id}', String(ticket)), ready)

/** Names the elements a rule is broken by. */
const describeElement = `(element) => element.tagName.toLowerCase() + (element.id ? '#' + element.id : '') +
  [...element.classList].slice(0, 3).map((name) => '.' + name).join('') + ' "' + (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 30) + '"'`

/** 2.4.11: walks through the page with the keyboard; what has the focus is nowhere wholly covered by a bar. */
async function hiddenFocus(page: Page): Promise<readonly string[]> {
  const hidden: string[] = []
  await page.evaluate(() => {
    scrollTo(0, 0)
    ;(document.activeElement as HTMLElement | null)?.blur()
  })
  for (let stop = 0; stop < 45; stop++) {
    await page.keyboard.press('Tab')
    const found: string | null = await page.evaluate(`(async () => {
      const element = document.activeElement
      if (!element || element === document.body) return 'end'
      const arrived = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
      const look = () => {
      const box = element.getBoundingClientRect()
      if (box.width === 0 || box.height === 0) return true
      const spots = [0.08, 0.5, 0.92].flatMap((x) => [0.15, 0.5, 0.85].map((y) => [box.left + box.width * x, box.top + box.height * y]))
      return spots.some(([x, y]) => {
        const top = document.elementFromPoint(x, y)
        return top !== null && (element.contains(top) || top.contains(element) || top.closest('label')?.control === element || top.closest('.bp6-input-group, .bp6-control')?.contains(element))
      })
      }
      // What slides in, or is scrolled to, arrives a few frames later.
      for (let frame = 0; frame < 30 && !look(); frame++) await arrived()
      if (look()) return null
      return (${describeElement})(element)
    })()`)
    if (found === 'end') break
    if (found !== null) hidden.push(found)
  }
  return hidden
}

/** 2.5.8: targets of 24 by 24 pixels, or with so much room around; links within sentences and the browser's own controls are excepted. */
const smallTargets = (page: Page): Promise<readonly string[]> =>
  page.evaluate(`(() => {
    const name = ${describeElement}
    const isShown = (element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && !element.closest('.visually-hidden, [inert], .skip-link')
    const targets = [...document.querySelectorAll('a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=tab], [role=option], [role=checkbox], [role=switch], [role=menuitem]')].filter(isShown)
    const boxes = targets.map((element) => {
      const label = element.matches('input[type=checkbox], input[type=radio]') ? element.closest('label') : null
      const group = element.matches('input') ? element.closest('.bp6-input-group, .bp6-tag-input') : null
      return { element, box: (label ?? group ?? element).getBoundingClientRect() }
    })
    const isInline = (element) => element.matches('a') && getComputedStyle(element).display === 'inline' && element.parentElement !== null &&
      [...element.parentElement.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim() !== '')
    return boxes.filter(({ element, box }) => {
      if (box.width === 0 || box.height === 0 || (box.width >= 23.5 && box.height >= 23.5) || isInline(element)) return false
      const x = box.left + box.width / 2
      const y = box.top + box.height / 2
      return boxes.some((other) => {
        if (other.element === element || other.element.contains(element) || element.contains(other.element) || other.box.width === 0) return false
        const dx = Math.max(other.box.left - x, 0, x - other.box.right)
        const dy = Math.max(other.box.top - y, 0, y - other.box.bottom)
        return Math.hypot(dx, dy) < 12
      })
    }).map(({ element, box }) => name(element) + ' ' + Math.round(box.width) + 'x' + Math.round(box.height))
  })()`)

/** 1.4.10: what makes the page wider than the window; nothing when it is not. */
const sideways = (page: Page): Promise<readonly string[]> =>
  page.evaluate(`(() => {
    const root = document.documentElement
    if (root.scrollWidth <= root.clientWidth) return []
    const isScrolled = (element) => { for (let at = element.parentElement; at; at = at.parentElement) if (at !== root && at !== document.body && getComputedStyle(at).overflowX !== 'visible') return true; return false }
    return [...document.querySelectorAll('body *')].filter((element) => element.getBoundingClientRect().right > root.clientWidth + 1 && !isScrolled(element)).map(${describeElement}).slice(0, 6)
  })()`)

/** 1.4.12: the spacing a reader may set; nothing may be cut off by it. */
const SPACING = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; } p { margin-bottom: 2em !important; }`

/** Texts that are cut at their box without a way to read them: no ellipsis, no scrolling, no title. */
const cutTexts = (page: Page): Promise<readonly string[]> =>
  page.evaluate(`(() => {
    const name = ${describeElement}
    return [...document.querySelectorAll('body *')].filter((element) => {
      const style = getComputedStyle(element)
      if (!element.checkVisibility() || element.closest('.visually-hidden, svg, .bp6-skeleton, [aria-hidden=true]') || style.clipPath !== 'none') return false
      if (![...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim() !== '')) return false
      const isCutDown = ['hidden', 'clip'].includes(style.overflowY) && element.scrollHeight > element.clientHeight + 3
      const isCutAside = ['hidden', 'clip'].includes(style.overflowX) && element.scrollWidth > element.clientWidth + 3 && style.textOverflow !== 'ellipsis'
      return isCutDown || isCutAside
    }).map(name)
  })()`)

/** A form on paper, and a page for developers. */
const forFew = /\/print$|apiDocs/

/** What is not read with the eyes on the screen alone. */
async function expectReadable(page: Page): Promise<void> {
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 800 })
    await page.locator('main h1').first().waitFor()
    expect(await smallTargets(page), `targets at ${width}`).toEqual([])
    expect(await hiddenFocus(page), `focus at ${width}`).toEqual([])
  }
  await page.setViewportSize({ width: 320, height: 800 })
  expect(await sideways(page), 'wider than the window').toEqual([])
  const spacing = await page.addStyleTag({ content: SPACING })
  expect(await cutTexts(page), 'cut off').toEqual([])
  expect(await sideways(page), 'wider than the window, spaced').toEqual([])
  await spacing.evaluate((style) => (style as HTMLElement).remove())
}

it.each([...entries, ...visits])(
  '$path is sound, says nothing of its own in Chinese, keeps focus and targets in reach, reflows and bears spacing',
  async ({ username, path, ready }) => {
    const { page, complaints } = await show(username, path, ready)
    if (!forFew.test(path)) expect(await chineseOf(page)).toEqual([])
    await examine(page, path, 'en', complaints)
    if (!forFew.test(path)) await expectReadable(page)
  },
)

it('/workflow/workflow with its proof is sound', async () => {
  const { page, complaints } = await show('fang54', '/workflow/workflow', '.diagram-node')
  await page.getByRole('button', { name: 'Verify', exact: true }).click()
  await page.locator('.workflow-panel [role=status]').waitFor()
  await examine(page, '/workflow/workflow, verified', 'en', complaints)
})

it('announces toasts without taking the focus', async () => {
  const { page } = await show('ge43', '/misc/not-authorized', '.status-actions')
  const button = page.getByRole('button', { name: 'Reload permissions' })
  // Busy until the first answer is here; a press before is for nothing.
  await page.locator('button[aria-busy=false]').filter({ hasText: 'Reload permissions' }).waitFor()
  await button.focus()
  await page.keyboard.press('Enter')
  const toast = page.getByText('Menus and permissions are up to date')
  await toast.waitFor()
  expect(await toast.evaluate((element) => element.closest('[aria-live], [role=status], [role=alert]') !== null)).toBe(
    true,
  )
  expect(await button.evaluate((element) => element === document.activeElement)).toBe(true)
})
