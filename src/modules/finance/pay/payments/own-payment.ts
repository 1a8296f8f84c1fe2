/** A payment of one's own claims, as the personal centre shows it. */
export interface OwnPayment {
  readonly id: number
  readonly no: string
  readonly ticketId: number
  readonly ticketNo: string
  readonly amount: string
  readonly payState: string
  readonly payeeName: string
  /** The last digits. */
  readonly account: string | null
  readonly failReason: string | null
  readonly paidAt: string | null
  /** What was proposed and is not decided yet. */
  readonly isProposed: boolean
  readonly refusal: string | null
  readonly isCorrectable: boolean
}
