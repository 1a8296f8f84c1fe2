import type { KindText, Row, TextProps } from '#src/client/components/forms/kinds.ts'
import { labelIn } from '#src/client/components/forms/labelIn.ts'
import { QtyText } from '#src/client/components/ui/index.ts'
import type { QuantityField } from '../field.ts'

function QuantityText({ field, name, value, row }: TextProps<'quantity'>) {
  return <QtyText value={typeof value === 'number' ? value : null} places={placesOf(field, name, row)} />
}

/** Places of the item: those of the text that the server sent beside the value, or in the field beside it. */
function placesOf({ placesIn }: QuantityField, name: string, row: Row): number | null {
  const label = labelIn(row, name)
  if (label !== undefined) return label.split('.')[1]?.length ?? 0
  const places = placesIn === undefined ? null : (row[placesIn] ?? null)
  return places === null ? null : Number(places)
}

export const quantityText: KindText<'quantity'> = { Text: QuantityText, align: 'right' }
