import type { KindText, TextProps } from '#src/client/components/forms/kinds.ts'
import { QtyText } from '#src/client/components/ui/index.ts'

function QuantityText({ field, value, row }: TextProps<'quantity'>) {
  const places = field.placesIn === undefined ? null : (row[field.placesIn] ?? null)
  return <QtyText value={typeof value === 'number' ? value : null} places={places === null ? null : Number(places)} />
}

export const quantityText: KindText<'quantity'> = { Text: QuantityText, align: 'right' }
