/** Values of a query string; `undefined`, `null` and empty ones are left out. */
export type Query = Readonly<Record<string, string | number | boolean | null | undefined>>

/** Specification §5: 'true' and 'false' travel as 1 and 0. */
export function searchOf(query: Query): URLSearchParams {
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query)) {
    if (value === undefined || value === null || value === '') continue
    const text = String(value)
    search.set(key, text === 'true' ? '1' : text === 'false' ? '0' : text)
  }
  return search
}
