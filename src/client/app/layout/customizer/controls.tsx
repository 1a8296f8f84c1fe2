import { Switch } from '@blueprintjs/core'
import { type ReactNode, useId } from 'react'

interface ChoiceProps<T extends string> {
  readonly legend: string
  readonly name: string
  readonly value: T
  readonly options: readonly { readonly value: T; readonly text: string; readonly picture?: ReactNode }[]
  readonly onChange: (value: T) => void
}

/** One of a few, as cards; radio buttons to keys and screen readers. */
export function Choice<T extends string>({ legend, name, value, options, onChange }: ChoiceProps<T>) {
  return (
    <fieldset className="choice">
      <legend>{legend}</legend>
      <div className="choice-options">
        {options.map((option) => (
          <label key={option.value} className="choice-card">
            <input
              type="radio"
              className="choice-input"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            {option.picture === undefined ? null : (
              <span className="choice-picture" aria-hidden="true">
                {option.picture}
              </span>
            )}
            <span className="choice-text">{option.text}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

interface ToggleProps {
  readonly label: string
  readonly hint?: string
  readonly checked: boolean
  readonly disabled?: boolean
  readonly onChange: (checked: boolean) => void
}

/** On or off, with a line about it. */
export function Toggle({ label, hint, checked, disabled = false, onChange }: ToggleProps) {
  const id = useId()
  return (
    <div className="toggle">
      <Switch
        alignIndicator="end"
        checked={checked}
        disabled={disabled}
        label={label}
        aria-describedby={hint === undefined ? undefined : id}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      {hint === undefined ? null : <p id={id}>{hint}</p>}
    </div>
  )
}
