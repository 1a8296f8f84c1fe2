import { FormGroup, InputGroup } from '@blueprintjs/core'
import { useId } from 'react'

interface Props {
  readonly label: string
  /** Where something else leads to it; its own by default. */
  readonly id?: string
  readonly name: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly maxLength: number
  readonly autoComplete: string
  /** What is wrong with it, below the field. */
  readonly problem: string | null
  readonly help?: string
  readonly autoFocus?: boolean
  readonly inputMode?: 'text' | 'tel' | 'email'
}

/** One line of text in a form before sign-in. */
export function TextField({ label, id: given, name, value, onChange, problem, help, ...rest }: Props) {
  const own = useId()
  const id = given ?? own
  const note = problem ?? help
  return (
    <FormGroup
      label={label}
      labelFor={id}
      intent={problem === null ? 'none' : 'danger'}
      helperText={note === undefined ? null : <span id={`${id}-note`}>{note}</span>}
    >
      <InputGroup
        id={id}
        name={name}
        size="large"
        value={value}
        spellCheck={false}
        autoCapitalize="off"
        intent={problem === null ? 'none' : 'danger'}
        aria-invalid={problem !== null}
        aria-describedby={note === undefined ? undefined : `${id}-note`}
        onValueChange={onChange}
        {...rest}
      />
    </FormGroup>
  )
}
