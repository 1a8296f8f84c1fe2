import type { KindText, TextProps } from '#src/client/components/forms/kinds.ts'
import { Note } from '#src/client/components/markdown/Note.tsx'

function TextText({ field, value }: TextProps<'text'>) {
  if (field.markdown === true && typeof value === 'string') return <Note text={value} />
  return <>{typeof value === 'string' ? value : ''}</>
}

/** Texts that may be this long need the whole width to be read. */
const WIDE_TEXT = 200

export const textText: KindText<'text'> = {
  Text: TextText,
  isWide: ({ multiline, max }) => multiline === true || max >= WIDE_TEXT,
}
