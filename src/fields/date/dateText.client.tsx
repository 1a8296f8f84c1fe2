import type { KindText, TextProps } from '#src/client/forms/kinds.ts'
import { DateText } from '#src/client/ui/index.ts'

function DateValue({ value }: TextProps<'date'>) {
  return <DateText value={typeof value === 'string' ? value : null} precision="day" />
}

export const dateText: KindText<'date'> = { Text: DateValue }
