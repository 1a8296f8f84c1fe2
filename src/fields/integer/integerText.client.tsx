import type { KindText, TextProps } from '#src/client/components/forms/kinds.ts'

function IntegerText({ value }: TextProps<'integer'>) {
  return <>{value === null || value === undefined ? '' : String(value)}</>
}

export const integerText: KindText<'integer'> = { Text: IntegerText, align: 'right' }
