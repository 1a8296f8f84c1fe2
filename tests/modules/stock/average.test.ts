import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { averagePrice, type Holding, isSound, valueOfIssue, valueOfReturn } from '#src/modules/stock/ledger/average.ts'

const buy = (holding: Holding, qty: bigint, cents: bigint): Holding => ({
  qty: holding.qty + qty,
  cents: holding.cents + cents,
})
const empty: Holding = { qty: 0n, cents: 0n }

/** Values of issues of these quantities, one after the other, and what is left. */
function issues(start: Holding, quantities: readonly bigint[]) {
  let holding = start
  const values = quantities.map((qty) => {
    const value = valueOfIssue(holding, qty)
    holding = { qty: holding.qty - qty, cents: holding.cents - value }
    return value
  })
  return { values, left: holding }
}

describe('the moving average (STK-53)', () => {
  it('90.A7 trap 3: the issue that empties takes the whole value: 2 at 1.00 and 1 at 1.01, issued at once, leave 0.00', () => {
    expect(issues(buy(buy(empty, 2n, 200n), 1n, 101n), [3n])).toEqual({ values: [301n], left: empty })
  })

  it('90.A7 trap 3 does not drift: 10 at 16.83 and 10 at 20.00 issued as 10, 9 and 1 leave 0.00', () => {
    const { values, left } = issues(buy(buy(empty, 10n, 16_830n), 10n, 20_000n), [10n, 9n, 1n])
    expect(values).toEqual([18_415n, 16_574n, 1841n])
    expect(left).toEqual(empty)
  })

  it('seventy issues of one unit are together worth what was bought', () => {
    const { values, left } = issues({ qty: 70n, cents: 1000n }, Array<bigint>(70).fill(1n))
    expect(values.reduce((sum, value) => sum + value, 0n)).toBe(1000n)
    expect(left).toEqual(empty)
  })

  it('keeps six decimals inside and knows no price of nothing', () => {
    expect(averagePrice({ qty: 3000n, cents: 301n })).toBe('1.003333')
    expect(averagePrice({ qty: 3000n, cents: 200n })).toBe('0.666667')
    expect(averagePrice({ qty: 2375n, cents: 1900n })).toBe('8.000000')
    expect(averagePrice(empty)).toBeNull()
  })

  it('refuses to issue more than there is', () => {
    expect(() => valueOfIssue({ qty: 2n, cents: 5n }, 3n)).toThrow(RangeError)
  })

  it('is empty exactly when it is worth nothing, after any purchases and issues', () => {
    const step = fc.record({
      isIssue: fc.boolean(),
      qty: fc.bigInt({ min: 1n, max: 500n }),
      cents: fc.bigInt({ min: 1n, max: 10_000_000n }),
    })
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 40 }), (steps) => {
        let holding = empty
        for (const { isIssue, qty, cents } of steps) {
          const before = holding
          if (isIssue) {
            const issued = qty > holding.qty ? holding.qty : qty
            const value = valueOfIssue(holding, issued)
            holding = { qty: holding.qty - issued, cents: holding.cents - value }
          } else holding = buy(holding, qty, cents)
          expect(holding.cents >= 0n && (holding.qty === 0n) === (holding.cents === 0n)).toBe(true)
          expect(isSound(holding, before)).toBe(true)
        }
      }),
    )
  })

  it('returns come back at the value of their issue, however they are split', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 300n }),
        fc.bigInt({ min: 0n, max: 1_000_000n }),
        fc.array(fc.integer({ min: 0, max: 300 }), { maxLength: 6 }),
        (qty, cents, cuts) => {
          const places = [...new Set([0n, qty, ...cuts.map((cut) => BigInt(cut) % (qty + 1n))])].sort((a, b) =>
            a < b ? -1 : 1,
          )
          const parts = places.slice(1).map((to, index) => valueOfReturn({ qty, cents }, places[index] ?? 0n, to))
          expect(parts.every((part) => part >= 0n)).toBe(true)
          expect(parts.reduce((sum, part) => sum + part, 0n)).toBe(cents)
        },
      ),
    )
  })
})
