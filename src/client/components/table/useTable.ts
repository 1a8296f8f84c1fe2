import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react'
import { type ChosenIds, toggledRange, toggleId } from './choice.ts'
import { type Column, classes } from './column.ts'
import { controlsIn, counterpart, keyTarget } from './keys.ts'
import { type SortDirection, sortDirection } from './sort.ts'

/** How the rows are sorted, and what a press on a head asks for. */
export interface TableSort {
  /** `field` or `-field`. */
  readonly ordering: string
  readonly onOrder: (field: string) => void
}

/** Rows chosen for what is done to many. */
export interface TableSelection<Row> {
  readonly chosen: ChosenIds
  readonly onChoose: (change: (chosen: ChosenIds) => ChosenIds) => void
  readonly idOf: (row: Row) => number
  /** What a checkbox is called. */
  readonly labelOf: (row: Row) => string
}

/** When a table draws only the rows in sight. */
export interface LongTable {
  /** Pixels of a row before it is measured. */
  readonly height: number
  /** Most rows that are all drawn; {@link MAX_WHOLE_ROWS} by default. */
  readonly above?: number
}

/** Rows that are all drawn where a table says nothing else. */
export const MAX_WHOLE_ROWS = 300

export interface TableOptions<Row> {
  readonly rows: readonly Row[]
  readonly sort?: TableSort | undefined
  readonly selection?: TableSelection<Row> | null | undefined
  readonly long?: LongTable | undefined
}

/**
 * How every table behaves, without its looks: order, selection also of a range, which rows are drawn, and the keyboard.
 * Arrows lead from a control to its neighbours and to the same control of the next row, Home and End to the first and
 * the last row, Space ticks, Shift with it ticks all rows since the last tick, Enter on a checkbox opens its row.
 */
export function useTable<Row>({ rows, sort, selection, long }: TableOptions<Row>) {
  const isLong = long !== undefined && rows.length > (long.above ?? MAX_WHOLE_ROWS)
  const [sought, setSought] = useState<{ readonly index: number; readonly from: HTMLElement } | null>(null)
  const element = useRef<HTMLTableElement>(null)
  const latest = useRef({ rows, selection })
  const anchor = useRef(0)
  useEffect(() => {
    latest.current = { rows, selection }
  })
  // The row is drawn by now, also where only those in sight are.
  useEffect(() => {
    if (sought === null) return
    const row = element.current?.querySelector<HTMLTableRowElement>(`tr[data-index="${sought.index}"]`)
    if (row) counterpart(sought.from, row)?.focus()
    setSought(null)
  }, [sought])

  const tick = useCallback((index: number, isRange: boolean): void => {
    const { rows: all, selection: given } = latest.current
    const row = all[index]
    if (!given || row === undefined) return
    const from = anchor.current
    given.onChoose((chosen) =>
      isRange ? toggledRange(chosen, all.map(given.idOf), from, index) : toggleId(chosen, given.idOf(row)),
    )
    anchor.current = index
  }, [])

  const onKeyDown = (event: KeyboardEvent<HTMLTableElement>): void => {
    const { target, currentTarget: table, key } = event
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
    // A menu opened by a row is drawn elsewhere; its keys are its own. So are those of a table within a cell.
    if (!(target instanceof HTMLElement) || target.closest('table') !== table) return
    if (key === 'Enter' && target.matches('tbody input[type=checkbox]')) {
      const row = target.closest('tr')
      const opener = row === null ? undefined : controlsIn(row).find((control) => control.matches('a,button'))
      if (opener === undefined) return
      event.preventDefault()
      opener.click()
      return
    }
    const next = keyTarget(table, target, key)
    if (next === null) return
    event.preventDefault()
    if (next instanceof HTMLElement) {
      next.focus()
      return
    }
    if (isLong) {
      setSought({ index: next === 'first' ? 0 : rows.length - 1, from: target })
      return
    }
    const body = [...(table.tBodies[0]?.rows ?? [])]
    const row = next === 'first' ? body[0] : body.at(-1)
    if (row !== undefined) counterpart(target, row)?.focus()
  }

  const ids = selection ? rows.map(selection.idOf) : []
  const chosenHere = ids.filter((id) => selection?.chosen.has(id)).length
  return {
    isLong,
    /** A row that must be drawn although it is out of sight. */
    show: sought?.index ?? null,
    table: { ref: element, onKeyDown, ...(isLong && { 'aria-rowcount': rows.length + 1 }) },
    head: (column: Column<Row>) => ({
      scope: 'col' as const,
      className: classes(column.isRight && 'is-right', column.className),
      ...(column.headLabel !== undefined && { 'aria-label': column.headLabel }),
      ...(column.headTitle !== undefined && { title: column.headTitle }),
      ...(directionOf(column, sort) !== null && { 'aria-sort': directionOf(column, sort) ?? 'none' }),
    }),
    /** The button of a head; null where the rows cannot be sorted by it. */
    order: (column: Column<Row>): { readonly direction: SortDirection; readonly onClick: () => void } | null => {
      const { sort: field } = column
      return sort === undefined || field === undefined
        ? null
        : { direction: sortDirection(sort.ordering, field), onClick: () => sort.onOrder(field) }
    },
    choice: {
      isAll: ids.length > 0 && chosenHere === ids.length,
      isSome: chosenHere > 0,
      /** Chooses all rows of the page, or none. */
      tickAll: () => selection?.onChoose(() => new Set(chosenHere === ids.length ? [] : ids)),
      tick,
    },
  }
}

const directionOf = <Row>({ sort: field }: Column<Row>, sort: TableSort | undefined): SortDirection | null =>
  sort === undefined || field === undefined ? null : sortDirection(sort.ordering, field)
