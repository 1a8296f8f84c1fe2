import type { Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { complaintsOf, openSite, type Site } from './harness.ts'

const languages = {
  zhHans: {
    from: '2026-03-16',
    to: '2026-03-17',
    title: '三月探亲假',
    label: { title: '标题', reason: '申请理由', start: '开始日期', end: '结束日期', destination: '去向' },
    left: ['剩余天数', '3.0'],
    days: ['天数', '2.0'],
    submit: '提交',
    route: '流程预览',
    leader: '章示壬',
    skipped: '请假不超过3天，无需分管领导审批',
    approve: '同意',
    tickets: '待审批',
    step: { before: ['部门领导审批', '进行中'], after: ['部门领导审批', '已完成'] },
    used: '9.0',
    remaining: '1.0',
  },
  en: {
    from: '2026-03-19',
    to: '2026-03-19',
    title: 'A day in March',
    label: { title: 'Title', reason: 'Reason', start: 'First day', end: 'Last day', destination: 'Destination' },
    left: ['Balance', '1.0'],
    days: ['Days', '1.0'],
    submit: 'Submit',
    route: 'Approval flow',
    leader: 'Zhang Shiren',
    skipped: 'Leave of 3 days or less needs no division leader',
    approve: 'Approve',
    tickets: 'Awaiting my approval',
    step: { before: ['Department leader', 'In progress'], after: ['Department leader', 'Completed'] },
    used: '10.0',
    remaining: '0.0',
  },
} as const

let site: Site
beforeAll(async () => {
  site = await openSite('embedded')
})
afterAll(() => site?.close())

describe.each(['zhHans', 'en'] as const)('a leave application in %s', (language) => {
  const words = languages[language]
  let pan: Page
  let zhang: Page
  let complaints: (readonly string[])[]
  const box = (name: string) => pan.getByRole('textbox', { name, exact: true })
  beforeAll(async () => {
    ;[pan, zhang] = await Promise.all([site.signedIn('pan42', { language }), site.signedIn('zhang39', { language })])
    complaints = [complaintsOf(pan), complaintsOf(zhang)]
  })
  afterAll(() => Promise.all([pan?.context().close(), zhang?.context().close()]))

  it('shows the route with names and the live quota while it is filled in (APP-SHELL, 23.8)', async () => {
    await zhang.goto('/workflow/ticket')
    await pan.goto('/workflow/receive/leaveApproval')
    await box(words.label.start).fill(words.from)
    await box(words.label.end).fill(words.to)
    const checks = pan.locator('.ticket-checks')
    await checks
      .locator('.figures > div', { hasText: words.days[0] })
      .filter({ hasText: words.days[1] })
      .last()
      .waitFor()
    await expect
      .poll(() => checks.locator('.figures > div', { hasText: words.left[0] }).first().innerText())
      .toContain(words.left[1])
    const route = pan.getByRole('region', { name: words.route })
    await route.getByText(words.skipped).first().waitFor()
    await expect.poll(() => route.getByRole('listitem').first().innerText()).toContain(words.leader)
  })

  it('appears in the leader’s list and counter without a reload (HOM-02, HOM-03)', async () => {
    const tab = zhang.getByRole('tab', { name: words.tickets })
    const counter = tab.locator('.bp6-tag')
    await counter.waitFor()
    const waiting = Number(await counter.innerText())
    await box(words.label.title).fill(words.title)
    await box(words.label.reason).fill('回原籍探望父母')
    await box(words.label.destination).fill('省会示例市')
    await pan.getByRole('button', { name: words.submit, exact: true }).click()
    await pan.waitForURL(/\/workflow\/ticket\/\d+$/)
    await counter.getByText(String(waiting + 1), { exact: true }).waitFor()
    await zhang.getByRole('link', { name: words.title }).waitFor()
  })

  it('is approved in the approval centre, and the applicant’s page moves on by itself', async () => {
    const step = pan.locator('.step', { hasText: words.step.before[0] }).first()
    await step.getByText(words.step.before[1], { exact: true }).waitFor()
    await zhang.goto('/workflow/ticketApproval')
    const row = zhang.locator('.queue-button', { hasText: words.title })
    await row.click()
    await zhang.getByRole('heading', { level: 1, name: words.title }).waitFor()
    await zhang.getByRole('toolbar').getByRole('button', { name: words.approve, exact: true }).click()
    await zhang.getByRole('dialog').getByRole('button', { name: words.approve, exact: true }).click()
    await row.waitFor({ state: 'detached' })
    await step.getByText(words.step.after[1], { exact: true }).waitFor()
    await expect.poll(() => step.innerText()).toContain(words.leader)
  })

  it('leaves its days in the register of quotas (LEV-01)', async () => {
    const wei = await site.signedIn('wei11', { language })
    const { id } = await (await site.as('pan42')).get<{ id: number }>('/api/system/user/user_info/')
    await wei.goto(
      `/workflow/receive/leaveApproval?tab=register&record=leaveQuota&userId=${id}&leaveType=annual&year=2026`,
    )
    const row = wei.getByRole('row', { name: /潘示乙|Pan Shiyi/ })
    await row.waitFor()
    const cells = await row.getByRole('cell').allInnerTexts()
    expect(cells).toEqual(expect.arrayContaining(['10.0', words.used, words.remaining]))
    await wei.context().close()
  })

  it('leaves no complaint in either browser', () => {
    expect(complaints).toEqual([[], []])
  })
})
