import { PickerText } from '#src/client/components/forms/display/PickerText.tsx'
import type { KindText } from '#src/client/components/forms/kinds.ts'

export const personText: KindText<'person'> = { Text: PickerText }
