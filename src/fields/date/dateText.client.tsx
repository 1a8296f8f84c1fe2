import type { KindText, TextProps } from '#src/client/components/forms/kinds.ts'
import { DateText } from '#src/client/components/ui/index.ts'

function DateValue({ value }: TextProps<'date'>) {
  return <DateText value={typeof value === 'string' ? value : null} precision="day" />
}

export const dateText: KindText<'date'> = { Text: DateValue }
