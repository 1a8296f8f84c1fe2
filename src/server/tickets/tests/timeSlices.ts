import { setImmediate } from 'node:timers/promises'

/** Milliseconds of thinking at a stretch: everybody else is answered in between. */
const STRETCH = 10

/** Runs long work in time slices, and asks after each whether to continue; null where the answer was no. */
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
