import type { Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { WireTicket } from '#tests/harness/tickets.ts'
import { expectAccessible, goWithin, openSite, type Site } from './harness.ts'
import { fillQueue } from './queue.ts'

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
  })
  afterAll(() => site?.close())

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
    await page.locator('.sheet textarea:focus').waitFor()
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
    await page.locator('.sheet textarea').waitFor()
    expect(await page.locator('.sheet textarea').inputValue()).toBe(WORDS)
    expect(await row(0).getAttribute('aria-current')).toBe('true')
    await page.keyboard.press('Escape')
    await page.getByRole('alertdialog').getByRole('button', { name: '确认' }).click()
    await page.locator('.sheet').waitFor({ state: 'detached' })
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
    await decide(2)
    await strip().waitFor({ state: 'detached' })
    expect(await isOpen(2)).toBe(false)
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
