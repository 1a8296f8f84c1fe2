import '@blueprintjs/table/lib/css/table.css'
import './grid.css'
import { HotkeysContext } from '@blueprintjs/core'
import {
  Cell,
  Column,
  ColumnHeaderCell,
  type Region,
  Regions,
  RenderMode,
  RowHeaderCell,
  SelectionModes,
  Table,
} from '@blueprintjs/table'
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type MouseEvent,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react'
import { CellEditor } from './CellEditor.tsx'
import {
  type Place,
  pasteWrites,
  placeAfterKey,
  placesIn,
  type Range,
  readTable,
  sortedRange,
  type Write,
  writeTable,
} from './cells.ts'
import { ROW_HEIGHT, useReveal } from './reveal.ts'

export interface GridOption {
  readonly value: string
  readonly label: string
}
export interface GridColumn {
  readonly key: string
  readonly title: string
  readonly width: number
  readonly isRight?: boolean
  readonly isWritable: boolean
  /** What may be chosen; anything may be typed without. */
  readonly options?: readonly GridOption[]
}
interface GridProps {
  readonly label: string
  /** How to leave and what the keys do, read with the sheet. */
  readonly hint: string
  readonly columns: readonly GridColumn[]
  readonly rows: number
  /** Changes whenever a cell may look different. */
  readonly content: readonly unknown[]
  readonly rowTitle: (row: number) => string
  readonly shownText: (place: Place) => string
  /** The text that is edited, copied and written: codes instead of names, no separators. */
  readonly editText: (place: Place) => string
  /** Why a cell cannot stay as it is. */
  readonly faultOf: (place: Place) => string | undefined
  readonly isMarked?: (place: Place) => boolean
  readonly onWrite: (writes: readonly Write[]) => void
  readonly onUndo: () => void
  readonly onRedo: () => void
  readonly onSave: () => void
  /** The chosen rows, for what is done to whole rows. */
  readonly onChoose: (rows: { readonly from: number; readonly to: number }) => void
}

/** The class of every cell. */
const CELL = 'sheet-cell'
/** The table draws its heads again above and beside itself so that they stay, and each would be read: the titles stand once in the description, and every control says its own. */
const unread = (name: string) => <span aria-hidden="true">{name}</span>
/** The table says nothing of keys: the sheet has its own. */
const noHotkeys: [{ hasProvider: boolean; hotkeys: []; isDialogOpen: boolean }, () => void] = [
  { hasProvider: true, hotkeys: [], isDialogOpen: false },
  () => undefined,
]

/** A spreadsheet on Blueprint's table: typing replaces, F2 opens, Enter and Tab go on, ranges are copied, pasted, cleared and filled down. */
export function SheetGrid(props: GridProps) {
  const { columns, rows, content, shownText, editText, faultOf, onWrite } = props
  const hintId = useId()
  const titlesId = useId()
  const box = useRef<HTMLDivElement>(null)
  const { table, view, reveal, onVisible } = useReveal(columns)
  const [range, setRange] = useState<Range>({ from: { row: 0, col: 0 }, to: { row: 0, col: 0 } })
  const [isActive, setActive] = useState(false)
  const [isOpen, setOpen] = useState(false)
  /** A new turn draws the control afresh, without what was typed. */
  const [turn, setTurn] = useState(0)
  const typed = useRef<string | null>(null)
  const focus: Place = {
    row: Math.min(range.from.row, Math.max(rows - 1, 0)),
    col: Math.min(range.from.col, columns.length - 1),
  }
  const chosen = useMemo(() => sortedRange(range), [range])

  useEffect(() => {
    const leave = (event: FocusEvent): void => {
      if (!(event.target instanceof Node) || !box.current?.contains(event.target)) setActive(false)
    }
    document.addEventListener('focusin', leave)
    return () => document.removeEventListener('focusin', leave)
  }, [])

  const { onChoose } = props
  useEffect(() => onChoose({ from: chosen.from.row, to: chosen.to.row }), [chosen, onChoose])

  /** What was typed is forgotten. */
  const drop = (): void => {
    typed.current = null
    setTurn((before) => before + 1)
    setOpen(false)
  }
  const commit = (): void => {
    const text = typed.current
    setOpen(false)
    if (text === null) return
    drop()
    onWrite([{ ...focus, text }])
  }

  const go = (to: Place, isExtending = false): void => {
    const next: Range = isExtending ? { from: range.from, to } : { from: to, to }
    setRange(next)
    // A cell out of view is drawn some frames later: its keys are heard here meanwhile.
    if (reveal(isExtending ? next.to : next.from)) box.current?.focus({ preventScroll: true })
  }
  const write = (writes: readonly Write[]): void => {
    const open = writes.filter(({ col }) => columns[col]?.isWritable === true)
    if (open.length > 0) onWrite(open)
  }

  const command = (event: KeyboardEvent): boolean => {
    const isCtrl = event.ctrlKey || event.metaKey
    if (isCtrl && event.key === 's') {
      commit()
      // What was just written is saved with it.
      setTimeout(props.onSave)
      return true
    }
    if (isOpen || typed.current !== null) return false
    if (isCtrl && event.key.toLowerCase() === 'z') {
      if (event.shiftKey) props.onRedo()
      else props.onUndo()
      return true
    }
    if (isCtrl && event.key === 'y') {
      props.onRedo()
      return true
    }
    if (isCtrl && event.key === 'd') {
      write(
        placesIn(range)
          .filter(({ row }) => row > chosen.from.row)
          .map((place) => ({ ...place, text: editText({ row: chosen.from.row, col: place.col }) })),
      )
      return true
    }
    if (isCtrl && event.key === 'a') {
      setRange({ from: { row: 0, col: 0 }, to: { row: rows - 1, col: columns.length - 1 } })
      return true
    }
    if (event.key === 'Delete' || event.key === 'Backspace') {
      write(placesIn(range).map((place) => ({ ...place, text: '' })))
      return true
    }
    return false
  }

  /** Keeps what is typed into a cell that is not drawn yet. */
  const typedAhead = ({ target, key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean => {
    const column = columns[focus.col]
    const isAhead = target === box.current && column?.isWritable === true && column.options === undefined
    if (!isAhead || key.length !== 1 || ctrlKey || metaKey || altKey) return false
    typed.current = (typed.current ?? '') + key
    return true
  }

  /** Whether the key was one of the sheet's. */
  const heard = (event: KeyboardEvent): boolean => {
    const { key } = event
    const isTyping = typed.current !== null || isOpen
    if (command(event) || typedAhead(event)) return true
    if (key === 'Escape') {
      // The way out for those without a mouse.
      if (!isTyping) box.current?.querySelector<HTMLElement>('[data-leave]')?.focus()
      else drop()
      return true
    }
    if (key === 'F2') {
      const list = box.current?.querySelector<HTMLSelectElement>('select.sheet-editor')
      if (list) list.showPicker()
      else setOpen(true)
      return true
    }
    const isAlongText = key.startsWith('Arrow') || key === 'Home' || key === 'End'
    if ((isOpen && isAlongText) || event.altKey) return false
    const isExtending = event.shiftKey && key !== 'Tab' && key !== 'Enter'
    const next = placeAfterKey(
      isExtending ? range.to : focus,
      { key, ctrl: event.ctrlKey || event.metaKey, shift: event.shiftKey },
      { rows, cols: columns.length },
    )
    if (next === null) {
      if (key === 'Tab') commit()
      return false
    }
    commit()
    go(next, isExtending)
    return true
  }

  const press = (event: KeyboardEvent): void => {
    // A composed character is not finished yet: its keys belong to the input method.
    if (event.nativeEvent.isComposing || !heard(event)) return
    event.preventDefault()
    event.stopPropagation()
  }

  const copy = (event: ClipboardEvent): void => {
    if (isOpen || typed.current !== null) return
    event.preventDefault()
    event.clipboardData.setData('text/plain', writeTable(range, editText))
    if (event.type === 'cut') write(placesIn(range).map((place) => ({ ...place, text: '' })))
  }
  const paste = (event: ClipboardEvent): void => {
    const text = event.clipboardData.getData('text/plain')
    if (isOpen && !/[\t\n]/.test(text)) return
    event.preventDefault()
    drop()
    write(pasteWrites(range, readTable(text), columns.length))
  }
  const select = (regions: Region[]): void => {
    const region = regions.at(-1)
    if (region === undefined) return
    const [top, bottom] = region.rows ?? [0, rows - 1]
    const [left, right] = region.cols ?? [0, columns.length - 1]
    commit()
    setActive(true)
    setRange({ from: { row: top, col: left }, to: { row: bottom, col: right } })
  }

  const cell = (row: number, col: number) => {
    const place = { row, col }
    const column = columns[col]
    if (column === undefined || row >= rows) return <Cell className={CELL} />
    const fault = faultOf(place)
    const isFocus = row === focus.row && col === focus.col
    const classes = [
      CELL,
      column.isRight === true ? 'is-right' : '',
      column.isWritable ? '' : 'is-fixed',
      fault === undefined ? '' : 'is-faulty',
      props.isMarked?.(place) === true ? 'is-marked' : '',
      isFocus ? 'is-focus' : '',
    ].join(' ')
    if (!isFocus)
      return (
        <Cell className={classes} {...(fault !== undefined && { tooltip: fault })}>
          {shownText(place)}
        </Cell>
      )
    return (
      <Cell className={classes} interactive truncated={false} {...(fault !== undefined && { tooltip: fault })}>
        <CellEditor
          key={`${row} ${col} ${turn}`}
          label={[props.rowTitle(row), column.title, fault ?? ''].filter((part) => part !== '').join(' · ')}
          shown={shownText(place)}
          edited={editText(place)}
          options={column.options}
          isWritable={column.isWritable}
          isInvalid={fault !== undefined}
          isRight={column.isRight === true}
          isActive={isActive}
          draft={typed.current}
          isOpen={isOpen}
          onDraft={(text) => {
            typed.current = text
          }}
          onChoose={(text) => write([{ ...place, text }])}
        />
      </Cell>
    )
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the control in the focused cell is what is operated; its keys are heard here.
    <div
      ref={box}
      className="sheet-grid"
      tabIndex={-1}
      onKeyDownCapture={press}
      onMouseDownCapture={keepClosed}
      onCopy={copy}
      onCut={copy}
      onPaste={paste}
      onFocus={(event) => {
        if (event.target instanceof HTMLElement && event.target.closest('.sheet-table')) setActive(true)
      }}
      onDoubleClick={() => setOpen(true)}
    >
      <p id={hintId} className="sheet-hint" tabIndex={-1} data-leave>
        {props.hint}
      </p>
      <p id={titlesId} className="visually-hidden">
        {columns.map(({ title }) => title).join(' · ')}
      </p>
      <section ref={view} className="sheet-table" aria-label={props.label} aria-describedby={`${hintId} ${titlesId}`}>
        <HotkeysContext.Provider value={noHotkeys}>
          <Table
            ref={table}
            onVisibleCellsChange={onVisible}
            numRows={rows}
            defaultRowHeight={ROW_HEIGHT}
            columnWidths={columns.map((column) => column.width)}
            rowHeaderCellRenderer={(row) => (
              <RowHeaderCell name={row < rows ? props.rowTitle(row) : ''} nameRenderer={unread} />
            )}
            renderMode={RenderMode.NONE}
            selectionModes={SelectionModes.ROWS_AND_CELLS}
            enableMultipleSelection={false}
            enableRowResizing={false}
            selectedRegions={[Regions.cell(chosen.from.row, chosen.from.col, chosen.to.row, chosen.to.col)]}
            onSelection={select}
            cellRendererDependencies={[...content, focus.row, focus.col, isActive, isOpen, turn, columns]}
          >
            {columns.map((column) => (
              <Column
                key={column.key}
                id={column.key}
                cellRenderer={cell}
                columnHeaderCellRenderer={() => (
                  <ColumnHeaderCell
                    name={column.title}
                    nameRenderer={unread}
                    className={column.isRight === true ? 'is-right' : ''}
                  />
                )}
              />
            ))}
          </Table>
        </HotkeysContext.Provider>
      </section>
    </div>
  )
}

/** The press that chooses a cell puts its control under the pointer; it must not open that as well. */
function keepClosed(event: MouseEvent): void {
  const { target } = event
  if (target instanceof Element && target.closest('.sheet-editor') === null && target.closest(`.${CELL}`) !== null)
    event.preventDefault()
}
