import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { CDPSession, Page } from '@playwright/test'
import { it } from 'vitest'
import { launch, openSite, type Site, signIn } from '#tests/browser/harness.ts'
import { median, print } from './figures.ts'
import { collect, rest, type Vitals, vitalsOf } from './vitals.ts'

const ROUNDS = 3
/** A page of the queue is this long. */
const ROWS = 100
const SLOWDOWN = 4
/** Bytes per second and milliseconds: 10 Mbit/s, 40 ms. */
const link = { offline: false, latency: 40, downloadThroughput: 1_250_000, uploadThroughput: 1_250_000 }

/** Four colleagues whose applications wait for zhang39. */
const applicants = ['xi44', 'fan45', 'ge43', 'su41'] as const
const form = { reason: '会议室设备故障', bizType: 'IT', content: '三楼会议室投影仪无法开机，请派人检查。' }

async function fill(site: Site): Promise<number> {
  const filed = await Promise.all(
    applicants.map(async (username) => {
      const person = await site.as(username)
      let last = 0
      for (let count = 0; count < ROWS / applicants.length; count += 1)
        last = (await person.file('otherBusiness', form)).id
      return last
    }),
  )
  return filed[0] ?? 0
}

interface Visit {
  readonly name: string
  readonly path: string
  /** There once the page can be used. */
  readonly usable: string
  readonly interact: (page: Page) => Promise<void>
}

const visits = (ticket: number): readonly Visit[] => [
  {
    name: 'sign-in',
    path: '/login',
    usable: '#username:enabled',
    interact: (page) => page.locator('#username').press('z'),
  },
  { name: 'home', path: '/home', usable: '.counter-number', interact: (page) => page.locator('.bell-button').click() },
  {
    name: 'queue',
    path: `/workflow/ticket?limit=${ROWS}`,
    usable: '.ticket-title',
    interact: async (page) => {
      await page.locator('tbody .list-check label').first().click()
      await page.locator('.row-buttons button').first().click()
    },
  },
  {
    name: 'detail',
    path: `/workflow/ticket/${ticket}`,
    usable: '.step',
    interact: (page) => page.locator('.action-bar button').first().click(),
  },
]

/** Milliseconds of the renderer since it started. */
interface Work {
  readonly script: number
  readonly style: number
  readonly layout: number
}

async function workOf(devtools: CDPSession): Promise<Work> {
  const { metrics } = await devtools.send('Performance.getMetrics')
  const of = (name: string): number => (metrics.find((metric) => metric.name === name)?.value ?? 0) * 1000
  return { script: of('ScriptDuration'), style: of('RecalcStyleDuration'), layout: of('LayoutDuration') }
}

const since = (from: Work, to: Work): Work => ({
  script: to.script - from.script,
  style: to.style - from.style,
  layout: to.layout - from.layout,
})

interface Measured extends Vitals {
  readonly work: Work
}

/** Opens a page with nothing in the cache, on the slow machine and the slow link. */
async function open(page: Page, url: string, visit: Omit<Visit, 'path' | 'name'>): Promise<Measured> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Performance.enable')
  await devtools.send('Network.enable')
  await devtools.send('Network.clearBrowserCache')
  await devtools.send('Network.emulateNetworkConditions', link)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
  await collect(page, visit.usable)
  const before = await workOf(devtools)
  await page.goto(url)
  await page.locator(visit.usable).first().waitFor()
  await rest(page)
  const work = since(before, await workOf(devtools))
  await visit.interact(page)
  await rest(page)
  const vitals = await vitalsOf(page)
  await devtools.detach()
  return { ...vitals, work }
}

it('screens on a machine four times slower, over 10 Mbit/s and 40 ms', async () => {
  const site = await openSite()
  const browser = await launch()
  const empty = createServer((_request, response) => {
    response
      .setHeader('content-type', 'text/html')
      .end('<!doctype html><title>-</title><p>text</p><input id="username">')
  })
  await new Promise<void>((resolve) => {
    empty.listen(0, '127.0.0.1', resolve)
  })
  const blank = `http://127.0.0.1:${(empty.address() as AddressInfo).port}/`
  const pages = visits(await fill(site))
  const measured = new Map<string, Measured[]>([['empty', []], ...pages.map(({ name }) => [name, []] as const)] as [
    string,
    Measured[],
  ][])
  for (let round = 0; round < ROUNDS; round += 1) {
    const fresh = async (): Promise<Page> => {
      const context = await browser.newContext({
        baseURL: site.url,
        locale: 'zh-CN',
        timezoneId: 'Asia/Shanghai',
        viewport: { width: 1440, height: 900 },
      })
      return context.newPage()
    }
    const first = await fresh()
    measured
      .get('empty')
      ?.push(
        await open(first, blank, { usable: '#username', interact: (page) => page.locator('#username').press('z') }),
      )
    await first.context().close()
    for (const visit of pages) {
      const page = await fresh()
      if (visit.path !== '/login') await signIn(page, 'zhang39')
      measured.get(visit.name)?.push(await open(page, visit.path, visit))
      await page.context().close()
    }
  }
  await browser.close()
  await site.close()
  empty.close()

  const of = (name: string, figure: (one: Measured) => number): number[] => (measured.get(name) ?? []).map(figure)
  const rounded = (values: readonly number[]): string => values.map((value) => value.toFixed(0)).join(' ')
  const compare = (what: string, name: string, figure: (one: Measured) => number): void => {
    const bare = of('empty', figure)
    const values = of(name, figure)
    print(
      `${name}: ${what} / empty page`,
      values.map((value, round) => value / (bare[round] ?? Number.NaN)),
      `[${rounded(values)} ms, empty page ${rounded(bare)} ms]`,
    )
  }
  const tell = (what: string, name: string, figure: (one: Measured) => number): void =>
    print(`${name}: ${what}`, of(name, figure), `[empty page ${median(of('empty', figure)).toFixed(3)}]`)

  for (const name of ['sign-in', 'queue']) compare('time to usable', name, ({ usable }) => usable)
  for (const kind of ['script', 'style', 'layout'] as const)
    tell(`${kind} ms of opening ${ROWS} rows`, 'queue', ({ work }) => work[kind])
  for (const { name } of pages) {
    compare('LCP', name, ({ largestPaint }) => largestPaint)
    tell('INP ms', name, ({ interaction }) => interaction)
    tell('CLS', name, ({ shift }) => shift)
    tell('longest task ms after first paint', name, ({ longestTask }) => longestTask)
  }
})
