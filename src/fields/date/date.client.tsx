import { inputAttributes } from '#src/client/components/forms/attributes.ts'
import { browserTime } from '#src/client/components/forms/given.ts'
import { DayInput } from '#src/client/components/forms/inputs/DayInput.tsx'
import { DayRange } from '#src/client/components/forms/inputs/DayRange.tsx'
import type { InputProps, KindInput } from '#src/client/components/forms/kinds.ts'
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
      {...(props.context.period === undefined ? {} : { period: props.context.period })}
    />
  )
}

export const dateClient: KindInput<'date'> = { Input: DateInput, Filter: DayRange }
