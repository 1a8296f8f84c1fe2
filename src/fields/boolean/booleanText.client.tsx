import type { KindText, TextProps } from '#src/client/components/forms/kinds.ts'
import { StateChip } from '#src/client/components/ui/index.ts'
import { useDictionaryLabel } from '#src/client/platform/session/index.ts'
import { dictionaryOf } from './words.ts'

function BooleanText({ name, value }: TextProps<'boolean'>) {
  const word = useDictionaryLabel()
  if (typeof value !== 'boolean') return null
  return name === 'state' ? (
    <StateChip dictionary={dictionaryOf(name)} value={value} />
  ) : (
    word(dictionaryOf(name), value)
  )
}

export const booleanText: KindText<'boolean'> = { Text: BooleanText }
