import type { Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { complaintsOf, expectAccessible, goTo, openSite, type Site, tick } from './harness.ts'
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
    // Opened once with a network, the page is stored on the phone.
    const isStored = () =>
      phone.evaluate(async () => {
        const [files, personal] = await Promise.all(
          ['scan-files', 'scan-personal'].map(async (name) => (await caches.open(name)).keys()),
        )
        const answers = personal?.map(({ url }) => new URL(url).pathname) ?? []
        return (files?.length ?? 0) >= 6 && new Set(answers).size >= 6 && answers.includes('/api/assets/count/mine/')
      })
    await expect.poll(isStored).toBe(true)
    await phone.context().setOffline(true)
    const open = phone.getByRole('button', { name: /^已找到/ })
    await open.first().click()
    await open.first().click()
    await phone.getByText('待同步 2 条').waitFor()
    expect(await counted()).toBe(before + 2)
    // Loaded again without a network: the page, what was counted, the sheet and the room are still there.
    await phone.reload()
    await phone.getByText('待同步 2 条').waitFor()
    await expect.poll(counted).toBe(before + 2)
    await expect.poll(() => phone.locator('#scan-room option:checked').innerText()).toContain('RD12')
    await open.first().click()
    await phone.getByText('待同步 3 条').waitFor()
    await phone.goto('/scan')
    await phone.getByText('春季资产盘点').click()
    await expect.poll(counted).toBe(before + 3)
    await phone.context().setOffline(false)
    await phone.getByRole('button', { name: '立即同步' }).click()
    await phone.getByText('已全部同步').waitFor()
    await phone.reload()
    await expect.poll(counted).toBe(before + 3)
  })
})

describe('counting stock on a phone', () => {
  let phone: Page
  let complaints: readonly string[]
  beforeAll(async () => {
    phone = await site.signedIn('zhang23', { width: 390 })
    complaints = complaintsOf(phone)
    await phone.goto('/scan/stock')
    await phone.locator('.count-plans button').first().click()
    await quantity().waitFor()
  })
  afterAll(() => phone?.context().close())

  const quantity = () => phone.getByRole('textbox', { name: / 实盘数$/ })
  const save = (count: number) => phone.getByRole('button', { name: `保存 ${count}`, exact: true })
  const item = () => phone.locator('.count-card h2').innerText()
  /** Shows a line of the groups by its name; a group that is folded is opened. */
  const shownQty = async (name: string): Promise<string> => {
    const group = phone.locator('.count-group').filter({ hasText: name }).first()
    const line = group.getByRole('button', { name, includeHidden: true }).first()
    if (!(await line.isVisible())) await group.locator('summary').click()
    await line.click()
    return quantity().inputValue()
  }

  it('keeps what was counted in the browser until it is saved, also over a reload and a network that fails', async () => {
    const first = await item()
    await quantity().fill('7')
    await phone.getByRole('button', { name: '下一项' }).click()
    const second = await item()
    expect(second).not.toBe(first)
    for (const _ of [1, 2, 3]) await phone.getByRole('button', { name: '加一' }).click()
    await save(2).waitFor()
    await phone.reload()
    await save(2).waitFor()
    expect([await shownQty(first), await shownQty(second)]).toEqual(['7', '3'])
    await expectAccessible(phone, 'counting stock on a phone')
    // Nothing of the page stands beside a narrow screen.
    expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    expect(complaints).toEqual([])
    await phone.context().setOffline(true)
    await save(2).click()
    await phone.locator('.toast-danger').waitFor()
    await phone.context().setOffline(false)
    expect(await quantity().inputValue()).toBe('3')
    await save(2).click()
    await phone.getByText('盘点数已保存').first().waitFor()
    await phone.reload()
    await phone.getByRole('button', { name: '保存', exact: true }).waitFor()
    expect([await shownQty(first), await shownQty(second)]).toEqual(['7', '3'])
    expect(await phone.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('stockCount')))).toEqual(
      [],
    )
  })
})

describe('what the standards and the last piece in store allow', () => {
  let people: readonly Page[]
  let complaints: readonly (readonly string[])[]
  const page = (index: number): Page => people[index] as Page
  beforeAll(async () => {
    people = await Promise.all(['yuan57', 'feng53', 'shi22', 'ren56', 'han14'].map((name) => site.signedIn(name)))
    complaints = people.map(complaintsOf)
  })
  afterAll(() => Promise.all(people.map((one) => one.context().close())))

  const idOf = async (applicant: Page): Promise<number> => {
    await applicant.waitForURL(/\/workflow\/ticket\/\d+/)
    return Number(/\/ticket\/(\d+)/.exec(applicant.url())?.[1])
  }
  const askForLaptops = async (applicant: Page, reason: string, qty: string): Promise<void> => {
    await goTo(applicant, '/workflow/receive/officeElectronicEquipment')
    await applicant.getByRole('textbox', { name: '申请理由' }).fill(reason)
    const lines = applicant.getByRole('group', { name: '明细', exact: true })
    await lines.getByRole('button', { name: '添加一行' }).click()
    await lines.getByRole('combobox', { name: /^品目/ }).fill('便携式')
    await applicant
      .getByRole('option', { name: /便携式计算机/ })
      .first()
      .click()
    await lines.getByLabel(/^数量/).fill(qty)
  }
  const submit = (applicant: Page) => applicant.getByRole('button', { name: '提交', exact: true }).click()

  it('S04.1, S04.2 a laptop is asked for, chosen from the store, handed over, signed for, and stands among the own assets', async () => {
    const [yuan, feng, shi] = [page(0), page(1), page(2)]
    await askForLaptops(yuan, '外勤工作需要便携设备', '1')
    await expectAccessible(yuan, 'a request for equipment')
    await submit(yuan)
    const ticket = await idOf(yuan)
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
    await goTo(yuan, '/personal-center?tab=assets')
    await yuan.getByText('便携式计算机').first().waitFor()
  })

  it('S04.3 five laptops are more than the standard: a reason, the head of logistics, and a demand that waits for the goods', async () => {
    const [feng, shi, ren, han] = [page(1), page(2), page(3), page(4)]
    await askForLaptops(ren, '专项行动需要便携设备', '5')
    await submit(ren)
    await ren
      .getByText(/“便携式计算机”超过配备标准/)
      .first()
      .waitFor()
    await ren.getByRole('textbox', { name: /^超标理由/ }).fill('专案侦办需要集中办公，现有配备不能满足')
    await submit(ren)
    const ticket = await idOf(ren)
    await decide(feng, ticket, '同意')
    await decide(shi, ticket, '同意', async (panel) => {
      await tick(panel.getByRole('checkbox', { name: /^需采购/ }))
      await panel.getByRole('textbox', { name: /^预估金额/ }).fill('30000')
    })
    await decide(han, ticket, '同意')
    await goTo(shi, '/stockmanage/inAndOutManage?tab=demands')
    const demand = shi.getByRole('row').filter({ hasText: '便携式计算机' }).first()
    await demand.waitFor()
    expect(await demand.innerText()).toMatch(/\b5\b[\s\S]*待采购/)
  })

  it('S10.2 of two people who ask for the last toner at once one has it, and the other hears how much there is', async () => {
    const both = [page(0), page(3)]
    for (const one of both) {
      await goTo(one, '/workflow/receive/electronicPartsAndConsumables')
      await one.getByRole('textbox', { name: '申请理由' }).fill('打印机需要更换硒鼓')
      await one.getByRole('combobox', { name: /^使用设备/ }).fill('ZC-P1')
      await one.getByRole('option', { name: /ZC-P1/ }).first().click()
      await one.getByRole('button', { name: '从目录选择' }).click()
      const catalogue = one.getByRole('dialog', { name: '物品目录' })
      await catalogue.getByRole('textbox').fill('示例硒鼓')
      await catalogue.getByRole('button', { name: '加入 示例硒鼓' }).click()
      await catalogue.getByRole('button', { name: '完成' }).click()
      await one.getByRole('textbox', { name: /^打印计数/ }).fill('90000')
    }
    await Promise.all(both.map(submit))
    const outcome = (one: Page) =>
      Promise.race([
        one.waitForURL(/\/workflow\/ticket\/\d+/).then(() => 'reserved'),
        one
          .getByText(/“示例硒鼓”库存不足：可用0，需要1/)
          .first()
          .waitFor()
          .then(() => 'short'),
      ])
    expect((await Promise.all(both.map(outcome))).sort()).toEqual(['reserved', 'short'])
    expect(complaints.flat()).toEqual([])
  })
})

describe('the counter for assets', () => {
  it('has a receipt signed for what somebody holds, and prints it as it was signed', async () => {
    const page = await site.signedIn('shi22')
    const complaints = complaintsOf(page)
    await goTo(page, '/stockmanage/asset?tab=allocations')
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
    // By keyboard alone: the menu of a row, its arrows, and what is printed.
    const more = page.getByRole('row').nth(1).getByRole('button', { name: '更多' })
    await more.focus()
    await page.keyboard.press('Enter')
    const entries = page.getByRole('menu').getByRole('menuitem')
    const isFirst = () => entries.first().evaluate((entry) => entry === document.activeElement)
    await expect.poll(isFirst).toBe(true)
    await page.keyboard.press('Escape')
    await entries.first().waitFor({ state: 'detached' })
    await expect.poll(() => more.evaluate((button) => button === document.activeElement)).toBe(true)
    await page.keyboard.press('Enter')
    await expect.poll(isFirst).toBe(true)
    await page.keyboard.press('ArrowUp')
    await expect.poll(() => entries.last().evaluate((entry) => entry === document.activeElement)).toBe(true)
    for (let step = 0; step < 5; step += 1) {
      if ((await page.evaluate(() => document.activeElement?.textContent)) === '打印领用单') break
      await page.keyboard.press('ArrowDown')
    }
    await page.keyboard.press('Enter')
    await page.locator('.asset-receipt').getByText('领用人签字').waitFor()
    await expectAccessible(page, 'a receipt on paper')
    await goTo(page, '/stockmanage/asset?tab=sheets')
    const receipts = page.getByRole('row').filter({ hasText: '领用单' })
    await receipts
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
