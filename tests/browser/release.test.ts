import type { Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Release } from '#machines/release/release.ts'
import { PASSWORD } from './caller.ts'
import { openSite, type Site, signIn, tick } from './harness.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site?.close())

const otherBuild: Release = { build: 'index-another', version: null }
const version = { version: '1.1.0', title: '春季更新', notes: '新增差旅标准', force: false, resetConfig: true }

/** From now on the server of this window has another release; nothing but an installation could make a real one have it. */
async function serve(page: Page, release: Release): Promise<void> {
  await page.unroute('**/api/init/version/')
  await page.route('**/api/init/version/', (route) =>
    route.fulfill({ json: { code: 2000, msg: '', data: { ...release } } }),
  )
}

/** The page is shown again after it was hidden. */
const showAgain = (page: Page) => page.evaluate(() => void document.dispatchEvent(new Event('visibilitychange')))
const prompt = (page: Page) => page.getByRole('alertdialog')
const button = (page: Page, name: string) => prompt(page).getByRole('button', { name, exact: true })

/** A window that has taken over what the real server has. */
async function arrived(username: string): Promise<Page> {
  const page = await site.signedIn(username)
  await page.waitForFunction(() => localStorage.getItem('appVersion') !== null)
  return page
}
const ownBuild = (page: Page) =>
  page.evaluate(
    () => /assets\/([\w-]+)\.js/.exec(document.querySelector('script[src]')?.getAttribute('src') ?? '')?.[1],
  )

describe('a newer release in the browser', () => {
  it('is what the server says of its own build: none', async () => {
    const page = await arrived('pan42')
    const answer = await page.context().request.get('/api/init/version/')
    expect((await answer.json()).data).toEqual({ build: await ownBuild(page), version: null })
    await showAgain(page)
    expect(await prompt(page).count()).toBe(0)
    await page.context().close()
  })

  it('is offered with the warning that settings are restored; refused, it stays away', async () => {
    const page = await arrived('pan42')
    await serve(page, otherBuild)
    await showAgain(page)
    await prompt(page).getByText('系统有新版本').waitFor()
    await prompt(page).getByText('更新将恢复默认配置', { exact: false }).waitFor()
    await button(page, '暂不更新').click()
    await prompt(page).waitFor({ state: 'detached' })
    const asked = page.waitForResponse('**/api/init/version/')
    await showAgain(page)
    await asked
    expect(await prompt(page).count()).toBe(0)
    await page.context().close()
  })

  it('is installed by a reload that restores the default settings and keeps the session', async () => {
    const page = await arrived('pan42')
    await page.evaluate(() => {
      localStorage.setItem('theme', 'dark')
      localStorage.setItem('layout', '{"collapsed":false}')
    })
    await serve(page, { build: await ownBuild(page).then((build) => build ?? null), version })
    await showAgain(page)
    await prompt(page).getByText('新版本 1.1.0').waitFor()
    await prompt(page).getByText('新增差旅标准').waitFor()
    const reloaded = page.waitForEvent('load')
    await button(page, '立即更新').click()
    await reloaded
    await page.locator('main#main h1').first().waitFor()
    expect(
      await page.evaluate(() => [
        localStorage.getItem('theme'),
        localStorage.getItem('layout'),
        localStorage.getItem('appVersion'),
      ]),
    ).toEqual(['light', null, '1.1.0'])
    expect(await prompt(page).count()).toBe(0)
    await page.context().close()
  })

  it('cannot be refused when it is forced', async () => {
    const page = await arrived('pan42')
    await serve(page, { build: null, version: { ...version, force: true } })
    await showAgain(page)
    await prompt(page).getByText('此版本必须更新后才能继续使用。').waitFor()
    await expect.poll(() => prompt(page).getByRole('button').allTextContents()).toEqual(['立即更新'])
    await page.keyboard.press('Escape')
    expect(await prompt(page).isVisible()).toBe(true)
    await page.context().close()
  })

  it('is offered when code of the page is gone, and the frame stays', async () => {
    const page = await arrived('pan42')
    await serve(page, otherBuild)
    await page.route('**/assets/*.js', (route) => route.fulfill({ status: 404, body: '' }))
    await page.locator('main#main a[href^="/workflow/"]').first().click()
    await prompt(page).getByText('系统有新版本').waitFor()
    await button(page, '暂不更新').click()
    await page.getByRole('button', { name: /的账号菜单$/ }).waitFor()
    await page.context().close()
  })

  it('before the sign-in: a page whose code is gone is loaded anew by itself', async () => {
    const page = await (await site.profile()).newPage()
    await page.goto('/login')
    await page.locator('#username').waitFor()
    await serve(page, otherBuild)
    await page.route('**/assets/*.js', (route) => route.fulfill({ status: 404, body: '' }))
    const reloaded = page.waitForEvent('load')
    await page.getByRole('link', { name: '注册' }).click()
    await reloaded
    await page.context().close()
  })
})

/** What stands on the screen, in the words of the layout machine and of the settings. */
const standing = (page: Page) =>
  page.evaluate(() => ({
    layout: /shell-(vertical|horizontal|overlay)/.exec(document.querySelector('.shell')?.className ?? '')?.[1],
    isDark: document.documentElement.matches('.bp6-dark'),
    language: document.documentElement.lang,
    path: location.pathname + location.search,
  }))

it('a day’s work: sign in, resize, theme and language, network lost and regained, lock, expire, update', async () => {
  const page = await (await site.profile({ isNew: true })).newPage()
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  const expectStanding = (state: Partial<Awaited<ReturnType<typeof standing>>>): Promise<void> =>
    expect.poll(() => standing(page)).toMatchObject(state)
  await signIn(page, 'su41')
  await page.goto('/workflow/ticket?label=submitted')
  await page.locator('main#main h1').waitFor()
  await page.getByRole('button', { name: '界面设置' }).click()
  await tick(page.locator('input[name=navigation][value=horizontal]'))
  await page.keyboard.press('Escape')
  for (const [width, layout] of [
    [975, 'overlay'],
    [390, 'overlay'],
    [976, 'horizontal'],
    [1440, 'horizontal'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await expectStanding({ layout })
  }

  await page.getByRole('button', { name: '界面设置' }).click()
  await tick(page.locator('input[name=theme][value=dark]'))
  await tick(page.locator('input[name=language][value=en]'))
  await page.keyboard.press('Escape')
  const chosen = { layout: 'horizontal', isDark: true, language: 'en', path: '/workflow/ticket?label=submitted' }
  await expectStanding(chosen)

  await page.context().setOffline(true)
  await page.locator('.offline').waitFor()
  await page.context().setOffline(false)
  await page.locator('.offline').waitFor({ state: 'detached' })

  await page.locator('.user-button').click()
  await page.getByRole('menuitem', { name: 'Lock screen' }).click()
  await page.locator('.lock input[name=current-password]').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.locator('.lock').waitFor({ state: 'detached' })
  await expectStanding(chosen)

  const token = (await page.context().cookies()).find(({ name }) => name === 'token')?.value ?? ''
  await page.context().request.post('/api/logout/', { headers: { authorization: `Bearer ${token}` }, data: {} })
  await page.waitForURL('**/login?from=*')
  await page.getByRole('alert').waitFor()
  await expectStanding({ isDark: true, language: 'en' })
  await page.locator('#username').fill('su41')
  await page.locator('input[name=current-password]').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.locator('main#main h1').waitFor()
  await expectStanding(chosen)

  await serve(page, { build: (await ownBuild(page)) ?? null, version })
  await showAgain(page)
  await prompt(page).getByText('1.1.0', { exact: false }).waitFor()
  const reloaded = page.waitForEvent('load')
  await prompt(page).getByRole('button', { name: 'Update now', exact: true }).click()
  await reloaded
  await page.locator('main#main h1').waitFor()
  await expectStanding({ layout: 'vertical', isDark: false, language: 'zh-Hans', path: chosen.path })
  expect(faults).toEqual([])
  await page.context().close()
})
