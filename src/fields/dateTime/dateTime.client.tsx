import { inputAttributes } from '#src/client/components/forms/attributes.ts'
import { browserTime } from '#src/client/components/forms/given.ts'
import { DayInput } from '#src/client/components/forms/inputs/DayInput.tsx'
import { DayRange } from '#src/client/components/forms/inputs/DayRange.tsx'
import type { InputProps, KindInput } from '#src/client/components/forms/kinds.ts'

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
