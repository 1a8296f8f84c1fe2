import { ArrowDownIcon, ArrowUpIcon, DoubleCaretVerticalIcon } from '@blueprintjs/icons'
import type { ReactNode } from 'react'
import type { SortDirection } from './sort.ts'

const icons = { none: DoubleCaretVerticalIcon, ascending: ArrowUpIcon, descending: ArrowDownIcon } as const

/** The head of a column by which the rows can be sorted. */
export function SortButton({
  direction,
  onClick,
  children,
}: {
  readonly direction: SortDirection
  readonly onClick: () => void
  readonly children: ReactNode
}) {
  const Icon = icons[direction]
  return (
    <button type="button" className="list-sort" onClick={onClick}>
      {children}
      <Icon size={12} className={direction === 'none' ? 'is-idle' : ''} aria-hidden />
    </button>
  )
}
