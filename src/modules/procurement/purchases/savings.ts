/** What a purchase saves, shared among the budget lines that pay for it (50.9). Pure. */
import { fromCents, subtractMoney, toCents } from '#src/fields/money/cents.ts'

export interface BudgetPart {
  readonly lineId: number
  readonly amount: string
}

export interface SavingShare extends BudgetPart {
  readonly spent: string
  readonly saved: string
}

/** Shares the total in proportion to the weights, to the cent: what rounding down leaves goes to the largest remainders, of equal ones to the first. Nothing where the weights come to zero. */
export function shareByWeight(total: string, weights: readonly string[]): readonly string[] {
  const [whole, parts] = [toCents(total), weights.map(toCents)]
  const sum = parts.reduce((before, part) => before + part, 0n)
  if (sum === 0n) return weights.map(() => '0.00')
  const shares = parts.map((part) => (whole * part) / sum)
  const left = whole - shares.reduce((before, share) => before + share, 0n)
  const byRemainder = parts
    .map((part, index) => ({ index, remainder: (whole * part) % sum }))
    .toSorted((one, other) => Number(other.remainder - one.remainder) || one.index - other.index)
  const raised = new Set(byRemainder.slice(0, Number(left)).map(({ index }) => index))
  return shares.map((share, index) => fromCents(raised.has(index) ? share + 1n : share))
}

/** The saving of a contract by budget line. */
export function savingShares(
  budget: string,
  contractAmount: string,
  parts: readonly BudgetPart[],
): readonly SavingShare[] {
  const shares = shareByWeight(
    subtractMoney(budget, contractAmount),
    parts.map(({ amount }) => amount),
  )
  return parts.map((part, index) => {
    const saved = shares[index] ?? '0.00'
    return { ...part, saved, spent: subtractMoney(part.amount, saved) }
  })
}
