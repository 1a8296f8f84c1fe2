import { type ReactElement, type RefObject, useCallback } from 'react'
import { LongBody, type RowPlace } from '#src/client/components/ui/longTable/LongBody.tsx'
import { defaultLimit } from './query.ts'

/** Whether a page of a list has more rows than the usual one: of such only those in sight are drawn. A usual page stands there whole, for the browser's own search. */
export const isLongList = (rows: readonly unknown[]): boolean => rows.length > defaultLimit

interface ListBodyRowsProps<T> {
  readonly rows: readonly T[]
  /** What a row is known by; keep the function the same between renderings. */
  readonly keyOf: (row: T) => string | number
  readonly scroll: RefObject<HTMLElement | null>
  readonly columns: number
  /** Pixels of a row before it is measured. */
  readonly height: number
  /** Draws the row's `tr`, with the properties of its place in a long list and with a key. */
  readonly row: (row: T, index: number, place?: RowPlace) => ReactElement
}

/** The rows of a list. */
export function ListBody<T>({ rows, keyOf, row, ...place }: ListBodyRowsProps<T>) {
  const keyAt = useCallback(
    (index: number) => {
      const each = rows[index]
      return each === undefined ? index : keyOf(each)
    },
    [rows, keyOf],
  )
  if (!isLongList(rows)) return <tbody>{rows.map((each, index) => row(each, index))}</tbody>
  return (
    <LongBody
      count={rows.length}
      keyOf={keyAt}
      row={(index, place) => row(rows[index] as T, index, place)}
      {...place}
    />
  )
}
