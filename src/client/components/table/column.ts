import type { ReactNode } from 'react'

/** A column of a table: its head, its cells and, below them, what they come to. */
export interface Column<Row> {
  /** Tells columns apart. */
  readonly name: string
  readonly head: ReactNode
  /** What the column holds, where its head shows nothing. */
  readonly headLabel?: string
  readonly headTitle?: string
  /** Figures stand under each other at the end of the line. */
  readonly isRight?: boolean
  /** Class of the head and the cells. */
  readonly className?: string
  /** Class of the cells alone. */
  readonly cellClass?: string
  /** Its cells name their rows. */
  readonly isRowHead?: boolean
  /** Cells repeat in a picture what another column says. */
  readonly isPicture?: boolean
  /** Name of the order on the wire; absent where the rows cannot be sorted by it. */
  readonly sort?: string
  readonly cell: (row: Row, index: number) => ReactNode
  /** What the pointer is shown over a cell. */
  readonly cellTitle?: (row: Row) => string | undefined
  /** Stands below the cells. */
  readonly total?: ReactNode
}

/** Classes in one attribute; none for an empty one. */
export function classes(...names: readonly (string | false | undefined)[]): string | undefined {
  const given = names.filter((name) => name !== undefined && name !== false && name !== '')
  return given.length === 0 ? undefined : given.join(' ')
}
