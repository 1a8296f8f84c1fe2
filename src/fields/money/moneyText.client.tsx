import type { KindText, TextProps } from '#src/client/forms/kinds.ts'
import { MoneyText } from '#src/client/ui/index.ts'

function MoneyValue({ value }: TextProps<'money'>) {
  return <MoneyText value={typeof value === 'string' ? value : null} />
}

export const moneyText: KindText<'money'> = { Text: MoneyValue, align: 'right' }
