import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fromCents, sumMoney, toCents } from '#src/fields/money/cents.ts'
import { savingShares, shareByWeight } from '#src/modules/procurement/purchases/savings.ts'

describe('what a purchase saves (50.9)', () => {
  it('is shared pro rata to the cent, what is left to the largest remainders', () => {
    expect(shareByWeight('100.00', ['1.00', '1.00', '1.00'])).toEqual(['33.34', '33.33', '33.33'])
    expect(shareByWeight('0.02', ['1.00', '2.00', '2.00'])).toEqual(['0.00', '0.01', '0.01'])
    expect(shareByWeight('0.00', ['5.00', '7.00'])).toEqual(['0.00', '0.00'])
    expect(shareByWeight('5.00', ['0.00', '0.00'])).toEqual(['0.00', '0.00'])
    expect(
      savingShares('1000.00', '900.00', [
        { lineId: 1, amount: '600.00' },
        { lineId: 2, amount: '400.00' },
      ]),
    ).toEqual([
      { lineId: 1, amount: '600.00', saved: '60.00', spent: '540.00' },
      { lineId: 2, amount: '400.00', saved: '40.00', spent: '360.00' },
    ])
  })

  it('comes to the whole saving, each share within a cent of its part, and no line saves more than it has', () => {
    const cents = fc.bigInt({ min: 1n, max: 99_999_999n })
    fc.assert(
      fc.property(fc.array(cents, { minLength: 1, maxLength: 30 }), fc.nat(10_000), (weights, part) => {
        const sum = weights.reduce((total, weight) => total + weight, 0n)
        const total = (sum * BigInt(part)) / 10_000n
        const shares = shareByWeight(fromCents(total), weights.map(fromCents))
        expect(sumMoney(shares)).toBe(fromCents(total))
        for (const [index, share] of shares.entries()) {
          const [given, weight] = [toCents(share), weights[index] ?? 0n]
          const off = given * sum - total * weight
          expect((off < 0n ? -off : off) < sum).toBe(true)
          expect(given <= weight).toBe(true)
        }
      }),
    )
  })
})
