import { defaultRangeExtractor, type Range, useVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import { type ReactElement, type RefObject, useCallback, useEffect, useMemo, useRef } from 'react'
import { useGrowing } from './useGrowing.ts'
import { usePrinting } from './usePrinting.ts'
import { useSteadyColumns } from './useSteadyColumns.ts'

/** Rows beyond the edge of the view on either side: what a turn of the wheel brings stands there already. */
const OVERSCAN = 4
/** Rows drawn at once at first, and then at a time. */
export const FIRST = 6
export const PIECE = 4
/** Part of the window a long table is taken to fill before it is measured. */
const USUAL_PART = 0.66

interface LongBodyProps {
  readonly count: number
  /** Pixels of a row before it is measured. */
  readonly height: number
  /** The part that scrolls, with the table in it. */
  readonly scroll: RefObject<HTMLElement | null>
  readonly columns: number
  /** What a row is known by when others come and go; its index by default. */
  readonly keyOf?: (index: number) => string | number
  /** A row to bring into sight, drawn at once; null for none. */
  readonly show?: number | null
  /** Draws the row's `tr` with these properties. Only another function draws again what stands. */
  readonly row: (index: number, place: RowPlace) => ReactElement
}

/** What a row of a long table carries, for the virtualiser and for who counts rows. */
export interface RowPlace {
  readonly 'data-index': number
  readonly 'aria-rowindex': number
  readonly ref: (element: HTMLTableRowElement | null) => void
  /** Also of what the row has opened elsewhere, such as its menu. */
  readonly onFocus: () => void
}

/** A row that has come is as high as the others until the page is laid out: asking it at once would lay it out twice. */
function sizeOf(
  row: HTMLTableRowElement,
  entry: ResizeObserverEntry | undefined,
  { measurementsCache, indexFromElement, options }: Virtualizer<HTMLElement, HTMLTableRowElement>,
): number {
  const [box] = entry?.borderBoxSize ?? []
  const index = indexFromElement(row)
  return box === undefined ? (measurementsCache[index]?.size ?? options.estimateSize(index)) : Math.round(box.blockSize)
}

const indexItself = (index: number): number => index

/**
 * The body of a table of many rows: those in sight, the one last worked in, whose focus and whose menu would go with
 * it, and gaps that keep the room of the others. On paper all of them.
 */
export function LongBody({ count, height, scroll, columns, keyOf = indexItself, show = null, row }: LongBodyProps) {
  const isPrinting = usePrinting()
  const worked = useRef<string | number | null>(null)
  const known = useRef(keyOf)
  useEffect(() => {
    known.current = keyOf
  }, [keyOf])
  const inSight = useCallback(
    (range: Range) => {
      const indexes = new Set(defaultRangeExtractor(range))
      if (show !== null) indexes.add(show)
      // With its neighbours, which the next turn of the tabulator leads to.
      for (let index = 0; index < range.count; index += 1)
        if (known.current(index) === worked.current) for (const near of [-1, 0, 1]) indexes.add(index + near)
      return [...indexes].filter((index) => index >= 0 && index < range.count).sort((one, other) => one - other)
    },
    [show],
  )
  const virtual = useVirtualizer<HTMLElement, HTMLTableRowElement>({
    count,
    getScrollElement: () => scroll.current,
    estimateSize: () => height,
    getItemKey: keyOf,
    rangeExtractor: inSight,
    measureElement: sizeOf,
    overscan: OVERSCAN,
    initialRect: { width: 0, height: window.innerHeight * USUAL_PART },
  })
  const { measureElement } = virtual
  useSteadyColumns(scroll)
  const places = useMemo(() => new Map<number, RowPlace>(), [])
  const placeOf = (index: number): RowPlace => {
    const place = places.get(index) ?? {
      'data-index': index,
      // The head is the first row.
      'aria-rowindex': index + 2,
      ref: measureElement,
      onFocus: () => {
        worked.current = known.current(index)
      },
    }
    places.set(index, place)
    return place
  }
  // Scrolling draws what comes into sight, and leaves alone what stands there.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was drawn by another function is drawn anew.
  const drawn = useMemo(() => new Map<number, ReactElement>(), [row])
  const rowAt = (index: number): ReactElement => {
    const element = drawn.get(index) ?? row(index, placeOf(index))
    drawn.set(index, element)
    return element
  }

  useEffect(() => {
    if (show !== null) virtual.scrollToIndex(show, { align: 'center' })
  }, [show, virtual])
  const grown = useGrowing(count, FIRST, PIECE)
  // The row that is sought or worked in has no time to wait for its turn: the focus goes there, or would go with it.
  const items = virtual
    .getVirtualItems()
    .filter(({ index }, at) => at < grown || index === show || keyOf(index) === worked.current)
  if (isPrinting) return <tbody>{Array.from({ length: count }, (_, index) => rowAt(index))}</tbody>

  const parts: ReactElement[] = []
  let end = 0
  const gapTo = (start: number): void => {
    if (start > end) parts.push(<Gap key={`gap ${parts.length}`} size={start - end} columns={columns} />)
  }
  for (const item of items) {
    gapTo(item.start)
    parts.push(rowAt(item.index))
    end = item.end
  }
  gapTo(virtual.getTotalSize())
  return <tbody>{parts}</tbody>
}

function Gap({ size, columns }: { readonly size: number; readonly columns: number }) {
  return (
    <tr aria-hidden>
      <td colSpan={columns} style={{ height: size, padding: 0, border: 0 }} />
    </tr>
  )
}
