import type { InputProps, KindClient, TextProps } from '#src/client/forms/kinds.ts'
import { NumberInput } from '#src/client/forms/NumberInput.tsx'
import { formatScaled, parseScaled } from './scaled.ts'

/** Brings a typed decimal to its places; anything else stays as typed. */
function settled(text: string, scale: number): string {
  const number = parseScaled(text, scale)
  return number === null ? text : formatScaled(number, scale)
}

function DecimalInput(props: InputProps<'decimal'>) {
  const { scale } = props.field
  return <NumberInput {...props} inputMode="decimal" display={(text) => settled(text, scale)} read={(text) => text} />
}

function DecimalText({ field, value }: TextProps<'decimal'>) {
  return <>{value === null || value === undefined ? '' : settled(String(value), field.scale)}</>
}

export const decimalClient: KindClient<'decimal'> = { Input: DecimalInput, Text: DecimalText, align: 'right' }
