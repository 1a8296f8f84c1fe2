import { type ReactNode, type RefObject, useId, useRef } from 'react'
import { useScrollEdges } from './useScrollEdges.ts'

interface ScrollRegionProps {
  readonly label: string
  readonly className: string
  readonly isBusy?: boolean
  /** Where the element is kept, for who must know how far it was scrolled. */
  readonly element?: RefObject<HTMLElement | null>
  readonly children: ReactNode
}

/** A part that scrolls by itself: named, and with a tab stop, or the keyboard could not scroll it. Its edges show where there is more. */
export function ScrollRegion({ label, className, isBusy = false, element, children }: ScrollRegionProps) {
  const own = useRef<HTMLElement>(null)
  const region = element ?? own
  const id = useId()
  useScrollEdges(region)
  return (
    <section ref={region} id={id} className={className} tabIndex={0} aria-label={label} aria-busy={isBusy}>
      {children}
    </section>
  )
}
