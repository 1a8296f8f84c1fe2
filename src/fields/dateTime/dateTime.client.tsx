import { inputAttributes } from '#src/client/forms/attributes.ts'
import { DayInput } from '#src/client/forms/DayInput.tsx'
import { DayRange } from '#src/client/forms/DayRange.tsx'
import { browserTime } from '#src/client/forms/given.ts'
import type { InputProps, KindClient, TextProps } from '#src/client/forms/kinds.ts'
import { DateText } from '#src/client/ui/index.ts'

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

function DateTimeValue({ value }: TextProps<'dateTime'>) {
  return <DateText value={typeof value === 'string' ? value : null} />
}

export const dateTimeClient: KindClient<'dateTime'> = { Input: DateTimeInput, Text: DateTimeValue, Filter: DayRange }
