import { Regions, type Table, type TableProps } from '@blueprintjs/table'
import { type RefObject, useRef } from 'react'
import { type Place, startFor } from './cells.ts'

export const ROW_HEIGHT = 30
/** Width of the heads of the rows, and height of those of the columns, as `grid.css` has them. */
const HEAD_WIDTH = 120
const HEAD_HEIGHT = 30
/** What the bars for scrolling take at most. */
const SCROLLBAR = 17

/** The first row and column that are drawn; they may be hidden in part. */
interface Corner {
  readonly row: number
  readonly col: number
}

interface Reveal {
  readonly table: RefObject<Table | null>
  /** The element that the table fills. */
  readonly view: RefObject<HTMLElement | null>
  readonly onVisible: NonNullable<TableProps['onVisibleCellsChange']>
  /** Brings a cell into view, since only what is in view is drawn. Whether it was out of it. */
  readonly reveal: (place: Place) => boolean
}

/** Scrolls a table no farther than it takes to show a cell. */
export function useReveal(columns: readonly { readonly width: number }[]): Reveal {
  const table = useRef<Table>(null)
  const view = useRef<HTMLElement>(null)
  const corner = useRef<Corner>({ row: 0, col: 0 })
  return {
    table,
    view,
    onVisible: (rows, cols) => {
      corner.current = { row: rows.rowIndexStart, col: cols.columnIndexStart }
    },
    reveal: ({ row, col }) => {
      const { clientWidth = 0, clientHeight = 0 } = view.current ?? {}
      const first = corner.current
      const top = startFor(row, first.row, clientHeight - HEAD_HEIGHT - SCROLLBAR, () => ROW_HEIGHT)
      const left = startFor(col, first.col, clientWidth - HEAD_WIDTH - SCROLLBAR, (at) => columns[at]?.width ?? 0)
      // The first of the view may be hidden in part.
      if (top !== first.row || row === first.row) table.current?.scrollToRegion(Regions.row(top))
      if (left !== first.col || col === first.col) table.current?.scrollToRegion(Regions.column(left))
      return top !== first.row || left !== first.col
    },
  }
}
