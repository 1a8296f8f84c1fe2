import type { Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { UNDO_SPAN_MS } from '#machines/ticketPage/ticketPage.ts'
import type { WireTicket } from '#tests/harness/tickets.ts'
import { expectAccessible, goWithin, openSite, type Site } from './harness.ts'
import { fillMore, fillQueue } from './queue.ts'

const CENTRE = '/workflow/ticketApproval'
const WORDS = '情况属实，同意'

describe('20.8 a decision can be undone for 5 s', () => {
  let site: Site
  let page: Page
  let filed: readonly WireTicket[]
  beforeAll(async () => {
    site = await openSite()
    filed = await fillQueue(site)
    page = await site.signedIn('zhang39', { path: CENTRE, hasUndo: true })
    await page.evaluate((span) => {
      const start = window.setTimeout.bind(window)
      const timing = window as { isUndoHeld?: boolean }
      window.setTimeout = ((run: () => void, ms?: number) =>
        start(run, ms === span && timing.isUndoHeld === true ? 60 * span : ms)) as typeof window.setTimeout
    }, UNDO_SPAN_MS)
    await hold(true)
  })
  afterAll(() => site?.close())

  /** Whether the time to undo is a long one, so that it does not end before the test has looked. */
  const hold = (isHeld: boolean): Promise<void> =>
    page.evaluate((is) => {
      ;(window as { isUndoHeld?: boolean }).isUndoHeld = is
    }, isHeld)
  const ticket = (at: number): WireTicket => filed[at] as WireTicket
  const row = (at: number) => page.locator(`#queue-${ticket(at).id}`)
  const strip = () => page.locator('.decision-strip')
  /** Whether the approver still has the task, by the server. */
  const isOpen = async (at: number): Promise<boolean> => {
    const seen = await (await site.as('zhang39')).get<{ readonly allowedActions: readonly string[] }>(
      `/api/workflow/ticket/${ticket(at).id}/`,
    )
    return seen.allowedActions.includes('approve')
  }
  const decide = async (at: number, words = WORDS): Promise<void> => {
    await row(at).click()
    await page.getByRole('toolbar').getByRole('button', { name: '同意' }).waitFor()
    await page.keyboard.press('a')
    await page.locator('.bar-sheet textarea:focus').waitFor()
    await page.keyboard.type(words)
    await page.keyboard.press('Control+Enter')
    await strip()
      .filter({ hasText: `已同意 ${ticket(at).no}` })
      .waitFor()
  }

  it('the next ticket is read at once, and Ctrl+Z brings the ticket back with its words', async () => {
    await row(0).waitFor()
    await decide(0)
    await row(0).waitFor({ state: 'detached' })
    await page.locator('.queue-button[aria-current=true]:focus').waitFor()
    expect(await isOpen(0)).toBe(true)
    await expectAccessible(page, 'a decision that can be undone')
    await page.keyboard.press('Control+z')
    await page.locator('.bar-sheet textarea').waitFor()
    expect(await page.locator('.bar-sheet textarea').inputValue()).toBe(WORDS)
    expect(await row(0).getAttribute('aria-current')).toBe('true')
    await page.keyboard.press('Escape')
    await page.getByRole('alertdialog').getByRole('button', { name: '确认' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await isOpen(0)).toBe(true)
  })

  it('the next decision sends it at once, and the next page sends that', async () => {
    await decide(0)
    await decide(1)
    await expect.poll(() => isOpen(0)).toBe(false)
    expect(await isOpen(1)).toBe(true)
    await goWithin(page, '/home')
    await expect.poll(() => isOpen(1)).toBe(false)
    await strip().waitFor({ state: 'detached' })
    await goWithin(page, CENTRE)
  })

  it('it is sent by itself when the time is over', async () => {
    await hold(false)
    await decide(2)
    await strip().waitFor({ state: 'detached' })
    expect(await isOpen(2)).toBe(false)
    await hold(true)
  })

  it('a refusal stays on the screen with its reason', async () => {
    await decide(3)
    await (await site.as('pan42')).act(ticket(3).id, 'withdraw')
    await goWithin(page, '/home')
    await strip()
      .filter({ hasText: `同意 ${ticket(3).no} 未成功` })
      .waitFor()
    await expectAccessible(page, 'a decision that was refused')
    await strip().getByRole('button', { name: '知道了' }).click()
    await strip().waitFor({ state: 'detached' })
    await goWithin(page, CENTRE)
  })

  it('without a network it waits, and is sent when the network is back', async () => {
    await decide(4)
    await page.context().setOffline(true)
    await goWithin(page, '/home')
    await strip().filter({ hasText: '网络恢复后自动重试' }).waitFor()
    expect(await isOpen(4)).toBe(true)
    await page.context().setOffline(false)
    await strip().waitFor({ state: 'detached' })
    expect(await isOpen(4)).toBe(false)
    await goWithin(page, CENTRE)
  })

  it('closing the window loses nothing', async () => {
    await decide(5)
    await page.close({ runBeforeUnload: true })
    await expect.poll(() => isOpen(5)).toBe(false)
  })
})

describe('20.8 the queue of an approver', () => {
  let site: Site
  beforeAll(async () => {
    site = await openSite()
    await fillMore(site, 20)
  })
  afterAll(() => site?.close())

  it('at least 14 whole rows are on the screen at 1440 x 900', async () => {
    const page = await site.signedIn('zhang39', { path: CENTRE })
    await page.locator('.queue-row').nth(19).waitFor()
    const whole = await page.locator('.centre-list').evaluate((list) => {
      const bottom = Math.min(innerHeight, list.getBoundingClientRect().bottom)
      return [...list.querySelectorAll('.queue-row')].filter((row) => {
        const box = row.getBoundingClientRect()
        return box.height > 0 && box.bottom <= bottom
      }).length
    })
    expect(whole).toBeGreaterThanOrEqual(14)
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: '快捷键' }).getByText('批量同意所选').waitFor()
    await expectAccessible(page, 'the keys of the approval centre')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog', { name: '快捷键' }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: '筛选与统计' }).click()
    await page.getByRole('dialog', { name: '筛选与统计' }).getByText('只看超时').click()
    await page.getByRole('button', { name: '筛选与统计（1）' }).waitFor()
    await expectAccessible(page, 'the filters of the approval centre')
  })

  it('on a phone the open ticket has the page to itself, and nothing is past its right edge', async () => {
    const page = await site.signedIn('zhang39', { path: CENTRE, width: 390, language: 'en' })
    await page.locator('.queue-button').first().click()
    await page.getByRole('toolbar').getByRole('button', { name: 'Approve', exact: true }).click()
    await page.getByRole('dialog').getByLabel('Comment').waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
    await expectAccessible(page, 'a decision on a phone')
    await page.keyboard.press('Escape')
    const first = await page.locator('.ticket-head h1').textContent()
    await page.getByRole('button', { name: 'Next ticket' }).click()
    await expect.poll(() => page.locator('.ticket-head h1').textContent()).not.toBe(first)
    expect(await page.getByRole('heading', { name: 'Approvals' }).isVisible()).toBe(false)
  })
})
