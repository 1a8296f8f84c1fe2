import { Button, FormGroup, InputGroup } from '@blueprintjs/core'
import { EyeOff, EyeOpen } from '@blueprintjs/icons'
import { useId, useState } from 'react'
import { useT } from '#src/client/platform/i18n/index.ts'

interface Props {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly autoComplete: 'current-password' | 'new-password'
  /** What is wrong with it, below the field. */
  readonly problem?: string | null
  readonly help?: string
  readonly autoFocus?: boolean
  readonly large?: boolean
}

/** A password with show and hide; pasting and password managers are welcome. */
export function PasswordField({
  label,
  value,
  onChange,
  autoComplete,
  problem = null,
  help,
  autoFocus = false,
  large = false,
}: Props) {
  const t = useT()
  const id = useId()
  const [shown, setShown] = useState(false)
  const note = problem ?? help
  return (
    <FormGroup
      label={label}
      labelFor={id}
      intent={problem === null ? 'none' : 'danger'}
      helperText={
        note === undefined ? null : (
          <span id={`${id}-note`} role={problem === null ? undefined : 'alert'}>
            {note}
          </span>
        )
      }
    >
      <InputGroup
        id={id}
        name={autoComplete}
        type={shown ? 'text' : 'password'}
        size={large ? 'large' : 'medium'}
        value={value}
        maxLength={64}
        autoComplete={autoComplete}
        autoFocus={autoFocus}
        intent={problem === null ? 'none' : 'danger'}
        aria-invalid={problem !== null}
        aria-describedby={note === undefined ? undefined : `${id}-note`}
        onValueChange={onChange}
        rightElement={
          <Button
            variant="minimal"
            icon={shown ? <EyeOff /> : <EyeOpen />}
            aria-label={shown ? t('login.hidePassword') : t('login.showPassword')}
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
          />
        }
      />
    </FormGroup>
  )
}
