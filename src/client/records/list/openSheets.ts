import { useEffect, useSyncExternalStore } from 'react'

/** Number of open sheets. */
let count = 0
const listeners = new Set<() => void>()

function change(by: 1 | -1): void {
  count += by
  for (const listener of listeners) listener()
}

/** Calls the listener whenever a sheet was opened or closed, until what it returns is called. */
export function subscribeToSheets(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether a sheet is open; the page below ignores its keys and is not refreshed meanwhile. */
export const hasOpenSheet = (): boolean => count > 0

/** {@link hasOpenSheet}, drawn anew when it changes. */
export const useHasOpenSheet = (): boolean => useSyncExternalStore(subscribeToSheets, hasOpenSheet)

/** Counts a sheet until what it returns is called. */
export function openSheet(): () => void {
  change(1)
  return () => change(-1)
}

/** Counts the sheet that calls it for as long as it is drawn. */
export function useCountedSheet(): void {
  useEffect(openSheet, [])
}
