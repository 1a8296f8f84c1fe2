import { FormGroup } from '@blueprintjs/core'
import { useCallback, useId } from 'react'
import { Combobox } from '#src/client/components/forms/inputs/Combobox.tsx'
import { type OptionSource, personSource, useChosen } from '#src/client/components/forms/inputs/options.ts'

// SYS-131: administrators are offered for no work.
const working: OptionSource = { ...personSource(), query: { business: 'true' } }
const everybody = personSource()
const unknown = (): undefined => undefined

interface PersonBoxProps {
  readonly label: string
  readonly userId: number
  readonly onChange: (userId: number) => void
  /** The person is given work. */
  readonly works?: boolean
}

/** One person, always somebody. */
export function PersonBox({ label, userId, onChange, works = false }: PersonBoxProps) {
  const people = works ? working : everybody
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
