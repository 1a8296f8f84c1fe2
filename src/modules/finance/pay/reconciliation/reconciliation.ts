/** FIN-96: the day's payments against the day's consumption, and why they differ. Money in yuan as decimal strings. */
import { addMoney, compareMoney, subtractMoney } from '#src/fields/money/cents.ts'

/** What one ticket paid and consumed on a day, and in its whole life. */
export interface Movement {
  /** null: consumed outside the tickets. */
  readonly ticketId: number | null
  readonly ticketNo: string | null
  readonly paid: string
  readonly consumed: string
  /** All its payments that are neither void nor came back. */
  readonly due: string
  /** All it consumed, less what was refunded. */
  readonly spent: string
  /** Paid money that came back while its claim still stands. */
  readonly recovered: string
}

/** `waiting`: consumed today and paid later; `earlier`: paid today, consumed before; `refunded`; `recovered`: paid money that came back; `outside`: no ticket behind it; `unexplained`: payments and consumption of the ticket never meet. */
export const differenceReasons = ['waiting', 'earlier', 'refunded', 'recovered', 'outside', 'unexplained'] as const
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

/** A difference without a reason of its own, in the words of who signed. `ticketId` null: outside the tickets. */
export interface Explanation {
  readonly ticketId: number | null
  readonly text: string
}

/** Somebody's name under the figures of a day. */
export interface Signature {
  readonly id: number
  readonly name: string
  readonly signedAt: string
  readonly note: string | null
  readonly explanations: readonly Explanation[]
  /** Whether the figures are still those that were signed. */
  readonly isCurrent: boolean
}

/** The figures of a day, and who signed them, the latest first. */
export interface ReconciledDay extends Reconciliation {
  readonly signatures: readonly Signature[]
  /** Whether the asking person has signed these very figures. */
  readonly isMine: boolean
}

/** A day of a month with its figures and how many have signed them as they are. */
export interface DayOfMonth {
  readonly day: string
  readonly paid: string
  readonly consumed: string
  readonly signed: number
}

/** What wants the words of who signs. */
export const unexplainedOf = ({ differences }: Reconciliation): readonly Difference[] =>
  differences.filter(({ reason }) => reason === 'unexplained')

/** The figures in a form that is the same exactly when they are; why they differ may be seen otherwise later. */
export const figuresOf = ({ day, accounts, differences }: Reconciliation): string =>
  JSON.stringify([
    day,
    accounts.map(({ account, payments, amount }) => [account, payments, amount]),
    differences.map(({ ticketId, paid, consumed }) => [ticketId, paid, consumed]),
  ])

function reasonOf({ ticketId, paid, consumed, due, spent, recovered }: Movement): DifferenceReason {
  if (ticketId === null) return 'outside'
  if (compareMoney(addMoney(due, recovered), spent) !== 0) return 'unexplained'
  if (compareMoney(recovered, '0.00') > 0 || compareMoney(paid, '0.00') < 0) return 'recovered'
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
