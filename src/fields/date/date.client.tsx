import { inputAttributes } from '#src/client/forms/attributes.ts'
import { DayInput } from '#src/client/forms/DayInput.tsx'
import { DayRange } from '#src/client/forms/DayRange.tsx'
import { browserTime } from '#src/client/forms/given.ts'
import type { InputProps, KindInput } from '#src/client/forms/kinds.ts'
import { dayOf } from './date.ts'

function DateInput(props: InputProps<'date'>) {
  const { field, value, onChange } = props
  const given = browserTime()
  return (
    <DayInput
      id={props.id}
      label={props.label}
      disabled={props.disabled}
      value={typeof value === 'string' ? value : ''}
      onChange={(text) => onChange(text === '' ? null : text)}
      min={field.min === undefined ? undefined : dayOf(field.min, given)}
      max={field.max === undefined ? undefined : dayOf(field.max, given)}
      inputProps={inputAttributes(props)}
    />
  )
}

export const dateClient: KindInput<'date'> = { Input: DateInput, Filter: DayRange }
