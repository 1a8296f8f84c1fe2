import { NumberInput } from '#src/client/components/forms/inputs/NumberInput.tsx'
import type { InputProps, KindInput } from '#src/client/components/forms/kinds.ts'
import { toScale } from './scaled.ts'

function DecimalInput(props: InputProps<'decimal'>) {
  const { scale } = props.field
  return <NumberInput {...props} inputMode="decimal" display={(text) => toScale(text, scale)} read={(text) => text} />
}

export const decimalClient: KindInput<'decimal'> = { Input: DecimalInput }
