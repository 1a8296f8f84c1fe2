/** Answers for the sign-in page, which has to be there before the query cache of the pages behind it is. */
import { startTransition, useCallback, useEffect, useRef, useState } from 'react'

export interface Answer<T> {
  /** The newest answer, also while the next is on its way; undefined before the first. */
  readonly data: T | undefined
  /** Nobody has answered or refused yet. */
  readonly isPending: boolean
  readonly refetch: () => void
}

/** Asks when the page appears, whenever the key changes, and when told to; null: not at all. An answer that a newer question has overtaken is dropped. */
export function useAnswer<T>(key: string | null, ask: (signal: AbortSignal) => Promise<T>): Answer<T> {
  const [data, setData] = useState<T>()
  const [hasFailed, setFailed] = useState(false)
  const [round, setRound] = useState(0)
  const asking = useRef(ask)
  asking.current = ask
  // biome-ignore lint/correctness/useExhaustiveDependencies: the round is what asks again
  useEffect(() => {
    if (key === null) return
    const control = new AbortController()
    const unless = (run: () => void) => (): void => {
      if (!control.signal.aborted) run()
    }
    // What an answer brings to the screen is drawn in slices that leave room for keys and clicks.
    asking.current(control.signal).then(
      (answer) => unless(() => startTransition(() => setData(answer)))(),
      unless(() => startTransition(() => setFailed(true))),
    )
    return () => control.abort()
  }, [key, round])
  return {
    data,
    isPending: data === undefined && !hasFailed,
    refetch: useCallback(() => setRound((before) => before + 1), []),
  }
}
