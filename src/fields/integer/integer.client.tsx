import { DebouncedInput } from '#src/client/components/forms/inputs/DebouncedInput.tsx'
import { NumberInput } from '#src/client/components/forms/inputs/NumberInput.tsx'
import type { FilterProps, InputProps, KindInput } from '#src/client/components/forms/kinds.ts'
import type { FieldValue } from '../field.ts'

const read = (text: string): FieldValue => (/^[+-]?\d{1,15}$/.test(text) ? Number(text) : text)

function IntegerInput(props: InputProps<'integer'>) {
  return <NumberInput {...props} inputMode="numeric" display={(text) => text} read={read} />
}

function IntegerFilter({ id, name, values, onChange }: FilterProps<'integer'>) {
  // Letters are dropped instead of sent: the server refuses a filter that is no number.
  return (
    <DebouncedInput
      id={id}
      inputMode="numeric"
      value={values[name] ?? ''}
      onValueChange={(text) => onChange({ [name]: text.normalize('NFKC').replace(/[^\d-]/g, '') })}
    />
  )
}

export const integerClient: KindInput<'integer'> = { Input: IntegerInput, Filter: IntegerFilter }
