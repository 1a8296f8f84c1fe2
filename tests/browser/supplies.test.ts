/** Stories S03.1 and S03.2 in front of screens: asked for from the catalogue, approved, handed out at the counter. */
import type { Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { complaintsOf, expectAccessible, goTo, openSite, type Site } from './harness.ts'

describe('a request for items with a shortage', () => {
  let site: Site
  let ge: Page
  let zhang: Page
  let keeper: Page
  let complaints: (readonly string[])[]
  beforeAll(async () => {
    site = await openSite('embedded')
    ;[ge, zhang, keeper] = await Promise.all([
      site.signedIn('ge43'),
      site.signedIn('zhang39'),
      site.signedIn('zhang23', { width: 390 }),
    ])
    complaints = [ge, zhang, keeper].map(complaintsOf)
  })
  afterAll(() => site?.close())

  it('S03.1 is chosen in the catalogue by pinyin, says what is missing, and goes on with what is there', async () => {
    await goTo(ge, '/workflow/receive/officeSupplies')
    await ge.getByRole('button', { name: '从目录选择' }).click()
    const catalogue = ge.getByRole('dialog', { name: '物品目录' })
    await catalogue.getByRole('textbox').fill('fyz')
    await catalogue.getByRole('button', { name: '加入 A4 复印纸' }).click()
    await expectAccessible(ge, 'the catalogue')
    await catalogue.getByRole('button', { name: '完成' }).click()
    await ge.getByRole('textbox', { name: '申请理由' }).fill('科室打印需要')
    await ge.getByLabel(/^申请数量/).fill('12')
    const shortage = ge.getByText('第1行“A4 复印纸”：需要12，可用10，缺2')
    await shortage.waitFor()
    await ge.getByRole('button', { name: '先领现有数量' }).click()
    await ge.getByRole('button', { name: '提交', exact: true }).click()
    await ge.getByText('已预留10').waitFor()
    expect(await ge.getByText('等待到货2').count()).toBe(1)
  })

  it('S03.2 is approved, handed out at the counter on a phone, and what is missing stands in the demand pool', async () => {
    await zhang.goto(new URL(ge.url()).pathname)
    await zhang.getByRole('button', { name: '同意', exact: true }).first().click()
    await zhang.getByRole('dialog').getByRole('button', { name: '同意', exact: true }).click()
    const code = ge.locator('.items-code strong')
    await code.waitFor()
    await keeper.goto('/stockmanage/issueCounter')
    const scan = keeper.getByRole('textbox', { name: '扫描或输入取件码、单号、姓名' })
    await scan.fill((await code.textContent()) ?? '')
    await scan.press('Enter')
    await keeper.getByText('已选1单').waitFor()
    await expectAccessible(keeper, 'the counter')
    await keeper.getByRole('button', { name: '发放所选（1）' }).click()
    await keeper.getByText('已发放1单').first().waitFor()
    await ge.getByText('采购需求').first().waitFor()
    const row = ge.getByRole('region', { name: '领用进度' }).getByRole('row').filter({ hasText: 'A4 复印纸' })
    const figures = async () => (await row.getByRole('cell').allTextContents()).slice(1, 4)
    await expect.poll(figures).toEqual(['12', '12', '10'])
    expect(complaints).toEqual([[], [], []])
  })

  it('23.3, 23.6 clothing and devices come from the same catalogue, by what standards leave; leaders name members', async () => {
    await goTo(ge, '/workflow/receive/officeElectronicEquipment')
    await ge.getByRole('button', { name: '从目录选择' }).click()
    const catalogue = ge.getByRole('dialog', { name: '物品目录' })
    await catalogue.getByRole('textbox').fill('bxsjsj')
    await catalogue.getByText(/^标准\d+台，还可领\d+台$/).waitFor()
    await catalogue.getByRole('button', { name: '设为常用：便携式计算机' }).click()
    await catalogue.getByRole('button', { name: '取消常用：便携式计算机' }).waitFor()
    await catalogue.getByRole('button', { name: '加入 便携式计算机' }).click()
    await expectAccessible(ge, 'the catalogue of devices')
    await catalogue.getByRole('button', { name: '完成' }).click()
    expect(await ge.getByLabel(/^数量 1/).inputValue()).toBe('1')
    await goTo(ge, '/workflow/receive/equipmentClothing')
    await ge.getByRole('button', { name: '从目录选择' }).waitFor()
    expect(await ge.getByText('部门人员', { exact: true }).count()).toBe(0)
    await goTo(zhang, '/workflow/receive/equipmentClothing')
    await zhang.getByRole('button', { name: '添加一行' }).click()
    expect(await zhang.getByRole('columnheader', { name: '领用人' }).count()).toBe(0)
    await zhang.getByText('部门人员', { exact: true }).click()
    await zhang.getByLabel(/^领用人 1/).waitFor()
    expect(complaints).toEqual([[], [], []])
  })
})
