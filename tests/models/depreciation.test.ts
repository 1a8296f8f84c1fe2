import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addMonths } from '#src/define/days.ts'
import { amountOf, type DepreciationBasis, monthsBetween, planDepreciation } from '#src/modules/asset/depreciation.ts'

const basis = (more: Partial<DepreciationBasis> = {}): DepreciationBasis => ({
  price: 100_000,
  residualRate: 0,
  lifeYears: 6,
  startMonth: '2026-03',
  begins: 'sameMonth',
  opening: 0,
  openingMonth: null,
  ...more,
})

/** What every month is charged, from the first to the last. */
function charged(given: DepreciationBasis): readonly number[] {
  const plan = planDepreciation(given)
  if (plan === null) return []
  return Array.from({ length: monthsBetween(plan.firstMonth, plan.lastMonth) }, (_, index) =>
    amountOf(plan, addMonths(plan.firstMonth, index)),
  )
}

describe('depreciation', () => {
  it('E1, 90.A7 trap 13: charges 1,000.00 over 72 months exactly, the last month with the remainder', () => {
    const months = charged(basis())
    expect([months.length, months[0], months[70], months[71]]).toEqual([72, 1388, 1388, 1452])
    expect(months.reduce((sum, amount) => sum + amount, 0)).toBe(100_000)
  })

  it('begins with the month of use, or the month after where the bureau says so', () => {
    expect(planDepreciation(basis())).toMatchObject({ firstMonth: '2026-03', lastMonth: '2032-02' })
    expect(planDepreciation(basis({ begins: 'nextMonth' }))).toMatchObject({
      firstMonth: '2026-04',
      lastMonth: '2032-03',
    })
  })

  it('goes on after the opening amount of an import, and stops where that was all', () => {
    const plan = planDepreciation(basis({ startMonth: '2024-01', opening: 30_000, openingMonth: '2026-02' }))
    expect(plan).toMatchObject({ firstMonth: '2026-03', lastMonth: '2029-12', total: 70_000 })
    expect(planDepreciation(basis({ opening: 100_000, openingMonth: '2026-03' }))).toBeNull()
  })

  it('charges the rest of an asset past its life in one month', () => {
    const months = charged(basis({ startMonth: '2015-01', opening: 90_000, openingMonth: '2026-02' }))
    expect(months).toEqual([10_000])
  })

  it('charges nothing before the first and after the last month', () => {
    const plan = planDepreciation(basis())
    expect(plan && [amountOf(plan, '2026-02'), amountOf(plan, '2032-03')]).toEqual([0, 0])
  })

  it('adds up to price less residual and opening for every basis, and no month is negative', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 100_000_000 }),
        fc.integer({ min: 0, max: 500 }),
        fc.integer({ min: 1, max: 20 }),
        fc.integer({ min: 0, max: 100 }),
        fc.constantFrom('sameMonth', 'nextMonth' as const),
        (price, rate, lifeYears, share, begins) => {
          const opening = Math.floor((price * share) / 100)
          const months = charged(
            basis({
              price,
              residualRate: rate / 100,
              lifeYears,
              begins,
              opening,
              openingMonth: share === 0 ? null : '2027-01',
            }),
          )
          const residual = Math.round((price * rate) / 10_000)
          expect(months.reduce((sum, amount) => sum + amount, 0)).toBe(Math.max(0, price - residual - opening))
          expect(months.every((amount) => amount >= 0)).toBe(true)
        },
      ),
    )
  })
})
