import type { KindText, TextProps } from '#src/client/components/forms/kinds.ts'
import { Note } from '#src/client/components/markdown/Note.tsx'

function TextText({ field, value }: TextProps<'text'>) {
  if (field.markdown === true && typeof value === 'string') return <Note text={value} />
  return <>{typeof value === 'string' ? value : ''}</>
}

export const textText: KindText<'text'> = { Text: TextText }
