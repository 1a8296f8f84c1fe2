import type { KindInput } from '#src/client/forms/kinds.ts'
import { PickerFilter, PickerInput } from '#src/client/forms/Picker.tsx'

export const referenceClient: KindInput<'reference'> = { Input: PickerInput, Filter: PickerFilter }
