import type { KindText, TextProps } from '#src/client/forms/kinds.ts'
import { useDictionaryLabel } from '#src/client/session/index.ts'
import { StateChip } from '#src/client/ui/index.ts'
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
