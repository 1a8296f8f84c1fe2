import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactElement, type RefObject, useEffect } from 'react'

/** From so many rows on only those in sight are drawn. */
export const MANY_ROWS = 60

interface LongBodyProps {
  readonly count: number
  /** Pixels of a row before it is measured. */
  readonly height: number
  readonly scroll: RefObject<HTMLElement | null>
  readonly columns: number
  /** A row to bring into sight; null for none. */
  readonly show: number | null
  /** Draws the row's `tr` with these properties. */
  readonly row: (index: number, place: RowPlace) => ReactElement
}

/** What a row of a long table carries, for the virtualiser and for who counts rows. */
export interface RowPlace {
  readonly 'data-index': number
  readonly 'aria-rowindex': number
  readonly ref: (element: HTMLTableRowElement | null) => void
}

/** The body of a table of thousands of rows: those in sight, and two that keep the room of the others. */
export function LongBody({ count, height, scroll, columns, show, row }: LongBodyProps) {
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroll.current,
    estimateSize: () => height,
    overscan: 10,
  })
  const items = virtual.getVirtualItems()
  useEffect(() => {
    if (show !== null) virtual.scrollToIndex(show, { align: 'center' })
  }, [show, virtual])
  const before = items[0]?.start ?? 0
  const after = virtual.getTotalSize() - (items.at(-1)?.end ?? 0)
  return (
    <tbody>
      <Gap size={before} columns={columns} />
      {items.map(({ index }) =>
        row(index, {
          'data-index': index,
          // The head is the first row.
          'aria-rowindex': index + 2,
          ref: virtual.measureElement,
        }),
      )}
      <Gap size={after} columns={columns} />
    </tbody>
  )
}

function Gap({ size, columns }: { readonly size: number; readonly columns: number }) {
  if (size <= 0) return null
  return (
    <tr aria-hidden className="lines-gap">
      <td colSpan={columns} style={{ height: size }} />
    </tr>
  )
}
