import type { Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DesignedType } from '#src/define/tickets/types.ts'
import { openSite, type Site } from './harness.ts'
import { confirmChange } from './owner.ts'
import { fillMore, fillQueue } from './queue.ts'

/** The four people of the story: each does a whole piece of work and meets no wall. */
describe('four people at their work', () => {
  const TYPE = 'cst_visits'
  /** Milliseconds a run of generated tests may take to be fetched from its line and lived. */
  const RUN = 180_000
  /** Milliseconds that the decisions of a batch with their effects may take beside other work of the machine. */
  const BATCH_MS = 180_000
  /** Tickets that wait for the approver. */
  const FIFTY = 50
  let site: Site
  let page: Page
  let workflowId = 0
  let ticketId = 0
  beforeAll(async () => {
    site = await openSite()
    page = await site.signedIn('fang54')
  })
  afterAll(() => site?.close())

  it('an administrator designs five steps with a threshold, a countersign and a timeout, is refused, mends and publishes', async () => {
    await page.goto('/workflow/workflow')
    await page.getByRole('button', { name: '新建流程' }).click()
    const naming = page.getByRole('dialog', { name: '新建流程' })
    await naming.getByRole('textbox', { name: '名称', exact: true }).fill('来访接待申请')
    await naming.getByRole('textbox', { name: '英文名称' }).fill('Visits')
    // Key and prefix are made from the English name.
    await naming.getByRole('combobox', { name: '分组' }).selectOption({ label: '财务报销' })
    await naming.getByRole('button', { name: '新建流程' }).click()
    await page.getByRole('heading', { level: 1, name: '设计流程：来访接待申请' }).waitFor()
    workflowId = Number(new URL(page.url()).pathname.split('/')[3])

    // What is asked: a sum.
    await page.getByRole('tab', { name: '表单' }).click()
    const section = page.getByRole('region', { name: '申请内容' })
    await section.getByLabel('类型').selectOption({ label: '金额' })
    await section.getByRole('button', { name: '添加字段' }).click()
    const field = page.getByRole('dialog')
    await field.getByLabel('名称（中文）').fill('接待费用')
    await field.getByLabel('名称（英文）').fill('Costs')
    await field.getByText('必须填写', { exact: true }).click()
    await field.getByText('什么情况下必须填写').waitFor()
    await field.getByText('什么情况下显示').waitFor()
    await field.getByText('作为申请的金额').click()
    await page.keyboard.press('Escape')

    // Who decides: five steps, by keyboard.
    await page.getByRole('tab', { name: '流程图' }).click()
    const canvas = page.getByRole('region', { name: '流程图', exact: true })
    const settings = page.getByRole('complementary', { name: '设置' })
    const add = async (kind: '审批' | '办理', name: string, english: string): Promise<void> => {
      await page.keyboard.press('+')
      await page
        .getByRole('dialog')
        .getByRole('button', { name: new RegExp(`^${kind}`) })
        .press('Enter')
      await settings.getByLabel('名称（中文）').fill(name)
      await settings.getByLabel('名称（英文）').fill(english)
    }
    const back = (name: string) => canvas.locator('.canvas-node', { hasText: name }).focus()
    await canvas.focus()
    await page.keyboard.press('ArrowDown')
    await add('审批', '分管领导审核', 'Division leader')
    await settings.getByLabel('处理人规则').selectOption({ label: '分管领导' })
    await settings.getByRole('button', { name: '添加条件', exact: true }).click()
    await settings.getByLabel('比较对象').selectOption({ label: '一档金额（T1）' })
    await settings
      .getByText('金额大于一档金额（T1）')
      .or(settings.getByText('接待费用大于一档金额（T1）'))
      .first()
      .waitFor()
    await back('分管领导审核')
    await add('审批', '警保与财务会签', 'Countersign')
    await settings.getByLabel('处理人规则').selectOption({ label: '角色' })
    await settings.getByLabel('角色', { exact: true }).first().selectOption({ label: '警保内勤' })
    await settings.getByRole('button', { name: '再加一组' }).click()
    await settings.getByText('会签：所有人都同意才通过').click()
    await settings.getByRole('button', { name: '添加时限' }).click()
    await settings.getByLabel('到时', { exact: true }).selectOption({ label: '自动通过' })
    await back('警保与财务会签')
    await add('审批', '局长审批', 'Chief')
    await settings.getByLabel('处理人规则').selectOption({ label: '角色' })
    await settings.getByLabel('角色', { exact: true }).first().selectOption({ label: '局长' })
    await back('局长审批')
    await add('办理', '落实接待', 'Receive them')

    // Refused: money never passes by time; the way there is drawn.
    const proof = page.getByRole('region', { name: '校验', exact: true })
    await page.getByText('有 1 个问题，改正后才能发布').waitFor()
    // Whoever publishes all the same stands at the very setting that is wrong, with the way there drawn.
    await page.getByRole('button', { name: '发布' }).press('Enter')
    const limit = settings.getByLabel('到时', { exact: true })
    await expect.poll(() => limit.evaluate((box) => box === document.activeElement)).toBe(true)
    await expect.poll(() => canvas.locator('.canvas-line.is-shown').count()).toBeGreaterThan(1)
    await expect
      .poll(() => canvas.locator('.canvas-node.is-faulty .canvas-node-name').allInnerTexts())
      .toEqual(['警保与财务会签'])

    // Mended where the fault led, and published.
    await limit.selectOption({ label: '再请上级处理' })
    await proof.getByText('校验通过').waitFor()
    // What was mended is drawn no more.
    await expect.poll(() => canvas.locator('.canvas-line.is-shown').count()).toBe(0)
    const publish = page.getByRole('button', { name: '发布' })
    await expect.poll(() => publish.getAttribute('class')).not.toContain('is-blocked')
    await publish.click()
    await page.getByText('已提交，须第二人确认后生效').waitFor()
    await confirmChange(site, '来访接待申请')

    // It runs: nothing was built or started anew.
    const applicant = await site.as('ge43')
    const [type] = (await applicant.get<readonly DesignedType[]>('/api/workflow/designed_types/')).filter(
      ({ key }) => key === TYPE,
    )
    const amountField = type?.application?.amountField ?? ''
    const ticket = await applicant.file(TYPE, {
      title: '邻市支队来访',
      reason: '邻市刑侦支队来访交流',
      urgency: 'normal',
      content: '接待十人，工作餐两次',
      [amountField]: '12000.00',
    })
    ticketId = ticket.id
    expect(ticket.current.map(({ handlers }) => handlers.map(({ name }) => name))).toEqual([['章示壬']])
  })

  it('a tester runs the generated tests and random walks, and reads the report', async () => {
    await page.goto(`/workflow/workflow/${workflowId}/tests`)
    const figure = (name: string) => page.locator('.test-figures > div', { hasText: name }).locator('dd')
    await figure('用例').first().waitFor({ timeout: RUN })
    await expect.poll(() => figure('未通过').innerText()).toBe('0')
    await expect.poll(() => figure('环节覆盖').innerText()).toBe('5 / 5')
    await page.getByText('随机走查', { exact: true }).click()
    await page.getByRole('button', { name: '开始随机走查' }).click()
    await page.getByText(/种子 \d+/).waitFor()
    await figure('用例').first().waitFor({ timeout: RUN })
    await expect.poll(() => figure('未通过').innerText()).toBe('0')
    const [report] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: '下载报告' }).click(),
    ])
    expect(report.suggestedFilename()).toMatch(/\.xlsx$/)
  })

  it('an approver works through fifty tickets by keyboard: batch, return, added signers, transfer', async () => {
    const filed = [...(await fillQueue(site)), ...(await fillMore(site, FIFTY - 9))]
    const approver = await site.signedIn('zhang39', { path: '/workflow/ticketApproval' })
    const rows = approver.locator('.queue-row')
    // And the ticket of the type that nobody had an hour ago.
    await rows.nth(FIFTY - 1).waitFor()
    const press = (key: string) => approver.keyboard.press(key)
    const said = (text: RegExp, timeout?: number) =>
      approver
        .getByText(text)
        .first()
        .waitFor(timeout === undefined ? {} : { timeout })
    const current = () => approver.locator('.queue-row.is-current .queue-title').innerText()
    /** To a ticket from wherever the list is, up or down. */
    const goTo = async (title: string): Promise<void> => {
      const [from, to] = await rows.evaluateAll(
        (all, wanted) => [
          all.findIndex((row) => row.classList.contains('is-current')),
          all.findIndex((row) => row.querySelector('.queue-title')?.textContent === wanted),
        ],
        title,
      )
      if (from === undefined || to === undefined || to < 0) throw new Error(`${title} is not in the queue`)
      for (let step = 0; step < Math.abs(to - from); step++) await press(to > from ? 'j' : 'k')
      await expect.poll(() => current()).toBe(title)
    }
    const act = async (title: string, key: string, panel: string, fill: () => Promise<void>, done: RegExp) => {
      await goTo(title)
      await press(key)
      await approver.getByRole('dialog', { name: panel }).locator(':focus').waitFor()
      await fill()
      await press('Control+Enter')
      await said(done)
    }
    const pick = async (name: string): Promise<void> => {
      while ((await approver.evaluate(() => document.activeElement?.getAttribute('role'))) !== 'combobox')
        await press('Tab')
      await approver.keyboard.type(name)
      await approver
        .getByRole('option', { name: new RegExp(name) })
        .first()
        .waitFor()
      await press('Enter')
    }
    const titles = filed.map(({ title }) => title)
    const [, , , claim = '', , , network = '', meeting = ''] = titles
    const single = new Set([claim, network, meeting, '邻市支队来访'])
    // In the order of the list, as somebody goes through it; rows out of sight have a title that is not drawn.
    const batch = (await rows.locator('.queue-title').allTextContents()).filter(
      (title) => titles.includes(title) && !single.has(title),
    )
    expect(batch).toHaveLength(FIFTY - single.size)
    for (const title of batch) {
      await goTo(title)
      await press('x')
    }
    await press('b')
    await approver
      .getByRole('dialog', { name: `批量同意（${batch.length}）` })
      .locator('textarea:focus')
      .waitFor()
    await approver.keyboard.type('同意，注意安排好工作')
    await press('Control+Enter')
    await said(new RegExp(`已同意 ${batch.length} 项`), BATCH_MS)
    await rows.filter({ hasText: batch.at(-1) ?? '' }).waitFor({ state: 'detached' })
    const words = (text: string) => () => approver.keyboard.type(text)
    await act(claim, 'r', `退回 · ${claim}`, words('请补充经办人签字'), /已退回 /)
    await act(network, 's', `加签 · ${network}`, () => pick('云示癸'), /已加签 /)
    await act(meeting, 't', `转办 · ${meeting}`, () => pick('苏示甲'), /已转办 /)
    await act('邻市支队来访', 'a', '同意 · 邻市支队来访', words('请做好保障'), /已同意 /)
    // What was there before this morning is all that is left.
    await expect
      .poll(async () =>
        (await rows.locator('.queue-title').allTextContents()).filter((title) =>
          [...titles, ...single].includes(title),
        ),
      )
      .toEqual([])
    await approver.context().close()
  })

  it('an auditor replays a disputed ticket to the minute', async () => {
    await (await site.as('sun03')).act(ticketId, 'approve')
    const next = await (await site.as('yang15')).act(ticketId, 'approve', { comment: '场地已安排' })
    expect(next.current.map(({ handlers }) => handlers.map(({ name }) => name))).toEqual([['朱示己']])
    const auditor = await site.signedIn('bao59', { path: `/workflow/ticket/${ticketId}/replay` })
    await auditor.getByText('审批记录完整，未被改动').waitFor()
    const people = auditor.getByRole('region', { name: '当时的处理人' })
    // The countersign waits for the other one.
    await people.getByText('朱示己').waitFor()
    const event = auditor.locator('.replay-event')
    await auditor.getByRole('slider').press('Home')
    await event.getByText('提交').waitFor()
    const [moment = ''] = /\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/.exec(await event.innerText()) ?? []
    await auditor.getByRole('slider').press('End')
    await people.getByText('朱示己').waitFor()
    // To the very second in which it was filed: its leader had it, and nobody had decided.
    await auditor.getByRole('textbox', { name: '跳到时刻' }).fill(moment)
    await expect.poll(() => people.locator('li').count()).toBe(1)
    await expect.poll(() => people.locator('li').innerText()).toContain('章示壬')
    await auditor.context().close()
  })
})
