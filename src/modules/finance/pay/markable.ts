/** What is shown of a payment that waits for its result. */
export interface Markable {
  readonly id: number
  readonly no: string
  readonly payeeName: string
  readonly amount: string
}
