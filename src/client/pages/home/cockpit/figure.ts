/** What the figures of the cockpit say. Pure. */
import type { ApprovalSpeed } from '#src/define/home.ts'
import { sumMoney } from '#src/fields/money/cents.ts'
import type { BudgetAnalysis } from '#src/modules/analysis/budget/budget.types.ts'

/** Percent with one decimal; null where there is nothing to compare with. */
export function shareOf(part: string, whole: string): number | null {
  return Number(whole) === 0 ? null : Math.round((Number(part) / Number(whole)) * 1000) / 10
}

/** By how many percent an amount is above (or, negative, below) another. */
export function changeOf(now: string, before: string): number | null {
  const share = shareOf(now, before)
  return share === null ? null : Math.round((share - 100) * 10) / 10
}

/** Months of the year that have ended, from the share of the year that has passed. */
const endedMonths = (percent: number): number => Math.min(12, Math.floor((percent * 12) / 100))

/** Spending of the months that have ended beside that of the same months of the year before; a month under way would look like a fall. */
export function spentInEnded({ months, timePercent }: Pick<BudgetAnalysis, 'months' | 'timePercent'>): {
  readonly now: string
  readonly before: string
} {
  const ended = months.filter(({ month }) => month <= endedMonths(timePercent))
  return { now: sumMoney(ended.map(({ used }) => used)), before: sumMoney(ended.map(({ lastUsed }) => lastUsed)) }
}

/** The three kinds of public spending together. */
export function publicSpending({ threePublic }: Pick<BudgetAnalysis, 'threePublic'>): {
  readonly used: string
  readonly budget: string
  readonly percent: number | null
} {
  const used = sumMoney(threePublic.map((row) => row.used))
  const budget = sumMoney(threePublic.map((row) => row.budget))
  return { used, budget, percent: shareOf(used, budget) }
}

/** Departments whose spending lies behind the year by more than is allowed. */
export const behind = ({ departments, lagLimit }: Pick<BudgetAnalysis, 'departments' | 'lagLimit'>) =>
  departments.filter(({ lag }) => lag > lagLimit)

/** Hours that approvals became slower (or, negative, faster); null without both spans. */
export function slower({ hours, hoursBefore }: Pick<ApprovalSpeed, 'hours' | 'hoursBefore'>): number | null {
  return hours === null || hoursBefore === null ? null : Math.round((hours - hoursBefore) * 10) / 10
}
