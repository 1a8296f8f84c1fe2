/** Milliseconds after which something is done even if the page never rests. */
const IDLE_TIMEOUT_MS = 10_000

let last = new Promise<void>((resolve) => {
  if (document.readyState === 'complete') resolve()
  else addEventListener('load', () => resolve(), { once: true })
})

/** Runs what the first screen does not need, once the page has come and rests; each by itself, so that none keeps a key waiting for the others. */
export function whenIdle(run: () => Promise<unknown>): void {
  last = last.then(resting)
  void last.then(run)
}

function resting(): Promise<void> {
  return new Promise((resolve) => {
    // Some browsers know no idle time.
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: IDLE_TIMEOUT_MS })
    else setTimeout(resolve, 2_000)
  })
}
