import type { KindText, TextProps } from '#src/client/components/forms/kinds.ts'

function PlateText({ value }: TextProps<'plate'>) {
  return <>{typeof value === 'string' ? value : ''}</>
}

export const plateText: KindText<'plate'> = { Text: PlateText }
