import { type ChangeEvent, useEffect, useRef, useState } from 'react'
import type { GridOption } from './SheetGrid.tsx'

interface EditorProps {
  /** What a screen reader calls the cell: its row, its column, and what is wrong with it. */
  readonly label: string
  readonly shown: string
  readonly edited: string
  readonly options: readonly GridOption[] | undefined
  readonly isWritable: boolean
  readonly isInvalid: boolean
  readonly isRight: boolean
  /** Whether it takes the focus; false until somebody enters the sheet. */
  readonly isActive: boolean
  /** What was typed but not yet written. */
  readonly draft: string | null
  /** Open for editing its text, not only chosen. */
  readonly isOpen: boolean
  readonly onDraft: (text: string) => void
  readonly onChoose: (text: string) => void
}

/** The control in the one cell that has the focus. Chosen, its text stands selected, so that typing replaces it; opened by F2 or a double click, the arrows move in its text. */
export function CellEditor(props: EditorProps) {
  const { label, shown, edited, options, isWritable, isActive, isInvalid, draft, isOpen, onDraft, onChoose } = props
  const control = useRef<HTMLInputElement & HTMLSelectElement>(null)
  const [text, setText] = useState(draft)
  const isTyped = useRef(draft !== null)
  useEffect(() => {
    if (isActive) control.current?.focus({ preventScroll: true })
  }, [isActive])
  useEffect(() => {
    if (options !== undefined) return
    const input = control.current
    // What was typed before the cell was drawn is typed on.
    if (isOpen || isTyped.current) input?.setSelectionRange(input.value.length, input.value.length)
    else if (isActive) input?.select()
  }, [isOpen, isActive, options])
  const shared = {
    ref: control,
    className: `sheet-editor${props.isRight ? ' is-right' : ''}`,
    'aria-label': label,
    'aria-invalid': isInvalid,
    tabIndex: 0,
  }
  if (options !== undefined && isWritable)
    return (
      <select {...shared} value={edited} onChange={(event) => onChoose(event.target.value)}>
        {edited === '' || !options.some((option) => option.value === edited) ? <option value={edited} /> : null}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    )
  const type = (event: ChangeEvent<HTMLInputElement>): void => {
    setText(event.target.value)
    onDraft(event.target.value)
  }
  return (
    <input
      {...shared}
      type="text"
      autoComplete="off"
      spellCheck={false}
      readOnly={!isWritable}
      value={text ?? (isOpen ? edited : shown)}
      onChange={type}
      // The click that chose the cell ends in this control and would leave the caret in its text.
      onMouseUp={(event) => {
        if (!isOpen && text === null) event.currentTarget.select()
      }}
    />
  )
}
