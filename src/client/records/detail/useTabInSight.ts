import { type RefObject, useEffect, useRef } from 'react'

/** Scrolls the chosen tab into sight, since a row of tabs may be longer than what it stands in; the answer belongs to the element around the tabs. */
export function useTabInSight(key: string | undefined): RefObject<HTMLDivElement | null> {
  const root = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (key !== undefined)
      root.current
        ?.querySelector('[role=tab][aria-selected=true]')
        ?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [key])
  return root
}
