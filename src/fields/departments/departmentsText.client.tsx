import { ManyText } from '#src/client/components/forms/display/ManyText.tsx'
import type { KindText } from '#src/client/components/forms/kinds.ts'

export const departmentsText: KindText<'departments'> = { Text: ManyText }
