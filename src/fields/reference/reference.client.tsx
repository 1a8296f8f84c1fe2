import { PickerFilter, PickerInput } from '#src/client/components/forms/inputs/Picker.tsx'
import type { KindInput } from '#src/client/components/forms/kinds.ts'

export const referenceClient: KindInput<'reference'> = { Input: PickerInput, Filter: PickerFilter }
