import { useContext } from 'react'
import { personSource } from '#src/client/components/forms/inputs/options.ts'
import { PickerFilter, PickerInput } from '#src/client/components/forms/inputs/Picker.tsx'
import { PeopleSource } from '#src/client/components/forms/inputs/peopleSource.ts'
import type { FilterProps, InputProps, KindInput } from '#src/client/components/forms/kinds.ts'

function PersonInput(props: InputProps<'person'>) {
  const narrowed = useContext(PeopleSource)
  return <PickerInput {...props} source={narrowed ?? personSource(props.field.role)} />
}

function PersonFilter(props: FilterProps<'person'>) {
  return <PickerFilter {...props} source={personSource(props.field.role)} />
}

export const personClient: KindInput<'person'> = { Input: PersonInput, Filter: PersonFilter }
