import type { Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { complaintsOf, expectAccessible, openSite, type Site } from './harness.ts'
import { decide } from './money-office.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site?.close())

describe('counting assets on a phone', () => {
  let phone: Page
  let complaints: readonly string[]
  beforeAll(async () => {
    phone = await site.signedIn('ren56', { width: 390 })
    complaints = complaintsOf(phone)
    await phone.goto('/scan')
    await phone.getByText('春季资产盘点').click()
    await phone.locator('#scan-room').waitFor()
  })
  afterAll(() => phone?.context().close())

  const rows = (result: string) => phone.locator(`.scan-row.is-${result}`)
  /** Keys as a scanner sends them: by their place on the board, a few milliseconds apart. */
  const scan = (code: string): Promise<void> =>
    phone.evaluate((text) => {
      const send = (place: string, shiftKey = false) =>
        document.dispatchEvent(new KeyboardEvent('keydown', { code: place, key: 'Process', shiftKey, bubbles: true }))
      for (const sign of text) send(/\d/.test(sign) ? `Digit${sign}` : `Key${sign}`, !/\d/.test(sign))
      send('Enter')
    }, code)

  it('takes the room from its label, assets from scanner, digits and list, and says each result', async () => {
    await scan('RD12')
    await expect.poll(() => phone.locator('#scan-room option:checked').innerText()).toContain('RD12')
    const open = phone.getByRole('button', { name: /^已找到/ })
    const first = (await open.first().getAttribute('aria-label')) ?? ''
    await open.first().click()
    await rows('found').first().waitFor()
    expect(first).toMatch(/ZC2026\d{6}/)
    await phone.getByRole('textbox', { name: /资产编号/ }).fill('ZC2026000420')
    await phone.keyboard.press('Enter')
    await rows('unexpected').first().waitFor()
    await scan('ZC1999000001')
    await rows('unknown').first().waitFor()
    await phone.getByText('已全部同步').waitFor()
    await expectAccessible(phone, 'counting on a phone')
    expect(complaints).toEqual([])
  })

  it('goes on without a network and sends what it kept when there is one, once', async () => {
    const counted = async () =>
      Number(/已盘 (\d+)/.exec(await phone.locator('.scan-progress').innerText())?.[1] ?? Number.NaN)
    const before = await counted()
    await phone.context().setOffline(true)
    const open = phone.getByRole('button', { name: /^已找到/ })
    await open.first().click()
    await open.first().click()
    await phone.getByText('待同步 2 条').waitFor()
    expect(await counted()).toBe(before + 2)
    // Loaded again while the server cannot be reached: what was counted, the sheet and the room are still there.
    await phone.route('**/api/assets/count/**', (route) => route.abort())
    await phone.context().setOffline(false)
    await phone.reload()
    await phone.getByText('待同步 2 条').waitFor()
    await expect.poll(counted).toBe(before + 2)
    await expect.poll(() => phone.locator('#scan-room option:checked').innerText()).toContain('RD12')
    await phone.unroute('**/api/assets/count/**')
    await phone.getByRole('button', { name: '立即同步' }).click()
    await phone.getByText('已全部同步').waitFor()
    await phone.reload()
    await expect.poll(counted).toBe(before + 2)
  })
})

describe('a laptop by the standard', () => {
  it('S04.1, S04.2 is asked for, chosen from the store, handed over, signed for, and stands among the own assets', async () => {
    const [yuan, feng, shi] = (await Promise.all(['yuan57', 'feng53', 'shi22'].map((name) => site.signedIn(name)))) as [
      Page,
      Page,
      Page,
    ]
    const complaints = [yuan, feng, shi].map(complaintsOf)
    await yuan.goto('/workflow/receive/officeElectronicEquipment')
    await yuan.getByRole('textbox', { name: '申请理由' }).fill('外勤工作需要便携设备')
    const lines = yuan.getByRole('group', { name: '明细', exact: true })
    await lines.getByRole('button', { name: '添加一行' }).click()
    await lines.getByRole('combobox', { name: /^品目/ }).fill('便携式')
    await yuan
      .getByRole('option', { name: /便携式计算机/ })
      .first()
      .click()
    await lines.getByLabel(/^数量/).fill('1')
    await expectAccessible(yuan, 'a request for equipment')
    await yuan.getByRole('button', { name: '提交', exact: true }).click()
    await yuan.waitForURL(/\/workflow\/ticket\/\d+/)
    const ticket = Number(/\/ticket\/(\d+)/.exec(yuan.url())?.[1])
    await decide(feng, ticket, '同意')
    await decide(shi, ticket, '同意', async (panel) => {
      await panel.getByRole('button', { name: '添加一行' }).first().click()
      await panel.getByRole('combobox', { name: /^资产/ }).fill('便携')
      await shi
        .getByRole('option', { name: /便携式计算机/ })
        .first()
        .click()
    })
    await decide(shi, ticket, '办理')
    await decide(yuan, ticket, '办理')
    await yuan.goto('/personal-center?tab=assets')
    await yuan.getByText('便携式计算机').first().waitFor()
    expect(complaints).toEqual([[], [], []])
    await Promise.all([yuan, feng, shi].map((page) => page.context().close()))
  })
})

describe('the counter for assets', () => {
  it('has a receipt signed for what somebody holds, and prints it as it was signed', async () => {
    const page = await site.signedIn('shi22')
    const complaints = complaintsOf(page)
    await page.goto('/stockmanage/asset?tab=allocations')
    await page.getByRole('button', { name: '签字领用' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox').first().fill('任示')
    await page.getByRole('option', { name: /任示/ }).first().click()
    await dialog.getByText('全选').click()
    const pad = dialog.locator('.asset-pad canvas')
    await pad.scrollIntoViewIfNeeded()
    const box = await pad.boundingBox()
    if (box === null) throw new Error('there is no field to sign in')
    await page.mouse.move(box.x + 40, box.y + 40)
    await page.mouse.down()
    await page.mouse.move(box.x + 160, box.y + 80, { steps: 6 })
    await page.mouse.up()
    await dialog.getByRole('button', { name: '确认并签字' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.goto('/stockmanage/asset?tab=sheets')
    await page
      .getByRole('button', { name: /^QS2026/ })
      .first()
      .click()
    await page.locator('.asset-sheet pre', { hasText: '资产领用单' }).waitFor()
    await page.getByText('内容与签字未被改动').waitFor()
    await expectAccessible(page, 'a signed sheet')
    expect(complaints).toEqual([])
    await page.context().close()
  })
})
