/** Straight-line depreciation by the government rule (E1). Pure; amounts are integer cents, months `yyyy-MM`. */

import { addMonths } from '#src/define/days.ts'

/** What the depreciation of an asset follows from. */
export interface DepreciationBasis {
  readonly price: number
  /** Percent of the price that stays, 0 to 5. */
  readonly residualRate: number
  readonly lifeYears: number
  /** Month in which the asset was put to use. */
  readonly startMonth: string
  /** `sameMonth`: the month of use is depreciated as well; `nextMonth`: it begins with the month after. */
  readonly begins: 'sameMonth' | 'nextMonth'
  /** Depreciated before the asset was registered here. */
  readonly opening: number
  /** Last month that the opening amount covers; null without one. */
  readonly openingMonth: string | null
}

/** The months still to be posted: the same amount each, the last one what is left. */
export interface DepreciationPlan {
  readonly firstMonth: string
  readonly lastMonth: string
  readonly monthly: number
  /** To be depreciated from the first month on. */
  readonly total: number
}

const MONTHS_OF_YEAR = 12

/** Months from one to another, both included. */
export function monthsBetween(first: string, last: string): number {
  const [year = 0, month = 1] = first.split('-').map(Number)
  const [lastYear = 0, lastMonth = 1] = last.split('-').map(Number)
  return (lastYear - year) * MONTHS_OF_YEAR + lastMonth - month + 1
}

/** null when nothing is left to depreciate. */
export function planDepreciation(basis: DepreciationBasis): DepreciationPlan | null {
  const begin = basis.begins === 'sameMonth' ? basis.startMonth : addMonths(basis.startMonth, 1)
  const lastMonth = addMonths(begin, basis.lifeYears * MONTHS_OF_YEAR - 1)
  const residual = Math.round((basis.price * basis.residualRate) / 100)
  const total = basis.price - residual - basis.opening
  const after = basis.openingMonth === null ? begin : addMonths(basis.openingMonth, 1)
  const firstMonth = after > begin ? after : begin
  if (total <= 0) return null
  const months = Math.max(1, monthsBetween(firstMonth, lastMonth))
  return {
    firstMonth,
    lastMonth: firstMonth > lastMonth ? firstMonth : lastMonth,
    monthly: Math.floor(total / months),
    total,
  }
}

/** What a month is charged; nothing outside of the plan. */
export function amountOf(plan: DepreciationPlan, month: string): number {
  if (month < plan.firstMonth || month > plan.lastMonth) return 0
  if (month < plan.lastMonth) return plan.monthly
  return plan.total - plan.monthly * (monthsBetween(plan.firstMonth, plan.lastMonth) - 1)
}
