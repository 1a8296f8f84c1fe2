/** Which columns a person sees, in which order and how dense (LIST-STD): kept in the browser per person and page. */

import { isObject, parsedAs } from '#src/client/platform/preference.ts'

export type Density = 'comfortable' | 'compact'

export interface ColumnPreferences {
  /** Every column of the page in the person's order. */
  readonly order: readonly string[]
  readonly hidden: readonly string[]
  readonly density: Density
}

/** Where the preferences of one person on one page are kept. */
export function preferenceKey(userId: number, page: string): string {
  return `list.${userId}.${page}`
}

/** Reads stored preferences; columns that no longer exist are dropped and new ones join at the place the page gives them. Nobody has chosen yet: `hiddenAtFirst` wait to be asked for. */
export function readPreferences(
  stored: string | null,
  columns: readonly string[],
  hiddenAtFirst: readonly string[] = [],
): ColumnPreferences {
  const saved = stored === null ? { ...parse(null), hidden: hiddenAtFirst } : parse(stored)
  const known = saved.order.filter((name) => columns.includes(name))
  const order = [...known]
  columns.forEach((name, index) => {
    if (order.includes(name)) return
    const before = columns.slice(0, index).findLast((earlier) => order.includes(earlier))
    order.splice(before === undefined ? 0 : order.indexOf(before) + 1, 0, name)
  })
  const hidden = saved.hidden.filter((name) => columns.includes(name))
  return { order, hidden: hidden.length < order.length ? hidden : [], density: saved.density }
}

/** The columns to draw. */
export function visibleColumns(preferences: ColumnPreferences): readonly string[] {
  return preferences.order.filter((name) => !preferences.hidden.includes(name))
}

/** Shows or hides a column; the last visible one stays. */
export function toggleColumn(preferences: ColumnPreferences, name: string): ColumnPreferences {
  const { hidden } = preferences
  if (hidden.includes(name)) return { ...preferences, hidden: hidden.filter((other) => other !== name) }
  return visibleColumns(preferences).length <= 1 ? preferences : { ...preferences, hidden: [...hidden, name] }
}

/** Moves a column one place towards the start (-1) or the end (1). */
export function moveColumn(preferences: ColumnPreferences, name: string, by: -1 | 1): ColumnPreferences {
  const from = preferences.order.indexOf(name)
  const to = from + by
  if (from < 0 || to < 0 || to >= preferences.order.length) return preferences
  const order = preferences.order.filter((other) => other !== name)
  order.splice(to, 0, name)
  return { ...preferences, order }
}

function parse(stored: string | null): ColumnPreferences {
  const none: ColumnPreferences = { order: [], hidden: [], density: 'comfortable' }
  const saved = parsedAs(stored, isObject)
  if (saved === null) return none
  const { order, hidden, density } = saved
  return { order: names(order), hidden: names(hidden), density: density === 'compact' ? 'compact' : 'comfortable' }
}

function names(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((name): name is string => typeof name === 'string') : []
}
