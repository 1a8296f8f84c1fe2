/** SYS-137 in the browser: an administrator publishes, the finance leader sees it where approvals are, and confirms or refuses. */
import type { Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { answer, expectAccessible, openSite, type Site } from './harness.ts'

describe('changes that the owner of a group confirms (SYS-137)', () => {
  let site: Site
  let admin: Page
  let owner: Page
  beforeAll(async () => {
    site = await openSite()
    admin = await site.signedIn('fang54')
    owner = await site.signedIn('qin17')
  })
  afterAll(() => site?.close())

  const NAME = '事前审批'
  const disable = async (): Promise<void> => {
    await admin.goto('/workflow/workflow')
    await admin.getByRole('button', { name: `${NAME}的更多操作`, exact: true }).click()
    await admin.getByRole('menuitem', { name: '停用', exact: true }).click()
    await answer(admin, NAME)
    await admin.getByText('已提交，须第二人确认后生效').waitFor()
    await admin.getByText('有1项变更待确认').waitFor()
  }

  it('leads the owner from the approvals to the change, who refuses with a reason that the proposer reads (SYS-137)', async () => {
    await disable()
    await owner.goto('/workflow/ticketApproval?view=delegated')
    await owner.getByText('有1项变更待您确认').waitFor()
    await expectAccessible(owner, 'approvals with a change to confirm')
    await owner.getByRole('link', { name: '查看', exact: true }).click()
    await owner.getByRole('button', { name: `查看“${NAME}”`, exact: true }).click()
    const sheet = owner.getByRole('dialog')
    await sheet.getByText('停用后，任何人不能再提交该类申请；在办工单继续办理').waitFor()
    await sheet.getByRole('button', { name: '拒绝', exact: true }).click()
    await sheet.getByRole('textbox', { name: '拒绝原因（5至200字）', exact: true }).fill('年底前仍需使用该流程')
    await expectAccessible(owner, 'a change that is refused')
    await sheet.getByRole('button', { name: '拒绝', exact: true }).click()
    await owner.getByText('暂无待确认的变更').waitFor()
    await expectAccessible(owner, 'no changes to confirm')

    await admin.goto('/workflow/proposal?state=decided')
    await admin.getByRole('button', { name: `查看“${NAME}”`, exact: true }).click()
    await admin.getByRole('dialog').getByText('原因：年底前仍需使用该流程').waitFor()
  })

  it('puts the change in force when the owner confirms it, and the administrator sees it (SYS-137)', async () => {
    await disable()
    await owner.goto('/workflow/proposal')
    await owner.getByRole('button', { name: `查看“${NAME}”`, exact: true }).click()
    await owner.getByRole('dialog').getByRole('button', { name: '确认生效', exact: true }).click()
    await answer(owner, `确定让“${NAME}”的变更生效吗？`, '确认生效')
    await owner.getByText('已确认，变更已生效').waitFor()
    await expect.poll(() => admin.getByText('有1项变更待确认').count()).toBe(0)
  })
})
