import { useEffect } from 'react'
import { useSiteTitle } from './site.ts'

type Listener = (title: string) => void
const listeners = new Set<Listener>()

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
    for (const listener of listeners) listener(title)
  }, [title, site])
}
