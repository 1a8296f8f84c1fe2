/** Asks for the work: runs it, or once more after the present run. Resolves when nothing is left to do; never rejects. */
export type Coalesced = () => Promise<void>

/** One run at a time; however many ask during one, a single further run follows. What a run throws goes to `onError`, and the next request tries again. */
export function coalesced(work: () => Promise<void>, onError: (error: unknown) => void): Coalesced {
  let running: Promise<void> | null = null
  let isWanted = false
  const run = async (): Promise<void> => {
    try {
      while (isWanted) {
        isWanted = false
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
    isWanted = true
    running ??= run()
    return running
  }
}
