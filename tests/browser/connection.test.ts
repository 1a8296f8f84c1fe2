import type { Page, WebSocket } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { RETRY_INTERVAL, RETRY_WAITS } from '#machines/connection/connection.ts'
import { START } from '#tests/harness/server.ts'
import { leaveForm } from '#tests/harness/tickets.ts'
import { answer, openSite, type Site } from './harness.ts'

/** Milliseconds (specification §9). */
const HEARTBEAT = 2_000
const RECONNECT = 5_000
/** Of the page's own time, how long before a moment is looked whether it came too early. */
const SLACK = 3_000
const TICKET = '**/api/system/socket_ticket/'

let site: Site
beforeAll(async () => {
  site = await openSite('embedded')
})
afterAll(() => site?.close())

const dot = (page: Page, state: string) => page.getByRole('button', { name: state, exact: true })
const open = (page: Page) => dot(page, '实时连接正常').waitFor()
const tokenOf = async (page: Page): Promise<string> =>
  (await page.context().cookies()).find(({ name }) => name === 'token')?.value ?? ''

/** The browser says that the network is gone, though it is not: the line drops, and what follows is up to `TICKET`. */
const drop = (page: Page) => page.evaluate(() => void dispatchEvent(new Event('offline')))

describe('the live connection in the browser', () => {
  it('opens by a ticket that is not the token, sends the token every 2 s, and closes with the layout', async () => {
    const page = await site.signedIn('pan42')
    const token = await tokenOf(page)
    const sent: string[] = []
    const opened = new Promise<WebSocket>((resolve) => {
      page.on('websocket', (socket) => {
        socket.on('framesent', ({ payload }) => sent.push(String(payload)))
        resolve(socket)
      })
    })
    await page.reload()
    const socket = await opened
    await open(page)
    expect(socket.url()).toMatch(/\/ws\/ticket-[\w-]+\/\?language=zh-Hans&missed=\d+$/)
    expect(socket.url()).not.toContain(token)
    for (const beat of [1, 2, 3]) {
      await page.clock.fastForward(HEARTBEAT)
      await expect.poll(() => sent.length).toBeGreaterThanOrEqual(beat)
    }
    expect(sent.map((payload) => JSON.parse(payload) as unknown)).toEqual(sent.map(() => ({ token })))
    const closed = socket.waitForEvent('close')
    await page.getByRole('button', { name: /的账号菜单$/ }).click()
    await page.getByRole('menuitem', { name: '退出登录' }).click()
    await answer(page, '此操作将退出登录')
    await closed
    await page.context().close()
  })

  it('tries three times, 5 s apart, then says so, goes on, and opens at once by hand', async () => {
    const page = await site.signedIn('pan42')
    await open(page)
    let asked = 0
    await page.route(TICKET, async (route) => {
      asked += 1
      await route.fulfill({ status: 500, body: '' })
    })
    await drop(page)
    await dot(page, '正在连接').waitFor()
    for (const attempt of [1, 2, 3]) {
      await page.clock.fastForward(RECONNECT - SLACK)
      expect(asked).toBe(attempt - 1)
      await page.clock.fastForward(SLACK)
      await expect.poll(() => asked).toBe(attempt)
    }
    await dot(page, '实时连接已断开').waitFor()
    expect(asked).toBe(3)
    await page.clock.fastForward(RETRY_WAITS[0])
    await expect.poll(() => asked).toBe(4)
    await dot(page, '实时连接已断开').waitFor()
    await page.unroute(TICKET)
    await dot(page, '实时连接已断开').click()
    await page.getByRole('button', { name: '重新连接', exact: true }).click()
    await open(page)
    await page.context().close()
  })

  it('fetches after a loss what happened meanwhile: rows, menus, permissions', async () => {
    const [page, pan] = [await site.signedIn('zhang39'), await site.as('pan42')]
    await page.goto('/workflow/ticket')
    await open(page)
    await page.route(TICKET, (route) => route.abort())
    await drop(page)
    await dot(page, '正在连接').waitFor()
    const { no } = await pan.file('leaveApproval', leaveForm('2026-03-18', '2026-03-18'))
    expect(await page.getByText(no).count()).toBe(0)
    const menus = page.waitForResponse('**/api/system/menu/web_router/')
    await page.unroute(TICKET)
    await page.evaluate(() => void dispatchEvent(new Event('online')))
    await open(page)
    await page.getByText(no).first().waitFor()
    await menus
    await page.context().close()
  })

  it('says that the server is gone, and goes on by itself when it is back: lists, banner, a form half written', async () => {
    const page = await site.signedIn('zhang39', { path: '/workflow/ticket' })
    const form = await page.context().newPage()
    await form.goto('/workflow/receive/leaveApproval')
    const reason = form.getByRole('textbox', { name: '申请理由' })
    await reason.fill('只写了一半的事由')
    for (const one of [page, form]) {
      await open(one)
      await one.route(TICKET, (route) => route.abort())
    }
    await site.moveTo(START)
    for (const one of [page, form]) {
      await expect
        .poll(async () => {
          await one.clock.fastForward(RECONNECT)
          return one.getByText('与服务器的连接已断开').isVisible()
        })
        .toBe(true)
    }
    const pan = await site.as('pan42')
    const { no } = await pan.file('leaveApproval', leaveForm('2026-03-19', '2026-03-19'))
    for (const one of [page, form]) {
      await one.unroute(TICKET)
      await one.clock.fastForward(RETRY_INTERVAL)
      await open(one)
      await one.getByText('与服务器的连接已断开').waitFor({ state: 'detached' })
    }
    await page.getByText(no).first().waitFor()
    expect(await reason.inputValue()).toBe('只写了一半的事由')
    await page.context().close()
  })

  it('renews a token that the server refuses, and opens with the new one', async () => {
    const page = await site.signedIn('pan42')
    await open(page)
    let refused = false
    await page.route(TICKET, async (route) => {
      if (refused) return route.continue()
      refused = true
      await route.fulfill({ json: { code: 401, msg: '请先登录' } })
    })
    const before = await tokenOf(page)
    const renewed = page.waitForResponse('**/token/refresh/')
    await drop(page)
    await dot(page, '正在连接').waitFor()
    await page.clock.fastForward(RECONNECT)
    expect((await (await renewed).json()).code).toBe(2000)
    await open(page)
    expect(await tokenOf(page)).not.toBe(before)
    await page.context().close()
  })
})
