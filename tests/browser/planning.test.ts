import type { Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tinyPdf } from '#tests/harness/files.ts'
import type { Caller } from './caller.ts'
import { answer, goTo, openSite, type Site } from './harness.ts'

describe('a year plan and its projects, by the keyboard', () => {
  let site: Site
  let feng: Page
  let you: Page
  let qin: Page
  beforeAll(async () => {
    site = await openSite()
    ;[feng, you, qin] = (await Promise.all(['feng53', 'you18', 'qin17'].map((name) => site.signedIn(name)))) as [
      Page,
      Page,
      Page,
    ]
  })
  afterAll(() => site?.close())

  /** The cell that has the focus. */
  const cell = (page: Page) => page.locator('.sheet-editor:focus')
  const press = async (page: Page, ...keys: string[]): Promise<void> => {
    for (const key of keys) await page.keyboard.press(key)
  }
  let caller: Caller
  /** The lines of the coming year: subject, what was given out, what there is. */
  const lines = async () =>
    (
      await caller.get<{ subjectCode: string; approved: string; available: string }[]>(
        '/api/budget/line/?year=2027&ordering=subjectCode',
      )
    ).map(({ subjectCode, approved, available }) => [subjectCode, approved, available])

  it('S09 1, 2 is typed and pasted into the sheet, refused without a reason, submitted, cut by the reviewer and published by another, and stands among the budget lines (S09)', async () => {
    caller = await site.as('qin17')
    await goTo(feng, '/business/year-planning?tab=plans')
    await feng.getByRole('button', { name: /科技信息化支队.*开始编制/ }).click()
    await feng.getByRole('textbox', { name: '编制依据' }).fill('按上年执行情况与重点工作测算')
    await feng.getByRole('button', { name: '保存', exact: true }).click()
    // A click on a list that is chosen already would open it.
    await feng.locator('.sheet-grid .bp6-table-cell').nth(1).click()
    await press(feng, 'ArrowLeft')
    await expect.poll(() => cell(feng).getAttribute('aria-label')).toContain('经济科目')
    await cell(feng).selectOption('30201')
    await press(feng, 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight')
    await feng.keyboard.type('1200')
    await press(feng, 'Enter')
    await expect.poll(() => feng.getByRole('region', { name: '按科目合计' }).innerText()).toContain('1,200.00')
    // The next lines come out of another program: subject, kind, project, source, basis, last year, amount.
    await press(feng, 'Home')
    await feng.evaluate(() => {
      const data = new DataTransfer()
      data.setData(
        'text/plain',
        [
          '30202 印刷费\t基本支出\t\t财政拨款\t三万份\t\t"2,400.00"',
          '30217 公务接待费\t基本支出\t\t财政拨款\t两批\t\t300.00',
          '31007\t项目支出\tXM20270012\t财政拨款\t一批\t\t480000\n',
        ].join('\n'),
      )
      document.activeElement?.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
      )
    })
    const totals = feng.getByRole('region', { name: '按科目合计' })
    await expect.poll(() => totals.innerText()).toContain('483,900.00')
    await press(feng, 'Control+z')
    await expect.poll(() => totals.innerText()).not.toContain('483,900.00')
    await press(feng, 'Control+y')
    await expect.poll(() => totals.innerText()).toContain('483,900.00')
    await press(feng, 'Control+s')
    await expect.poll(() => feng.getByRole('button', { name: '保存', exact: true }).isDisabled()).toBe(true)
    // More reception than last year needs its reason (BUD-22): the row is marked, and the plan stays where it is.
    await feng.getByRole('button', { name: '上报', exact: true }).click()
    await answer(feng, '执行“上报”吗？', '上报')
    await feng
      .getByText(/“公务接待费”上报 300.00 元，超过上年批复 0.00 元/)
      .first()
      .waitFor()
    await press(feng, 'Escape')
    await feng.getByText('有1处需要修改').waitFor()
    await feng.locator('.sheet-grid .bp6-table-cell.is-marked').first().click()
    await press(feng, 'End', 'ArrowLeft')
    await expect.poll(() => cell(feng).getAttribute('aria-label')).toContain('增长说明 · “三公”经费超过上年批复')
    await feng.keyboard.type('承办全省侦查技术现场会')
    await press(feng, 'Enter')
    await feng.getByText('有1处需要修改').waitFor({ state: 'detached' })
    await feng.getByRole('button', { name: '上报', exact: true }).click()
    await answer(feng, '执行“上报”吗？', '上报')
    await feng.getByRole('region', { name: /2027/ }).getByText('已上报').waitFor()

    await goTo(you, '/business/year-planning?tab=plans')
    await you.getByRole('button', { name: /科技信息化支队.*已上报/ }).click()
    await you.locator('.sheet-grid .bp6-table-cell', { hasText: '2,400.00' }).last().click()
    await expect.poll(() => cell(you).getAttribute('aria-label')).toContain('审核金额')
    await you.keyboard.type('2000')
    await press(you, 'Enter')
    await you.getByRole('button', { name: '审核通过' }).click()
    await you.getByRole('dialog').getByRole('button', { name: '审核通过' }).click()
    await you.getByRole('region', { name: /2027/ }).getByText('已审核').waitFor()

    await goTo(qin, '/business/year-planning?tab=plans')
    await qin.getByRole('button', { name: /科技信息化支队.*已审核/ }).click()
    await qin.getByRole('button', { name: '下达', exact: true }).click()
    await answer(qin, '执行“下达”吗？', '下达')
    await qin.getByRole('region', { name: /2027/ }).getByText('已下达').waitFor()
    expect(await lines()).toEqual([
      ['30201', '1200.00', '1200.00'],
      ['30202', '2000.00', '2000.00'],
      ['30217', '300.00', '300.00'],
      ['31007', '480000.00', '480000.00'],
    ])
    const projects = await caller.get<{ state: string }[]>('/api/projects/project/?search=移动警务终端扩容')
    expect(projects.map(({ state }) => state)).toEqual(['inBudget'])
  })

  it('an adjustment says while it is written what nobody could approve, and moves the money when it is approved (BUD-05)', async () => {
    await goTo(qin, '/business/year-planning?tab=adjust')
    await qin.getByRole('button', { name: '新建', exact: true }).click()
    const form = qin.getByRole('dialog')
    const pick = async (name: string, subject: string): Promise<void> => {
      await form.getByRole('combobox', { name, exact: true }).fill(subject)
      await qin
        .getByRole('option', { name: `2027 ${subject}` })
        .first()
        .click()
    }
    await pick('调出指标', '办公费')
    await pick('调入指标', '公务接待费')
    await form.getByRole('textbox', { name: '金额' }).fill('200')
    await form.getByText('科目“公务接待费”只减不增，不能调入').waitFor()
    await pick('调入指标', '印刷费')
    await form.getByText('2,200.00').waitFor()
    await form.getByText('1,000.00').waitFor()
    await form.getByRole('textbox', { name: '原因' }).fill('印刷任务增加，从办公费调剂')
    await form.getByRole('textbox', { name: '文号' }).fill('示例财〔2027〕1号')
    await form
      .locator('input[type=file]')
      .setInputFiles({ name: '调剂审批.pdf', mimeType: 'application/pdf', buffer: tinyPdf })
    await form.getByRole('button', { name: '调剂审批.pdf', exact: true }).waitFor()
    await form.getByRole('button', { name: '保存', exact: true }).click()
    await form.waitFor({ state: 'detached' })
    const row = qin.getByRole('row').filter({ hasText: '示例财〔2027〕1号' })
    await row.getByRole('button', { name: /更多/ }).click()
    await qin.getByRole('menuitem', { name: '生效', exact: true }).click()
    await answer(qin, '示例财〔2027〕1号', '生效')
    await row.getByText('已生效').waitFor()
    expect((await lines()).slice(0, 2)).toEqual([
      ['30201', '1200.00', '1000.00'],
      ['30202', '2000.00', '2200.00'],
    ])
  })

  it('a card of the board goes on by its menu, with the action a drop asks for', async () => {
    await goTo(qin, '/business/project-library/indexCopy')
    const card = (column: string) =>
      qin
        .getByRole('list', { name: column, exact: true })
        .getByRole('listitem')
        .filter({ hasText: '数据中心机房空调更换' })
    const menu = card('已入库').getByRole('button', { name: /^办理/ })
    await menu.focus()
    await press(qin, 'Enter')
    await qin.getByRole('menuitem', { name: '纳入预算' }).focus()
    await press(qin, 'Enter')
    await qin.getByRole('alertdialog').getByRole('button', { name: '纳入预算' }).waitFor()
    await press(qin, 'Tab')
    await answer(qin, '数据中心机房空调更换', '纳入预算')
    await card('纳入预算').waitFor()
  })
})
