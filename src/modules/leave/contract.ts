/** What other modules ask of leave: who is away when. */
import { token } from '#src/define/services.ts'

/** Who is away when: one person is away for one reason at a time (LEV-02, TRV-01). Days are whole and include the last. */
export interface Absences {
  /** Notes that these people are away; answers who is away already, and then nothing is noted. */
  block(given: {
    userIds: readonly number[]
    from: string
    to: string
    kind: string
    ticketId: number
  }): Promise<readonly number[]>
  /** Who of these people is away in that time for another ticket. */
  awayOf(userIds: readonly number[], from: string, to: string, exceptTicket: number | null): Promise<readonly number[]>
  /** They are back: from `from` on nothing of this ticket keeps them away, of one person when given. */
  clear(ticketId: number, from?: string, userId?: number): Promise<void>
}

export const absences = token<Absences>('absences')
