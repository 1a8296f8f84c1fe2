import type { KindInput } from '#src/client/forms/kinds.ts'
import { PickerFilter, PickerInput } from '#src/client/forms/Picker.tsx'

export const personClient: KindInput<'person'> = { Input: PickerInput, Filter: PickerFilter }
