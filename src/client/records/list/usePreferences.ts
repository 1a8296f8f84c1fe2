import { useCallback, useMemo, useState } from 'react'
import { useUser } from '#src/client/platform/session/index.ts'
import { type ColumnPreferences, preferenceKey, readPreferences } from './columns.ts'

/** The column preferences of this person on this page, kept in the browser. */
export function usePreferences(
  page: string,
  columns: readonly string[],
  hidden?: readonly string[],
): [ColumnPreferences, (next: ColumnPreferences | null) => void] {
  const { id } = useUser()
  const key = preferenceKey(id, page)
  const [stored, setStored] = useState(() => localStorage.getItem(key))
  const preferences = useMemo(() => readPreferences(stored, columns, hidden), [stored, columns, hidden])
  const change = useCallback(
    (next: ColumnPreferences | null) => {
      const text = next === null ? null : JSON.stringify(next)
      if (text === null) localStorage.removeItem(key)
      else localStorage.setItem(key, text)
      setStored(text)
    },
    [key],
  )
  return [preferences, change]
}
