import { FormGroup, InputGroup } from '@blueprintjs/core'
import { useId } from 'react'

interface Props {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  /** Below the field: a hint, or what is wrong with it. */
  readonly note?: string
  readonly isWrong?: boolean
  readonly large?: boolean
}

/** The code of an authenticator app; phones offer what they have just received. */
export function OtpInput({ label, value, onChange, note, isWrong = false, large = false }: Props) {
  const id = useId()
  return (
    <FormGroup label={label} labelFor={id} intent={isWrong ? 'danger' : 'none'} helperText={note}>
      <InputGroup
        id={id}
        name="otp"
        size={large ? 'large' : 'medium'}
        value={value}
        maxLength={20}
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        autoFocus
        aria-invalid={isWrong}
        onValueChange={onChange}
      />
    </FormGroup>
  )
}
