import type { Page } from '@playwright/test'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTokens } from '#src/server/access/tokens.ts'
import { keys, START } from '#tests/harness/server.ts'
import { leaveForm } from '#tests/harness/tickets.ts'
import { PASSWORD } from './caller.ts'
import { answer, openSite, type Site } from './harness.ts'

const EXPIRED_HOURS = 2

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site?.close())

const tokenOf = async (page: Page): Promise<string> =>
  (await page.context().cookies()).find(({ name }) => name === 'token')?.value ?? ''

/** From now on the server finds this window's present access token expired. */
async function expire(page: Page): Promise<void> {
  const access = await tokenOf(page)
  const { sub, sid } = decodeJwt(access)
  const before = new Date(Date.parse(START) - EXPIRED_HOURS * 3_600_000)
  const expired = await createTokens(Buffer.from(keys.JWT_SECRET)).sign(
    { userId: Number(sub), sessionId: String(sid) },
    before,
  )
  await page.route('**/api/**', async (route) => {
    const headers = await route.request().allHeaders()
    const isOld = headers.authorization === `Bearer ${access}`
    await route.continue(isOld ? { headers: { ...headers, authorization: `Bearer ${expired}` } } : {})
  })
}

async function writeLeave(page: Page, reason: string): Promise<void> {
  await page.goto('/workflow/receive/leaveApproval')
  await page.getByRole('textbox', { name: '申请理由', exact: true }).fill(reason)
}

describe('the session in the browser', () => {
  it('§2 leads to the sign-in page without a token, clears the cookies, and goes back to the page asked for', async () => {
    const context = await site.profile()
    // What is left of somebody whose token is gone.
    const left = { person: '{"username":"ge43","remember":true}', userInfo: '{"name":"葛示丙"}' }
    await context.addCookies(
      Object.entries(left).map(([name, value]) => ({ name, value: encodeURIComponent(value), url: site.url })),
    )
    const page = await context.newPage()
    await page.goto('/workflow/ticket?label=submitted')
    await page.waitForURL('**/login?from=*')
    await page.locator('#username').waitFor()
    expect((await context.cookies()).filter(({ name }) => name in left)).toEqual([])
    await page.locator('#username').fill('pan42')
    await page.locator('input[name=current-password]').fill(PASSWORD)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/workflow/ticket?label=submitted')
    await page.context().close()
  })

  it('signs out every tab of the browser at once', async () => {
    const first = await site.signedIn('pan42')
    const second = await first.context().newPage()
    await second.goto('/workflow/applications')
    await second.getByRole('heading', { level: 1 }).waitFor()
    await first.getByRole('button', { name: '潘示乙的账号菜单' }).click()
    await first.getByRole('menuitem', { name: '退出登录' }).click()
    // The server has ended the session, and its answer is still on the way: the other tab goes because it was told, not because it was refused.
    await first.route('**/api/logout/', async (route) => {
      const response = await route.fetch()
      await second.waitForURL('**/login')
      await route.fulfill({ response })
    })
    await answer(first, '此操作将退出登录')
    await Promise.all([first.waitForURL('**/login'), second.waitForURL('**/login')])
    await second.locator('#username').waitFor()
    expect(await second.getByText('令牌已过期').count()).toBe(0)
    expect(await tokenOf(first)).toBe('')
    await first.context().close()
  })

  it('renews an expired token while a long form is filled in, and nobody notices (S12.3)', async () => {
    const page = await site.signedIn('ge43')
    await writeLeave(page, '回原籍探望父母')
    await expire(page)
    let renewals = 0
    page.on('request', (request) => {
      if (new URL(request.url()).pathname.endsWith('/token/refresh/')) renewals += 1
    })
    await page.getByRole('button', { name: '保存草稿' }).click()
    await page.getByText('草稿已保存').waitFor()
    expect(renewals).toBe(1)
    expect(new URL(page.url()).pathname).toBe('/workflow/receive/leaveApproval')
    await page.context().close()
  })

  it('ends at the sign-in page when the refresh token is revoked, and offers what was written afterwards (S12.3)', async () => {
    const page = await site.signedIn('xi44')
    await writeLeave(page, '返乡处理家庭事务')
    page.on('dialog', (dialog) => void dialog.accept())
    await page
      .context()
      .request.post('/api/logout/', { headers: { authorization: `Bearer ${await tokenOf(page)}` }, data: {} })
    await page.waitForURL('**/login?from=*')
    await page.getByRole('alert').getByText('令牌已过期，请重新登录').waitFor()
    await page.locator('#username').fill('xi44')
    await page.locator('input[name=current-password]').fill(PASSWORD)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/workflow/receive/leaveApproval')
    await page.getByRole('button', { name: '恢复', exact: true }).click()
    await page.waitForFunction(
      () => document.querySelector<HTMLTextAreaElement>('#apply-reason')?.value === '返乡处理家庭事务',
    )
    await page.context().close()
  })

  it('offers the forms of records that were open when the sign-in expired: one to edit and one to create', async () => {
    const page = await site.signedIn('fang54')
    page.on('dialog', (dialog) => void dialog.accept())
    const field = (name: string) => page.getByRole('dialog').getByRole('textbox', { name, exact: true })
    const expireAndReturn = async (): Promise<void> => {
      await page
        .context()
        .request.post('/api/logout/', { headers: { authorization: `Bearer ${await tokenOf(page)}` }, data: {} })
      await page.waitForURL('**/login?from=*')
      await page.locator('#username').fill('fang54')
      await page.locator('input[name=current-password]').fill(PASSWORD)
      await page.keyboard.press('Enter')
      await page.waitForURL('**/system/dept')
      await page.getByRole('button', { name: '恢复', exact: true }).click()
    }
    await page.goto('/system/dept')
    await page.getByRole('button', { name: '督察审计处: 更多', exact: true }).click()
    await page.getByRole('menuitem', { name: '编辑', exact: true }).click()
    await field('电话').fill('0000-1234')
    await expireAndReturn()
    await expect.poll(() => field('电话').inputValue()).toBe('0000-1234')
    await expect.poll(() => page.getByRole('button', { name: '恢复', exact: true }).count()).toBe(0)
    await page.getByRole('button', { name: '保存', exact: true }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: '新建', exact: true }).click()
    await field('部门名称').fill('技术科')
    await expireAndReturn()
    await expect.poll(() => field('部门名称').inputValue()).toBe('技术科')
    await page.context().close()
  })

  it('offers the decision and the comment that were being written about a ticket when the sign-in expired', async () => {
    const pan = await site.as('pan42')
    const { id } = await pan.file('leaveApproval', leaveForm('2026-04-08', '2026-04-08'))
    const page = await site.signedIn('zhang39')
    page.on('dialog', (dialog) => void dialog.accept())
    await page.goto(`/workflow/ticket/${id}`)
    const comment = page.getByRole('textbox', { name: '评论', exact: true })
    await page.getByRole('tab', { name: '评论', exact: true }).click()
    await comment.fill('请补充说明')
    await page.getByRole('toolbar').getByRole('button', { name: '驳回', exact: true }).click()
    const reason = page.getByRole('dialog').locator('textarea')
    await reason.fill('日期与专案会议冲突')
    await page
      .context()
      .request.post('/api/logout/', { headers: { authorization: `Bearer ${await tokenOf(page)}` }, data: {} })
    await page.waitForURL('**/login?from=*')
    await page.locator('#username').fill('zhang39')
    await page.locator('input[name=current-password]').fill(PASSWORD)
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/workflow/ticket/${id}`)
    await page.locator('.comments').getByRole('button', { name: '恢复', exact: true }).click()
    await expect.poll(() => comment.inputValue()).toBe('请补充说明')
    await page.getByRole('button', { name: '恢复', exact: true }).click()
    await expect.poll(() => reason.inputValue()).toBe('日期与专案会议冲突')
    await expect.poll(() => page.getByRole('button', { name: '恢复', exact: true }).count()).toBe(0)
    await page.context().close()
  })

  it('tells the second of two tabs that the ticket has moved on (S12.2, TKT-02)', async () => {
    const pan = await site.as('pan42')
    const { id } = await pan.file('leaveApproval', leaveForm('2026-03-16', '2026-03-16'))
    const first = await site.signedIn('zhang39')
    const second = await first.context().newPage()
    for (const page of [first, second]) {
      await page.goto(`/workflow/ticket/${id}`)
      await page.getByRole('toolbar').getByRole('button', { name: '同意', exact: true }).click()
      // Until the dialog is there the page moves on by itself.
      await page.getByRole('dialog').waitFor()
    }
    const approve = (page: Page) => page.getByRole('dialog').getByRole('button', { name: '同意', exact: true })
    await approve(first).click()
    await first.getByRole('dialog').waitFor({ state: 'detached' })
    await second.getByRole('button', { name: '工单已更新，请刷新' }).waitFor()
    await second.getByRole('dialog').getByRole('alert').filter({ hasText: '已同意' }).waitFor()
    expect(await approve(second).getAttribute('aria-disabled')).toBe('true')
    await second.keyboard.press('Escape')
    await second.getByRole('dialog').waitFor({ state: 'detached' })
    await second.getByRole('button', { name: '工单已更新，请刷新' }).click()
    await second.getByRole('button', { name: '同意', exact: true }).waitFor({ state: 'detached' })
    await first.context().close()
  })
})
