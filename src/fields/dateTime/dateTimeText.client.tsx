import type { KindText, TextProps } from '#src/client/components/forms/kinds.ts'
import { DateText } from '#src/client/components/ui/index.ts'

function DateTimeValue({ value }: TextProps<'dateTime'>) {
  return <DateText value={typeof value === 'string' ? value : null} />
}

export const dateTimeText: KindText<'dateTime'> = { Text: DateTimeValue }
