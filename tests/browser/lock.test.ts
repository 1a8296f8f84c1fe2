import type { Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { START } from '#tests/harness/server.ts'
import { PASSWORD } from './caller.ts'
import { openSite, type Site } from './harness.ts'

/** `base.lockSeconds` of the seed. */
const LOCK_SECONDS = 900

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site?.close())

const lockOf = (page: Page) => page.getByRole('dialog').getByText('屏幕已锁定，请输入密码继续')

async function unlock(page: Page, password: string): Promise<void> {
  await page.getByRole('dialog').locator('input[name=current-password]').fill(password)
  await page.getByRole('button', { name: '解锁', exact: true }).click()
}

async function lock(page: Page): Promise<void> {
  await page.getByRole('button', { name: /的账号菜单$/ }).click()
  await page.getByRole('menuitem', { name: '锁定屏幕' }).click()
  await lockOf(page).waitFor()
}

describe('the screen lock in the browser', () => {
  it('holds in every tab, over a reload and in a new tab, and opens all of them with the password', async () => {
    const first = await site.signedIn('pan42')
    const second = await first.context().newPage()
    await second.goto('/workflow/applications')
    await second.getByRole('heading', { level: 1 }).waitFor()
    await lock(first)
    await lockOf(second).waitFor()
    await second.reload()
    await lockOf(second).waitFor()
    const third = await first.context().newPage()
    await third.goto('/home')
    await lockOf(third).waitFor()
    await unlock(third, PASSWORD)
    for (const page of [first, second, third]) await lockOf(page).waitFor({ state: 'detached' })
    await first.context().close()
  })

  it('counts wrong passwords as failed sign-ins and locks the account (LOG-02)', async () => {
    const page = await site.signedIn('ge43')
    await lock(page)
    for (let failure = 1; failure <= 5; failure += 1) {
      await unlock(page, `wrong${failure}`)
      await page.getByRole('dialog').getByText('密码错误', { exact: true }).waitFor()
    }
    const field = page.getByRole('dialog').locator('input[type=password]')
    await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true)
    expect(await field.getAttribute('aria-invalid')).toBe('true')
    // The toast of the attempt before may still be leaving.
    await page.locator('.bp6-toast').getByText('密码错误', { exact: true }).first().waitFor()
    await unlock(page, PASSWORD)
    await page.getByRole('dialog').getByRole('alert').getByText('账号已锁定，请30分钟后再试').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: '退出登录' }).click()
    await page.waitForURL('**/login')
    await page.context().close()
  })

  it('locks when nobody was active for the time of the settings, also when the computer slept', async () => {
    const page = await site.signedIn('xi44')
    const at = (seconds: number) => page.context().clock.setFixedTime(Date.parse(START) + seconds * 1000)
    await at(LOCK_SECONDS - 1)
    await page.mouse.move(200, 200)
    await at(2 * LOCK_SECONDS - 2)
    await page.mouse.move(300, 300)
    expect(await lockOf(page).isVisible()).toBe(false)
    await at(3 * LOCK_SECONDS)
    await page.mouse.move(400, 400)
    await lockOf(page).waitFor()
    await page.context().close()
  })

  it('§4 auto screen-lock time: one’s own is kept, and holds at once in every tab', async () => {
    const first = await site.signedIn('su41')
    const second = await first.context().newPage()
    await second.goto('/home')
    await second.locator('main#main h1').waitFor()
    await first.getByRole('button', { name: '界面设置' }).click()
    const seconds = first.getByRole('textbox', { name: '自动锁屏（秒）' })
    await seconds.fill('901')
    await first.getByText('请输入 30 到 900 之间的整数').waitFor()
    await seconds.fill('60')
    await seconds.press('Enter')
    await expect.poll(() => first.evaluate(() => localStorage.getItem('lockSeconds'))).toBe('60')
    expect((await first.context().cookies()).find(({ name }) => name === 'lockSeconds')?.value).toBe('60')
    await first.context().clock.setFixedTime(Date.parse(START) + 61_000)
    await second.mouse.move(300, 300)
    await lockOf(second).waitFor()
    await lockOf(first).waitFor()
    await first.context().close()
  })
})
