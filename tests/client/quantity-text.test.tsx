import { prerender } from 'react-dom/static'
import { describe, expect, it, vi } from 'vitest'
import type { Row } from '#src/client/components/forms/kinds.ts'
import { type QuantityField, quantity } from '#src/fields/field.ts'
import { quantityText } from '#src/fields/quantity/quantityText.client.tsx'
import './first-texts.ts'

vi.hoisted(() => vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined })))
// Numbers are drawn for anybody.
vi.mock('#src/client/platform/session/session.ts', () => ({ session: null }))

async function shown(row: Row, beside: Partial<QuantityField>): Promise<string> {
  const { Text } = quantityText
  const { prelude } = await prerender(
    <Text field={quantity(beside)} name="qty" value={row.qty} row={row} labels={(path) => path} />,
  )
  return (await new Response(prelude).text()).replace(/<[^>]*>/g, '')
}

describe('a quantity on the screen', () => {
  it('has the places of its item: in a list by the column beside it, in a line by what the server says of it', async () => {
    expect(await shown({ qty: 2.5, qtyPlaces: 3 }, { placesIn: 'qtyPlaces' })).toBe('2.500')
    expect(await shown({ qty: 2.5, qtyLabel: '2.500', itemId: 7, itemIdLabel: 'Flour' }, { ofItem: 'itemId' })).toBe(
      '2.500',
    )
    expect(await shown({ qty: 4, qtyLabel: '4', itemId: 8, itemIdLabel: 'Bag' }, { ofItem: 'itemId' })).toBe('4')
  })

  it('shows what was written until the server says more, never an id as places', async () => {
    expect(await shown({ qty: 2.5, itemId: 7, itemIdLabel: 'Flour' }, { ofItem: 'itemId' })).toBe('2.5')
    expect(await shown({ qty: 2.5, itemId: 7 }, { ofItem: 'itemId' })).toBe('2.5')
  })
})
