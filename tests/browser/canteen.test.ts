/** The canteen on screens: a week ordered on a phone, what the kitchen prepares of it, materials and the food safety book, the meal of a reception. */
import type { Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { complaintsOf, expectAccessible, goTo, openSite, type Site, tick } from './harness.ts'

const OWN = '/restaurant/order?tab=own'

describe('meals of a week', () => {
  let site: Site
  let diner: Page
  let english: Page
  let cook: Page
  let complaints: (readonly string[])[]
  beforeAll(async () => {
    site = await openSite()
    ;[diner, english, cook] = await Promise.all([
      site.signedIn('pan42', { width: 390, path: OWN }),
      site.signedIn('ge43', { width: 390, path: OWN, language: 'en' }),
      site.signedIn('qi32', { path: '/restaurant/order?tab=kitchen' }),
    ])
    complaints = [diner, english, cook].map(complaintsOf)
  })
  afterAll(() => site?.close())

  it('are ordered on a phone by one choice, changed and switched off by a tap, and say what was skipped', async () => {
    const card = diner.getByRole('region', { name: '每周固定订餐' })
    await card.getByRole('button', { name: '选择日子' }).click()
    const sheet = diner.getByRole('dialog', { name: '每周固定订餐' })
    await expectAccessible(diner, 'the days of a standing order')
    expect(await sheet.getByRole('button', { name: '周一 午餐' }).getAttribute('aria-pressed')).toBe('true')
    await sheet.getByRole('button', { name: '周三 早餐' }).click()
    await sheet.getByRole('button', { name: '保存并启用' }).click()
    await diner
      .getByText(/已启用固定订餐，已订\d+餐/)
      .first()
      .waitFor()
    await card.getByText(/未来7天已订\d+餐，跳过\d+餐/).waitFor()
    expect(await diner.getByText('固定订餐', { exact: true }).count()).toBeGreaterThan(0)
    await expectAccessible(diner, 'own meals')
    await card.getByText('每周固定订餐').click()
    await diner
      .getByText(/已停用固定订餐，取消\d+餐/)
      .first()
      .waitFor()
  })

  it('are ordered and cancelled by weekday, also in English', async () => {
    const card = english.getByRole('region', { name: 'Weekly order' })
    await card.getByRole('button', { name: 'Order by weekday' }).click()
    const sheet = english.getByRole('dialog', { name: 'Order by weekday' })
    await expectAccessible(english, 'days to order, English')
    await sheet.getByRole('button', { name: 'Cancel selected' }).click()
    await english
      .getByText(/Meals cancelled: \d+|nothing to change/)
      .first()
      .waitFor()
    await sheet.waitFor({ state: 'detached' })
    await card.getByRole('button', { name: 'Order by weekday' }).click()
    await sheet.getByRole('button', { name: 'Order selected' }).click()
    await english
      .getByText(/Meals ordered: [1-9]/)
      .first()
      .waitFor()
    await expectAccessible(english, 'own meals, English')
  })

  it('are what the kitchen prepares tomorrow', async () => {
    await cook.getByRole('heading', { name: '午餐' }).first().waitFor()
    expect(await cook.locator('.kitchen-meal').count()).toBeGreaterThan(1)
    await expectAccessible(cook, 'the kitchen')
  })

  it('S05 2 stand beside the meal of an approved reception, with its guests and its ticket', async () => {
    await goTo(cook, '/restaurant/order?tab=orders&kind=reception')
    const row = cook.getByRole('row').filter({ hasText: '公务接待' }).first()
    await row.waitFor()
    expect(await row.getByRole('cell').filter({ hasText: /^JD-/ }).count()).toBe(1)
    await expectAccessible(cook, 'orders of receptions')
  })

  it('leave samples and packs whose labels fit the paper, whatever it measures', async () => {
    for (const [path, words] of [
      ['/restaurant/canteenMenu?tab=samples', /可销样时间 \d{4}-\d\d-\d\d \d\d:\d\d/],
      ['/restaurant/ingredient?tab=batches', /最迟使用 \d{4}-\d\d-\d\d/],
    ] as const) {
      await goTo(cook, path)
      const choices = cook.locator('tbody:visible input[type=checkbox]')
      await choices.first().waitFor({ state: 'attached' })
      await tick(choices.first())
      await tick(choices.nth(1))
      await cook.getByRole('button', { name: '打印标签' }).click()
      const paper = cook.getByRole('dialog', { name: '标签' })
      await paper.getByRole('listitem').filter({ hasText: words }).nth(1).waitFor()
      await expectAccessible(cook, `labels of ${path}`)
      for (const size of ['50x30', '60x40', '70x50']) {
        await paper.getByRole('combobox', { name: '标签尺寸' }).selectOption(size)
        const spilled = await paper
          .getByRole('listitem')
          .evaluateAll(
            (labels) =>
              labels.filter((one) => one.scrollHeight > one.clientHeight || one.scrollWidth > one.clientWidth).length,
          )
        expect([path, size, spilled]).toEqual([path, size, 0])
      }
      await paper.getByRole('button', { name: '关闭' }).click()
      await paper.waitFor({ state: 'detached' })
    }
  })

  it('come with materials and a food safety book, in which a temperature outside its limits asks what was done', async () => {
    await goTo(cook, '/restaurant/materials')
    await cook.getByRole('row').filter({ hasText: '打包盒' }).waitFor()
    await expectAccessible(cook, 'materials')
    await goTo(cook, '/restaurant/materials?tab=safety')
    const board = cook.getByRole('region', { name: '待办检查' })
    await board.getByRole('button', { name: '登记温度 1号冷藏柜温度' }).click()
    const form = cook.getByRole('dialog', { name: '登记温度 · 1号冷藏柜温度' })
    await expectAccessible(cook, 'a temperature')
    await form.getByLabel(/实测温度/).fill('9.5')
    await form.getByRole('button', { name: '登记温度' }).click()
    await form.getByText('温度超出0.0至8.0℃，请说明处置情况').first().waitFor()
    await form.getByLabel(/情况说明/).fill('已调低温度并复测')
    await form.getByRole('button', { name: '登记温度' }).click()
    await form.waitFor({ state: 'detached' })
    await board.getByText('有隐患').waitFor()
    await expectAccessible(cook, 'the food safety book')
    expect(complaints).toEqual([[], [], []])
  })
})
