import { setTimeout } from 'node:timers/promises'
import { refuseInsideTransaction } from './database/context.ts'

/** Asks for the work: runs it, or once more after the present run. Resolves when nothing is left to do; never rejects. Throws OutsideTransactionError inside a transaction: the run may wait for the connection that the caller holds. */
export type CoalescedWork = () => Promise<void>

/**
 * One run at a time; however many ask during one, a single further run follows. Runs begin at least `pause` milliseconds apart:
 * a single request is served at once, requests that meet are served together. What a run throws goes to `onError`, and the next request tries again.
 */
export function coalesce(work: () => Promise<void>, onError: (error: unknown) => void, pause = 0): CoalescedWork {
  let running: Promise<void> | null = null
  let isWanted = false
  let notBefore = 0
  const run = async (): Promise<void> => {
    try {
      while (isWanted) {
        const early = notBefore - performance.now()
        if (early > 0) await setTimeout(early, undefined, { ref: false })
        isWanted = false
        notBefore = performance.now() + pause
        await work()
      }
    } catch (error) {
      onError(error)
    } finally {
      // In the same breath as the last look at `isWanted`: whoever asks from here on starts the next run.
      running = null
    }
  }
  return () => {
    refuseInsideTransaction()
    isWanted = true
    running ??= run()
    return running
  }
}
