import { type RefObject, useLayoutEffect, useState } from 'react'

/** Whether an element is narrower than `width` pixels, followed; false until it is measured. */
export function useNarrow(element: RefObject<HTMLElement | null>, width: number): boolean {
  const [isNarrow, setNarrow] = useState(false)
  useLayoutEffect(() => {
    const { current } = element
    if (current === null) return
    const measure = (): void => setNarrow(current.clientWidth < width)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(current)
    return () => observer.disconnect()
  }, [element, width])
  return isNarrow
}
