/** The error catalogue (specification §8), row by row: what the real server cannot be made to do is answered in its place. */
import type { Page, Route } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PASSWORD } from './caller.ts'
import { answer, openSite, type Site } from './harness.ts'

/** Milliseconds (specification §9). */
const TIMEOUT = 12_000
const RETRY_DELAY = 1_000
const TOAST = 5_000
/** Of the page's own time, how long before an end is looked whether it came too early. */
const SLACK = 3_000

const DEPT = '督察审计处'
const DELETION = /\/api\/system\/dept\/\d+\/$/

let site: Site
let page: Page
beforeAll(async () => {
  site = await openSite()
  page = await site.signedIn('fang54')
  await page.goto('/system/dept')
  await rowMenu().waitFor()
})
afterAll(() => site?.close())

const rowMenu = () => page.getByRole('button', { name: `${DEPT}: 更多`, exact: true })

/** An action whose failure is told by a toast. */
async function remove(): Promise<void> {
  await rowMenu().click()
  await page.getByRole('menuitem', { name: '删除', exact: true }).click()
  await answer(page, `确认删除${DEPT}吗？`)
}

async function expectToast(heading: string, text: string): Promise<void> {
  const toast = page.locator('.toast').filter({ hasText: text })
  await toast.waitFor()
  await expect.poll(() => toast.locator('.toast-heading').textContent()).toBe(heading)
  await toast.getByRole('button').last().click()
  await toast.waitFor({ state: 'detached' })
}

/** Answers the deletion in the server's place and tells how often it was asked. */
async function answering(
  reply: (route: Route) => Promise<void>,
  act: (asked: readonly unknown[]) => Promise<void>,
): Promise<readonly unknown[]> {
  const asked: unknown[] = []
  await page.route(DELETION, async (route) => {
    if (route.request().method() !== 'DELETE') return route.fallback()
    asked.push(route)
    await reply(route)
  })
  try {
    await act(asked)
  } finally {
    await page.unroute(DELETION)
  }
  return asked
}
const json =
  (body: unknown, status = 200) =>
  (route: Route) =>
    route.fulfill({ status, json: body })

describe('a body', () => {
  it('with any other code shows the server’s msg under 提示, and the action is not done', async () => {
    await remove()
    await expectToast('提示', `部门“${DEPT}”下有人员，不能删除`)
    await rowMenu().waitFor()
  })

  it('with code 2000 is success, told under 成功', async () => {
    await answering(json({ code: 2000, msg: '', data: null }), async () => {
      await remove()
      await expectToast('成功', '已删除')
    })
  })

  it('that carries credentials counts as success, whatever its code', async () => {
    const other = await (await site.profile()).newPage()
    await other.route('**/api/login/', async (route) => {
      const answer = await route.fetch()
      const { data } = (await answer.json()) as { data: object }
      await route.fulfill({ response: answer, json: data })
    })
    await other.goto('/login')
    await other.locator('#username').fill('pan42')
    await other.locator('input[name=current-password]').fill(PASSWORD)
    await other.keyboard.press('Enter')
    await other.waitForURL('**/home')
    await other.context().close()
  })

  it('with a swagger field shows Swagger接口页面', async () => {
    await answering(json({ swagger: '2.0' }), async () => {
      await remove()
      await expectToast('提示', 'Swagger接口页面')
    })
  })

  it('without a code shows 接口返回数据格式异常', async () => {
    await answering(json({ data: 1 }), async () => {
      await remove()
      await expectToast('提示', '接口返回数据格式异常')
    })
    await answering(
      (route) => route.fulfill({ contentType: 'text/html', body: '<html></html>' }),
      async () => {
        await remove()
        await expectToast('提示', '接口返回数据格式异常')
      },
    )
  })

  it.each([200, 401])('with code 401 (HTTP %i) renews the token once and repeats the call', async (status) => {
    let renewals = 0
    page.on('request', (request) => {
      if (new URL(request.url()).pathname === '/token/refresh/') renewals += 1
    })
    let first = true
    const asked = await answering(
      async (route) => {
        if (!first) return route.continue()
        first = false
        await json({ code: 401, msg: '请先登录' }, status)(route)
      },
      async () => {
        await remove()
        await expectToast('提示', `部门“${DEPT}”下有人员，不能删除`)
      },
    )
    expect([asked.length, renewals]).toEqual([2, 1])
  })
})

describe('the transport', () => {
  it('that times out is tried once more after a second, then says 网络超时', async () => {
    await answering(
      () => new Promise(() => undefined),
      async (asked) => {
        const asks = (times: number) => expect.poll(() => asked.length).toBe(times)
        const pass = (milliseconds: number) => page.clock.fastForward(milliseconds)
        await remove()
        await asks(1)
        await pass(TIMEOUT - SLACK)
        expect(asked).toHaveLength(1)
        await pass(SLACK)
        expect(asked).toHaveLength(1)
        await pass(RETRY_DELAY)
        await asks(2)
        await pass(TIMEOUT)
        await expectToast('异常', '网络超时')
        expect(asked).toHaveLength(2)
      },
    )
  })

  it('without a network says 网络连接错误', async () => {
    await rowMenu().click()
    await page.getByRole('menuitem', { name: '删除', exact: true }).click()
    await page.context().setOffline(true)
    await answer(page, `确认删除${DEPT}吗？`)
    await expectToast('异常', '网络连接错误')
    await page.context().setOffline(false)
    await page.getByRole('button', { name: '实时连接正常' }).waitFor()
  })

  it('that fails with something in the answer says the HTTP status text', async () => {
    const asked = await answering(
      (route) => route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>proxy</h1>' }),
      async () => {
        await remove()
        await expectToast('异常', 'Bad Gateway')
      },
    )
    expect(asked).toHaveLength(2)
  })

  it('that fails with nothing in the answer says 接口路径找不到', async () => {
    await answering(
      (route) => route.fulfill({ status: 404, body: '' }),
      async () => {
        await remove()
        await expectToast('异常', '接口路径找不到')
      },
    )
  })

  it('refuses a header that is not Latin-1 with 文件名中不能包含中文和特殊字符', async () => {
    const context = await site.profile()
    await context.addCookies([{ name: 'token', value: encodeURIComponent('令牌'), url: site.url }])
    const other = await context.newPage()
    await other.goto('/home')
    await other.getByText('文件名中不能包含中文和特殊字符').waitFor()
    await context.close()
  })
})

describe('the live connection and the notices', () => {
  it('says 浏览器不支持WebSocket where there is none, and the pages work without it', async () => {
    const context = await site.profile()
    await context.addInitScript(() => {
      Reflect.deleteProperty(globalThis, 'WebSocket')
    })
    const other = await context.newPage()
    await other.goto('/login')
    await other.locator('#username').fill('pan42')
    await other.locator('input[name=current-password]').fill(PASSWORD)
    await other.keyboard.press('Enter')
    await other.locator('.toast').filter({ hasText: '浏览器不支持WebSocket' }).waitFor()
    await other.getByRole('button', { name: '浏览器不支持WebSocket' }).waitFor()
    await context.close()
  })

  it('says 消息获取失败！错误：{msg} when the notices cannot be fetched', async () => {
    const other = await (await site.signedIn('pan42')).context().newPage()
    await other.route('**/get_self_receive/**', json({ code: 4029, msg: '操作过于频繁，请稍后再试' }))
    await other.goto('/home')
    await other.locator('.toast').filter({ hasText: '消息获取失败！错误：操作过于频繁，请稍后再试' }).waitFor()
    await other.context().close()
  })

  it('shows each kind of message under its own heading, 通知 for news and 提示 for a reminder', async () => {
    const admin = await site.as('yu55')
    const { data } = await (
      await page.context().request.get('/api/system/user/user_info/', {
        headers: { authorization: `Bearer ${await tokenOf(page)}` },
      })
    ).json()
    const send = (contentType: string) =>
      admin.post('/api/v1/sms/notice/send/', {
        title: `给您的${contentType}`,
        content: '请查收',
        targetType: 1,
        targets: [data.id],
        contentType,
        link: '/home',
      })
    await page.getByRole('button', { name: '实时连接正常' }).waitFor()
    for (const [contentType, heading] of [
      ['SYSTEM', '通知 · 系统'],
      ['REMIND', '提示 · 提醒'],
    ] as const) {
      await send(contentType)
      await expectToast(heading, `给您的${contentType}`)
    }
  })
})

describe('toasts and questions', () => {
  it('a toast goes after five seconds', async () => {
    await remove()
    const toast = page.locator('.toast').filter({ hasText: '不能删除' })
    await toast.waitFor()
    await page.clock.fastForward(TOAST - SLACK)
    expect(await toast.count()).toBe(1)
    await page.clock.fastForward(SLACK)
    await toast.waitFor({ state: 'detached' })
  })

  it('deleting asks 确认删除{0}吗？ with 确认 and 取消, and 取消 does nothing', async () => {
    const asked = await answering(
      (route) => route.continue(),
      async () => {
        await rowMenu().click()
        await page.getByRole('menuitem', { name: '删除', exact: true }).click()
        const question = page.getByRole('alertdialog')
        await question.getByText(`确认删除${DEPT}吗？`).waitFor()
        expect((await question.getByRole('button').allTextContents()).toSorted()).toEqual(['取消', '确认'])
        await answer(page, `确认删除${DEPT}吗？`, '取消')
      },
    )
    expect(asked).toEqual([])
  })

  it('signing out asks first, and 取消 stays', async () => {
    await page.getByRole('button', { name: /的账号菜单$/ }).click()
    await page.getByRole('menuitem', { name: '退出登录' }).click()
    await answer(page, '此操作将退出登录，是否继续？', '取消')
    expect(await tokenOf(page)).not.toBe('')
  })
})

describe('the frontend log', () => {
  it('hears of a fault of the page once, however often it happens, also after a reload', async () => {
    const other = await site.signedIn('pan42')
    let reports = 0
    other.on('request', (request) => {
      if (new URL(request.url()).pathname === '/api/system/log/frontendLog/') reports += 1
    })
    const fail = (message: string) =>
      other.evaluate((text) => void setTimeout(() => Promise.reject(new Error(text))), message)
    const report = other.waitForResponse('**/frontendLog/')
    await fail('broken at 17')
    expect((await (await report).json()).code).toBe(2000)
    await fail('broken at 18')
    await other.reload()
    await other.locator('main#main h1').first().waitFor()
    await fail('broken at 19')
    const second = other.waitForResponse('**/frontendLog/')
    await fail('something else')
    expect((await (await second).json()).code).toBe(2000)
    expect(reports).toBe(2)
    await other.context().close()
  })
})

async function tokenOf(of: Page): Promise<string> {
  return (await of.context().cookies()).find(({ name }) => name === 'token')?.value ?? ''
}
