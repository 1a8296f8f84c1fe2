import { type RefObject, useEffect } from 'react'
import { hideCut, showFocus } from './cutColumns.ts'

/**
 * Says on the element itself whether there is more before and after what can be seen of it sideways (`data-before`,
 * `data-after`): columns that stay in their place hide where the others go on. Figures and dates that they cover in part
 * are not shown. Written past React, so that scrolling draws nothing anew.
 */
export function useScrollEdges(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { current } = element
    if (current === null) return
    const sheet = new CSSStyleSheet()
    document.adoptedStyleSheets.push(sheet)
    const look = (): void => {
      // From right to left it counts downwards from zero.
      const before = Math.abs(current.scrollLeft)
      const after = current.scrollWidth - current.clientWidth - before
      current.toggleAttribute('data-before', before >= 1)
      current.toggleAttribute('data-after', after >= 1)
      hideCut(current, sheet)
      // Rows that arrive change the width of what is inside, and not that of the element.
      for (const child of current.children) {
        if (observed.has(child)) continue
        observed.add(child)
        observer.observe(child)
      }
    }
    const observed = new WeakSet<Element>()
    const observer = new ResizeObserver(look)
    observer.observe(current)
    current.addEventListener('scroll', look, { passive: true })
    const show = ({ target }: FocusEvent): void => {
      if (target instanceof Element) showFocus(current, target)
    }
    current.addEventListener('focusin', show)
    return () => {
      observer.disconnect()
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet)
      current.removeEventListener('scroll', look)
      current.removeEventListener('focusin', show)
    }
  }, [element])
}
