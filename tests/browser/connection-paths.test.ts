/** Generated ways through the connection machine, gone in the browser against the real server; time is the page's own clock. */
import type { Page, Request, Route, WebSocketRoute } from '@playwright/test'
import { afterAll, beforeAll, describe, it } from 'vitest'
import {
  type ConnectionEvent,
  type ConnectionSnapshot,
  CROWDED_OUT,
  connectionMachine,
  HEARTBEAT_INTERVAL,
  RECONNECT_DELAY,
  retryWait,
  TOKEN_REFUSED,
} from '#machines/connection/connection.ts'
import { START } from '#tests/harness/server.ts'
import { runPath, shortestPathsCoveringTransitions, transitionCoverage } from '#tests/models/model.ts'
import type { Caller } from './caller.ts'
import { openSite, type Site } from './harness.ts'
import { tell, tokensOf } from './otherTab.ts'
import { soon } from './pageClock.ts'

const ABNORMAL = 1006
const RESTART = 1012
/** Milliseconds of the page's clock in which a button that was clicked opens what it opens. */
const TICK = 10
const BLANK = '/misc/coming-soon'

const message = { contentType: 'SYSTEM', content: '' }

/** What can be made to happen to a browser at a moment. */
function doable(moment: ConnectionSnapshot): readonly ConnectionEvent[] {
  if (moment.matches('idle') || moment.matches('closed')) return [{ type: 'CONNECT', token: 'first' }]
  const always: readonly ConnectionEvent[] = [{ type: 'LEAVE' }, { type: 'OFFLINE' }, { type: 'ONLINE' }]
  if (moment.matches({ live: 'connecting' }))
    return [...always, { type: 'OPENED' }, { type: 'CLOSED', code: ABNORMAL }, { type: 'CLOSED', code: TOKEN_REFUSED }]
  if (moment.matches({ live: 'open' }))
    return [
      ...always,
      { type: 'MESSAGE', message },
      { type: 'TOKEN_CHANGED', token: 'second' },
      { type: 'CLOSED', code: RESTART },
      { type: 'CLOSED', code: CROWDED_OUT },
    ]
  return [...always, { type: 'RETRY' }, { type: 'AWAKE' }]
}

const paths = shortestPathsCoveringTransitions(connectionMachine, {
  events: (moment) => doable(moment as ConnectionSnapshot),
  inputs: [{ supported: true }, { supported: false }],
  tell: ({ supported, attempts, isCrowdedOut }) => [supported, attempts, isCrowdedOut],
})

let site: Site
let admin: Caller
let userId: number
let page: Page
/** Calls for a ticket that the test has not let through. */
let held: Route[] = []
let lines: WebSocketRoute[] = []
let heartbeats: string[] = []
/** Other calls of the page that wait for their answer. */
const unanswered = new Set<Request>()
let sent = 0

/** A window on a page without the frame, whose line the test holds in its hand. */
async function arrive(supported: boolean): Promise<Page> {
  const arrived = await site.signedIn('pan42')
  const token = await tokenOf(arrived)
  const me = await arrived
    .context()
    .request.get('/api/system/user/user_info/', { headers: { authorization: `Bearer ${token}` } })
  userId = ((await me.json()) as { data: { id: number } }).data.id
  await arrived.clock.install({ time: START })
  await arrived.clock.pauseAt(Date.parse(START) + 1_000)
  if (!supported) {
    await arrived.addInitScript(() => void Reflect.deleteProperty(globalThis, 'WebSocket'))
    return arrived
  }
  unanswered.clear()
  arrived.on('request', (request) => {
    if (/\/api\/(?!system\/socket_ticket\/)/.test(request.url())) unanswered.add(request)
  })
  const isOver = (request: Request): void => void unanswered.delete(request)
  arrived.on('requestfinished', isOver)
  arrived.on('requestfailed', isOver)
  await arrived.route('**/api/system/socket_ticket/', (route) => void held.push(route))
  await arrived.routeWebSocket(/\/ws\//, (line) => {
    lines.push(line)
    const server = line.connectToServer()
    line.onMessage((text) => {
      heartbeats.push(String(text))
      server.send(text)
    })
  })
  return arrived
}

const tokenOf = async (of: Page): Promise<string> =>
  (await of.context().cookies()).find(({ name }) => name === 'token')?.value ?? ''

const dot = (state: string) => page.getByRole('button', { name: state, exact: true })

/** The tickets asked for before are refused: nobody waits for them any more. */
async function dropTickets(answer: Parameters<Route['fulfill']>[0] = { status: 500, body: '' }): Promise<void> {
  const dropped = held
  held = []
  for (const route of dropped) await route.fulfill(answer)
}

async function close(code: number): Promise<void> {
  if (held.length === 0) return lines.at(-1)?.close({ code })
  return dropTickets(code === TOKEN_REFUSED ? { json: { code: 401, msg: '请先登录' } } : undefined)
}

/** Dispatches an event of the window and returns after its listeners have run. */
const dispatch = (type: 'focus' | 'offline' | 'online'): Promise<void> =>
  page.evaluate((name) => void dispatchEvent(new Event(name)), type)

/** Makes happen what the event says, in the moment `before`. */
async function perform(
  event: ConnectionEvent | { readonly type: `xstate.after.${string}` },
  before: ConnectionSnapshot,
): Promise<void> {
  const context = page.context()
  switch (event.type) {
    case 'CONNECT':
      return page.getByRole('button', { name: '返回首页' }).click()
    case 'LEAVE':
      await page.goBack()
      return dropTickets()
    case 'OPENED':
      return held.pop()?.continue()
    case 'CLOSED':
      return close(event.code)
    // Dispatched in the page: a network switched off for real reports it after an unknown time, and an answer may
    // arrive first. `portal.test.ts` and `release.test.ts` switch it off for real.
    case 'OFFLINE':
      await dispatch('offline')
      return dropTickets()
    case 'ONLINE':
      return dispatch('online')
    case 'MESSAGE': {
      const title = `第${++sent}条通知`
      await admin.post('/api/v1/sms/notice/send/', {
        title,
        content: '请查收',
        targetType: 1,
        targets: [userId],
        contentType: message.contentType,
        link: '/home',
      })
      return soon(page, title, () => page.locator('.toast').filter({ hasText: title }).isVisible())
    }
    case 'TOKEN_CHANGED': {
      const tokens = await tokensOf(site.url, 'pan42')
      await context.addCookies([{ name: 'token', value: tokens.access, url: site.url }])
      await tell(page, { type: 'TOKEN_CHANGED', username: 'pan42', remember: false, ...tokens })
      return beat()
    }
    case 'RETRY':
      await dot('实时连接已断开').click()
      await page.clock.runFor(TICK)
      return page.getByRole('button', { name: '重新连接', exact: true }).click()
    case 'AWAKE':
      return dispatch('focus')
    default:
      if (event.type.includes('heartbeatInterval')) return beat()
      // The jitter of the page only brings the attempt forward; much longer, and its answer is given up.
      return page.clock.runFor(
        event.type.includes('retryInterval') ? retryWait(before.context.retries, 0) : RECONNECT_DELAY,
      )
  }
}

/** The next heartbeat carries the token that the browser keeps. */
async function beat(): Promise<void> {
  heartbeats = []
  await page.clock.runFor(HEARTBEAT_INTERVAL)
  const expected = JSON.stringify({ token: await tokenOf(page) })
  await soon(page, 'a heartbeat with the token', async () => heartbeats.includes(expected))
}

/** The moment as the person sees it, and what the page asks of the server in it. */
async function expectShown(moment: ConnectionSnapshot): Promise<void> {
  const isBlank = moment.matches('idle') || moment.matches('closed')
  const shows = moment.matches({ live: 'open' })
    ? '实时连接正常'
    : moment.matches('givenUp')
      ? '实时连接已断开'
      : moment.matches('unsupported')
        ? '浏览器不支持WebSocket'
        : '正在连接'
  const asks = moment.matches({ live: 'connecting' }) ? 1 : 0
  await soon(page, `${JSON.stringify(moment.value)} is shown`, async () => {
    const isShown = isBlank
      ? new URL(page.url()).pathname === BLANK && (await page.locator('.line-dot').count()) === 0
      : await dot(shows).isVisible()
    // Every answer says that the server is there, which a connection that was given up takes for a reason to try again.
    return isShown && held.length === asks && unanswered.size === 0
  })
}

describe('the connection machine in the browser', () => {
  const coverage = transitionCoverage(connectionMachine)
  beforeAll(async () => {
    site = await openSite()
    admin = await site.as('yu55')
  })
  afterAll(() => site?.close())

  describe.each([true, false])('that knows WebSocket: %s', (supported) => {
    beforeAll(async () => {
      page = await arrive(supported)
    })
    afterAll(() => page?.context().close())
    const own = paths.filter(({ initial }) => (initial as ConnectionSnapshot).context.supported === supported)

    it.each(own.map((path) => [path.description, path] as const))('%s', async (_, path) => {
      await page.goto(BLANK)
      await dropTickets()
      lines = []
      await expectShown(path.initial as ConnectionSnapshot)
      let before = path.initial as ConnectionSnapshot
      for (const { event, state } of path.steps) {
        await perform(event as ConnectionEvent, before)
        before = state as ConnectionSnapshot
        await expectShown(before)
      }
      coverage.add(runPath(connectionMachine, path))
    })
  })

  it('takes every transition', () => coverage.assertFullCoverage())
})
