import { DebouncedInput } from '#src/client/components/forms/inputs/DebouncedInput.tsx'
import { NumberInput } from '#src/client/components/forms/inputs/NumberInput.tsx'
import type { FilterProps, InputProps, KindInput } from '#src/client/components/forms/kinds.ts'
import type { FieldValue } from '../field.ts'
import { fitsPlaces, QTY_PLACES } from './quantities.ts'

/** A text with more places than any item has stays as typed, for the check to refuse. */
const read = (text: string): FieldValue => (fitsPlaces(text, QTY_PLACES) ? Number(text) : text)

function QuantityInput(props: InputProps<'quantity'>) {
  return <NumberInput {...props} inputMode="decimal" display={(text) => text} read={read} />
}

function QuantityFilter({ id, name, values, onChange }: FilterProps<'quantity'>) {
  // Letters are dropped instead of sent: the server refuses a filter that is no number.
  return (
    <DebouncedInput
      id={id}
      inputMode="decimal"
      value={values[name] ?? ''}
      onValueChange={(text) => onChange({ [name]: text.normalize('NFKC').replace(/[^\d.-]/g, '') })}
    />
  )
}

export const quantityClient: KindInput<'quantity'> = { Input: QuantityInput, Filter: QuantityFilter }
