/** The small parts the settings are made of. */

import { FormGroup, InputGroup } from '@blueprintjs/core'
import { type ReactNode, useId } from 'react'
import { isBlank } from '#machines/ticket/engine/visibleText.ts'
import { SelectBox } from '#src/client/components/ui/SelectBox.tsx'

interface GroupProps {
  readonly title: string
  readonly hint?: string
  /** By which a fault finds what mends it. */
  readonly spot?: string
  readonly children: ReactNode
}

/** A group of settings that folds. */
export function Group({ title, hint, spot, children }: GroupProps) {
  return (
    <details className="inspector-group" data-spot={spot} open>
      <summary>{title}</summary>
      {hint === undefined ? null : <p className="inspector-hint">{hint}</p>}
      {children}
    </details>
  )
}

/** One thing to choose. */
export interface Choice {
  readonly value: string
  readonly label: string
}

interface SelectProps {
  readonly label: string
  readonly value: string
  readonly options: readonly Choice[]
  readonly onChange: (value: string) => void
  /** The label is read out and not shown, where the sentence around says it. */
  readonly isBare?: boolean
  /** By which a fault finds what mends it. */
  readonly spot?: string | undefined
}

/** One of a few. A value that is not among them is shown as it stands. */
export function ChoiceBox({ label, value, options, onChange, isBare = false, spot }: SelectProps) {
  const id = useId()
  const all = options.some((option) => option.value === value) ? options : [...options, { value, label: value }]
  const select = (
    <SelectBox
      id={id}
      fill={!isBare}
      value={value}
      data-spot={spot}
      {...(isBare && { 'aria-label': label })}
      onChange={(event) => onChange(event.currentTarget.value)}
    >
      {all.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </SelectBox>
  )
  return isBare ? (
    select
  ) : (
    <FormGroup label={label} labelFor={id}>
      {select}
    </FormGroup>
  )
}

interface LineProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly max?: number
  readonly disabled?: boolean
  /** What holds while it is empty. */
  readonly placeholder?: string | undefined
  /** What people lack while it is empty. */
  readonly lacking?: string | undefined
  /** By which a fault finds what mends it. */
  readonly spot?: string | undefined
}

/** One line of text. */
export function Line({ label, value, onChange, max = 50, disabled = false, placeholder, lacking, spot }: LineProps) {
  const id = useId()
  const isLacking = lacking !== undefined && isBlank(value)
  return (
    <FormGroup
      label={label}
      labelFor={id}
      data-spot={spot}
      helperText={isLacking ? lacking : undefined}
      intent={isLacking ? 'warning' : 'none'}
    >
      <InputGroup
        id={id}
        intent={isLacking ? 'warning' : 'none'}
        value={value}
        maxLength={max}
        disabled={disabled}
        {...(placeholder !== undefined && { placeholder })}
        onValueChange={onChange}
      />
    </FormGroup>
  )
}

interface FigureProps {
  readonly label: string
  readonly value: number
  readonly onChange: (value: number) => void
  readonly isBare?: boolean
  /** By which a fault finds what mends it. */
  readonly spot?: string
}

/** A number; what is none is not taken over. */
export function Figure({ label, value, onChange, isBare = false, spot }: FigureProps) {
  const id = useId()
  const input = (
    <InputGroup
      id={id}
      type="number"
      data-spot={spot}
      className="inspector-figure"
      defaultValue={String(value)}
      key={value}
      {...(isBare && { 'aria-label': label })}
      onBlur={(event) => take(event.currentTarget)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') take(event.currentTarget)
      }}
    />
  )
  function take(element: HTMLInputElement): void {
    const next = element.valueAsNumber
    if (Number.isFinite(next) && next !== value) onChange(next)
    else element.value = String(value)
  }
  return isBare ? (
    input
  ) : (
    <FormGroup label={label} labelFor={id}>
      {input}
    </FormGroup>
  )
}
