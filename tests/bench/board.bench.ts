/** The dispatch board in a browser: 100 cars with 2,100 trips over a week, scrolled and dragged over, beside an empty page. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import pg from 'pg'
import { expect, it } from 'vitest'
import { launch, signIn } from '#tests/browser/harness.ts'
import { seededBureau } from '#tests/harness/app.ts'
import { createDatabase } from '#tests/harness/engines.ts'
import { fillFleet, TRIPS_PER_DAY } from '#tests/harness/fleet.ts'
import { runServer, START } from '#tests/harness/server.ts'
import { print } from './figures.ts'

const CARS = 100
const WEEK = 7
const ROUNDS = 3
const STEPS = 60

interface Motion {
  /** Frames a second. */
  readonly frames: number
  /** Milliseconds of the longest task; 0 when none took 50. */
  readonly longest: number
}

/** What the page drew while `move` ran, and what kept it from drawing. */
async function motionOf(page: Page, move: () => Promise<void>): Promise<Motion> {
  await page.evaluate(() => {
    const motion = { frames: 0, longest: 0, from: performance.now(), isOver: false }
    Object.assign(globalThis, { motion })
    const draw = (): void => {
      motion.frames += 1
      if (!motion.isOver) requestAnimationFrame(draw)
    }
    requestAnimationFrame(draw)
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) motion.longest = Math.max(motion.longest, duration)
    }).observe({ type: 'longtask' })
  })
  await move()
  return page.evaluate(async () => {
    await new Promise((resolve) => requestIdleCallback(resolve))
    const { motion } = globalThis as unknown as { motion: Motion & { from: number; isOver: boolean } }
    motion.isOver = true
    return { frames: (motion.frames * 1000) / (performance.now() - motion.from), longest: motion.longest }
  })
}

/** The mouse over the page from top to bottom, with a button held where something is dragged. */
async function sweep(page: Page): Promise<void> {
  for (let step = 0; step < STEPS; step += 1) await page.mouse.move(700, 200 + (step * 600) / STEPS)
}

it('the board of a week in a browser', { timeout: 600_000 }, async () => {
  const database = await createDatabase('postgres', seededBureau)
  const dataDir = mkdtempSync(join(tmpdir(), 'board-'))
  const server = await runServer({ dataDir, databaseUrl: database.url ?? '' })
  const client = new pg.Client({ connectionString: database.url ?? '' })
  const browser = await launch()
  try {
    await client.connect()
    await fillFleet(client, { first: 1, cars: CARS, from: START.slice(0, 10), days: WEEK })
    const context = await browser.newContext({
      baseURL: server.url,
      locale: 'zh-CN',
      timezoneId: 'Asia/Shanghai',
      viewport: { width: 1440, height: 900 },
    })
    const page = await context.newPage()
    const blank = await context.newPage()
    await signIn(page, 'yan26')
    const rounds: { readonly drawn: number; readonly scroll: Motion; readonly drag: Motion; readonly bare: Motion }[] =
      []
    for (let round = 0; round < ROUNDS; round += 1) {
      await page.goto('/carmanagement/car?tab=dispatch')
      await page
        .locator('.dispatch-row')
        .nth(CARS - 1)
        .waitFor()
      const start = performance.now()
      await page.getByText('周', { exact: true }).click()
      await page
        .locator('.dispatch-bar')
        .nth(CARS * WEEK * TRIPS_PER_DAY - 1)
        .waitFor({ state: 'attached' })
      const drawn = performance.now() - start
      const scroll = await motionOf(page, async () => {
        await page.mouse.move(700, 600)
        for (let step = 0; step < STEPS; step += 1) await page.mouse.wheel(0, 80)
        for (let step = 0; step < STEPS; step += 1) await page.mouse.wheel(0, -80)
      })
      const bar = await page
        .locator('.dispatch-bar.is-reserved')
        .nth(WEEK * TRIPS_PER_DAY - 2)
        .boundingBox()
      expect(bar).not.toBeNull()
      await page.mouse.move((bar?.x ?? 0) + 4, (bar?.y ?? 0) + 4)
      await page.mouse.down()
      const drag = await motionOf(page, () => sweep(page))
      await page.keyboard.press('Escape')
      await page.mouse.up()
      await blank.bringToFront()
      const bare = await motionOf(blank, () => sweep(blank))
      await page.bringToFront()
      rounds.push({ drawn, scroll, drag, bare })
    }
    const details = (of: (one: (typeof rounds)[number]) => number): string =>
      `[${rounds.map((one) => of(one).toFixed(0)).join(' ')}]`
    print(
      'ms from 周 to all bars',
      rounds.map(({ drawn }) => drawn),
    )
    for (const kind of ['scroll', 'drag'] as const) {
      print(
        `${kind}: frames a second / empty page under the same mouse`,
        rounds.map((one) => one[kind].frames / one.bare.frames),
        details((one) => one[kind].frames),
      )
      print(
        `${kind}: longest task ms`,
        rounds.map((one) => one[kind].longest),
      )
    }
  } finally {
    await browser.close()
    await server.stop()
    await client.end()
    await database.close()
    rmSync(dataDir, { recursive: true })
  }
})
