import { type ComponentType, lazy } from 'react'
import type { KindText, TextProps } from '#src/client/components/forms/kinds.ts'

// A sub-table draws fields itself: loaded apart, it knows them without them having to know it.
const LinesTable = lazy(async () => ({ default: (await import('./LinesTable.client.tsx')).LinesText }))

export const linesText: KindText<'lines'> = {
  Text: LinesTable as ComponentType<TextProps<'lines'>>,
  isWide: () => true,
}
