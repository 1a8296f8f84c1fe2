import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { leaveForm } from '#tests/harness/tickets.ts'
import { expectAccessible, openSite, type Site } from './harness.ts'

let site: Site
beforeAll(async () => {
  site = await openSite('embedded')
})
afterAll(() => site?.close())

describe('the home page of whoever has tasks (10.2)', () => {
  it('shows the most urgent first, approves it in place with a phrase chosen by keyboard, and opens the centre', async () => {
    const pan = await site.as('pan42')
    await pan.file('leaveApproval', leaveForm('2026-04-20', '2026-04-21', { urgency: 'critical' }))
    const page = await site.signedIn('zhang39')
    const widgets = page.locator('main section.widget')
    const task = page.locator('.task-line').first()
    await task.waitFor()
    expect(await widgets.first().getAttribute('aria-label')).toBe('待我处理')
    await task.getByRole('link', { name: '年休假 · 4月20日至4月21日 · 2天' }).waitFor()
    await task.getByRole('button', { name: /^同意：/ }).click()
    const question = page.getByRole('dialog', { name: /^同意：请休假/ })
    const comment = question.getByRole('combobox')
    await comment.press('/')
    await question.getByRole('option', { name: '符合规定，同意' }).waitFor()
    await expectAccessible(page, 'the question with its phrases open')
    await comment.press('ArrowDown')
    await comment.press('Enter')
    expect(await comment.inputValue()).toBe('符合规定，同意')
    await comment.press('Control+Enter')
    await page.locator('.toast').filter({ hasText: '已同意' }).waitFor()
    await expect.poll(() => page.locator('.task-line', { hasText: '4月20日至4月21日' }).count()).toBe(0)
    await page.locator('.counter-pendingApproval').click()
    await page.waitForURL('**/workflow/ticketApproval')
    await page.context().close()
  })

  it('begins with the overview for whoever has none', async () => {
    const page = await site.signedIn('pan42')
    await page.locator('.counter').first().waitFor()
    expect(await page.locator('main section.widget').first().getAttribute('aria-label')).toBe('待办概览')
    await page.context().close()
  })
})
