import { FormGroup } from '@blueprintjs/core'
import { useCallback, useId } from 'react'
import { Combobox } from '#src/client/forms/Combobox.tsx'
import { personSource, useChosen } from '#src/client/forms/options.ts'

const people = personSource()
const unknown = (): undefined => undefined

interface PersonBoxProps {
  readonly label: string
  readonly userId: number
  readonly onChange: (userId: number) => void
}

/** One person, always somebody. */
export function PersonBox({ label, userId, onChange }: PersonBoxProps) {
  const id = useId()
  const { chosen, remember } = useChosen(people, [userId], useCallback(unknown, []))
  return (
    <FormGroup label={label} labelFor={id}>
      <Combobox
        id={id}
        label={label}
        source={people}
        selected={chosen[0] ?? null}
        required
        onSelect={(option) => {
          if (option === null) return
          remember(option)
          onChange(option.id)
        }}
      />
    </FormGroup>
  )
}
