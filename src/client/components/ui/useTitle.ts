import { useEffect, useSyncExternalStore } from 'react'
import { useSiteTitle } from './site.ts'

type Listener = (title: string) => void
const listeners = new Set<Listener>()

/** What the page said last, and of which address. */
let last = { title: '', pathname: '' }

/** Hears what the page on the screen is called, whenever it says so. */
export function onTitle(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Names the page: the browser tab says `page - site`. */
export function useTitle(title: string): void {
  const site = useSiteTitle()
  useEffect(() => {
    document.title = `${title} - ${site}`
    last = { title, pathname: location.pathname }
    for (const listener of listeners) listener(title)
  }, [title, site])
}

/** What the page at this address calls itself; empty until it says so. */
export const useTitleOf = (pathname: string): string =>
  useSyncExternalStore(onTitle, () => (last.pathname === pathname ? last.title : ''))
