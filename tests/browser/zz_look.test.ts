import { afterAll, beforeAll, describe, it } from 'vitest'
import type { Page } from '@playwright/test'
import { mkdirSync } from 'node:fs'
import { type Desk, type Look, openDesk, complaintsOf } from './harness.ts'
import { fillQueue } from './queue.ts'
const only = process.env.LOOK?.split(',')
const shots = '/tmp/bt/shots'
mkdirSync(shots, { recursive: true })
describe('look', () => {
  let desk: Desk
  let ids: readonly number[] = []
  beforeAll(async () => {
    desk = await openDesk()
    ids = (await fillQueue(desk)).map((it) => it.id)
    const zhang = await desk.as('zhang39')
    await zhang.act(ids[5]!, 'approve', { comment: '同意，请财务审核票据' })
    await zhang.act(ids[0]!, 'approve')
    const ge = await desk.as('ge43')
    await ge.post('/api/workflow/ticket/', { type: 'leaveApproval', formData: { title: '清明节前后年休假' }, submit: false })
  })
  afterAll(() => desk?.close())
  const pages: [string, string, string][] = [
    ['login', '', '/login'],
    ['home', 'zhang39', '/home'],
    ['home-fin', 'you18', '/home'],
    ['applications', 'ge43', '/workflow/applications'],
    ['leave', 'ge43', '/workflow/receive/leaveApproval'],
    ['claim', 'ge43', '/workflow/finance/financialReimbursementOne'],
    ['other', 'ge43', '/workflow/receive/otherBusiness'],
    ['queue', 'zhang39', '/workflow/ticket'],
    ['queue-empty', 'zhang39', '/workflow/ticket?label=toSubmit'],
    ['ticket', 'zhang39', '/workflow/ticket/{3}'],
    ['ticket-done', 'ge43', '/workflow/ticket/{0}'],
    ['centre', 'zhang39', '/workflow/ticketApproval'],
    ['centre-empty', 'peng46', '/workflow/ticketApproval'],
    ['workflow', 'fang54', '/workflow/workflow'],
    ['dept', 'fang54', '/system/dept'],
    ['unknown', 'fang54', '/no/such/page'],
    ['mine', 'ge43', '/workflow/receive/leaveApproval?tab=mine'],
    ['register', 'wei11', '/workflow/receive/leaveApproval?tab=register'],
  ]
  const looks: [string, Look][] = [
    ['zh-light-1440', {}],
    ['en-dark-1440', { language: 'en', theme: 'dark' }],
    ['zh-dark-390', { theme: 'dark', width: 390 }],
    ['en-light-390', { language: 'en', width: 390 }],
  ]
  for (const [lookName, look] of looks) {
    it(`shots ${lookName}`, { timeout: 900_000 }, async () => {
      const windows = new Map<string, Page>()
      for (const [name, user, path] of pages) {
        if (only && !only.some((it) => `${name}.${lookName}`.includes(it))) continue
        try {
          let page = windows.get(user)
          if (!page) {
            page = user === '' ? await (await desk.profile(look)).newPage() : await desk.signedIn(user, look)
            const c = complaintsOf(page)
            windows.set(user, page)
            ;(page as any).c = c
          }
          await page.goto(path.replace(/\{(\d)\}/, (_, i) => String(ids[Number(i)])))
          await page.locator('h1').first().waitFor()
          await page.waitForLoadState('networkidle')
          await page.screenshot({ path: `${shots}/${name}.${lookName}.png`, fullPage: process.env.FULL === '1' })
          const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
          if (over > 0) console.log('OVERFLOW', name, lookName, over)
          const c = (page as any).c as string[]
          if (c.length) console.log(name, lookName, c.splice(0))
        } catch (e) { console.log('FAILED', name, lookName, String(e).slice(0, 400)) }
      }
      for (const page of windows.values()) await page.context().close()
    })
  }
})
