import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addMoney,
  compareMoney,
  fromCents,
  printMoney,
  subtractMoney,
  sumMoney,
  timesMoney,
  toCents,
} from '#src/fields/money/cents.ts'

const cents = fc.bigInt({ min: -99_999_999_999_999n, max: 99_999_999_999_999n })

describe('money arithmetic', () => {
  it('INV-12 reads back every amount it writes', () => {
    fc.assert(
      fc.property(cents, (amount) => {
        expect(toCents(fromCents(amount))).toBe(amount)
      }),
    )
  })

  it('INV-12 adds and subtracts to the cent', () => {
    fc.assert(
      fc.property(cents, cents, (a, b) => {
        expect(toCents(addMoney(fromCents(a), fromCents(b)))).toBe(a + b)
        expect(toCents(subtractMoney(fromCents(a), fromCents(b)))).toBe(a - b)
      }),
    )
  })

  it('INV-12 sums any number of lines exactly, where floats drift', () => {
    fc.assert(
      fc.property(fc.array(cents), (amounts) => {
        expect(toCents(sumMoney(amounts.map(fromCents)))).toBe(amounts.reduce((total, amount) => total + amount, 0n))
      }),
    )
    expect(sumMoney(Array<string>(10).fill('0.10'))).toBe('1.00')
    expect(sumMoney([])).toBe('0.00')
  })

  it('compares amounts by value, not by text', () => {
    fc.assert(
      fc.property(cents, cents, (a, b) => {
        expect(Math.sign(compareMoney(fromCents(a), fromCents(b)))).toBe(a < b ? -1 : a > b ? 1 : 0)
      }),
    )
    expect(compareMoney('9.00', '10.00')).toBeLessThan(0)
  })

  it('multiplies by whole numbers', () => {
    expect(timesMoney('19.99', 3)).toBe('59.97')
  })

  it('prints thousands', () => {
    expect(printMoney('1234567.5')).toBe('1,234,567.50')
    expect(printMoney('-1000')).toBe('-1,000.00')
    expect(printMoney('0')).toBe('0.00')
  })

  it('throws a RangeError on what is no amount', () => {
    for (const text of ['', 'x', '1.234', '1e3', '--1', '1,000.00', 'NaN', 'Infinity'])
      expect(() => toCents(text)).toThrow(RangeError)
  })
})
