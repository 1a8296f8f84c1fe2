/** Places, moves and tables of a spreadsheet: what a key or a paste means, without a screen. */

export interface Place {
  readonly row: number
  readonly col: number
}
/** A rectangle of cells from where it was begun to where it was drawn. */
export interface Range {
  readonly from: Place
  readonly to: Place
}
export interface Size {
  readonly rows: number
  readonly cols: number
}
/** A text for a cell. */
export interface Write extends Place {
  readonly text: string
}

interface Pressed {
  readonly key: string
  readonly ctrl: boolean
  readonly shift: boolean
}

/** Rows a page key goes. */
const PAGE_ROWS = 15

const within = (value: number, count: number): number => Math.min(Math.max(value, 0), Math.max(count - 1, 0))

/** Where a key leads from a place; null for keys that do not move, and for Tab beyond the ends, which leaves the sheet. */
export function placeAfterKey({ row, col }: Place, { key, ctrl, shift }: Pressed, { rows, cols }: Size): Place | null {
  const to = (nextRow: number, nextCol: number): Place => ({ row: within(nextRow, rows), col: within(nextCol, cols) })
  switch (key) {
    case 'ArrowUp':
      return to(ctrl ? 0 : row - 1, col)
    case 'ArrowDown':
      return to(ctrl ? rows - 1 : row + 1, col)
    case 'ArrowLeft':
      return to(row, ctrl ? 0 : col - 1)
    case 'ArrowRight':
      return to(row, ctrl ? cols - 1 : col + 1)
    case 'PageUp':
      return to(row - PAGE_ROWS, col)
    case 'PageDown':
      return to(row + PAGE_ROWS, col)
    case 'Home':
      return to(ctrl ? 0 : row, 0)
    case 'End':
      return to(ctrl ? rows - 1 : row, cols - 1)
    case 'Enter':
      return to(shift ? row - 1 : row + 1, col)
    case 'Tab': {
      const next = row * cols + col + (shift ? -1 : 1)
      return next < 0 || next >= rows * cols ? null : { row: Math.floor(next / cols), col: next % cols }
    }
    default:
      return null
  }
}

/** The rectangle in the order of its rows and columns. */
export function sortedRange({ from, to }: Range): Range {
  return {
    from: { row: Math.min(from.row, to.row), col: Math.min(from.col, to.col) },
    to: { row: Math.max(from.row, to.row), col: Math.max(from.col, to.col) },
  }
}

export function placesIn(range: Range): readonly Place[] {
  const { from, to } = sortedRange(range)
  const places: Place[] = []
  for (let row = from.row; row <= to.row; row += 1)
    for (let col = from.col; col <= to.col; col += 1) places.push({ row, col })
  return places
}

/** The cells of a copied table: tabs and line breaks, quoted where a cell has such itself, as spreadsheet programs write it. */
export function readTable(text: string): readonly (readonly string[])[] {
  const rows: string[][] = [[]]
  let cell = ''
  let isQuoted = false
  const body = text.replace(/\r\n?/g, '\n').replace(/\n$/, '')
  for (let at = 0; at < body.length; at += 1) {
    const sign = body[at] as string
    if (isQuoted) {
      if (sign !== '"') cell += sign
      else if (body[at + 1] === '"') {
        cell += '"'
        at += 1
      } else isQuoted = false
    } else if (sign === '"' && cell === '') isQuoted = true
    else if (sign === '\t' || sign === '\n') {
      rows.at(-1)?.push(cell)
      cell = ''
      if (sign === '\n') rows.push([])
    } else cell += sign
  }
  rows.at(-1)?.push(cell)
  return rows
}

/** A rectangle as spreadsheet programs read it. */
export function writeTable(range: Range, textOf: (place: Place) => string): string {
  const { from, to } = sortedRange(range)
  const lines: string[] = []
  for (let row = from.row; row <= to.row; row += 1) {
    const cells: string[] = []
    for (let col = from.col; col <= to.col; col += 1) {
      const text = textOf({ row, col })
      cells.push(/[\t\n"]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text)
    }
    lines.push(cells.join('\t'))
  }
  return lines.join('\n')
}

/** What a pasted table writes: from the corner of the chosen cells on; one cell fills all of them. */
export function pasteWrites(range: Range, table: readonly (readonly string[])[], cols: number): readonly Write[] {
  const { from } = sortedRange(range)
  if (table.length === 1 && table[0]?.length === 1) {
    const [[text = '']] = table as [[string]]
    return placesIn(range).map((place) => ({ ...place, text }))
  }
  return table.flatMap((cells, row) =>
    cells.map((text, col) => ({ row: from.row + row, col: from.col + col, text })).filter((write) => write.col < cols),
  )
}

/** Where a view that starts at `first` has to start so that `target` is in it; `first` where it is already. `sizeOf` counts in pixels, as `room` does. */
export function startFor(target: number, first: number, room: number, sizeOf: (index: number) => number): number {
  if (target < first) return target
  let taken = 0
  let start = target
  for (let index = target; index >= first; index--) {
    taken += sizeOf(index)
    if (taken > room) break
    start = index
  }
  return start
}
