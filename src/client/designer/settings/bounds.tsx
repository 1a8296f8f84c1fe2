/** Inputs of bounds in the designer: the form says so at once, and the server holds it. */

import { Checkbox, FormGroup, InputGroup } from '@blueprintjs/core'
import { useId } from 'react'
import { isBlank } from '#machines/ticket/engine/visibleText.ts'
import { useT } from '#src/client/platform/i18n/index.ts'

interface BoundProps {
  readonly label: string
  readonly value: number | string | undefined
  readonly onChange: (value: number | undefined) => void
  readonly isWhole?: boolean
}

/** A number or none: an empty box is no bound. */
export function Bound({ label, value, onChange, isWhole = false }: BoundProps) {
  const t = useT()
  const id = useId()
  const shown = value === undefined ? '' : String(value)
  const take = (element: HTMLInputElement): void => {
    const next = isBlank(element.value) ? undefined : element.valueAsNumber
    if (next === undefined || (isWhole ? Number.isInteger(next) : Number.isFinite(next))) {
      if (next !== (value === undefined ? undefined : Number(value))) onChange(next)
    } else element.value = shown
  }
  return (
    <FormGroup label={label} labelFor={id}>
      <InputGroup
        id={id}
        key={shown}
        type="number"
        step={isWhole ? 1 : 'any'}
        className="inspector-figure"
        placeholder={t('designer.noBound')}
        defaultValue={shown}
        onBlur={(event) => take(event.currentTarget)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') take(event.currentTarget)
        }}
      />
    </FormGroup>
  )
}

interface FlagProps {
  readonly label: string
  readonly value: boolean | undefined
  readonly onChange: (value: true | undefined) => void
}

/** A box that is set or absent. */
export function Flag({ label, value, onChange }: FlagProps) {
  return (
    <Checkbox
      label={label}
      checked={value === true}
      onChange={(event) => onChange(event.currentTarget.checked ? true : undefined)}
    />
  )
}
