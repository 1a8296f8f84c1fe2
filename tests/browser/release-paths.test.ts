/** Generated ways through the release machine, gone in the browser; time is the page's own clock, and the answers about the release are the test's, since nothing but an installation could change the server's. */
import type { Page, Route } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  LOOK_INTERVAL,
  type Release,
  type ReleaseEvent,
  type ReleaseInput,
  type ReleaseSnapshot,
  releaseMachine,
  UPDATE_TIMEOUT_MS,
} from '#machines/release/release.ts'
import { START } from '#tests/harness/server.ts'
import {
  type ModelPath,
  type ModelStep,
  runPath,
  shortestPathsCoveringTransitions,
  transitionCoverage,
} from '#tests/models/model.ts'
import { openSite, type Site } from './harness.ts'
import { soon } from './pageClock.ts'

/** Stands for the build the page really runs. */
const OWN = 'own'
const PAGE = '/misc/coming-soon'

const version = { version: '1.1.0', title: '春季更新', notes: '新增差旅标准', force: false, resetConfig: true }
const served: readonly Release[] = [
  { build: OWN, version: null },
  { build: 'index-another', version: null },
  { build: OWN, version },
]
const events: readonly ReleaseEvent[] = [
  { type: 'LOOK' },
  { type: 'CODE_LOST' },
  { type: 'UPDATE' },
  { type: 'REFUSE' },
]
const paths = shortestPathsCoveringTransitions(releaseMachine, {
  events,
  answers: { fetchRelease: [...served.map((output) => ({ output })), { error: 'no release' }] },
  inputs: [
    { build: OWN, version: '1.0.0' },
    { build: OWN, version: null },
  ],
})

let site: Site
let page: Page
let own = ''
/** Calls for the release that the test has not answered, and how many there were. */
let held: Route[] = []
let asked = 0
/** Whether the person stays on the page that is about to go. */
let stays = false

const prompt = () => page.getByRole('alertdialog')

/** Does something after which the page asks for the release. */
async function asking(act: () => Promise<unknown>): Promise<void> {
  const before = asked
  await act()
  await soon(page, 'the page asks for the release', async () => asked === before + 1)
}

async function answer(body: Readonly<Record<string, unknown>>): Promise<void> {
  const newest = held.at(-1)
  held = []
  await newest?.fulfill({ json: body })
}

/** Makes happen what the event says. */
async function perform({ event }: ModelStep): Promise<void> {
  if ('output' in event) {
    const { build, version: published } = event.output as Release
    return answer({ code: 2000, msg: '', data: { build: build === OWN ? own : build, version: published } })
  }
  if ('error' in event) return answer({ code: 5000, msg: '系统内部错误', data: null })
  switch (event.type) {
    case 'LOOK':
      return asking(() => page.evaluate(() => void document.dispatchEvent(new Event('visibilitychange'))))
    case 'CODE_LOST':
      return asking(() => page.evaluate(() => void dispatchEvent(new Event('vite:preloadError', { cancelable: true }))))
    case 'UPDATE':
      stays = true
      return prompt().getByRole('button', { name: '立即更新' }).click()
    case 'REFUSE':
      return prompt().getByRole('button', { name: '暂不更新' }).click()
    default:
      return event.type.includes('updateTimeout')
        ? page.clock.runFor(UPDATE_TIMEOUT_MS)
        : asking(() => page.clock.runFor(LOOK_INTERVAL))
  }
}

/** The moment as the person sees it, and what the browser keeps. */
async function expectShown(moment: ReleaseSnapshot): Promise<void> {
  const { offer, version: kept } = moment.context
  const isOpen = moment.matches({ running: { offer: 'open' } })
  const heading = offer?.kind === 'version' ? `新版本 ${offer.version.version}` : '系统有新版本'
  await soon(page, `${JSON.stringify(moment.value)} ${heading}`, async () => {
    const isShown = isOpen ? await prompt().getByText(heading).isVisible() : (await prompt().count()) === 0
    return isShown && (await page.evaluate(() => localStorage.getItem('appVersion'))) === kept
  })
  if (moment.matches('updating')) return
  expect(held.length > 0).toBe(moment.matches({ running: { look: 'asking' } }))
}

/** A page that has just asked for the first time. */
async function arrive({ input }: ModelPath): Promise<void> {
  const { version: kept } = input as ReleaseInput
  stays = false
  await page.evaluate(
    (value) => (value === null ? localStorage.removeItem('appVersion') : localStorage.setItem('appVersion', value)),
    kept,
  )
  held = []
  await asking(() => page.reload())
  await page.evaluate(() => addEventListener('beforeunload', (event) => event.preventDefault()))
}

const titleOf = ({ input, steps }: ModelPath): string =>
  [(input as ReleaseInput).version ?? 'first visit', ...steps.map(({ event }) => shortOf(event))].join(' > ')
const shortOf = (event: ModelStep['event']): string => {
  if (!('output' in event)) return event.type.replace(/^xstate\.(\w+)\..*$/, '$1')
  const { build, version: published } = event.output as Release
  return published?.version ?? build ?? ''
}

describe('the release machine in the browser', () => {
  const coverage = transitionCoverage(releaseMachine)
  beforeAll(async () => {
    site = await openSite()
    page = await site.signedIn('pan42')
    // A live connection that opens again asks for the release as well; here it never opens, and nobody but the test asks.
    await page.addInitScript(() => {
      class SilentSocket extends EventTarget {
        readonly readyState = 0
        send(): void {}
        close(): void {}
      }
      Object.assign(globalThis, { WebSocket: SilentSocket })
    })
    await page.route('**/api/init/version/', (route) => {
      asked += 1
      held.push(route)
    })
    page.on('dialog', (dialog) => void (stays ? dialog.dismiss() : dialog.accept()))
    await page.clock.install({ time: START })
    await page.clock.pauseAt(Date.parse(START) + 1_000)
    await page.goto(PAGE)
    own = await page.evaluate(
      () => /assets\/([\w-]+)\.js/.exec(document.querySelector('script[src]')?.getAttribute('src') ?? '')?.[1] ?? '',
    )
  })
  afterAll(() => site?.close())

  it.each(paths.map((path) => [titleOf(path), path] as const))('%s', async (_, path) => {
    await arrive(path)
    await expectShown(path.initial as ReleaseSnapshot)
    for (const step of path.steps) {
      await perform(step)
      await expectShown(step.state as ReleaseSnapshot)
    }
    // The page that stayed does nothing of the update when it goes later.
    await page.clock.runFor(UPDATE_TIMEOUT_MS)
    coverage.add(runPath(releaseMachine, path))
  })

  it('takes every transition', () => coverage.assertFullCoverage())
})
