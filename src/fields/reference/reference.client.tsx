import { referenceSource } from '#src/client/components/forms/inputs/options.ts'
import { PickerFilter, PickerInput } from '#src/client/components/forms/inputs/Picker.tsx'
import type { FilterProps, InputProps, KindInput } from '#src/client/components/forms/kinds.ts'
import { useT } from '#src/client/platform/i18n/index.ts'

function ReferenceInput(props: InputProps<'reference'>) {
  const t = useT()
  return <PickerInput {...props} source={referenceSource(props.field)} placeholder={t('records.input.find')} />
}

function ReferenceFilter(props: FilterProps<'reference'>) {
  return <PickerFilter {...props} source={referenceSource(props.field)} />
}

export const referenceClient: KindInput<'reference'> = { Input: ReferenceInput, Filter: ReferenceFilter }
