import { inputAttributes } from '#src/client/forms/attributes.ts'
import { DayInput } from '#src/client/forms/DayInput.tsx'
import { DayRange } from '#src/client/forms/DayRange.tsx'
import { browserTime } from '#src/client/forms/given.ts'
import type { InputProps, KindInput } from '#src/client/forms/kinds.ts'

function DateTimeInput(props: InputProps<'dateTime'>) {
  const { field, value, onChange } = props
  return (
    <DayInput
      id={props.id}
      label={props.label}
      withTime
      disabled={props.disabled}
      value={typeof value === 'string' ? value : ''}
      onChange={(text) => onChange(text === '' ? null : text)}
      min={field.notBeforeNow === true ? browserTime().today : undefined}
      inputProps={inputAttributes(props)}
    />
  )
}

export const dateTimeClient: KindInput<'dateTime'> = { Input: DateTimeInput, Filter: DayRange }
