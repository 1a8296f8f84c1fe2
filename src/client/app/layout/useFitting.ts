import { type RefObject, useLayoutEffect, useState } from 'react'

/** How many children of a list fit beside its last one. Those beyond must stay in the document, unseen, so that they can be measured. */
export function useFitting(list: RefObject<HTMLElement | null>, count: number): number {
  const [fitting, setFitting] = useState(count)
  useLayoutEffect(() => {
    const { current } = list
    if (current === null) return
    const measure = (): void => {
      const widths = [...current.children].map((child) => (child as HTMLElement).offsetWidth)
      const more = widths.at(-1) ?? 0
      const room = current.clientWidth
      const all = widths.slice(0, count).reduce((sum, width) => sum + width, 0)
      let used = all <= room ? 0 : more
      let fits = 0
      while (fits < count && used + (widths[fits] ?? 0) <= room) {
        used += widths[fits] ?? 0
        fits += 1
      }
      setFitting(fits)
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(current)
    for (const child of current.children) observer.observe(child)
    return () => observer.disconnect()
  }, [list, count])
  return fitting
}
