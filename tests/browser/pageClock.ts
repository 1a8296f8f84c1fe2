import type { Page } from '@playwright/test'
import { expect } from 'vitest'

/** Milliseconds of the page's clock that pass before each of the first looks. */
const TICK = 20
/** Looks before which time passes: one second in all, in which no timer of a machine and no patience of a call runs out, however slow the computer is. */
const TICKS = 50
/** Milliseconds of the wall's clock the page may take to show something. */
const POLLING = { timeout: 120_000, interval: 25 }

/** Looks until `look` is so; the page's clock, which stands still, goes on a little at first. */
export async function soon(page: Page, what: string, look: () => Promise<boolean>): Promise<void> {
  let looks = 0
  await expect
    .poll(
      async () => {
        looks += 1
        if (looks <= TICKS) await page.clock.runFor(TICK)
        return look()
      },
      { ...POLLING, message: what },
    )
    .toBe(true)
}
