import type { Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectAccessible, goTo, openSite, type Site } from './harness.ts'

/** Where a branch can be taken: beside what stands in it. */
const grip = { x: 6, y: 12 }
/** As another tool draws it: two branches side by side, and a clock that calls somebody in. */
const drawn = `<?xml version="1.0"?><definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:c="http://camunda.org/schema/1.0/bpmn">
<process id="p" name="来访安排"><startEvent id="s"/><userTask id="letter" name="审核来函"/><parallelGateway id="fork"/>
<userTask id="place" name="安排场地" c:candidateGroups="logisticsOfficer"/><userTask id="car" name="安排用车"/><parallelGateway id="join"/>
<boundaryEvent id="late" attachedToRef="letter" cancelActivity="false"><timerEventDefinition><timeDuration>P2D</timeDuration></timerEventDefinition></boundaryEvent>
<userTask id="up" name="局长" c:candidateGroups="bureauLeader"/><endEvent id="e"/>
${[
  ['s', 'letter'],
  ['letter', 'fork'],
  ['fork', 'place'],
  ['fork', 'car'],
  ['place', 'join'],
  ['car', 'join'],
  ['join', 'e'],
  ['late', 'up'],
]
  .map(([from, to], index) => `<sequenceFlow id="f${index}" sourceRef="${from}" targetRef="${to}"/>`)
  .join('')}</process></definitions>`

describe('workflows as the system administrator reads them (20.9)', () => {
  let site: Site
  let page: Page
  beforeAll(async () => {
    site = await openSite()
    page = await site.signedIn('fang54')
    await goTo(page, '/workflow/workflow')
  })
  afterAll(() => site?.close())

  it('lists every workflow and draws the chosen one', async () => {
    await page.getByRole('button', { name: '日常费用报销', exact: true }).click()
    const chart = page.getByRole('region', { name: '流程图：日常费用报销' })
    await chart.waitFor()
    const states = await chart.locator('.diagram-label > span').allInnerTexts()
    expect(states.toSorted()).toEqual(
      ['开始', '部门领导审批', '财务审核', '分管领导审批', '财务负责人审批', '局长审批', '出纳付款', '结束'].toSorted(),
    )
  })

  it('says who acts in words, not in keys', async () => {
    const row = page.getByRole('row', { name: /财务审核/ })
    await expect.poll(() => row.innerText()).toContain('财务审核员')
  })

  it('proves it: every path ends (WFD-01)', async () => {
    await page.getByRole('button', { name: '校验', exact: true }).click()
    await page.getByText('校验通过：所有路径都能走到结束').waitFor()
  })

  it('hands out its statechart as a file', async () => {
    await page.getByRole('button', { name: '日常费用报销的更多操作' }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: '导出 XState' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('financialReimbursementOne.xstate.json')
  })

  it('is designed, refused with a path, mended, published, and followed by the next application (20.9, 25.10)', async () => {
    const administrator = await site.as('fang54')
    const workflows = await administrator.get<readonly { readonly id: number; readonly key: string }[]>(
      '/api/workflow/workflow/?limit=100',
    )
    await goTo(page, `/workflow/workflow/${workflows.find(({ key }) => key === 'otherBusiness')?.id}/edit`)
    const proof = page.getByRole('region', { name: '校验', exact: true })
    await proof.getByText('校验通过').waitFor()
    const publish = page.getByRole('button', { name: '发布' })
    await page.getByText('暂无修改').waitFor()

    // By keyboard: to the first state, and a new one after it.
    const canvas = page.getByRole('region', { name: '流程图', exact: true })
    await canvas.focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('+')
    await page.getByRole('dialog').getByRole('button', { name: '审批' }).press('Enter')
    const states = canvas.locator('.canvas-node-name')
    await canvas.locator('.canvas-node.is-selected', { hasText: '审批' }).waitFor()
    await expect.poll(() => canvas.locator('.canvas-node.is-selected .canvas-node-name').innerText()).toBe('审批')

    const settings = page.getByRole('complementary', { name: '设置' })
    await settings.getByLabel('名称（中文）').fill('警保联合会签')
    await settings.getByLabel('名称（英文）').fill('Joint countersign')
    await settings.getByLabel('处理人规则').selectOption({ label: '角色' })
    await settings.getByLabel('角色', { exact: true }).first().selectOption({ label: '警保内勤' })
    await settings.getByRole('button', { name: '再加一组' }).click()
    // Departments are searched, for a leader and for whom the work may be handed to.
    const departments = settings.getByRole('combobox', { name: '部门', exact: true })
    const choose = async (name: string, word: string): Promise<void> => {
      await departments.last().fill(word)
      await page.getByRole('option', { name, exact: true }).click()
      await page.getByRole('listbox').waitFor({ state: 'detached' })
    }
    await choose('刑事侦查支队', '刑事')
    await expect.poll(() => departments.last().inputValue()).toContain('刑事侦查支队')
    await departments.last().fill('')
    await departments.last().press('Escape')
    await page.getByRole('listbox').waitFor({ state: 'detached' })
    await expect.poll(() => departments.last().getAttribute('placeholder')).toBe('申请人所在部门')
    await settings.getByLabel('可以转办、委托、加签给谁').selectOption({ label: '只能是下列部门或角色的人员' })
    await choose('财务科', '财务')
    const named = settings.getByRole('list', { name: '部门' }).getByRole('listitem')
    await expect.poll(() => named.allInnerTexts()).toEqual(['警务保障部-财务科'])
    await settings.getByRole('button', { name: /移除.*财务科/ }).click()
    await settings.getByLabel('可以转办、委托、加签给谁').selectOption({ label: '任何在岗人员' })
    await settings.getByText('会签：所有人都同意才通过').click()
    await settings.getByRole('button', { name: '添加条件', exact: true }).click()
    await settings.getByLabel('比较对象').selectOption({ label: '一档金额（T1）' })
    await settings.getByText('金额大于一档金额（T1）').first().waitFor()
    await settings.getByRole('button', { name: '添加时限' }).click()
    await settings.getByLabel('到时', { exact: true }).selectOption({ label: '自动通过' })
    await settings.getByText('必须手写签名').click()

    await proof.getByText('发现 1 个问题').waitFor()
    await page.getByText('有 1 个问题，改正后才能发布').waitFor()
    await proof.locator('.proof-fault', { hasText: '却超时自动通过' }).click()
    await expect.poll(() => canvas.locator('.canvas-line.is-shown').count()).toBe(2)
    await expectAccessible(page, 'the designer with a fault')
    // Away from it, and by one press back to the setting that mends it.
    await page.getByRole('tab', { name: '表单' }).click()
    await publish.click()
    const limit = settings.getByLabel('到时', { exact: true })
    await expect.poll(() => limit.evaluate((box) => box === document.activeElement)).toBe(true)
    await canvas.locator('.canvas-node', { hasText: '申请人确认' }).click()
    await proof.getByRole('button', { name: /^去修改/ }).click()
    await expect.poll(() => limit.evaluate((box) => box === document.activeElement)).toBe(true)
    await settings.getByText('必须手写签名').click()
    await limit.selectOption({ label: '再请上级处理' })
    await proof.getByText('校验通过').waitFor()

    // A slip, and back again.
    await canvas.locator('.canvas-node', { hasText: '申请人确认' }).click()
    await page.keyboard.press('Delete')
    await expect.poll(() => states.count()).toBe(4)
    await page.keyboard.press('Control+z')
    await expect.poll(() => states.count()).toBe(5)

    await page.getByText('暂无修改').waitFor({ state: 'detached' })
    await page.getByText('草稿已保存').waitFor()
    await proof.getByText('校验通过').waitFor()
    await expect.poll(() => publish.getAttribute('class')).not.toContain('is-blocked')
    await publish.click()
    const toast = page.locator('.toast', { hasText: '已发布第 2 版' })
    await toast.waitFor()
    // It covers nothing that is pressed at the head of the page, and leads on.
    const [message, button] = [(await toast.boundingBox())!, (await publish.boundingBox())!]
    expect(message.y + message.height <= button.y || message.y >= button.y + button.height).toBe(true)
    await toast.getByRole('button', { name: '查看自动测试' }).click()
    await page.getByRole('heading', { level: 1, name: '自动测试：其他事项' }).waitFor()
    await page.getByRole('navigation', { name: '这个流程的各页' }).getByRole('link', { name: '运行情况' }).click()
    await page.getByRole('heading', { level: 1, name: '运行情况：其他事项' }).waitFor()
    await page.getByRole('button', { name: '看第 1 版' }).click()
    const table = page.locator('.state-scroll')
    await table.waitFor()
    expect(await table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)

    const applicant = await site.as('ge43')
    const ticket = await applicant.file('otherBusiness', {
      title: '专案指挥室设备采购',
      reason: '专案指挥室需要临时增加显示设备',
      urgency: 'normal',
      bizType: 'IT',
      content: '指挥室需要临时增加两块显示屏和线材',
      amount: '12000.00',
    })
    const next = await (await site.as('zhang39')).act(ticket.id, 'approve')
    expect(next.current.map(({ state, handlers }) => [state, handlers.length > 1])).toEqual([['approve', true]])
  })

  it('reads as cards on a phone, and leads to what mends a fault in front of the picture', async () => {
    const phone = await site.signedIn('fang54', { width: 390, language: 'en', theme: 'dark' })
    const fits = async (): Promise<void> =>
      expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    await goTo(phone, '/workflow/workflow?search=otherBusiness')
    const card = phone.locator('.list-card', { hasText: 'General request' })
    await card.waitFor()
    await fits()
    await expectAccessible(phone, 'the workflows on a phone')
    const id = new URL(page.url()).pathname.split('/')[3]
    await goTo(phone, `/workflow/workflow/${id}/use?version=1`)
    await phone.locator('.list-card').first().waitFor()
    expect(await phone.locator('.state-scroll').count()).toBe(0)
    await fits()
    await goTo(phone, `/workflow/workflow/${id}/moves`)
    await phone.locator('.list-card').first().waitFor()
    await fits()
    await goTo(phone, `/workflow/workflow/${id}/edit`)
    await phone.locator('.canvas-node').first().waitFor()
    await fits()
    await expectAccessible(phone, 'the designer on a phone')
    await phone.context().close()
  })

  it('is drawn elsewhere, comes in as a BPMN file, and its branches are carried by the mouse (20.9, 25.11)', async () => {
    await goTo(page, '/workflow/workflow')
    await page.getByRole('button', { name: '导入', exact: true }).click()
    const choose = page.getByRole('dialog', { name: '导入' })
    const give = (text: string) =>
      choose
        .locator('input[type=file]')
        .setInputFiles({ name: 'visit.bpmn', mimeType: 'application/xml', buffer: Buffer.from(text) })
    await give(drawn.replace('<endEvent', '<complexGateway'))
    await choose.getByText('元素“e”的类型“复杂网关”不能导入').waitFor()
    await give(drawn)
    const naming = page.getByRole('dialog', { name: '导入 visit.bpmn' })
    // What the file did not say is told before anything is taken over.
    const guessed = naming.getByRole('region', { name: '推测' })
    await guessed.getByText('“安排用车”没有写明处理人，暂定为本部门领导').waitFor()
    await guessed.getByText('文件中没有表单，新建了一张表单').waitFor()
    await expectAccessible(page, 'what became of a file')
    await naming.getByRole('button', { name: '下一步' }).click()
    await expect.poll(() => naming.getByRole('textbox', { name: '名称', exact: true }).inputValue()).toBe('来访安排')
    await naming.getByRole('textbox', { name: /^单号前缀/ }).fill('LA')
    await naming.getByRole('button', { name: '导入' }).click()
    await page.getByRole('heading', { level: 1, name: '设计流程：来访安排' }).waitFor()

    const canvas = page.getByRole('region', { name: '流程图', exact: true })
    const lanes = canvas.locator('.canvas-lane')
    const column = async (name: string) => (await canvas.locator('.canvas-node', { hasText: name }).boundingBox())!
    await canvas.locator('.canvas-node', { hasText: '安排场地' }).waitFor()
    expect((await column('安排场地')).x).toBeLessThan((await column('安排用车')).x)
    await lanes.nth(0).dragTo(lanes.nth(1), { sourcePosition: grip, targetPosition: grip })
    await expect.poll(async () => (await column('安排场地')).x > (await column('安排用车')).x).toBe(true)

    // The branches as a whole, before what came before them; and back by keyboard.
    const fork = canvas.locator('.canvas-node.is-gate').first()
    expect((await fork.boundingBox())!.y).toBeGreaterThan((await column('审核来函')).y)
    await fork.dragTo(canvas.locator('.canvas-plus').first())
    await expect.poll(async () => (await fork.boundingBox())!.y < (await column('审核来函')).y).toBe(true)
    await page.keyboard.press('Control+z')
    await page.keyboard.press('Control+z')
    await expect.poll(async () => (await column('安排场地')).x < (await column('安排用车')).x).toBe(true)
    await page.getByText('草稿已保存').waitFor()
  })

  it('tells two versions apart by what they do to applications (25.11)', async () => {
    await goTo(page, '/workflow/workflow?search=otherBusiness')
    await page.getByRole('button', { name: '其他事项的更多操作' }).click()
    await page.getByRole('menuitem', { name: '历史版本' }).click()
    const history = page.getByRole('dialog', { name: '历史版本：其他事项' })
    await history.getByText('新增环节“警保联合会签”').waitFor()
    await expect.poll(() => history.locator('.workflow-detours').innerText()).toContain('金额')
    await page.keyboard.press('Escape')
    await goTo(page, '/workflow/workflow-state?search=approve&kind=approve')
    await page.getByRole('row', { name: /警保联合会签/ }).waitFor()
  })
})
