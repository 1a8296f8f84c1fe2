import type { ReactNode } from 'react'

interface ScrollRegionProps {
  readonly label: string
  readonly className: string
  readonly isBusy?: boolean
  readonly children: ReactNode
}

/** A part that scrolls by itself: named, and with a tab stop, or the keyboard could not scroll it. */
export function ScrollRegion({ label, className, isBusy = false, children }: ScrollRegionProps) {
  return (
    <section className={className} tabIndex={0} aria-label={label} aria-busy={isBusy}>
      {children}
    </section>
  )
}
