import { useState } from 'react'
import { isObject, parsedAs } from '#src/client/platform/preference.ts'
import { useUser } from '#src/client/platform/session/index.ts'

/** What was written for a line of a count sheet. */
export interface Entry {
  readonly qty?: string
  readonly reason?: string
}
type Entries = ReadonlyMap<number, Entry>

const isEntry = (value: unknown): value is readonly [number, Entry] =>
  Array.isArray(value) && typeof value[0] === 'number' && isObject(value[1])
const isKept = (value: unknown): value is readonly (readonly [number, Entry])[] =>
  Array.isArray(value) && value.every(isEntry)

/** Figures of a sheet that are not saved yet: kept in this browser, so that a reload without network loses nothing. */
export function useKeptEntries(countId: number): readonly [Entries, (next: (now: Entries) => Entries) => void] {
  const name = `stockCount.${useUser().id}.${countId}`
  const [entries, setEntries] = useState<Entries>(() => new Map(parsedAs(localStorage.getItem(name), isKept) ?? []))
  const change = (next: (now: Entries) => Entries): void =>
    setEntries((now) => {
      const changed = next(now)
      if (changed.size === 0) localStorage.removeItem(name)
      else localStorage.setItem(name, JSON.stringify([...changed]))
      return changed
    })
  return [entries, change]
}
