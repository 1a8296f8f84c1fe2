const CONTROLS =
  'a[href],button:not(:disabled),input:not(:disabled,[type=hidden]),select:not(:disabled),textarea:not(:disabled)'
/** Controls that answer the arrow keys themselves. */
const OWN_KEYS =
  'select,textarea,[contenteditable=true],input:not([type=checkbox]),[role=combobox],[role=tab],[role=slider],[aria-expanded=true][aria-haspopup]'

export const controlsIn = (element: Element): readonly HTMLElement[] => [
  ...element.querySelectorAll<HTMLElement>(CONTROLS),
]

/** Whether the arrow keys of a table may leave this control. */
export const mayLeave = (control: Element): boolean => !control.matches(OWN_KEYS)

/** The control of another row that stands where this one stands in its own; else the first of that cell or row. */
export function counterpart(control: HTMLElement, row: HTMLTableRowElement): HTMLElement | undefined {
  const cell = control.closest<HTMLTableCellElement>('td,th')
  if (cell === null) return controlsIn(row)[0]
  const at = controlsIn(cell).indexOf(control)
  const other = row.cells[cell.cellIndex]
  const there = other === undefined ? [] : controlsIn(other)
  return there[at] ?? there[0] ?? controlsIn(row)[0]
}

/** Where a key leads from a control of a table: another control, the first or the last row, or nowhere. */
export function keyTarget(
  table: HTMLTableElement,
  control: HTMLElement,
  key: string,
): HTMLElement | 'first' | 'last' | null {
  const row = control.closest('tr')
  if (row === null || !mayLeave(control)) return null
  const isBackwards = getComputedStyle(table).direction === 'rtl'
  switch (key) {
    case 'ArrowRight':
    case 'ArrowLeft': {
      const all = controlsIn(row)
      return all[all.indexOf(control) + ((key === 'ArrowRight') === isBackwards ? -1 : 1)] ?? null
    }
    case 'ArrowDown':
    case 'ArrowUp': {
      const rows = [...table.rows].filter((each) => each === row || controlsIn(each).length > 0)
      const other = rows[rows.indexOf(row) + (key === 'ArrowDown' ? 1 : -1)]
      return other === undefined ? null : (counterpart(control, other) ?? null)
    }
    case 'Home':
      return 'first'
    case 'End':
      return 'last'
    default:
      return null
  }
}
