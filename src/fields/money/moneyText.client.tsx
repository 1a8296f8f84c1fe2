import type { KindText, TextProps } from '#src/client/components/forms/kinds.ts'
import { MoneyText } from '#src/client/components/ui/index.ts'

function MoneyValue({ value }: TextProps<'money'>) {
  return <MoneyText value={typeof value === 'string' ? value : null} />
}

export const moneyText: KindText<'money'> = { Text: MoneyValue, align: 'right' }
