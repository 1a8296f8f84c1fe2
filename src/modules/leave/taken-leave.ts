/** A leave of one's own, as the personal centre shows it. */
export interface TakenLeave {
  readonly id: number
  readonly ticketId: number
  readonly ticketNo: string | null
  readonly leaveType: string
  readonly startDate: string
  readonly endDate: string
  readonly days: string
  readonly state: string
}
