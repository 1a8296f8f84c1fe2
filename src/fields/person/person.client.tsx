import type { KindClient } from '#src/client/forms/kinds.ts'
import { PickerFilter, PickerInput, PickerText } from '#src/client/forms/Picker.tsx'

export const personClient: KindClient<'person'> = { Input: PickerInput, Text: PickerText, Filter: PickerFilter }
