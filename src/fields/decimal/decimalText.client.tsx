import type { KindText, TextProps } from '#src/client/components/forms/kinds.ts'
import { toScale } from './scaled.ts'

function DecimalText({ field, value }: TextProps<'decimal'>) {
  return <>{value === null || value === undefined ? '' : toScale(String(value), field.scale)}</>
}

export const decimalText: KindText<'decimal'> = { Text: DecimalText, align: 'right' }
