import { type RefObject, useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** Whether an element is narrower than `width` pixels, followed. It is told after the page was laid out and before it is painted; until then, what is certain: no element is wider than the window. Measuring while it is being put together would lay it out twice. */
export function useNarrow(element: RefObject<HTMLElement | null>, width: number): boolean {
  const [isNarrow, setNarrow] = useState(() => innerWidth < width)
  useLayoutEffect(() => {
    const { current } = element
    if (current === null) return
    const observer = new ResizeObserver(() => flushSync(() => setNarrow(current.clientWidth < width)))
    observer.observe(current)
    return () => observer.disconnect()
  }, [element, width])
  return isNarrow
}
