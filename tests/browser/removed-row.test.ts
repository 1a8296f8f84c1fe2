import type { Locator, Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { WireTicket } from '#tests/harness/tickets.ts'
import { openSite, type Site, tick } from './harness.ts'
import { fillQueue } from './queue.ts'

/** Every dialog stays with the ticket it was opened for when that ticket is taken away (TKT-02). */
describe('a row is taken away while its dialog is open', () => {
  let site: Site
  let page: Page
  let filed: readonly WireTicket[]
  beforeAll(async () => {
    site = await openSite()
    filed = await fillQueue(site)
    page = await site.signedIn('zhang39', { path: '/workflow/ticketApproval' })
    await page.locator('.queue-button').first().waitFor()
  })
  afterAll(() => site?.close())

  const applicants = ['ge43', 'xi44', 'fan45', 'pan42', 'su41', 'yun40', 'xi44', 'fan45'] as const
  const ticket = (at: number): WireTicket => filed[at] as WireTicket
  const dialog = () => page.getByRole('dialog')
  const withdraw = async (at: number): Promise<void> => {
    await (await site.as(applicants[at] ?? '')).act(ticket(at).id, 'withdraw')
  }
  const statusOf = async (id: number): Promise<string> =>
    (await (await site.as('zhang39')).get<WireTicket>(`/api/workflow/ticket/${id}/`)).status
  const others = (): Promise<readonly string[]> => Promise.all(filed.slice(-2).map(({ id }) => statusOf(id)))
  /** Opens a ticket of the centre, presses the key, and writes. */
  const write = async (at: number, key: string, comment: string): Promise<void> => {
    await page.locator(`#queue-${ticket(at).id}`).click()
    await page.getByRole('toolbar').getByRole('button', { name: '同意' }).waitFor()
    await page.keyboard.press(key)
    await dialog().locator('textarea:focus').waitFor()
    await page.keyboard.type(comment)
  }
  /** The dialog says what happened, keeps the words, and takes no key. */
  const expectOver = async (no: string, said: RegExp, comment: string): Promise<void> => {
    await dialog().getByRole('alert').filter({ hasText: said }).waitFor()
    expect(await dialog().locator('textarea').inputValue()).toBe(comment)
    expect(await dialog().locator('button[type=submit]').getAttribute('aria-disabled'), no).toBe('true')
    await dialog().locator('textarea').press('Control+Enter')
  }
  const isFocused = (button: Locator): Promise<boolean> => button.evaluate((one) => one === document.activeElement)
  const goOn = async (): Promise<void> => {
    await dialog().getByRole('button', { name: '知道了' }).click()
    await dialog().waitFor({ state: 'detached' })
  }

  it.each([
    ['a', 0, '申请人 葛'],
    ['r', 1, '申请人 奚'],
    ['d', 2, '申请人 范'],
  ] as const)('WF-02 withdrawn under the key %s: nothing is decided on the next', async (key, at, who) => {
    await write(at, key, '情况属实，照此办理')
    await withdraw(at)
    await expectOver(ticket(at).no, new RegExp(`${who}.* \\d\\d:\\d\\d 已撤回，您的意见未提交`), '情况属实，照此办理')
    await goOn()
    expect(await others()).toEqual(['running', 'running'])
    // The page still shows it, until the person moves on.
    await page.getByRole('button', { name: '下一项' }).click()
    await page.locator('.queue-button[aria-current=true]:focus').waitFor()
  })

  it('transferred from another window of the same person', async () => {
    await write(3, 'a', '同意报销')
    const me = await site.as('zhang39')
    const helpers = await me.get<readonly { readonly id: number }[]>(`/api/workflow/ticket/${ticket(3).id}/helpers/`)
    await me.act(ticket(3).id, 'transfer', { userId: helpers[0]?.id })
    await expectOver(ticket(3).no, /\d\d:\d\d 已转办，您的意见未提交/, '同意报销')
    await goOn()
    await page.getByRole('button', { name: '下一项' }).click()
  })

  it('decided from another window: the same decision has arrived', async () => {
    await write(4, 'a', '同意')
    await (await site.as('zhang39')).act(ticket(4).id, 'approve')
    await expectOver(ticket(4).no, /已同意，您的操作已生效/, '同意')
    await goOn()
    await page.getByRole('button', { name: '下一项' }).click()
  })

  it('a reminder leaves the decision open, after a look at it', async () => {
    await write(5, 'a', '同意')
    await (await site.as(applicants[5])).act(ticket(5).id, 'comment', { comment: '请尽快' })
    await dialog().getByRole('alert').filter({ hasText: '发表了评论' }).waitFor()
    await dialog().getByRole('button', { name: '按最新内容继续' }).click()
    await dialog().locator('button[type=submit]').click()
    await dialog().waitFor({ state: 'detached' })
    await page.locator('.queue-button[aria-current=true]:focus').waitFor()
    expect(await statusOf(ticket(5).id)).toBe('running')
    expect(await others()).toEqual(['running', 'running'])
  })

  it('WF-17 a batch leaves out what was withdrawn, and says so', async () => {
    await page.goto('/workflow/ticket?label=pendingApproval')
    for (const at of [6, 7]) await tick(page.locator('tr', { hasText: ticket(at).title }).getByRole('checkbox'))
    await page.getByRole('button', { name: /^批量同意/ }).click()
    await dialog().locator('textarea').fill('统一同意')
    await withdraw(6)
    await dialog().locator('.batch-gone').filter({ hasText: '已撤回' }).waitFor()
    expect(await dialog().locator('textarea').inputValue()).toBe('统一同意')
    await dialog().getByRole('button', { name: '取消' }).click()
    // The question above the dialog is answered by keys: the dialog below leaves it the focus.
    const confirm = page.getByRole('alertdialog').getByRole('button', { name: '确认' })
    await confirm.waitFor()
    for (let tabs = 0; tabs < 4 && !(await isFocused(confirm)); tabs++) await page.keyboard.press('Tab')
    expect(await isFocused(confirm)).toBe(true)
    await page.keyboard.press('Enter')
    await dialog().waitFor({ state: 'detached' })
  })

  it('the drawer of a list and the dialog above it stay when their row leaves', async () => {
    const row = page.locator('tr', { hasText: ticket(7).title })
    await row.getByRole('button', { name: /^处理/ }).click()
    await dialog().getByRole('toolbar').getByRole('button', { name: '同意' }).click()
    const decision = dialog()
      .filter({ has: page.locator('textarea') })
      .last()
    await decision.locator('textarea').fill('同意布置会场')
    await withdraw(7)
    await decision.getByRole('alert').filter({ hasText: '已撤回，您的意见未提交' }).waitFor()
    expect(await decision.locator('textarea').inputValue()).toBe('同意布置会场')
    await row.waitFor({ state: 'detached' })
    expect(await statusOf(ticket(7).id)).not.toBe('completed')
  })
})
