import { ManyText } from '#src/client/components/forms/display/ManyText.tsx'
import type { KindText } from '#src/client/components/forms/kinds.ts'

export const peopleText: KindText<'people'> = { Text: ManyText }
