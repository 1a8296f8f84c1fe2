import { InputGroup } from '@blueprintjs/core'
import { inputAttributes } from '#src/client/components/forms/attributes.ts'
import { DebouncedInput } from '#src/client/components/forms/inputs/DebouncedInput.tsx'
import type { FilterProps, InputProps, KindInput } from '#src/client/components/forms/kinds.ts'
import { plateOf } from './plate.ts'

/** The plate takes its one spelling when the field is left: a change while typing would disturb the input method of the first character. */
function PlateInput(props: InputProps<'plate'>) {
  const value = typeof props.value === 'string' ? props.value : ''
  return (
    <InputGroup
      {...inputAttributes(props)}
      autoCapitalize="characters"
      spellCheck={false}
      value={value}
      onValueChange={props.onChange}
      onBlur={() => {
        const normal = plateOf(value)
        if (normal !== value) props.onChange(normal)
      }}
    />
  )
}

function PlateFilter({ id, name, values, onChange }: FilterProps<'plate'>) {
  return <DebouncedInput id={id} value={values[name] ?? ''} onValueChange={(value) => onChange({ [name]: value })} />
}

export const plateClient: KindInput<'plate'> = { Input: PlateInput, Filter: PlateFilter }
