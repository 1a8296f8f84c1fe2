import type { ReactNode, RefObject } from 'react'

interface ScrollRegionProps {
  readonly label: string
  readonly className: string
  readonly isBusy?: boolean
  /** Where the element is kept, for who must know how far it was scrolled. */
  readonly element?: RefObject<HTMLElement | null>
  readonly children: ReactNode
}

/** A part that scrolls by itself: named, and with a tab stop, or the keyboard could not scroll it. */
export function ScrollRegion({ label, className, isBusy = false, element, children }: ScrollRegionProps) {
  return (
    <section ref={element} className={className} tabIndex={0} aria-label={label} aria-busy={isBusy}>
      {children}
    </section>
  )
}
