/** Milliseconds after which something is done even if the page never rests. */
const PATIENCE = 10_000

/** Runs what the first screen does not need, once the page rests. */
export function whenIdle(run: () => void): void {
  // Some browsers know no idle time.
  if ('requestIdleCallback' in globalThis) requestIdleCallback(run, { timeout: PATIENCE })
  else setTimeout(run, 2_000)
}
