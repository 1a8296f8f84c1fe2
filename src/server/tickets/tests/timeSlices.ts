import { setImmediate } from 'node:timers/promises'

/** Milliseconds of thinking at a stretch: everybody else is answered in between. */
const STRETCH = 10

/** Carries on a little at a time. Between two stretches it asks whether to go on; null where it was told not to. */
export async function inTimeSlices<Result>(
  work: Generator<void, Result>,
  goesOn: () => Promise<boolean>,
): Promise<Result | null> {
  for (let since = performance.now(); ; ) {
    const { done, value } = work.next()
    if (done === true) return value
    if (performance.now() - since < STRETCH) continue
    await setImmediate()
    if (!(await goesOn())) return null
    since = performance.now()
  }
}
