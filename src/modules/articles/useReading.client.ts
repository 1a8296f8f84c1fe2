import { useSearchParams } from 'react-router-dom'

/** Filters of the readers' list by their name in the address and on the wire. */
const names = ['search', 'category', 'deptId', 'publishAt_after', 'publishAt_before', 'unread'] as const
/** What the server refuses a longer keyword than. */
export const MAX_SEARCH = 50

/** The readers' list as it stands in the address. */
export function useReading() {
  const [params, setParams] = useSearchParams()
  const value = (name: string): string => params.get(name) ?? ''
  const filter = Object.fromEntries(names.map((name) => [name, value(name)]).filter(([, text]) => text !== ''))
  /** Sets some of it; an empty text takes one away, and other rows begin at the first page. */
  const change = (next: Readonly<Record<string, string>>): void =>
    setParams(
      (now) => {
        const copy = new URLSearchParams(now)
        if (!('page' in next)) copy.delete('page')
        for (const [name, text] of Object.entries(next)) {
          if (text === '') copy.delete(name)
          else copy.set(name, text)
        }
        return copy
      },
      { preventScrollReset: true },
    )
  return {
    filter,
    isNarrowed: Object.keys(filter).length > 0,
    page: Math.max(1, Number(value('page')) || 1),
    limit: Number(value('limit')) || 20,
    value,
    change,
    clear: () => change(Object.fromEntries(names.map((name) => [name, '']))),
  }
}
