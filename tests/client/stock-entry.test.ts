import { expect, it } from 'vitest'
import { totalsOf } from '#src/fields/lines/totals.ts'
import { tooMany, withAmounts, withoutAmounts } from '#src/modules/stock/entry/scanned.ts'

const lines = (count: number) => Array.from({ length: count }, (_, index) => ({ itemId: index + 1, qty: 1 }))

it('STK-53 a paste that does not fit is refused whole, with the numbers, and one that just fits is not', () => {
  expect(tooMany(lines(150), 100, 200)).toEqual({ pasted: 100, present: 150, room: 50 })
  expect(tooMany(lines(150), 51, 200)).toEqual({ pasted: 51, present: 150, room: 50 })
  expect(tooMany(lines(150), 50, 200)).toBeNull()
  // The empty line that a form begins with takes no place.
  expect(tooMany([{}], 200, 200)).toBeNull()
})

it('STK-53 a pasted receipt shows what each line and all of them come to, and sends no amount', () => {
  const pasted = [
    { itemId: 1, qty: 3, price: '1.80' },
    { itemId: 2, qty: 2, price: '0.05' },
    { itemId: 3, qty: 2 },
  ]
  const shown = withAmounts(pasted)
  expect(shown.map(({ amount }) => amount)).toEqual(['5.40', '0.10', undefined])
  expect(totalsOf(shown, ['amount']).get('amount')).toBe('5.50')
  expect(withoutAmounts(shown)).toEqual(pasted)
  expect(withAmounts(pasted)[0]).toBe(shown[0])
})
