import { type ReactElement, type ReactNode, Suspense, useState } from 'react'
import { afterPaint } from '#src/client/components/ui/afterPaint.ts'
import { SkeletonRows } from '#src/client/components/ui/index.ts'
import { PopoverNext } from '#src/client/components/ui/popups/popover.ts'

interface Props {
  /** Class of the list, whose room the placeholder takes while the list is loaded. */
  readonly className: string
  /** Lines of the placeholder. */
  readonly rows: number
  /** What the button opens, loaded when it does. */
  readonly list: ReactNode
  readonly children: ReactElement
}

/** A button of the navbar with a list that comes when it is asked for. */
export function NavbarPopover({ className, rows, list, children }: Props) {
  const [isOpen, setOpen] = useState(false)
  const loading = (
    <div className={className}>
      <SkeletonRows rows={rows} />
    </div>
  )
  return (
    <PopoverNext
      placement="bottom-end"
      arrow={false}
      isOpen={isOpen}
      onInteraction={(next) => (next ? afterPaint(() => setOpen(true)) : setOpen(false))}
      popoverClassName="navbar-popover"
      content={<Suspense fallback={loading}>{list}</Suspense>}
    >
      {children}
    </PopoverNext>
  )
}
