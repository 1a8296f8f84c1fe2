import { type ComponentType, lazy } from 'react'
import type { InputProps, KindInput } from '#src/client/components/forms/kinds.ts'

// A sub-table draws fields itself: loaded apart, it knows them without them having to know it.
const LinesInput = lazy(async () => ({ default: (await import('./LinesInput.client.tsx')).LinesInput }))

export const linesClient: KindInput<'lines'> = {
  Input: LinesInput as ComponentType<InputProps<'lines'>>,
  group: true,
}
