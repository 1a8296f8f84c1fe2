/** What a page says about itself while it loads: collected inside the page, in milliseconds since navigation. */
import type { Page } from '@playwright/test'

export interface Vitals {
  /** When what the page is for stood on the screen. */
  readonly usable: number
  readonly largestPaint: number
  /** Sum of all shifts without input: an upper bound of the Web Vital. */
  readonly shift: number
  /** The longest task after the first paint; 0 when none took 50 ms. */
  readonly longestTask: number
  /** The slowest interaction; 16 when every one was faster than the browser tells. */
  readonly interaction: number
}

interface Shift extends PerformanceEntry {
  readonly value: number
  readonly hadRecentInput: boolean
}
interface Interaction extends PerformanceEntry {
  readonly interactionId: number
}
interface Notes {
  usable: number
  largestPaint: number
  shift: number
  interaction: number
  readonly tasks: { readonly from: number; readonly duration: number }[]
}
type Noted = typeof globalThis & { notes: Notes }

/** Collects from the next navigation on; the page is usable once an element matches and has been drawn. */
export async function collect(page: Page, usable: string): Promise<void> {
  await page.addInitScript((selector) => {
    const notes: Notes = { usable: 0, largestPaint: 0, shift: 0, interaction: 16, tasks: [] }
    Object.assign(globalThis, { notes })
    const observe = (options: PerformanceObserverInit, note: (entry: PerformanceEntry) => void): void => {
      new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ buffered: true, ...options })
    }
    observe({ type: 'largest-contentful-paint' }, ({ startTime }) => {
      notes.largestPaint = startTime
    })
    observe({ type: 'layout-shift' }, (entry) => {
      const { value, hadRecentInput } = entry as Shift
      if (!hadRecentInput) notes.shift += value
    })
    observe({ type: 'longtask' }, ({ startTime, duration }) => notes.tasks.push({ from: startTime, duration }))
    observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit, (entry) => {
      if ((entry as Interaction).interactionId > 0) notes.interaction = Math.max(notes.interaction, entry.duration)
    })
    const look = new MutationObserver(() => {
      if (document.querySelector(selector) === null) return
      look.disconnect()
      requestAnimationFrame(() => {
        notes.usable = performance.now()
      })
    })
    look.observe(document, { subtree: true, childList: true, attributes: true })
  }, usable)
}

/** Resolves once the page asks for nothing more and has no work left. */
export async function rest(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
}

export async function vitalsOf(page: Page): Promise<Vitals> {
  return page.evaluate(() => {
    const { tasks, ...notes } = (globalThis as Noted).notes
    const [firstPaint] = performance.getEntriesByName('first-contentful-paint')
    const later = tasks.filter(({ from }) => from >= (firstPaint?.startTime ?? 0))
    return { ...notes, longestTask: Math.max(0, ...later.map(({ duration }) => duration)) }
  })
}
