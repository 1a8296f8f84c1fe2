import type { Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectAccessible, openSite, type Site } from './harness.ts'

/** An administrator designs a form whose figures follow from each other, and an applicant fills it in (FRM-01, FRM-07). */
describe('a form with computed fields', () => {
  let site: Site
  let page: Page
  beforeAll(async () => {
    site = await openSite()
    page = await site.signedIn('fang54')
  })
  afterAll(() => site?.close())

  const sheet = () => page.getByRole('dialog')
  const name = async (zhHans: string, en: string): Promise<void> => {
    await sheet().getByLabel('名称（中文）').first().fill(zhHans)
    await sheet().getByLabel('名称（英文）').first().fill(en)
  }
  const column = async (kind: string, at: number, zhHans: string, en: string) => {
    if (at > 0) {
      await sheet().getByLabel('类型').last().selectOption({ label: kind })
      await sheet().getByRole('button', { name: '添加列' }).click()
    }
    const each = sheet().locator('.form-column').nth(at)
    await each.locator('summary').first().click()
    await each.getByLabel('名称（中文）').fill(zhHans)
    await each.getByLabel('名称（英文）').fill(en)
    return each
  }

  it('FRM-07 is written as formulas with the names of its fields, which are checked and said in words', async () => {
    await page.goto('/workflow/workflow')
    await page.getByRole('button', { name: '新建流程' }).click()
    const naming = page.getByRole('dialog', { name: '新建流程' })
    await naming.getByRole('textbox', { name: '名称', exact: true }).fill('零星领用申请')
    await naming.getByRole('textbox', { name: '英文名称' }).fill('Small supplies')
    await naming.getByRole('combobox', { name: '分组' }).selectOption({ label: '领用与事务' })
    await naming.getByRole('button', { name: '新建流程' }).click()
    await page.getByRole('heading', { level: 1, name: '设计流程：零星领用申请' }).waitFor()
    await page.getByRole('tab', { name: '表单' }).click()
    const section = page.getByRole('region', { name: '申请内容' })

    await section.getByLabel('类型').selectOption({ label: '明细表' })
    await section.getByRole('button', { name: '添加字段' }).click()
    await name('明细', 'Items')
    await column('文本', 0, '品名', 'Item')
    await column('整数', 1, '数量', 'Quantity')
    const price = await column('金额', 2, '单价', 'Unit price')
    await price.getByText('这是单价或标准，各行不合计').click()
    const amount = await column('金额', 3, '小计', 'Amount')
    await amount.getByText('由公式自动计算，不用填写').click()
    const formula = amount.getByRole('textbox', { name: '公式' })
    await formula.fill('[数量] * [价格]')
    await amount.getByText('没有名为“价格”的字段').waitFor()
    await formula.fill('[数量] + [品名]')
    await amount.getByText('ADD 的参数类型不对').waitFor()
    await formula.fill('[数量] × [单价]')
    await amount.getByText('含义：“数量”乘以“单价”').waitFor()
    await page.keyboard.press('Escape')

    await section.getByLabel('类型').selectOption({ label: '金额' })
    await section.getByRole('button', { name: '添加字段' }).click()
    await name('总额', 'Total')
    await sheet().getByText('由公式自动计算，不用填写').click()
    await sheet().getByLabel('插入函数').selectOption({ label: 'SUM 求和' })
    await sheet().getByLabel('插入字段').selectOption({ label: '明细.小计' })
    await sheet().getByRole('textbox', { name: '公式' }).press('End')
    await page.keyboard.type(')')
    await sheet().getByText('含义：“明细.小计”之和').waitFor()
    await sheet().getByText('作为申请的金额').click()
    await expectAccessible(page, 'settings of a computed field')
    await page.keyboard.press('Escape')
    await section.getByRole('row', { name: /总额 金额 · 自动计算/ }).waitFor()
  })

  it('FRM-09 a rule between fields is said at its field in the preview, which computes as the form will', async () => {
    const rules = page.getByRole('region', { name: '校验规则' })
    await rules.getByRole('button', { name: '添加规则' }).click()
    await rules.getByRole('textbox', { name: '必须成立' }).fill('[总额] <= 9000')
    await rules.getByLabel('不成立时的提示（中文）').fill('零星领用不超过九千元')
    await rules.getByLabel('不成立时的提示（英文）').fill('At most 9,000')
    await rules.getByText('含义：“总额”不超过9000').waitFor()

    const preview = page.getByRole('region', { name: '预览', exact: true })
    await preview.getByRole('button', { name: '添加一行' }).click()
    const boxes = preview.getByRole('table', { name: '明细' }).getByRole('row').nth(1).getByRole('textbox')
    for (const [index, value] of ['热敏打印纸', '3', '4000'].entries()) await boxes.nth(index).fill(value)
    await preview.getByText('零星领用不超过九千元').waitFor()
    await boxes.nth(1).fill('2')
    await preview.getByText('零星领用不超过九千元').waitFor({ state: 'detached' })
    await expect.poll(() => preview.getByRole('status', { name: '总额' }).innerText()).toContain('8,000.00')
    await preview.getByRole('button', { name: '试提交' }).click()
    await preview.getByText('有 3 处不能通过').waitFor()
    await preview.getByLabel('以谁的身份预览').selectOption({ label: '部门领导审批' })
    await expect.poll(() => preview.getByRole('textbox').count()).toBe(0)
    await expectAccessible(page, 'form tab with its preview')
  })

  it('a field that others use is deleted only after its uses were named', async () => {
    await page.getByRole('button', { name: '删除 总额' }).click()
    const question = page.getByRole('alertdialog')
    await question.getByText(/第 1 条校验规则/).waitFor()
    await question.getByText(/申请的金额/).waitFor()
    await question.getByRole('button', { name: '取消' }).click()
    await page.getByRole('row', { name: /总额 金额 · 自动计算/ }).waitFor()
  })

  it('is published', async () => {
    await page.getByRole('tab', { name: '流程图' }).click()
    await page.getByRole('region', { name: '校验', exact: true }).getByText('校验通过').waitFor()
    await page.getByRole('button', { name: '发布' }).click()
    await page
      .getByText(/已提交，须第二人确认后生效|已发布/)
      .first()
      .waitFor()
  })

  it('FRM-01 shows each figure while it is filled in, with totals of amounts and none of prices', async () => {
    const applicant = await site.signedIn('pan42', { path: '/workflow/applications/cst_smallSupplies' })
    const table = applicant.getByRole('table', { name: '明细' })
    const total = applicant.getByRole('status', { name: '总额' })
    await applicant.getByLabel('申请理由').fill('科室日常零星领用')
    await applicant.getByRole('textbox', { name: '内容', exact: true }).fill('打印用品')
    await applicant.getByRole('button', { name: '添加一行' }).click()
    const fill = async (row: number, values: readonly string[]) => {
      const boxes = table.getByRole('row').nth(row).getByRole('textbox')
      for (const [index, value] of values.entries()) await boxes.nth(index).fill(value)
    }
    await fill(1, ['热敏打印纸', '2', '4000'])
    await expect.poll(() => total.innerText()).toContain('8,000.00')
    await applicant.getByRole('button', { name: '添加一行' }).click()
    await fill(2, ['硒鼓', '3', '0.35'])
    await expect.poll(() => total.innerText()).toContain('8,001.05')
    const sums = table.locator('tfoot')
    await expect.poll(() => sums.innerText()).toContain('8,001.05')
    expect(await sums.innerText()).not.toContain('4,000.35')
    await applicant.getByRole('button', { name: '提交', exact: true }).click()
    await applicant.waitForURL(/\/workflow\/ticket\/\d+/)
    await applicant.getByText('8,001.05').first().waitFor()
    await applicant.context().close()
  })
})
