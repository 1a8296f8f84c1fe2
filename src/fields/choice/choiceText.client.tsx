import type { KindText, TextProps } from '#src/client/components/forms/kinds.ts'
import { StateChip } from '#src/client/components/ui/index.ts'
import { entryOf, useDictionary } from '#src/client/platform/session/index.ts'

function ChoiceText({ field, value }: TextProps<'choice'>) {
  const entries = useDictionary(field.dictionary)
  if (value === null || value === undefined || value === '') return null
  const entry = entryOf(entries, value)
  // Only dictionaries that colour their entries are states; the others read better as plain words.
  const isState = entries.some(({ color }) => color !== null)
  return isState ? <StateChip dictionary={field.dictionary} value={String(value)} /> : (entry?.label ?? String(value))
}

export const choiceText: KindText<'choice'> = { Text: ChoiceText }
