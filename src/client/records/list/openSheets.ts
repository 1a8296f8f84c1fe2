import { useEffect, useSyncExternalStore } from 'react'

/** Number of open sheets. */
let count = 0
const listeners = new Set<() => void>()

function change(by: 1 | -1): void {
  count += by
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether a sheet is open; the page below ignores its keys and is not refreshed meanwhile. */
export const hasOpenSheet = (): boolean => count > 0

/** {@link hasOpenSheet}, drawn anew when it changes. */
export const useHasOpenSheet = (): boolean => useSyncExternalStore(subscribe, hasOpenSheet)

/** Counts the sheet that calls it for as long as it is drawn. */
export function useCountedSheet(): void {
  useEffect(() => {
    change(1)
    return () => change(-1)
  }, [])
}
