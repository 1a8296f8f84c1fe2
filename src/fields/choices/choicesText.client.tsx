import type { KindText, TextProps } from '#src/client/components/forms/kinds.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { entryOf, useDictionary } from '#src/client/platform/session/index.ts'
import { codesOf } from './choices.ts'

function ChoicesText({ field, value }: TextProps<'choices'>) {
  const t = useT()
  const entries = useDictionary(field.dictionary)
  return (
    <>
      {codesOf(value)
        .map((code) => entryOf(entries, code)?.label ?? code)
        .join(t('common.listSeparator'))}
    </>
  )
}

export const choicesText: KindText<'choices'> = { Text: ChoicesText }
