/** FIN-96: the day's payments against the day's consumption, and why they differ. Money in yuan as decimal strings. */
import { compareMoney, subtractMoney } from '#src/fields/money/cents.ts'

/** What one ticket paid and consumed on a day, and in its whole life. */
export interface Movement {
  /** null: consumed outside the tickets. */
  readonly ticketId: number | null
  readonly ticketNo: string | null
  readonly paid: string
  readonly consumed: string
  /** All its payments that are not void. */
  readonly due: string
  /** All it consumed, less what was refunded. */
  readonly spent: string
}

/** `waiting`: consumed today and paid later; `earlier`: paid today, consumed before; `refunded`; `outside`: no ticket behind it; `unexplained`: payments and consumption of the ticket never meet. */
export const differenceReasons = ['waiting', 'earlier', 'refunded', 'outside', 'unexplained'] as const
export type DifferenceReason = (typeof differenceReasons)[number]

export interface Difference {
  readonly ticketId: number | null
  readonly ticketNo: string | null
  readonly paid: string
  readonly consumed: string
  /** paid - consumed. */
  readonly difference: string
  readonly reason: DifferenceReason
}

export interface Reconciliation {
  readonly day: string
  readonly accounts: readonly { readonly account: string; readonly payments: number; readonly amount: string }[]
  readonly paid: string
  readonly consumed: string
  /** paid - consumed: the sum of the differences. */
  readonly difference: string
  readonly differences: readonly Difference[]
  /** Every difference has a reason. */
  readonly isBalanced: boolean
}

function reasonOf({ ticketId, paid, consumed, due, spent }: Movement): DifferenceReason {
  if (ticketId === null) return 'outside'
  if (compareMoney(due, spent) !== 0) return 'unexplained'
  if (compareMoney(consumed, '0.00') < 0) return 'refunded'
  return compareMoney(paid, consumed) < 0 ? 'waiting' : 'earlier'
}

/** The tickets whose payments and consumption of the day differ, each with the reason; their differences add up to the day's. */
export const explain = (movements: readonly Movement[]): readonly Difference[] =>
  movements
    .filter(({ paid, consumed }) => compareMoney(paid, consumed) !== 0)
    .map((movement) => ({
      ticketId: movement.ticketId,
      ticketNo: movement.ticketNo,
      paid: movement.paid,
      consumed: movement.consumed,
      difference: subtractMoney(movement.paid, movement.consumed),
      reason: reasonOf(movement),
    }))
